"""Lean lines: one for each hit, as `id place date speaker: passage`; nothing stands there that the line says already."""

from collections.abc import Mapping
from dataclasses import field
from typing import NotRequired, TypedDict

from simonides.domain.code import Chunk
from simonides.domain.graph import Fact
from simonides.domain.memory import EVERYTHING, GENERAL, Memory, Scope
from simonides.domain.past.provenance import SourceKind
from simonides.domain.text.passages import excerpt_of
from simonides.domain.text.quotation import AGENTS, plain_name, quoted, shown
from simonides.engine.claims.chains import NO_LINEAGE, Lineage
from simonides.engine.palace import Palace
from simonides.frozen import frozen

PASSAGE, BEST_PASSAGE = 240, 480
"""How many characters of a text a line shows, and the line of the best hit."""
_READ = frozenset({SourceKind.FILE, SourceKind.CONVERSATION, SourceKind.IMPORT})
"""What was there before it was filed: the day of its filing says nothing of when it was written."""
BEFORE = 80
"""How many characters of what it takes the place of."""


class LeanHit(TypedDict):
    """One line as data."""

    id: str
    kind: str
    place: str
    date: NotRequired[str]
    filed: NotRequired[str]
    """The day on which it was read, of what somebody wrote or said at a time that nobody knows."""
    by: NotRequired[str]
    source: NotRequired[str]
    text: str
    copies: NotRequired[int]
    ended: NotRequired[str]
    replaced_by: NotRequired[str]
    before: NotRequired[str]


@frozen
class LineWriter:
    """Writes lines for one palace: passages that fit a question, places as far as the scope leaves them open."""

    palace: Palace
    question: str = ""
    scope: Scope = EVERYTHING
    length: int = PASSAGE
    lineages: Mapping[str, Lineage] = field(default_factory=dict)
    """What is said of others beside each memory, where there is something to say."""

    def hit(self, memory: Memory, copies: int = 0, *, is_best: bool = False, by_meaning: bool = False) -> LeanHit:
        """A memory as data; its passage is chosen by words, and by meaning where they fail, if that may take its time."""
        text, choose = shown(memory.content), self.palace.excerpts if by_meaning else excerpt_of
        hit: LeanHit = {
            "id": self.palace.handles.of(memory),
            "kind": "memory",
            "place": f"{memory.place.wing}/{memory.place.room}",
            "text": choose(text, self.question, BEST_PASSAGE if is_best else self.length),
        }
        hit["filed" if _is_undated(memory) else "date"] = f"{memory.happened_at:%Y-%m-%d}"
        if who := speaker_of(memory):
            hit["by"] = who
        if mark := memory.provenance.unusual:
            hit["source"] = mark
        if copies:
            hit["copies"] = copies
        if memory.ended_at:
            hit["ended"] = f"{memory.ended_at:%Y-%m-%d}"
        lineage = self.lineages.get(memory.id, NO_LINEAGE)
        if newer := lineage.after.id if lineage.after else memory.superseded_by:
            hit["replaced_by"] = self.palace.handles.of_id(newer)
        if lineage.before:
            hit["before"] = self._before(lineage.before)
        return hit

    def _before(self, memory: Memory) -> str:
        """What a hit takes the place of: its handle and day, and a passage unless it has a line of its own."""
        known = f"{self.palace.handles.of(memory)} {memory.happened_at:%Y-%m-%d}"
        return known if memory.id in self.lineages else f"{known} {quoted(memory.content, BEFORE)}"

    def chunk(self, chunk: Chunk) -> LeanHit:
        """A piece of code as data; its id is its place."""
        address = f"{chunk.project}/{chunk.path}:{chunk.start_line}-{chunk.end_line}"
        text = excerpt_of(shown(chunk.content), self.question, self.length)
        return {"id": address, "kind": "code", "place": chunk.breadcrumb, "text": text}

    def line(self, hit: LeanHit, *, is_beside: bool = False) -> str:
        """A hit as one line; one beside another of its conversation needs no place and no date."""
        date, who = _day(hit), plain_name(hit.get("by", ""))
        told = [
            "" if is_beside else self._place(hit),
            "" if is_beside or hit["text"].startswith(date) else date,
            "" if hit["text"].casefold().startswith(f"{who.casefold()}:") else who,
            *_marks(hit),
        ]
        return " ".join(filter(None, ["  +" if is_beside else "", hit["id"], *told])) + f": {quoted(hit['text'])}" + _before(hit)

    def _place(self, hit: LeanHit) -> str:
        if hit["kind"] != "memory":
            return plain_name(hit["place"])
        if self.scope.room is not None or hit["place"] == f"{GENERAL}/{GENERAL}":
            return ""
        place = hit["place"] if self.scope.wing is None else hit["place"].removeprefix(f"{self.scope.wing}/")
        return plain_name(place.removesuffix(f"/{GENERAL}"))


def _is_undated(memory: Memory) -> bool:
    return memory.origin.event_time is None and memory.provenance.kind in _READ


def _day(hit: LeanHit) -> str:
    return f"filed {hit['filed']}" if "filed" in hit else hit.get("date", "")


def fact_line(fact: Fact, before: Fact | None = None) -> str:
    """A fact on one line, with the time it holds and the value whose place it took."""
    since, until = fact.valid_from, fact.valid_to
    times = [f"since {day_of(since.text)}" if since else "", f"until {day_of(until.text)}" if until else ""]
    times.append(f"before: {even(before.object)}" if before else "")
    held = ", ".join(filter(None, times))
    return f"fact: {even(fact.subject)} {even(fact.predicate)} {even(fact.object)}{f' ({held})' if held else ''}"


def even(name: str) -> str:
    """A name on one line, with nothing hidden in it."""
    return " ".join(shown(name).split())


def day_of(stamp: str) -> str:
    """A time without its hours."""
    return stamp.partition("T")[0]


def speaker_of(memory: Memory) -> str:
    """Who said it, or which file or client it comes from; empty for an agent without a name."""
    origin = memory.origin
    # That a file is a document its name tells better.
    if origin.author or (origin.role and not (origin.source and origin.role == "document")):
        return origin.author or origin.role or ""
    if origin.source:
        return origin.file_name
    return "" if origin.added_by in AGENTS else origin.added_by


def _before(hit: LeanHit) -> str:
    return f" [before: {hit['before']}]" if "before" in hit else ""


def _marks(hit: LeanHit) -> list[str]:
    marks = [f"×{hit['copies'] + 1}" if "copies" in hit else "", f"[{hit['source']}]" if "source" in hit else ""]
    if "replaced_by" in hit:
        marks.append(f"[replaced by {hit['replaced_by']}]")
    elif "ended" in hit:
        marks.append(f"[ended {hit['ended']}]")
    return [mark for mark in marks if mark]
