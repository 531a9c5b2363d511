"""The palaces that a caller may use: all, or a single one. Code that works on several palaces gets this, never the engine."""

from simonides.domain.dreams import DreamReport, DreamStatus
from simonides.domain.errors import Forbidden, NoPalace
from simonides.engine.engine import Engine
from simonides.engine.palace import Palace
from simonides.engine.upkeep.dreaming import BUDGET_S


class Tenancy:
    """The palaces of an engine that a caller may use; `only` names the single one, if access is limited.

    Nothing is revealed about other palaces, not even whether they exist: naming one raises Forbidden.
    """

    def __init__(self, engine: Engine, only: str | None = None) -> None:
        self._engine = engine
        self._only = only

    def names(self) -> list[str]:
        """The names of the palaces, sorted."""
        names = self._engine.names()
        return names if self._only is None else [name for name in names if name == self._only]

    def palace(self, name: str) -> Palace:
        """The palace of that name. Raises NoPalace, Forbidden."""
        try:
            return self._shown(self._engine.palace(self._admitted(name)))
        except NoPalace as error:
            raise error if self._only is None else NoPalace(name, name) from None

    def create(self, name: str, description: str = "") -> Palace:
        """The palace of that name, created if it does not exist. Raises Forbidden."""
        return self._shown(self._engine.create(self._admitted(name), description))

    def dream(self, name: str, budget_s: float = BUDGET_S) -> DreamReport | None:
        """Run one cycle of consolidation now; None when another process is running one. Raises NoPalace, Forbidden."""
        return self._engine.dream(self._admitted(name), budget_s)

    def dream_status(self, name: str) -> DreamStatus:
        """What a palace's dreams have done, and what is left to do. Raises NoPalace, Forbidden."""
        return self._engine.dream_status(self._admitted(name))

    def _shown(self, palace: Palace) -> Palace:
        return palace if self._only is None else palace.for_tenant()

    def _admitted(self, name: str) -> str:
        if self._only is not None and name != self._only:
            raise Forbidden(f"it gives access to the palace '{self._only}' only")
        return name
