"""Sync with another simonides server, by its REST paths: take what it has, give what it lacks."""

import http.client
import json
from contextlib import suppress
from urllib.parse import quote, urlencode, urlsplit

from simonides.domain.errors import Forbidden, Invalid, NotReady
from simonides.domain.sync.reach import Reach, is_within, joined, reach_text
from simonides.engine.sync.replica import Replica
from simonides.engine.sync.segments import Segment, read_marks, read_reach_value, read_segment_head, read_sync_line, sync_line
from simonides.engine.sync.state import Marks
from simonides.frozen import frozen
from simonides.replicas.report import SyncReport, Waiting

TIMEOUT_S = 120.0
ANSWER_MAX = 64 * 1024 * 1024
_REFUSED = {401: "the token is missing or unknown", 404: "there is no such palace, or the server is older than sync"}


@frozen
class PalaceThere:
    """A palace on another server."""

    url: str
    palace: str
    token: str | None = None
    timeout_s: float = TIMEOUT_S

    def state(self) -> tuple[Reach, Marks]:
        """How far it knows each origin. Raises NotReady, Invalid."""
        told = self._ask("GET", "", None)
        try:
            return read_reach_value(told["reach"]), read_marks(told["marks"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise NotReady(f"{self.url} answers, but not as a simonides server that knows sync") from error

    def changes(self, have: Reach) -> Segment | None:
        """The first of what somebody lacks who knows that much; None when they lack nothing."""
        told = self._ask("GET", f"/changes?{urlencode({'have': reach_text(have)})}", None)
        if told.get("head") is None:
            return None
        lines = told.get("lines")
        return Segment(read_segment_head(told["head"]), tuple(map(read_sync_line, lines if isinstance(lines, list) else [])))

    def take(self, segment: Segment) -> None:
        """Give it a segment. Raises Forbidden when the token may only read."""
        self._ask("POST", "/changes", {"head": segment.head.line(), "lines": [sync_line(line) for line in segment.lines]})

    def _ask(self, method: str, path: str, message: object) -> dict[str, object]:
        parts = urlsplit(self.url)
        # Signs that stand encoded in the address stay so.
        root = quote(parts.path.rstrip("/"), safe="/%")
        base = f"{root}/api/v1/palaces/{quote(self.palace, safe='')}/sync{path}"
        body = None if message is None else json.dumps(message).encode()
        headers = {"Accept": "application/json", **({"Content-Type": "application/json"} if body else {})}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            status, answer = self._exchange(method, base, body, headers)
        # A host or a token that nothing can send is a UnicodeError.
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise NotReady(f"{self.url} cannot be reached: {error}; what was exchanged so far is kept, sync again") from error
        return self._read(status, answer)

    def _exchange(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout_s)
        try:
            connection.request(method, path, body, headers)
            # No redirect is followed, so that the token goes to that host and to no other.
            response = connection.getresponse()
            return response.status, response.read(ANSWER_MAX)
        finally:
            connection.close()

    def _read(self, status: int, answer: bytes) -> dict[str, object]:
        if status == http.client.FORBIDDEN:
            raise Forbidden(f"{self.url} answered: {_told(answer) or 'no explanation'}")
        if status >= http.client.BAD_REQUEST:
            told = _told(answer)
            raise NotReady(f"{self.url} answered {status}: {_REFUSED.get(status, told or 'no explanation')}")
        try:
            value = json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise NotReady(f"{self.url} did not answer in JSON") from error
        if not isinstance(value, dict):
            raise NotReady(f"{self.url} did not answer with an object")
        return value


def _told(answer: bytes) -> str:
    """The sentence of a refusal: that of another simonides, or whatever stands there."""
    text = answer.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError, KeyError, TypeError):
        text = str(json.loads(text)["error"])
    return " ".join(text.split())[:200]


def palace_there(url: str, palace: str, token: str | None) -> PalaceThere:
    """A palace at an address. Raises Invalid when it is none."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError as error:
        raise Invalid("URL", str(error)) from error
    if not is_address or parts.query or parts.fragment:
        raise Invalid("URL", f"'{url}' is not the address of a server, as https://example.org:8080")
    if parts.username or parts.password:
        raise Invalid("URL", "holds a user name or password; give the token with --token-file")
    return PalaceThere(url, palace, token)


def sync_server(replica: Replica, there: PalaceThere, *, is_dry: bool = False, is_pull: bool = False) -> SyncReport:
    """Take what another server has, then give it what it lacks. Raises NotReady, Invalid."""
    report = SyncReport(target=there.url, is_dry=is_dry, is_pull=is_pull)
    if not is_dry:
        _exchange(replica, there, report)
        return report
    with replica.rehearsal():
        _exchange(replica, there, report)
    return report


def _exchange(replica: Replica, there: PalaceThere, report: SyncReport) -> None:
    known, marks = there.state()
    before = replica.harvest()
    state = replica.check_own([marks])
    report.is_renamed = state.origin != before.origin
    have = state.reach
    while segment := there.changes(have):
        if is_within(segment.head.until, have):
            raise NotReady(f"{there.url} sends again what is here already; what was exchanged so far is kept")
        report.tally.include(replica.receive(segment, is_dry=report.is_dry))
        report.read += 1
        have = joined(have, segment.head.until)
    state = replica.harvest()
    if not report.is_pull:
        _give(replica, there, known, report)
    report.origin = state.origin
    report.conflicts = len(replica.disagreements())


def _give(replica: Replica, there: PalaceThere, known: Reach, report: SyncReport) -> None:
    if report.is_dry:
        report.sent = replica.count_unknown(known)
        return
    try:
        for segment in replica.segments(known):
            there.take(segment)
            report.sent += len(segment.lines)
            report.files += 1
    except Forbidden:
        count = replica.count_unknown(known) - report.sent
        report.waiting.append(Waiting("own changes", f"{count:,} not sent: the token may only read; use --pull to leave them"))
