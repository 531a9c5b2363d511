"""A palace in the formats of others: notes of Markdown, the reference memory server's lines, CSV; and what each cannot carry."""

import csv
import io
import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.lines import read_fact
from simonides.frozen import frozen
from simonides.peers.found import Line, texts
from simonides.peers.notes_folder import FRONT_MAX, OBSERVATION, OWN, VaultNote

FIELDS = (
    "id", "content", "wing", "room", "hall", "tags", "importance", "kind", "author", "role", "conversation", "position",
    "event_time", "source", "added_by", "created_at", "valid_from", "ended_at", "end_reason", "superseded_by",
)  # fmt: skip

_CATEGORY = re.compile(r"\[[^\[\]()\n]{1,60}\] ")
_NOT_IN_FILES = re.compile(r'[\x00-\x1f<>:"/\\|?*\x7f]+')
_NOT_IN_YAML = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_IN_NOTE = ("type", "content", "tags", "accesses", "accessed_at")
"""Fields of a memory that a note holds elsewhere, or that say how it was used."""
_NAME_MAX = 80


@dataclass(slots=True)
class Departure:
    """What was written, and what stayed behind, each by kind."""

    written: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)


@frozen
class Form:
    """A format: one file, made of texts, or a folder of notes."""

    name: str
    write: Callable[[Iterable[Line], Departure], Iterator[tuple[str, str]]]
    """Yields the path of a file below the target and its text; an empty path means the target itself."""
    is_folder: bool
    loses: str
    """What the format has no place for."""


def as_csv(lines: Iterable[Line], told: Departure) -> Iterator[tuple[str, str]]:
    """A row for each memory, the first with the names of the fields."""
    yield "", _row(FIELDS)
    for kind, line in _kinds(lines):
        if kind == "memory":
            told.written["memories"] += 1
            yield "", _row([_cell(line.get(name)) for name in FIELDS])
        else:
            told.left[_many(kind)] += _amount(kind, line)


def as_server_memory(lines: Iterable[Line], told: Departure) -> Iterator[tuple[str, str]]:
    """Entities with their observations, and relations that hold; a memory becomes an entity of the type `memory`."""
    graph = _Graph()
    for kind, line in _kinds(lines):
        if kind == "memory":
            told.written["memories"] += 1
            yield "", _json({"type": "entity", "name": line["id"], "entityType": "memory", "observations": [line["content"]]})
        elif not graph.take(kind, line):
            told.left[_many(kind)] += _amount(kind, line)
    for name, entity_type in graph.types.items():
        told.written["entities"] += 1
        yield "", _json({"type": "entity", "name": name, "entityType": entity_type, "observations": graph.observations[name]})
    for fact in graph.facts:
        if not _is_current(fact):
            told.left["facts that have ended"] += 1
            continue
        told.written["facts"] += 1
        ends = {"from": fact["subject"], "to": fact["object"], "relationType": fact["predicate"]}
        yield "", _json({"type": "relation", **ends})


def as_notes(lines: Iterable[Line], told: Departure) -> Iterator[tuple[str, str]]:
    """A note for each memory, in folders for its wing and room, and one for each entity with observations and relations."""
    graph = _Graph()
    for kind, line in _kinds(lines):
        if kind == "memory":
            told.written["memories"] += 1
            yield f"{_file(line['wing'])}/{_file(line['room'])}/{_file(line['id'])}.md", _memory_note(line, told)
        elif not graph.take(kind, line):
            told.left[_many(kind)] += _amount(kind, line)
    relations: dict[str, list[Line]] = defaultdict(list)
    for fact in graph.facts:
        relations[str(fact["subject"])].append(fact)
        told.written["facts"] += 1
    for name in dict.fromkeys([*graph.types, *relations]):
        told.written["entities"] += 1
        yield f"entities/{_file(name)}.md", _entity_note(name, graph, relations[name], told)


NOTES_LOSE = "vectors, source code, the ledger of mined files, ids, sources and confidence of facts"
FORMS = (
    Form("markdown", as_notes, is_folder=True, loses=NOTES_LOSE),
    Form("basic-memory", as_notes, is_folder=True, loses=NOTES_LOSE),
    Form("server-memory", as_server_memory, is_folder=False, loses="places, tags, dates, validity, vectors, source code"),
    Form("csv", as_csv, is_folder=False, loses="entities, facts, observations, metadata, vectors, source code"),
)  # fmt: skip


def form_named(name: str) -> Form:
    """The format of that name."""
    return next(form for form in FORMS if form.name == name)


