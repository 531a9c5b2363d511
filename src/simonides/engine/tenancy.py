"""The palaces that a caller may use: all, or a single one. Code that works on several palaces gets this, never the engine."""

from dataclasses import replace

from simonides.domain.dreams import DreamReport, DreamStatus
from simonides.domain.errors import Forbidden, NoPalace, NotReady, StoreFailure
from simonides.domain.validation import palace_forms
from simonides.engine.engine import Engine
from simonides.engine.palace import Palace
from simonides.engine.upkeep.dreaming import BUDGET_S
from simonides.engine.upkeep.examination import RESCUE, CheckLine, Mend, examine_embedder, examine_palace, not_opened


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

    def delete(self, name: str) -> None:
        """Delete a palace with everything in it, for good. Raises NoPalace, and Forbidden where access is limited to one."""
        self.require_all(name, "delete it")
        self._engine.delete(name)

    def examine(self, name: str) -> list[CheckLine]:
        """The checks of the embedder and of a palace, also of one that cannot be opened. Raises NoPalace, Forbidden."""
        lines = [examine_embedder(self._engine.embedder)]
        try:
            lines += examine_palace(self.palace(name), self._engine.embedder)
        except NoPalace:
            raise
        except StoreFailure as error:
            lines.append(not_opened(name, error))
        return lines if self._only is None else [_for_tenant(line) for line in lines]

    def mend(self, name: str, what: Mend, limit: int) -> tuple[int, int]:
        """Put right what an examination found: at most `limit` texts are embedded now; returns how many, and how many wait."""
        if what == "vectors":
            self.require_all(name, "make all vectors anew")
            # Nothing is dropped before the model has shown that it works.
            if not self._engine.embedder.wait(0):
                raise NotReady
            return 0, self._engine.reembed(name).vectors.pending()
        vectors = self.palace(name).vectors
        if what == "graph":
            vectors.tend()
        done = vectors.catch_up_in_turn(limit=limit) if what == "pending" else 0
        return done, vectors.pending()

    def require_all(self, name: str, act: str) -> None:
        """Raises Forbidden where access is limited to one palace."""
        self._admitted(name)
        if self._only is not None:
            raise Forbidden(f"it is limited to one palace and cannot {act}; ask whoever runs the server")

    def _shown(self, palace: Palace) -> Palace:
        return palace if self._only is None else palace.for_tenant()

    def _admitted(self, name: str) -> str:
        if self._only is None:
            return name
        if self._only not in palace_forms(name):
            raise Forbidden(f"it gives access to the palace '{self._only}' only")
        return self._only


def _for_tenant(line: CheckLine) -> CheckLine:
    """A line as the holder of a palace's token may read it: what a failure says may name files of the server."""
    if line.is_ok or line.fix == RESCUE:
        return line
    return replace(line, says="it does not work at the moment", fix="tell whoever runs the server", mend=None)
