"""The engine over a replica of the database, for calls that only read."""

from contextlib import suppress
from typing import TYPE_CHECKING

from simonides.domain.errors import SimonidesError
from simonides.frozen import frozen

if TYPE_CHECKING:
    from collections.abc import Callable

    from simonides.engine.engine import Engine


@frozen
class ReplicaReaders:
    """An engine that is used for a palace while its replica has everything that was written here."""

    _engine: "Engine"
    _has_everything: "Callable[[], bool]"
    _close: "Callable[[], None]"

    def engine_for(self, palace: str | None) -> "Engine | None":
        """The engine, if it may answer for that palace (for all, where None is named); else the primary must."""
        if not self._has_everything():
            return None
        # A palace that cannot be opened there, for whatever reason, is opened where it is written to.
        with suppress(SimonidesError):
            if palace is not None:
                self._engine.watch(palace)
            return self._engine
        return None

    def close(self) -> None:
        """Close every palace there."""
        self._engine.close()
        self._close()
