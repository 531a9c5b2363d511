"""Changes to other programs' config files: with a backup, in one step, and never to a file we cannot parse."""

import codecs
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simonides.domain.errors import Invalid
from simonides.domain.time import Clock
from simonides.frozen import frozen
from simonides.machine.files import put_in_place

PRIVATE = 0o600
_MARK = ".simonides-"

Document = Mapping[str, Any]


class Misshapen(ValueError):
    """A config has an unexpected form in the part we would change."""


@frozen
class ConfigEdit:
    """A change of one file: `put_in` adds our parts to its text, `take_out` removes them. Both may raise Misshapen."""

    path: Path
    about: str
    parse: Callable[[str], Document]
    put_in: Callable[[str], str]
    take_out: Callable[[str], str]


@frozen
class ConfigChange:
    """The outcome of an edit; `after` is None when the file is deleted."""

    edit: ConfigEdit
    before: bytes | None
    after: bytes | None

    @property
    def is_one(self) -> bool:
        """Whether there is anything to do."""
        return self.before != self.after


def adding(edit: ConfigEdit) -> ConfigChange:
    """What adding our parts would do. Raises Invalid, with the file's name, when it cannot be read."""
    before = _read(edit.path)
    return ConfigChange(edit, before, _edited(edit, edit.put_in, before or b""))


def removing(edit: ConfigEdit) -> ConfigChange:
    """What removing our parts would do; a file that then equals its state before us gets the original bytes back."""
    before = _read(edit.path)
    if before is None:
        return ConfigChange(edit, None, None)
    after = _edited(edit, edit.take_out, before)
    if after == before:
        return ConfigChange(edit, before, before)
    earlier = [backup for backup in _backups(edit.path) if _is_foreign(edit, backup)]
    if not earlier and not edit.parse(config_text(after)):
        # There never was a version without us, so the file was ours from the beginning.
        return ConfigChange(edit, before, None)
    same = [backup for backup in earlier if _says(edit, backup, after)]
    return ConfigChange(edit, before, same[0] if same else after)


def carry_out(change: ConfigChange, clock: Clock) -> Path | None:
    """Write the change and return the backup. Raises Invalid when another program changed the file meanwhile."""
    # A config that is a link into somebody's dotfiles stays one.
    path = change.edit.path.resolve()
    if _read(path) != change.before:
        raise Invalid("client", f"another program has just changed {path}; try again")
    backup = _back_up(path, change.before, clock) if change.before is not None else None
    if change.after is None:
        path.unlink()
    else:
        _replace(path, change.after)
    return backup


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def config_text(content: bytes) -> str:
    """The text of a config, without the mark and the line ends that some editors on Windows write. Raises ValueError."""
    return content.removeprefix(codecs.BOM_UTF8).decode().replace("\r\n", "\n")


def _edited(edit: ConfigEdit, change: Callable[[str], str], before: bytes) -> bytes:
    try:
        text = config_text(before)
        after = change(text)
        if after == text:
            return before
        mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
        return mark + (after.replace("\n", "\r\n") if b"\r\n" in before else after).encode()
    except (ValueError, RecursionError) as error:
        raise Invalid("client", f"cannot edit {edit.path}: {error}; the file is unchanged") from error


def _is_foreign(edit: ConfigEdit, backup: bytes) -> bool:
    try:
        return edit.take_out(config_text(backup)) == config_text(backup)
    except (ValueError, RecursionError):
        return False


def _says(edit: ConfigEdit, backup: bytes, after: bytes) -> bool:
    # A list that was empty, or null, before we came is left out when we go.
    return _pruned(edit.parse(config_text(backup))) == _pruned(edit.parse(config_text(after)))


def _pruned(value: object) -> object:
    if not isinstance(value, dict):
        return value
    kept = {name: _pruned(each) for name, each in value.items()}
    return {name: each for name, each in kept.items() if each not in ({}, [], None)}


def _backups(path: Path) -> list[bytes]:
    real = path.resolve()
    found = (
        [each for each in real.parent.iterdir() if each.name.startswith(f"{real.name}{_MARK}")] if real.parent.is_dir() else []
    )
    return [each.read_bytes() for each in sorted(found, reverse=True)]


def _back_up(path: Path, content: bytes, clock: Clock) -> Path:
    mode = path.stat().st_mode & 0o777
    backup = path.with_name(f"{path.name}{_MARK}{clock():%Y%m%d-%H%M%S-%f}.bak")
    descriptor = os.open(backup, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    return backup


def _replace(path: Path, content: bytes) -> None:
    mode = path.stat().st_mode & 0o777 if path.exists() else PRIVATE
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    made = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        made.chmod(mode)
        put_in_place(made, path)
    finally:
        with suppress(FileNotFoundError):
            made.unlink()
