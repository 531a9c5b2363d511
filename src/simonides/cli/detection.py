"""Detection of the palace that belongs to the current folder, for `--detect-palace`."""

from contextlib import suppress
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.domain.validation import check_place_name

MARKER = ".simonides"
SIGNS = (".git", ".claude", "CLAUDE.md", "pyproject.toml")
_MARKER_MAX_BYTES = 4096


def detect_here() -> str | None:
    """The palace of the folder that the program was started in."""
    home = None
    # Some services run without a home.
    with suppress(RuntimeError):
        home = Path.home().resolve()
    return detect(Path.cwd(), home)


def detect(folder: Path, home: Path | None) -> str | None:
    """The palace of the nearest project at or above a folder, or None.

    A project is a folder with a `.simonides` file, which names the palace (`palace=<name>`), or with one of the usual signs: then
    the palace has the folder's own name. The home folder often holds a `.claude` too, so there only a `.simonides` file counts.
    """
    for place in (folder, *folder.parents):
        if (place / MARKER).is_file():
            return _marked(place / MARKER)
        if place != home and place.name and any((place / sign).exists() for sign in SIGNS):
            return check_place_name(place.name, "--detect-palace")
    return None


def _marked(path: Path) -> str:
    with path.open("rb") as file:
        text = file.read(_MARKER_MAX_BYTES).decode("utf-8-sig", errors="replace")
    for line in text.splitlines():
        key, equals, name = line.partition("=")
        if equals and key.strip() == "palace":
            return check_place_name(name, str(path))
    raise Invalid(str(path), "this file needs a line palace=<name>")
