"""Segments: changes on their way between replicas, with what a reader must know already and how far it knows afterwards."""

from dataclasses import replace

from simonides.domain.errors import Invalid
from simonides.domain.past.receipts import RECEIVED, TokenReceipt, read_receipt
from simonides.domain.sync.packing import packed, unpacked
from simonides.domain.sync.reach import NUMBER_END, Reach
from simonides.engine.exchange.fields import Fields as LineFields
from simonides.engine.sync.merge import SyncLine
from simonides.engine.sync.state import TRAIL, Marks, Trail
from simonides.frozen import frozen

FORMAT = 1
ORIGINS_MAX = 1_000
"""Of how many origins a palace may have changes: its machines, and the names they had before."""
_ORIGIN_MAX = 64
_ID_MAX = 4_096


@frozen
class SegmentHead:
    """What a segment is, without its lines."""

    palace: str
    origin: str
    """Who wrote it; the changes may be anybody's."""
    since: Reach
    until: Reach
    marks: Marks

    def line(self) -> dict[str, object]:
        """The head as a value of JSON."""
        return {
            "simonides": "sync",
            "format": FORMAT,
            "palace": self.palace,
            "origin": self.origin,
            "since": dict(self.since),
            "until": dict(self.until),
            "marks": {origin: [list(mark) for mark in trail] for origin, trail in self.marks.items()},
        }


@frozen
class Segment:
    """Changes of one replica, as they travel."""

    head: SegmentHead
    lines: tuple[SyncLine, ...]

    def told_of(self, origin: str) -> int:
        """The highest number of an origin's changes that anything in it speaks of; 0 when it speaks of none."""
        versions = [version for line in self.lines for version in line.versions]
        told = [self.head.until.get(origin, 0), *(version.saw.get(origin, 0) for version in versions)]
        return max(*told, *(version.dot.number for version in versions if version.dot.origin == origin), 0)

    def brought_with(self, receipt: TokenReceipt | None) -> "Segment":
        """The segment as it arrives through somebody; what was received like that before keeps its own receipt."""
        if receipt is None:
            return self
        return replace(self, lines=tuple(replace(line, receipt=line.receipt or receipt) for line in self.lines))


def sync_line(line: SyncLine) -> dict[str, object]:
    """A record as a value of JSON."""
    receipt = {RECEIVED: line.receipt.document()} if line.receipt else {}
    return {"kind": line.kind, "id": line.id, **receipt, **packed(line.versions)}


def read_sync_line(value: object) -> SyncLine:
    """The record in a value of JSON. Raises Invalid."""
    if not isinstance(value, dict):
        raise Invalid("line", "is not a JSON object")
    fields = LineFields({name: value.get(name) for name in ("kind", "id")})
    versions = unpacked(value)
    if not versions:
        raise Invalid("versions", "are missing")
    line = SyncLine(fields.key("kind"), fields.key("id"), versions, read_receipt(value.get(RECEIVED)))
    if len(line.id) > _ID_MAX:
        raise Invalid("id", f"is {len(line.id):,} characters long; at most {_ID_MAX:,} are allowed")
    return line


def read_segment_head(value: object) -> SegmentHead:
    """The head in a value of JSON. Raises Invalid, also for a newer format."""
    if not isinstance(value, dict) or value.get("simonides") != "sync":
        raise Invalid("file", "is no file of `simonides sync`")
    if value.get("format") != FORMAT:
        raise Invalid(
            "format", f"is {str(value.get('format'))[:20]}, but this version of simonides reads {FORMAT}; upgrade simonides"
        )
    try:
        if any(len(value[name]) > ORIGINS_MAX for name in ("since", "until", "marks")):
            raise Invalid("head", f"names more than {ORIGINS_MAX:,} origins")
        marks = read_marks(value["marks"])
        since, until = read_reach_value(value["since"]), read_reach_value(value["until"])
        return SegmentHead(str(value["palace"]), _origin(value["origin"]), since, until, marks)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise Invalid("head", "is damaged") from error


def read_marks(value: object) -> dict[str, Trail]:
    """The trails in a value of JSON. Raises TypeError or ValueError."""
    if not isinstance(value, dict):
        raise TypeError
    return {_origin(origin): _trail(trail) for origin, trail in value.items()}


def read_reach_value(value: object) -> dict[str, int]:
    """The reach in a value of JSON. Raises TypeError or ValueError."""
    if not isinstance(value, dict):
        raise TypeError
    return {_origin(origin): _number(number) for origin, number in value.items()}


def _trail(value: object) -> Trail:
    if not isinstance(value, list):
        raise TypeError
    return tuple((_number(number), str(word)[:16]) for number, word in value[-TRAIL:])


def _origin(value: object) -> str:
    if not isinstance(value, str) or not value.isalnum() or not value.isascii() or len(value) > _ORIGIN_MAX:
        raise ValueError
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < NUMBER_END:
        raise ValueError
    return value
