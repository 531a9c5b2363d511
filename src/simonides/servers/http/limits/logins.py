"""Failed logins: counted by address, told in the log, and answered ever more slowly."""

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

FREE = 5
"""How many wrong tokens an address may send in a minute before its refusals are slowed down."""
DELAY_S_MAX = 2.0
_DELAY_S = 0.1
_WINDOW_S = 60.0
_ADDRESSES_MAX = 1_000
_LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class _Failures:
    since_s: float
    count: int = 0


class FailedLogins:
    """The failures of the last minute, by address; used in the event loop only. A valid token is never slowed down."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: OrderedDict[str, _Failures] = OrderedDict()

    def note(self, address: str, path: str, *, is_wrong: bool) -> float:
        """Count a request without a valid token; how many seconds to wait before it is refused."""
        failures = self._failures(address)
        failures.count += 1
        # At 1, 2, 4, 8 and so on: each line tells how many there are, and nobody can fill the log.
        if failures.count & (failures.count - 1) == 0:
            said = "with a wrong token" if is_wrong else "without a token"
            times = "1 request" if failures.count == 1 else f"{failures.count} requests"
            _LOG.warning("%s from %s %s within a minute, the last for %s", times, address, said, path)
        return min(_DELAY_S * (failures.count - FREE), DELAY_S_MAX) if failures.count > FREE else 0.0

    def _failures(self, address: str) -> _Failures:
        now_s = self._clock()
        found = self._of.pop(address, None)
        if found is None or now_s - found.since_s > _WINDOW_S:
            found = _Failures(now_s)
        self._of[address] = found
        if len(self._of) > _ADDRESSES_MAX:
            self._of.popitem(last=False)
        return found
