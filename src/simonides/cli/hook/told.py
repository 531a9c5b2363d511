"""The JSON that a harness sends its hooks on stdin. Nothing in it is trusted: not its form, nor its paths, nor its ids."""

import json
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simonides.frozen import frozen

INPUT_MAX = 8 * 1_048_576
TRANSCRIPT_MAX = 512 * 1_048_576
PATH_MAX = 4_096
SUFFIXES = frozenset({".jsonl", ".json"})
ELSEWHERE = "conversations"
"""The wing of a conversation whose folder has no usable name."""

_HEAD = 256 * 1_024
_SESSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


@frozen
class Told:
    """The fields of the input; empty where one was missing or unusable."""

    session: str = ""
    transcript: str = ""
    folder: str = ""
    prompt: str = ""


class Untrusted(Exception):
    """The input is malformed, or names something we must not touch."""


def read_told(data: bytes) -> Told:
    """Parse the input. Raises Untrusted unless it is a JSON object."""
    if len(data) > INPUT_MAX:
        raise Untrusted(f"the input is longer than {INPUT_MAX:,} bytes")
    try:
        document = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise Untrusted("the input is not JSON") from error
    if not isinstance(document, dict):
        raise Untrusted("the input is not a JSON object")
    session = _text(document, "session_id")
    return Told(
        # It names a conversation and nothing else; it never becomes part of a path or a command.
        session if _SESSION.fullmatch(session) else "",
        _text(document, "transcript_path"),
        _text(document, "cwd"),
        _text(document, "prompt"),
    )


def find_transcript(name: str, folders: Iterable[Path]) -> Path:
    """The transcript of that name: a regular JSON file, not too large, and inside one of the folders. Raises Untrusted."""
    if not name or len(name) > PATH_MAX or not name.isprintable() or not Path(name).is_absolute():
        raise Untrusted("the path of the transcript is not usable")
    try:
        # Links are resolved first, so that the file checked is the file read.
        path = Path(name).resolve(strict=True)
        found = path.stat()
    except (OSError, RuntimeError, ValueError) as error:
        raise Untrusted("the transcript does not exist") from error
    if path.suffix not in SUFFIXES or not stat.S_ISREG(found.st_mode):
        raise Untrusted("the transcript is not a JSON file")
    if not any(path.is_relative_to(folder.resolve()) for folder in folders):
        raise Untrusted("the transcript lies outside the home folder")
    if found.st_size > TRANSCRIPT_MAX:
        raise Untrusted(f"the transcript is larger than {TRANSCRIPT_MAX:,} bytes")
    return path


def began_in(transcript: Path) -> str:
    """The folder in which a session began, as the first lines of its transcript name it; empty where they do not.

    What a harness tells a hook is the folder that the agent has moved to by then.
    """
    with transcript.open("rb") as file:
        # What was cut is not JSON and names nothing.
        lines = file.read(_HEAD).splitlines()
    return next(filter(None, map(_folder_named, lines)), "")


def wing_of(folder: str) -> str:
    """The wing for conversations held in a folder: that in which `init` and `mine` file what is in the folder."""
    # Only a hook that saves needs it.
    from simonides.mining.places.rooms import slug, wing_after

    name = folder.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return wing_after(name) if slug(name) else ELSEWHERE


def _folder_named(line: bytes) -> str:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(record, dict):
        return ""
    payload = record.get("payload")
    return _text(record, "cwd") or (_text(payload, "cwd") if isinstance(payload, dict) else "")


def _text(document: dict[str, Any], field: str) -> str:
    value = document.get(field)
    return value if isinstance(value, str) else ""