def distinct(files: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The same files; two of one name get different ones."""
    asked, given = Counter[str](), set[str]()
    for relative, text in files:
        stem, dot, ending = relative.rpartition(".")
        name = relative
        # A name made here may be the own name of another file.
        while name.casefold() in given:
            asked[relative.casefold()] += 1
            name = f"{stem}-{asked[relative.casefold()] + 1}{dot}{ending}"
        given.add(name.casefold())
        yield name, text


def write_folder(folder: Path, files: Iterable[tuple[str, str]]) -> int:
    """Write notes below a folder; returns how many."""
    count = 0
    for relative, text in distinct(files):
        path = folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        count += 1
    return count


class _Graph:
    """Entities, their observations and facts, gathered: peers keep them together, an export line by line."""

    def __init__(self) -> None:
        self.types: dict[str, str] = {}
        self.observations: dict[str, list[str]] = defaultdict(list)
        self.facts: list[Line] = []

    def take(self, kind: str, line: Line) -> bool:
        """Take in a line; False when it is of another kind."""
        if kind == "entity":
            self.types[str(line["name"])] = str(line["entity_type"])
        elif kind == "observations":
            self.observations[str(line["entity"])] += [str(each["content"]) for each in _entries(line)]
        elif kind == "fact":
            self.facts.append(line)
        else:
            return False
        return True


def _kinds(lines: Iterable[Line]) -> Iterator[tuple[str, Line]]:
    for line in lines:
        yield str(line.get("type", "memory")), line


def _many(kind: str) -> str:
    names = {
        "entity": "entities",
        "fact": "facts",
        "observations": "observations",
        "code": "files of source code",
        "project": "projects of source code",
        "mined": "files in the list of what was mined",
        "supersession": "pairs of which one takes the place of the other",
        "perspective": "perspectives",
        "token": "tokens",
        # There is one of each at most.
        "palace": "description of the palace",
        "dreams": "summary of its upkeep",
    }
    return names.get(kind, f"lines of the kind {kind}")


def _amount(kind: str, line: Line) -> int:
    return len(_entries(line)) if kind == "observations" else 1


def _entries(line: Line) -> list[Mapping[str, object]]:
    entries = line.get("observations")
    return [each for each in entries if isinstance(each, dict)] if isinstance(entries, list) else []


def _memory_note(line: Line, told: Departure) -> str:
    own = {name: value for name, value in line.items() if name not in _IN_NOTE and value not in (None, "", [], {})}
    front = _front({**_memory_front(line), OWN: own})
    if len(front) >= FRONT_MAX:
        told.left["metadata too long for a note"] += 1
        front = _front({**_memory_front(line), OWN: {name: value for name, value in own.items() if name != "metadata"}})
    return f"{front}{line['content']}\n"


def _memory_front(line: Line) -> dict[str, object]:
    return {
        "title": _title(str(line["content"])),
        "type": "note",
        "permalink": line["id"],
        "tags": texts(line.get("tags")),
        "created": line.get("event_time") or line["created_at"],
    }


def _entity_note(name: str, graph: _Graph, facts: list[Line], told: Departure) -> str:
    observed = [each if _CATEGORY.match(each) else f"[{OBSERVATION}] {each}" for each in graph.observations[name]]
    said = [f"- {each}" for each in (" ".join(each.splitlines()) for each in observed)]
    joined = [f"- {fact['predicate']} [[{fact['object']}]]{_span(fact)}" for fact in facts]
    parts = [f"# {name}", *(["## Observations", *said] if said else []), *(["## Relations", *joined] if joined else [])]
    text, front = "\n".join(parts) + "\n", {"title": name, "type": graph.types.get(name, "unknown")}
    if VaultNote(name, text).observations == graph.observations[name]:
        return _front({**front, OWN: {}}) + text
    # A list of Markdown has one line for an observation; those of several stand whole in the front matter as well.
    head = _front({**front, OWN: {"observations": graph.observations[name]}})
    if len(head) < FRONT_MAX:
        return head + text
    told.left["line breaks in observations"] += len(graph.observations[name])
    return _front({**front, OWN: {}}) + text


def _is_current(fact: Line) -> bool:
    """Whether the end of a fact has not come."""
    fields, now = {name: value for name, value in fact.items() if name != "type"}, system_clock()
    return read_fact(Fields(fields), Mint(), now).is_current_at(now)


def _span(fact: Line) -> str:
    """When a fact holds, in words a reader of the note understands."""
    parts = [f"{word} {_stamp(fact[name])}" for word, name in (("from", "valid_from"), ("until", "valid_to")) if fact.get(name)]
    return f" ({', '.join(parts)})" if parts else ""


def _stamp(value: object) -> str:
    return str(value.get("text")) if isinstance(value, dict) else str(value)


def _front(fields: Mapping[str, object]) -> str:
    # JSON is YAML: quotes and brackets need no rule of our own. What YAML takes for a line break or refuses is spelled out.
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items()]
    return "\n".join(
        ["---", *(_NOT_IN_YAML.sub(lambda found: f"\\u{ord(found.group()):04x}", line) for line in lines), "---", ""]
    )


def _title(text: str) -> str:
    first = next((line.strip("# ").strip() for line in text.splitlines() if line.strip("# ").strip()), "")
    return first if len(first) <= _NAME_MAX else first[:_NAME_MAX].rsplit(" ", 1)[0] + " …"


def _file(name: object) -> str:
    """A name as every file system takes it; a slash makes no folder."""
    return _NOT_IN_FILES.sub("-", str(name)).strip(" .")[:_NAME_MAX] or "-"


def _cell(value: object) -> str:
    if value is None:
        return ""
    return ";".join(map(str, value)) if isinstance(value, list) else str(value)


def _row(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    # A line break inside of a cell is quoted only if it may end the row.
    csv.writer(buffer, lineterminator="\n").writerow(cells)
    return buffer.getvalue()[:-1]


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
