"""Keys of open web pages: a code that works once becomes a key, which lives in this process and can be revoked.

A page gets no cookie: cookies know no ports, so that every other server on this machine would get them too. It sends its key
itself, with every request.
"""

import hmac
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.time import Clock, system_clock
from simonides.toolkit.grant import EVERYTHING, Grant

if TYPE_CHECKING:
    from simonides.hosting.keys import PalaceKeys

CODE_S = 60.0
"""How long a code can be exchanged for a key."""
IDLE_S = 12 * 3600.0
"""How long a key lasts after its last request."""
PAGES_MAX = 200
"""How many codes, and how many keys, there are at most; one makes room for the next, of the holder who has most."""
_PREFIX = "simonides-page-"
_BYTES = 32


@dataclass(slots=True)
class OpenPage:
    """A page that holds a key: what it may do, since when, and when it last asked for something."""

    id: str
    grant: Grant
    opened_at: datetime
    asked_at: datetime
    asked_s: float


class OpenPages:
    """Codes and keys of pages, before the tokens of palaces; safe to use from any thread. `door` lets a program get codes."""

    def __init__(
        self, tokens: "PalaceKeys", clock: Clock = system_clock, stopwatch: Callable[[], float] = time.monotonic
    ) -> None:
        self._tokens = tokens
        self._clock = clock
        self._stopwatch = stopwatch
        self._lock = threading.Lock()
        self._codes: dict[str, tuple[float, Grant]] = {}
        self._pages: dict[str, OpenPage] = {}
        self.door = _PREFIX + secrets.token_urlsafe(_BYTES)

    def issue(self, grant: Grant) -> str:
        """A code that works once, within a minute, for a page that may do as much as the one who asks."""
        code, now_s = secrets.token_urlsafe(_BYTES), self._stopwatch()
        with self._lock:
            self._codes = {each: held for each, held in self._codes.items() if held[0] > now_s}
            if len(self._codes) >= PAGES_MAX:
                del self._codes[_of_the_greediest({each: held for each, (_, held) in self._codes.items()})[0]]
            self._codes[code] = (now_s + CODE_S, grant)
        return code

    def redeem(self, code: str) -> tuple[str, Grant] | None:
        """The key for a code, and what it allows; None when the code is unknown, used or too old."""
        now_s = self._stopwatch()
        with self._lock:
            until_s, grant = self._codes.pop(code, (0.0, EVERYTHING))
            if until_s <= now_s:
                return None
            if len(self._pages) >= PAGES_MAX:
                crowd = _of_the_greediest({each: page.grant for each, page in self._pages.items()})
                del self._pages[min(crowd, key=lambda each: self._pages[each].asked_s)]
            key, now = _PREFIX + secrets.token_urlsafe(_BYTES), self._clock()
            page_id = secrets.token_hex(4)
            grant = grant._replace(page=page_id)
            self._pages[key] = OpenPage(page_id, grant, now, now, now_s)
        return key, grant

    def lines(self) -> list[OpenPage]:
        """The open pages, the oldest first."""
        with self._lock:
            self._drop_idle()
            return sorted(self._pages.values(), key=lambda page: (page.opened_at, page.id))

    def close(self, page_id: str) -> bool:
        """Revoke the key of a page; False when there is none."""
        with self._lock:
            found = [key for key, page in self._pages.items() if page.id == page_id]
            for key in found:
                del self._pages[key]
        return bool(found)

    def are_there(self) -> bool:
        """Whether any token of a palace exists; pages alone close no server."""
        return self._tokens.are_there()

    def is_one(self, secret: str) -> bool:
        """Whether a secret has the form of a page's key or of a palace's token."""
        return secret.startswith(_PREFIX) or self._tokens.is_one(secret)

    def find(self, secret: str) -> Grant | None:
        """What a key or token allows; None for an invalid one."""
        if not secret.startswith(_PREFIX):
            return self._tokens.find(secret)
        if hmac.compare_digest(secret.encode(), self.door.encode()):
            return EVERYTHING
        with self._lock:
            self._drop_idle()
            page = self._pages.get(secret)
            if page is None:
                return None
            page.asked_s, page.asked_at = self._stopwatch(), self._clock()
        return page.grant if self._tokens.are_good(page.grant) else None

    def are_good(self, grant: Grant) -> bool:
        """Whether a grant is still valid, for a page also its token."""
        if grant.page:
            with self._lock:
                if all(page.id != grant.page for page in self._pages.values()):
                    return False
        return self._tokens.are_good(grant)

    def _drop_idle(self) -> None:
        oldest_s = self._stopwatch() - IDLE_S
        self._pages = {key: page for key, page in self._pages.items() if page.asked_s > oldest_s}


def _of_the_greediest(held: Mapping[str, Grant]) -> list[str]:
    """What the holder has who has most, in its order: whoever asks for more and more pushes out nobody else."""
    [(greediest, _)] = Counter(grant.holder for grant in held.values()).most_common(1)
    return [each for each, grant in held.items() if grant.holder == greediest]
