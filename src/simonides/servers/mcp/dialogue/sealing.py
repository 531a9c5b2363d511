"""Sealed notes that a client keeps for us and brings back; only this process can make the seal."""

import base64
import json
import os
from typing import Any

from simonides.servers.mcp.messages import INVALID_PARAMS, RpcError


class Seal:
    """Notes for ourselves, kept by clients: they can read them, but not change them, nor use them for something else."""

    def __init__(self) -> None:
        self._key = os.urandom(32)

    def close(self, note: object, subject: object) -> str:
        """A note about a subject, sealed."""
        body = json.dumps(note).encode()
        return f"{base64.urlsafe_b64encode(body).decode()}.{self._mark(body, subject)}"

    def open(self, sealed: str, subject: object) -> dict[str, Any]:
        """The note; raises RpcError when it is not ours, or about something else."""
        text, _, mark = sealed.partition(".")
        try:
            body = base64.b64decode(text.encode(), altchars=b"-_", validate=True)
        except ValueError:
            body = b""
        # Imported late: it loads OpenSSL, and most servers never seal a note.
        import hmac

        if not hmac.compare_digest(mark.encode(), self._mark(body, subject).encode()):
            raise RpcError(INVALID_PARAMS, "Invalid params: 'requestState' is not what this server gave for this request")
        note: dict[str, Any] = json.loads(body)
        return note

    def _mark(self, body: bytes, subject: object) -> str:
        import hmac

        about = json.dumps(subject, sort_keys=True).encode()
        return hmac.new(self._key, len(body).to_bytes(8) + body + about, "sha256").hexdigest()
