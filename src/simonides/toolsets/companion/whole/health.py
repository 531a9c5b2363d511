"""The health of the server and of a palace over REST: the lines of `simonides doctor`, and what a server can mend."""

from typing import Annotated, TypedDict

from simonides.domain.errors import Forbidden
from simonides.engine.tenancy import Tenancy
from simonides.engine.upkeep.examination import CheckLine, Mend
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.entrance import Entrance

MENDED_AT_ONCE = 256
"""How many texts one request embeds."""


class CheckRow(TypedDict):
    """A check: `level` is ok, note (work that is left) or problem; `mend` is what to ask `mend` for, if a server can do it."""

    subject: str
    level: str
    text: str
    remedy: str | None
    mend: str | None


class MendDocument(TypedDict):
    """How many texts were embedded, and how many still wait."""

    done: int
    left: int


def show_checkup(entrance: Entrance) -> list[CheckRow]:
    """The checks of the installation: Python, SQLite, data directory, disk, database, tokens. Not for the token of one palace."""
    if entrance.grant.scope is not None:
        raise Forbidden("it gives no access to the server itself")
    return [_row(line) for line in entrance.checkup()]


def check_palace(tenancy: Tenancy, id_: Annotated[str, Arg("The palace")]) -> list[CheckRow]:
    """The checks of a palace and of the embedder; compares every row and index, which takes seconds for a large palace."""
    return [_row(line) for line in tenancy.examine(id_)]


def mend_palace(
    tenancy: Tenancy,
    id_: Annotated[str, Arg("The palace")],
    what: Annotated[Mend, Arg("pending: embed 256 texts that wait; graph: make what searches miss; vectors: make all anew")],
) -> MendDocument:
    """Put right what a check has found. For `vectors`, which needs access to all palaces, the server embeds in the background."""
    done, left = tenancy.mend(id_, what, MENDED_AT_ONCE)
    return {"done": done, "left": left}


def _row(line: CheckLine) -> CheckRow:
    return {"subject": line.subject, "level": line.level, "text": line.says, "remedy": line.fix, "mend": line.mend}
