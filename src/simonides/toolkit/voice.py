"""What may a tool say and ask while it works? How far it has come, what it notices, and what only the client can answer.

A tool that wants to has a parameter annotated `Voice`, which is no argument on the wire. Questions may be answered by a later
call of the same tool with the same arguments: in MCP from 2026-07-28 on, a question ends the call, and the client calls again
with the answer. So a tool asks before it changes anything.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

Answer: TypeAlias = Mapping[str, Any]

CAPABILITIES = {"elicitation/create": "elicitation", "roots/list": "roots", "sampling/createMessage": "sampling"}
"""What a client must be able to do, by the method of a question."""

LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""How grave a remark is, from the least."""


class Question(NamedTuple):
    """Something that only the client can answer: one of the methods above, with its parameters."""

    method: str
    params: Mapping[str, Any]

    @property
    def capability(self) -> str:
        """What a client must be able to do to answer it."""
        return CAPABILITIES[self.method]


class CannotAsk(Exception):
    """The client has not said that it can answer this kind of question."""

    def __init__(self, capability: str) -> None:
        self.capability = capability
        super().__init__(f"the client does not offer '{capability}'")


class AskFailed(Exception):
    """The client was asked and gave no answer."""


class Unanswered(Exception):
    """The call ends here, until the client calls again with the answers; a tool never catches it."""

    def __init__(self, questions: Mapping[str, Question]) -> None:
        self.questions = questions
        super().__init__(f"waiting for: {', '.join(questions)}")


class Voice(Protocol):
    """One call's way to speak to its client; safe from the call's own thread only."""

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Say how far the work has come; nobody hears it who has not asked for it."""
        ...

    def log(self, level: str, data: object) -> None:
        """Remark on something; `level` is one of LEVELS. Nobody hears it who has not asked for it."""
        ...

    def can_ask(self, method: str) -> bool:
        """Whether the client can answer questions of this kind."""
        ...

    def ask(self, questions: Mapping[str, Question]) -> Mapping[str, Answer]:
        """The answers, by the names of the questions. Raises CannotAsk, AskFailed and Unanswered."""
        ...


class Silence:
    """The voice where nobody listens."""

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Say nothing."""

    def log(self, level: str, data: object) -> None:
        """Say nothing."""

    def can_ask(self, _method: str) -> bool:
        """Nobody answers."""
        return False

    def ask(self, questions: Mapping[str, Question]) -> Mapping[str, Answer]:
        """Nobody answers. Raises CannotAsk."""
        for question in questions.values():
            raise CannotAsk(question.capability)
        return {}


SILENCE = Silence()
