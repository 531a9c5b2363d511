"""A tool's voice during a call: progress, log messages, and questions that only the client can answer.

A tool that uses it has a parameter annotated `Voice`, which is not an argument on the wire. Questions may be answered by a later
call of the same tool with the same arguments: in MCP from 2026-07-28 on, a question ends the call, and the client calls again
with the answer. So a tool asks before it changes anything.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

Answer: TypeAlias = Mapping[str, Any]

CAPABILITIES = {"elicitation/create": "elicitation", "roots/list": "roots", "sampling/createMessage": "sampling"}
"""The client capability that each method of a question requires."""

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""Levels of log messages, from the least severe."""


class ClientQuestion(NamedTuple):
    """Something that only the client can answer: one of the methods above, with its parameters."""

    method: str
    params: Mapping[str, Any]

    @property
    def capability(self) -> str:
        """The capability a client needs to answer it."""
        return CAPABILITIES[self.method]


class CannotAsk(Exception):
    """The client has not declared that it can answer this kind of question."""

    def __init__(self, capability: str) -> None:
        self.capability = capability
        super().__init__(f"the client does not offer '{capability}'")


class AskFailed(Exception):
    """The client was asked and gave no answer."""


class Unanswered(Exception):
    """The call ends here until the client calls again with the answers; tools must not catch it."""

    def __init__(self, questions: Mapping[str, ClientQuestion]) -> None:
        self.questions = questions
        super().__init__(f"waiting for: {', '.join(questions)}")


class Voice(Protocol):
    """The channel from one call to its client; to be used from the call's own thread only."""

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Report how far the work has come; sent only to a client that asked for it."""
        ...

    def log(self, level: str, data: object) -> None:
        """Send a log message; `level` is one of LEVELS. Sent only to a client that asked for it."""
        ...

    def can_ask(self, method: str) -> bool:
        """Whether the client can answer questions of this kind."""
        ...

    def ask(self, questions: Mapping[str, ClientQuestion]) -> Mapping[str, Answer]:
        """The answers, by the names of the questions. Raises CannotAsk, AskFailed and Unanswered."""
        ...


class Silence:
    """The voice of a call without a listening client."""

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Say nothing."""

    def log(self, level: str, data: object) -> None:
        """Say nothing."""

    def can_ask(self, _method: str) -> bool:
        """Nobody answers."""
        return False

    def ask(self, questions: Mapping[str, ClientQuestion]) -> Mapping[str, Answer]:
        """Nobody answers. Raises CannotAsk."""
        for question in questions.values():
            raise CannotAsk(question.capability)
        return {}


SILENCE = Silence()
