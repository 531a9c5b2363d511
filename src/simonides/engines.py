"""Engines over the configured store and models: one for a command, one that a server builds late, and one over a replica."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from simonides.domain.errors import SimonidesError
from simonides.hosting.complaints import tell, told_on_stderr
from simonides.hosting.lazy_engine import LazyEngine
from simonides.models import build_embedder, build_writer
from simonides.settings import Settings
from simonides.storage import build_replica, build_roles, build_shelf

if TYPE_CHECKING:
    from datetime import datetime

    from simonides.engine.engine import Engine
    from simonides.engine.filing.accesses import PassOn
    from simonides.engine.filing.secrets import SecretPolicy
    from simonides.hosting.readers import ReplicaReaders
    from simonides.ports.embedder import Embedder
    from simonides.ports.stores import Shelf

    Beside = tuple[Embedder, PassOn]


def build_engine(
    settings: Settings, *, patience_s: float | None = None, shelf: "Shelf | None" = None, beside: "Beside | None" = None
) -> "Engine":
    """An engine over the configured store and embedder; over `shelf` instead, and with the embedder of another one beside it."""
    from simonides.domain.ids import Mint
    from simonides.domain.past.retention import Retention
    from simonides.domain.time import system_clock
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Equipment
    from simonides.engine.upkeep.dreamer import PAUSE_S, Rhythm
    from simonides.mining.code.folders import Folders

    equipment = Equipment(
        embedder=beside[0] if beside else build_embedder(settings),
        clock=system_clock,
        mint=Mint(),
        patience_s=settings.patience_s if patience_s is None else patience_s,
        sources=Folders(),
        writer=build_writer(settings),
        tell=tell,
        secrets=_secret_policy(settings),
        answer_tokens=settings.max_tokens,
        retention=Retention(settings.history_days, settings.bin_days, settings.history_mb * 2**20),
        pass_on=beside[1] if beside else _forget_recall if settings.read_only else None,
    )
    idle_s = settings.dream_after_s
    return Engine(shelf or build_shelf(settings), equipment, Rhythm(idle_s, min(idle_s, PAUSE_S)))


def _secret_policy(settings: Settings) -> "SecretPolicy":
    from simonides.engine.filing.secrets import SecretPolicy, Treatment

    doors = (settings.secrets_mined, settings.secrets_hooked, settings.secrets_imported, settings.secrets_filed)
    return SecretPolicy(*map(Treatment, doors))


def _forget_recall(_palace: str, _memories: Sequence[str], _moment: "datetime") -> None:
    """What a server that only reads does of recalls."""


def build_host(settings: Settings) -> LazyEngine:
    """An engine that is built when it is first needed."""
    shelf: Shelf | None = None

    def build() -> "Engine":
        nonlocal shelf
        with told_on_stderr():
            if (roles := build_roles(settings)) and (complaint := roles.standing().complaint):
                tell(f"WARNING: {complaint}; `simonides database grant ROLE` prints what a role needs")
        shelf = build_shelf(settings)
        return build_engine(settings, shelf=shelf)

    def read(engine: "Engine") -> "ReplicaReaders | None":
        return None if shelf is None else _build_readers(settings, engine, shelf)

    return LazyEngine(settings, build, lambda: build_shelf(settings), read)


def _build_readers(settings: Settings, engine: "Engine", shelf: "Shelf") -> "ReplicaReaders | None":
    """A second engine, over a replica of the database, if one is configured; recalls are noted by the first."""
    from simonides.hosting.readers import ReplicaReaders

    if (built := build_replica(settings, shelf)) is None:
        return None

    def pass_on(palace: str, memories: Sequence[str], moment: "datetime") -> None:
        # As everywhere, a question does not fail because it cannot be noted.
        with suppress(SimonidesError):
            engine.palace(palace).accesses.note(memories, moment)

    replicated, replica = built
    beside = (engine.embedder, _forget_recall if settings.read_only else pass_on)
    return ReplicaReaders(build_engine(settings, shelf=replicated, beside=beside), replica.has_everything, replica.close)
