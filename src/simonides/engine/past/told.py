"""Acts in words and as values: who did what, and when, as commands, REST and Python programs show it."""

from collections.abc import Sequence
from typing import TypedDict

from simonides.domain.time import rfc3339
from simonides.engine.past.acts import Act, copied_by_edits
from simonides.engine.past.difference import Difference

_VERBS = {"add": "added", "change": "changed", "delete": "deleted"}
_PLURALS = {
    "memory": "memories",
    "entity": "entities",
    "fact": "facts",
    "observation": "observations",
    "supersession": "supersessions",
}
_NAMED_MAX = 50
"""How many records of one act are named."""


class RecordChange(TypedDict):
    """One record that an act changed."""

    kind: str
    id: str
    operation: str


class ActLine(TypedDict):
    """What was changed together: by whom, when, and what."""

    change: int
    at: str
    actor: str
    client: str
    toolset: str
    changed: list[RecordChange]
    lines: int
    undone_by: int | None
    undoes: list[int]


def act_line(act: Act) -> ActLine:
    """An act as a value; of many records it names the first."""
    first = act.first
    return {
        "change": act.number,
        "at": rfc3339(first.at),
        "actor": first.actor,
        "client": first.client,
        "toolset": first.toolset,
        "changed": [
            {"kind": each.change.kind, "id": each.change.id, "operation": each.change.operation}
            for each in act.entries[:_NAMED_MAX]
        ],
        "lines": len(act.entries),
        "undone_by": act.undone_by,
        "undoes": list(act.undoes),
    }


class DifferenceLine(TypedDict):
    """One record that differs between two moments."""

    verb: str
    kind: str
    id: str
    before: str
    after: str
    wing: str
    at: str
    who: str
    change: int


def difference_line(each: Difference) -> DifferenceLine:
    """A difference as a value."""
    return {
        "verb": each.verb,
        "kind": each.kind,
        "id": each.id,
        "before": each.before,
        "after": each.after,
        "wing": each.wing,
        "at": rfc3339(each.at),
        "who": each.who,
        "change": each.change,
    }


def deeds_of(act: Act) -> str:
    """What an act did, in a few words: `added memory m12, changed 2 facts`; what is alone of its kind is named."""
    records: dict[tuple[str, str], list[str]] = {}
    copies = copied_by_edits(act)
    # That the new words take the place of the former goes without saying.
    own = [each for each in act.entries if each.change.kind != "supersession" and each.change.id not in copies]
    for each in own or act.entries:
        records.setdefault((each.change.operation, each.change.kind), []).append(each.change.id)
    told = ", ".join(f"{_VERBS[verb]} {_named(kind, ids)}" for (verb, kind), ids in records.items())
    if act.undoes:
        told = f"undid {', '.join(map(str, act.undoes))}: {told}"
    return f"{told} (undone by {act.undone_by})" if act.undone_by else told


def _named(kind: str, ids: Sequence[str]) -> str:
    return f"{kind} {ids[0]}" if len(ids) == 1 else f"{len(ids)} {_PLURALS[kind]}"
