"""Which palaces may somebody know of? All of them, or one; what works on several palaces is given this, never the engine."""

from simonides.domain.dreams import DreamReport, DreamStatus
from simonides.domain.errors import Forbidden
from simonides.engine.dreaming import BUDGET_S
from simonides.engine.engine import Engine
from simonides.engine.palace import Palace


class Tenancy:
    """The palaces of an engine that somebody may know of; `only` names the one, if it is one.

    Of any other nothing is told, not even whether it is there: naming it raises Forbidden.
    """

    def __init__(self, engine: Engine, only: str | None = None) -> None:
        self._engine = engine
        self._only = only

    def names(self) -> list[str]:
        """The palaces there are, sorted."""
        names = self._engine.names()
        return names if self._only is None else [name for name in names if name == self._only]

    def palace(self, name: str) -> Palace:
        """The palace of that name. Raises NoPalace, Forbidden."""
        return self._engine.palace(self._admitted(name))

    def create(self, name: str, description: str = "") -> Palace:
        """The palace of that name, made if there is none. Raises Forbidden."""
        return self._engine.create(self._admitted(name), description)

    def dream(self, name: str, budget_s: float = BUDGET_S) -> DreamReport | None:
        """One cycle of consolidation over a palace, now; None when another process is at it. Raises NoPalace, Forbidden."""
        return self._engine.dream(self._admitted(name), budget_s)

    def dream_status(self, name: str) -> DreamStatus:
        """What a palace has dreamt, and what is left. Raises NoPalace, Forbidden."""
        return self._engine.dream_status(self._admitted(name))

    def _admitted(self, name: str) -> str:
        if self._only is not None and name != self._only:
            raise Forbidden(f"it is good for the palace '{self._only}' alone")
        return name
