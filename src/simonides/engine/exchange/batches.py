"""Batches of imported lines: what they hold until it is stored, and the counts of what was new."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simonides.domain.dreams import Dream, DreamTotals
from simonides.domain.graph import Entity, Fact
from simonides.domain.memory import Memory
from simonides.domain.past.supersession import Supersession
from simonides.engine.exchange.code import FileLine, ProjectLine
from simonides.engine.exchange.observations import Notes
from simonides.frozen import frozen
from simonides.ports.ledger import Mined
from simonides.ports.tokens import Token

if TYPE_CHECKING:
    from collections.abc import Sized

    from simonides.ports.embedder import Vectors

BATCH = 1_000
BATCH_BYTES = 16 * 1024 * 1024
"""Memories may be long: a batch also ends when this much has been read."""
_COUNTS = (
    "size lines memories entities facts observations perspectives files mined pairs changes tokens known vectors refused".split()
)


@frozen
class BadLine:
    """A line that could not be imported, and the reason."""

    number: int
    reason: str


@dataclass(slots=True)
class ImportTally:
    """The result of importing some lines."""

    size: int = 0
    """How many bytes were read."""
    lines: int = 0
    memories: int = 0
    entities: int = 0
    facts: int = 0
    observations: int = 0
    perspectives: int = 0
    files: int = 0
    """How many source files."""
    mined: int = 0
    """How many entries of the ledger of mined files."""
    pairs: int = 0
    """How many pairs of an older statement and a newer one."""
    changes: int = 0
    """How many lines of the change log."""
    tokens: int = 0
    known: int = 0
    """How many things were in the palace already."""
    vectors: int = 0
    """How many memories brought their vectors."""
    refused: int = 0
    bad: list[BadLine] = field(default_factory=list)
    """The refused lines, each with the reason."""
    masked: list[BadLine] = field(default_factory=list)
    """The lines in which a secret was masked, each with its kind and place."""
    left_out: Counter[str] = field(default_factory=Counter)
    """How many lines of each kind were passed over."""
    notice: str | None = None
    """Why vectors were ignored; given once."""

    def include(self, other: "ImportTally", bad_max: int) -> None:
        """Add the result of more lines; at most `bad_max` bad lines are listed."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.bad += other.bad[: max(bad_max - len(self.bad), 0)]
        self.masked += other.masked[: max(bad_max - len(self.masked), 0)]
        self.left_out += other.left_out
        self.notice = self.notice or other.notice


@dataclass(slots=True)
class Batch:
    """The content of some lines."""

    tally: ImportTally = field(default_factory=ImportTally)
    about: str = ""
    is_seen_anew: bool = False
    """Whether the lines bring all perspectives of a palace."""
    entities: list[tuple[int, Entity]] = field(default_factory=list)
    """The entities, each with its line number, as all that follows in pairs."""
    facts: list[tuple[int, Fact]] = field(default_factory=list)
    perspectives: dict[str, str] = field(default_factory=dict)
    """Instructions by name."""
    notes: list[tuple[int, Notes]] = field(default_factory=list)
    memories: dict[str, Memory] = field(default_factory=dict)
    numbers: list[int] = field(default_factory=list)
    """The line of each memory."""
    vectors: "dict[str, Vectors]" = field(default_factory=dict)
    """The vectors of memories, by id."""
    closets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The keywords of memories, by id."""
    dreams: tuple[Dream, DreamTotals] | None = None
    projects: list[ProjectLine] = field(default_factory=list)
    files: list[tuple[int, FileLine]] = field(default_factory=list)
    mined: list[Mined] = field(default_factory=list)
    pairs: list[Supersession] = field(default_factory=list)
    tokens: list[tuple[int, Token]] = field(default_factory=list)
    """Tokens, for a palace that has no name yet."""

    @property
    def is_full(self) -> bool:
        """Whether the batch is full and should be stored."""
        return self.tally.lines >= BATCH or self.tally.size >= BATCH_BYTES

    @property
    def size(self) -> int:
        """How many things it holds."""
        single: list[Sized] = [
            self.entities, self.facts, self.perspectives, self.memories, self.projects, self.files, self.mined, self.pairs,
            self.tokens,
        ]  # fmt: skip
        return sum(len(each) for each in single) + sum(len(notes.observations) for _, notes in self.notes)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to store."""
        return not (self.size or self.notes or self.about or self.dreams or self.is_seen_anew)
