"""The examination of a palace and of its embedder: one line for each thing looked at, with what mends it."""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

from simonides.domain.errors import Damaged, EmbedderMismatch, NewerStore, NotReady, StoreFailure
from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.ports.embedder import Embedder
from simonides.ports.stores import Advance, unwatched

Mend: TypeAlias = Literal["pending", "graph", "vectors"]
"""What a running server can put right: texts without vectors, a missing graph over vectors, the vectors of another embedder."""

RESCUE = "`simonides export` what is readable and `simonides import` it into a new palace, or restore a backup"


@frozen
class CheckLine:
    """The result of one check."""

    subject: str
    is_ok: bool
    says: str
    fix: str | None = None
    mend: Mend | None = None

    @property
    def level(self) -> Literal["ok", "note", "problem"]:
        """A note is about work that is left, which is no damage."""
        return "problem" if not self.is_ok else "note" if self.fix else "ok"


def examine_embedder(embedder: Embedder) -> CheckLine:
    """Whether texts can be embedded, and how long one takes."""
    try:
        # The first texts also pay for loading; the second of them needs an encoder of its own.
        embedder.embed_texts(["Who sat where?", "Wer saß wo, als das Dach herunterkam?"])
        started = time.perf_counter()
        embedder.embed_texts(["Where did everybody sit when the roof came down?"])
        took_ms = (time.perf_counter() - started) * 1000
    except NotReady as error:
        fix = "reinstall simonides, or correct the embedder settings; until then search uses words alone"
        return CheckLine("embedder", is_ok=False, says=f"{embedder.identity}: {error}", fix=fix)
    return CheckLine("embedder", is_ok=True, says=f"{embedder.identity}, {took_ms:.1f} ms per text")


def examine_palace(palace: Palace, embedder: Embedder, advance: Advance = unwatched) -> Iterator[CheckLine]:
    """Whether everything in a palace agrees, what is left to do, and whether others can read its files.

    The last is nothing to a tenant, who is told no paths either. `embedder` is the configured one, which a palace may be unable
    to use.
    """
    subject = f"palace {palace.info.name}"
    complaints = palace.complaints(advance)
    pending = _pending(palace)
    for complaint in complaints:
        yield CheckLine(subject, is_ok=False, says=complaint, fix=RESCUE)
    if not palace.vectors.is_tended():
        says = "the graph over its vectors is missing: searches by meaning take longer"
        yield CheckLine(subject, is_ok=True, says=says, fix="`simonides doctor`, or leave it to a running server", mend="graph")
    if pending:
        fix = f"`simonides reembed --pending --palace {palace.info.name}`, or leave it to a running server"
        # They are found by their words, and the next server makes them: that is work in progress, not damage.
        yield CheckLine(subject, is_ok=True, says=f"memories that still wait for a vector: {pending:,}", fix=fix, mend="pending")
    if (stored := palace.embedded_by()) not in {None, embedder.identity}:
        yield _told_of_vectors(subject, palace, str(stored))
    exposed = [] if palace.hides_path else _exposed(palace.info.folder)
    if exposed:
        fix = "; ".join(f"chmod go-rwx {path}" for path in exposed)
        yield CheckLine(subject, is_ok=False, says="other users can read it", fix=fix)
    if not complaints and not pending and not exposed:
        yield CheckLine(subject, is_ok=True, says=_summary(palace))


def not_opened(name: str, error: StoreFailure) -> CheckLine:
    """The line about a palace that cannot be opened."""
    mend: Mend | None = "vectors" if isinstance(error, EmbedderMismatch) else None
    return CheckLine(f"palace {name}", is_ok=False, says=str(error), fix=_fix(error, name), mend=mend)


def _told_of_vectors(subject: str, palace: Palace, stored: str) -> CheckLine:
    if palace.is_read_only():
        fix = "copy it to a disk that can be written to, and run `simonides reembed` there"
        says = f"its vectors come from {stored}, and its disk is read-only: words alone find its texts"
        return CheckLine(subject, is_ok=True, says=says, fix=fix)
    fix = f"`simonides reembed --palace {palace.info.name}`, or leave it to a running server"
    says = f"its vectors come from {stored}; those of other encoders are made again"
    return CheckLine(subject, is_ok=True, says=says, fix=fix, mend="pending")


def _summary(palace: Palace) -> str:
    count = palace.memories.count()
    held = "1 memory" if count == 1 else f"{count:,} memories"
    where = "" if palace.hides_path else f" at {palace.info.where}"
    return f"{held}{where}; everything agrees"


def _pending(palace: Palace) -> int:
    embedded, total = palace.vectors.coverage()
    return total - embedded


def _exposed(directory: Path | None) -> list[Path]:
    if directory is None or os.name != "posix":
        return []
    found = []
    for path in (directory, *sorted(directory.iterdir())):
        # What a database keeps beside its file goes with the last who reads it.
        with suppress(FileNotFoundError):
            if path.lstat().st_mode & 0o077:
                found.append(path)
    return found


def _fix(error: StoreFailure, name: str) -> str:
    if isinstance(error, EmbedderMismatch):
        return f"`simonides reembed --palace {name}`, or configure the embedder that made its vectors"
    if isinstance(error, NewerStore):
        return "upgrade simonides"
    if isinstance(error, Damaged):
        return "restore the palace from a backup"
    return "check that the file exists and is readable and writable, and that the disk works"
