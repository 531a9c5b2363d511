"""A server for one caller in this process, who sends requests and reads results."""

from collections.abc import Callable, Mapping
from typing import Any

from simonides.domain.errors import Invalid
from simonides.frozen import frozen


@frozen
class Desk:
    """The place where that caller asks: `handle` answers a message, `close` closes the palaces."""

    handle: Callable[[object], object]
    close: Callable[[], None]
    palace: str

    def ask(self, method: str, params: Mapping[str, object]) -> dict[str, Any]:
        """The result of a request. Raises Invalid with the sentence of an error."""
        reply = self.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        if not isinstance(reply, dict) or "result" not in reply:
            raise Invalid(method, reply["error"]["message"] if isinstance(reply, dict) else "no reply")
        result: dict[str, Any] = reply["result"]
        return result
