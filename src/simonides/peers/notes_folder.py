"""Folders of Markdown notes: basic-memory and Obsidian, with front matter, observations, relations and wiki links."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import UTC, date, datetime
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.domain.time import rfc3339
from simonides.engine.graph.entities import EntityDraft
from simonides.frozen import frozen
from simonides.peers.found import (
    Found,
    LeftBehind,
    Lost,
    fact_line,
    key_of,
    mapping_in,
    moment,
    rest_of,
    short_name,
    text_line,
    texts,
)

FRONT_MAX = 65_536
"""How many characters front matter may have."""
OBSERVATION = "observation"
"""The category that stands for none."""
HIDDEN = re.compile(r"(?:^|/)(?:\.[^/]+|node_modules)(?:/|$)")
OWN = "simonides"
"""The field of front matter in which `export --as markdown` keeps what a note has no place for."""
LINK = "links_to"
"""The predicate of a wiki link in running text."""

_OBSERVATION = re.compile(r"^\s*[-*]\s+\[([^\[\]()\n]{1,60})\]\s+(.+)$")
_RELATION = re.compile(r"^\s*[-*]\s+([^\[\]\n]{1,80}?)\s*\[\[([^\[\]\n]{1,200})\]\]")
_WIKI_LINK = re.compile(r"\[\[([^\[\]|#\n]{1,200})(?:[|#][^\[\]\n]{0,200})?\]\]")
# Read as JSON, as it was written: what YAML nests may be endless, by aliases.
_OWN_FIELDS = re.compile(rf"^{OWN}: (\{{.*\}})$", re.MULTILINE)
_OWN_RELATION = re.compile(r"^- (.+?) \[\[(.+)\]\](?: \((?:from (\S+?))?(?:, )?(?:until (\S+))?\))?$")
_HASHTAG = re.compile(r"(?:^|\s)#([\w/-]{1,60})")
_TASK = {"x", "X", " ", "-", "/", ">", "!", "?"}
"""What stands between brackets in a list of tasks, and is no category."""


@frozen
class VaultNote:
    """One note: its front matter, and what it says."""

    title: str
    text: str
    front: dict[str, object] = field(default_factory=dict)
    front_text: str = ""
    """The front matter as it was written."""

    @property
    def observations(self) -> list[str]:
        """The lines that state something in a category: `- [method] text`."""
        found = (_OBSERVATION.match(line) for line in self.text.splitlines())
        stated = [match.groups() for match in found if match and match.group(1) not in _TASK]
        return [text.strip() if category == OBSERVATION else f"[{category}] {text.strip()}" for category, text in stated]

    def relations(self) -> Iterator[tuple[str, str]]:
        """Predicate and target of each link: a line `- predicate [[Target]]`, or a link in running text."""
        for line in self.text.splitlines():
            match = _RELATION.match(line)
            if match:
                yield match.group(1).strip(" :-") or LINK, match.group(2).partition("|")[0].partition("#")[0]
            else:
                for target in _WIKI_LINK.findall(line):
                    yield LINK, target


def read_notes(source: Path) -> Iterator[Found]:
    """Every note as a memory, word for word; titles become nodes with the note's observations, links become facts."""
    if not source.is_dir():
        raise Invalid("SOURCE", f"{source} is not a folder of notes")
    notes, others = [], 0
    for path in sorted(source.rglob("*")):
        relative = path.relative_to(source).as_posix()
        if HIDDEN.search(relative) or path.is_symlink() or not path.is_file():
            continue
        if path.suffix.lower() in {".md", ".markdown"}:
            notes.append((path, relative))
        else:
            others += 1
    titles = Titles(notes)
    for path, relative in notes:
        yield from _note(path, relative, source.name, titles)
    if others:
        yield LeftBehind("files", others, "they are no Markdown; `simonides mine` reads them")


