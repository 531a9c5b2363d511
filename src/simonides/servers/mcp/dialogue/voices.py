"""Messages and questions from a running call to its client, in the form of the request's era.

After a handshake, questions are requests of our own, and the call waits for the answers. From 2026-07-28 on the questions are
the reply: the client calls again with the answers, and with our sealed note of the earlier answers.
"""

from collections.abc import Mapping
from typing import Any

from simonides.servers.mcp.dialogue.sealing import Seal
from simonides.servers.mcp.eras import CAPABILITIES_KEY
from simonides.servers.mcp.messages import INVALID_PARAMS, RpcError
from simonides.servers.mcp.methods import Ask, Result
from simonides.toolkit.dialogue.voice import LEVELS, Answer, CannotAsk, ClientQuestion, Unanswered

LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel"


class ClientVoice:
    """What one request can say to its client, and the answers that came with it."""

    def __init__(self, ask: Ask, seal: Seal) -> None:
        meta = ask.params.get("_meta")
        self._meta: Mapping[str, Any] = meta if isinstance(meta, Mapping) else {}
        self._ask = ask
        self._line = ask.line
        self._answers = {} if ask.era.has_handshake else read_answers(ask.params, seal)

    def progress(self, done: float, total: float | None = None, message: str | None = None) -> None:
        """Report how far the work has come, if the client gave a progress token."""
        token = self._meta.get("progressToken")
        if token is None or self._line is None:
            return
        told = {"progressToken": token, "progress": done, "total": total, "message": message}
        self._line.notify("notifications/progress", {key: value for key, value in told.items() if value is not None})

    def log(self, level: str, data: object) -> None:
        """Send a log message, if the client asked for messages of this level."""
        least = self._ask.session.log_level if self._ask.era.has_handshake else self._meta.get(LOG_LEVEL_KEY)
        if self._line is not None and least in LEVELS and LEVELS.index(level) >= LEVELS.index(least):
            self._line.notify("notifications/message", {"level": level, "data": data})

    def can_ask(self, method: str) -> bool:
        """Whether the client has said that it answers such questions."""
        return ClientQuestion(method, {}).capability in self._capabilities()

    def ask(self, questions: Mapping[str, ClientQuestion]) -> Mapping[str, Answer]:
        """The answers: those that came with the request, or those the client gives now."""
        for question in questions.values():
            if not self.can_ask(question.method):
                raise CannotAsk(question.capability)
        if self._ask.era.has_handshake and self._line is not None:
            return {name: self._line.ask(question.method, question.params) for name, question in questions.items()}
        if open_ones := {name: question for name, question in questions.items() if name not in self._answers}:
            raise Unanswered(open_ones)
        return {name: self._answers[name] for name in questions}

    def _capabilities(self) -> Mapping[str, Any]:
        if not self._ask.era.has_handshake:
            declared = self._meta.get(CAPABILITIES_KEY)
            return declared if isinstance(declared, Mapping) else {}
        return self._line.capabilities if self._line is not None else {}


def read_answers(params: Mapping[str, Any], seal: Seal) -> dict[str, Answer]:
    """The answers that a request brings, with those of earlier rounds, which it brings back under our seal."""
    state = params.get("requestState")
    if state is not None and not isinstance(state, str):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'requestState' must be a string")
    earlier = seal.open(state, _subject(params)) if state else {}
    given = params.get("inputResponses")
    # An entry that is not an answer is asked for again.
    fresh = {name: one for name, one in given.items() if isinstance(one, Mapping)} if isinstance(given, Mapping) else {}
    return {**earlier, **fresh}


def questions_of(unanswered: Unanswered, params: Mapping[str, Any], seal: Seal) -> Result:
    """The reply that asks the client."""
    asked = {name: {"method": each.method, "params": dict(each.params)} for name, each in unanswered.questions.items()}
    state = seal.close(read_answers(params, seal), _subject(params))
    return {"resultType": "input_required", "inputRequests": asked, "requestState": state}


def _subject(params: Mapping[str, Any]) -> list[object]:
    """What the answers belong to: answers to one call are not valid for another."""
    return [params.get("name"), params.get("uri"), params.get("arguments")]
