"""The manifest `simonides.yaml` of a folder: wing, rooms with keywords, people and projects."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.domain.errors import Invalid
from simonides.domain.memory import Place
from simonides.domain.validation import check_name
from simonides.frozen import frozen
from simonides.mining.files.reading import Unreadable, read_bytes
from simonides.mining.places.rooms import Plan

if TYPE_CHECKING:
    import yaml

NAME = "simonides.yaml"
_SIZE_MAX = 200_000
_HEAD = """\
# How `simonides mine` files this folder. Edit it as you like; delete it to have it guessed.
# A keyword is a word of the text or of a file's name, a folder as `docs/`, or an ending as `*.md`.
"""


@frozen
class RoomRule:
    """A room, and what belongs in it."""

    name: str
    keywords: tuple[str, ...] = ()


@frozen
class Manifest:
    """How a folder is filed."""

    wing: str
    rooms: tuple[RoomRule, ...] = ()
    people: tuple[str, ...] = ()
    projects: tuple[str, ...] = ()


def from_plan(plan: Plan, people: tuple[str, ...] = (), projects: tuple[str, ...] = ()) -> Manifest:
    """The manifest proposed for a folder."""
    rules = tuple(RoomRule(room.name, tuple(sign for sign in room.signs if "*" in sign or "/" in sign)) for room in plan.rooms)
    return Manifest(plan.wing, rules, people, projects)


def read(folder: Path) -> Manifest | None:
    """The manifest in a folder; None when there is none. Raises Invalid when it cannot be understood."""
    path = folder / NAME
    if not os.path.lexists(path):
        return None
    document = _document(path)
    if not isinstance(document, dict):
        raise Invalid(NAME, f"{path} is not a YAML mapping; write it as `wing: name` and so on")
    wing = str(document.get("wing") or "")
    rooms = tuple(_rule(each) for each in _list(document, "rooms"))
    return Manifest(Place.named(wing, "x").wing, rooms, _names(document, "people"), _names(document, "projects"))


def write(folder: Path, manifest: Manifest) -> Path:
    """Write the manifest into its folder; returns its path. Raises FileExistsError, for a link that leads nowhere, too."""
    import yaml

    document = {
        "wing": manifest.wing,
        "rooms": [{"name": rule.name, "keywords": list(rule.keywords)} for rule in manifest.rooms],
        "people": list(manifest.people),
        "projects": list(manifest.projects),
    }
    path = folder / NAME
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120)
    # The folder may be a stranger's: a link in the file's place must not lead our words elsewhere.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), 0o644)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(_HEAD + text)
    return path


def _document(path: Path) -> object:
    # Imported here because most commands need no YAML.
    import yaml

    try:
        return yaml.load(read_bytes(path, _SIZE_MAX)[0].decode("utf-8-sig"), _plain_loader())  # noqa: S506 - a SafeLoader
    except Unreadable as error:
        raise Invalid(NAME, f"{path} {error}") from error
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        # Numbers and dates that there are not are a ValueError.
        raise Invalid(NAME, f"{path}: {' '.join(str(error).split())}") from error


def _plain_loader() -> "type[yaml.SafeLoader]":
    import yaml

    class PlainLoader(yaml.SafeLoader):
        """Knows no aliases: a few lines of them stand for more text than any machine holds."""

        def compose_node(self, parent: "yaml.Node | None", index: int) -> "yaml.Node | None":
            if self.check_event(yaml.AliasEvent):
                raise yaml.YAMLError("aliases are not read here; write the value out")
            return super().compose_node(parent, index)

    return PlainLoader


def _list(document: dict[str, object], key: str) -> list[object]:
    value = document.get(key) or []
    if not isinstance(value, list):
        raise Invalid(NAME, f"'{key}' must be a list")
    return value


def _names(document: dict[str, object], key: str) -> tuple[str, ...]:
    return tuple(check_name(str(each), key) for each in _list(document, key))


def _rule(entry: object) -> RoomRule:
    fields = entry if isinstance(entry, dict) else {"name": entry}
    name = Place.named("x", str(fields.get("name") or "")).room
    return RoomRule(name, tuple(str(word) for word in _list(fields, "keywords")))
