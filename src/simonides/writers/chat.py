"""Chat models over HTTP: Ollama and servers with OpenAI's API."""

import time
from collections.abc import Mapping
from typing import Any

from simonides.domain.errors import Invalid
from simonides.embedders.posting import Sleep, Style, Target, address, check_url, post_json
from simonides.frozen import frozen

_PATHS: Mapping[Style, str] = {"ollama": "/api/chat", "openai": "/v1/chat/completions"}
_SETTING = "writer_url"
_TIMEOUT_MIN_S = 0.1
_ANSWER_CHARS_MAX = 2_000


@frozen
class WriterEndpoint:
    """A server, and the model to ask it for."""

    style: Style
    url: str
    """The server's root, as http://127.0.0.1:11434 or https://api.openai.com; a trailing /v1 is accepted."""
    model: str
    key: str | None = None

    def __post_init__(self) -> None:
        check_url(self.url, _SETTING)
        if not self.model.strip():
            raise Invalid("writer_model", "must not be empty")

    def target(self, timeout_s: float) -> Target:
        """The full address."""
        url = address(self.style, self.url, _PATHS)
        return Target(url, self.key, max(timeout_s, _TIMEOUT_MIN_S), "writing server", _SETTING)


class ChatWriter:
    """A chat model; `sleep` waits between attempts."""

    def __init__(self, endpoint: WriterEndpoint, sleep: Sleep = time.sleep) -> None:
        self._endpoint = endpoint
        self._sleep = sleep

    def write(self, task: str, material: str, timeout_s: float) -> str:
        """The model's answer, trimmed and never empty. Raises NotReady when it cannot be reached in time or answers nothing."""
        target = self._endpoint.target(timeout_s)
        answer = post_json(target, self._message(task, material), self._sleep)
        text = self._read(target, answer).strip()[:_ANSWER_CHARS_MAX]
        if not text:
            raise target.failed("returned an empty text; check writer_model")
        return text

    def _message(self, task: str, material: str) -> dict[str, Any]:
        messages = [{"role": "system", "content": task}, {"role": "user", "content": material}]
        return {"model": self._endpoint.model, "messages": messages, "stream": False}

    def _read(self, target: Target, answer: Any) -> str:
        try:
            message = answer["message"] if self._endpoint.style == "ollama" else answer["choices"][0]["message"]
            text = message["content"]
        except (KeyError, IndexError, TypeError) as error:
            raise target.failed("returned no message; check writer and writer_url") from error
        if not isinstance(text, str):
            raise target.failed("returned a message without text; check writer and writer_url")
        return text
