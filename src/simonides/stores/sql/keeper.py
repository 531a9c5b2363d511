"""What belongs to a palace beside its rows."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from simonides.ports.embedder import Identity
from simonides.ports.stores import Advance, PalaceInfo, Traces
from simonides.stores.sql.database import Database


class Keeper(Protocol):
    """What belongs to a palace beside its rows; each kind of database has its own implementation."""

    @property
    def database(self) -> Database:
        """Where the rows are."""
        ...

    @property
    def is_local(self) -> bool:
        """Whether asking takes no round trip."""
        ...

    def info(self) -> PalaceInfo:
        """Name, location, creation time and description of the palace."""
        ...

    def rewrite(self, texts: Sequence[str], blobs: Sequence[bytes]) -> Traces:
        """Write everything anew, without what was deleted, and look for some texts and bytes in all of it."""
        ...

    def about(self) -> str:
        """The text a person wrote about whom this palace serves."""
        ...

    def tell_about(self, text: str) -> None:
        """Set the text about whom this palace serves."""
        ...

    def claim(self, identity: Identity) -> None:
        """Note which embedder's vectors follow. Raises EmbedderMismatch when the palace holds another's."""
        ...

    def tend(self) -> bool:
        """Make the indexes that searches miss; whether there were any."""
        ...

    def is_tended(self) -> bool:
        """Whether searches miss no index."""
        ...

    def expect_vectors(self, count: int) -> None:
        """Prepare for many vectors."""
        ...

    def lease(self, purpose: str) -> AbstractContextManager[bool]:
        """Whether this process may do a background job."""
        ...

    def is_gone(self) -> bool:
        """Whether the palace was deleted or replaced since it was opened."""
        ...

    def write_mark(self) -> Hashable | None:
        """Another value after every write, told from outside; None where only reading tells."""
        ...

    def on_waking(self, tell: Callable[[], None]) -> None:
        """Have somebody told whenever files are opened."""
        ...

    def is_idle(self) -> bool:
        """Whether nobody is in the middle of anything that files are needed for."""
        ...

    def rest(self) -> bool:
        """Close files until they are needed; False while somebody uses them."""
        ...

    def is_read_only(self) -> bool:
        """Whether its disk takes no writes."""
        ...

    def check(self, advance: Advance) -> Iterator[str]:
        """One sentence for each mismatch."""
        ...

    def close(self) -> None:
        """Close files and connections."""
        ...