class Titles:
    """The titles of notes, by what a link may call them: path, permalink or the file's name."""

    def __init__(self, notes: Sequence[tuple[Path, str]]) -> None:
        self._titles: dict[str, str] = {}
        for path, relative in notes:
            try:
                with path.open(encoding="utf-8-sig") as stream:
                    note = parsed_note(stream.read(FRONT_MAX), path.stem)
            except (OSError, UnicodeDecodeError):
                continue
            for name in (note.title, relative.rpartition(".")[0], _scalar(note.front, "permalink") or "", path.stem):
                self._titles.setdefault(name.casefold(), note.title)

    def meant_by(self, target: str) -> str:
        """The title of the note that a link leads to; what no note is called stays as it is."""
        return self._titles.get(target.strip().removesuffix(".md").casefold(), target)


def _note(path: Path, relative: str, folder: str, titles: Titles) -> Iterator[Found]:
    try:
        exact = path.read_bytes().decode("utf-8-sig")
        changed = path.stat().st_mtime
    except (OSError, UnicodeDecodeError) as error:
        yield Lost(relative, f"cannot be read as UTF-8 text ({type(error).__name__})")
        return
    own = parsed_note(exact, path.stem)
    if OWN in own.front and (written := _OWN_FIELDS.search(own.front_text)):
        yield from _own_note(own, exact, mapping_in(written.group(1)))
        return
    note = parsed_note("\n".join(exact.replace("\r\n", "\n").split("\r")), path.stem)
    if not note.text.strip():
        yield LeftBehind("notes", 1, f"{relative} is empty")
        return
    when = moment(_scalar(note.front, "created", "created_at", "date"))
    permalink = _scalar(note.front, "permalink") or relative
    yield text_line(
        key_of("notes", f"{folder}/{permalink}"),
        note.text,
        wing=folder,
        room=relative.rpartition("/")[0],
        tags=list(dict.fromkeys([*texts(note.front.get("tags")), *_HASHTAG.findall(note.text)]))[:100],
        created_at=when or rfc3339(datetime.fromtimestamp(changed, UTC)),
        event_time=when,
        source=relative,
        added_by="notes",
        metadata={"title": note.title, **rest_of({"front_matter": note.front_text}, (), "notes")},
    )
    title = short_name(note.title)
    relations = [(predicate, short_name(titles.meant_by(target))) for predicate, target in note.relations()]
    if note.observations or relations:
        yield EntityDraft(title, _scalar(note.front, "type") or "note", note.observations)
    for predicate, target in dict.fromkeys(relations):
        if target:
            yield fact_line(None, title, predicate, target, source=relative)


def _own_note(note: VaultNote, raw: str, fields: dict[str, object]) -> Iterator[Found]:
    """What `export --as markdown` wrote: a memory as it was, or an entity with its observations and facts."""
    if "id" in fields:
        content = raw[len(note.front_text) :].removesuffix("\n")
        yield {**fields, "type": "memory", "content": content, "tags": texts(note.front.get("tags"))}
        return
    observations = fields.get("observations")
    whole = [str(each) for each in observations] if isinstance(observations, list) else note.observations
    yield EntityDraft(note.title, _scalar(note.front, "type") or "note", whole)
    for found in filter(None, map(_OWN_RELATION.match, note.text.splitlines())):
        predicate, target, start, end = found.groups()
        if not predicate.startswith("["):
            yield fact_line(None, note.title, predicate, target, valid_from=start, valid_to=end)


def parsed_note(raw: str, name: str) -> VaultNote:
    """A note's text without its front matter; front matter that is not readable stays part of the text."""
    head, front = _front_matter(raw)
    return VaultNote(_scalar(front, "title") or name, raw[head:].strip("\n"), front, raw[:head])


def _front_matter(raw: str) -> tuple[int, dict[str, object]]:
    """Where the text begins, and the front matter before it."""
    end = raw.find("\n---", 3, FRONT_MAX)
    if not raw.startswith("---\n") or end < 0:
        return 0, {}
    # yaml is needed only here.
    import yaml

    try:
        read = yaml.safe_load(raw[4:end])
    except (yaml.YAMLError, RecursionError, ValueError):
        return 0, {}
    following = raw.find("\n", end + 1)
    return (len(raw) if following < 0 else following + 1, read) if isinstance(read, dict) else (0, {})


def _scalar(front: dict[str, object], *names: str) -> str | None:
    """The first of these fields that holds a plain value: what is nested may be endless, by aliases."""
    values = (front.get(name) for name in names)
    return next((str(value) for value in values if isinstance(value, str | int | float | date) and value != ""), None)
