"""The front door for Python programs: `simonides.open()` gives a palace to remember in and to ask.

It is the same engine that the command line and the servers use, over the same data: what a program files here, an agent finds.
"""

import atexit
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from simonides.domain.memory import GENERAL, Hit, Memory, Order, Origin, Place, Scope, by_provenance, in_time
from simonides.domain.question.usual_limit import UsualLimit
from simonides.domain.time import Stamp, first_instant, last_instant, system_clock
from simonides.settings import Settings, load

if TYPE_CHECKING:
    from simonides.domain.graph import Entity, Fact, Observation
    from simonides.domain.past.supersession import Cause, PairState
    from simonides.engine.claims.chains import Chain
    from simonides.engine.claims.review import Decision, Reviewed
    from simonides.engine.engine import Engine
    from simonides.engine.filing.embedding import VectorGap
    from simonides.engine.filing.memories import Filing
    from simonides.engine.graph.facts import Facts
    from simonides.engine.graph.name_merging import MergePlan
    from simonides.engine.palace import Palace
    from simonides.engine.past.acts import Act
    from simonides.engine.past.difference import Difference
    from simonides.engine.past.erasure import Receipt
    from simonides.engine.past.knowledge import Then
    from simonides.engine.past.undo import UndoPlan
    from simonides.engine.search.judgement import Answer
    from simonides.engine.search.layers import LayeredHit
    from simonides.mining.miner import MiningReport

PATIENCE_S = 60.0
"""How long a program waits for the model before words alone must do."""
USUAL = UsualLimit(10)


def open_palace(where: str | PathLike[str] | None = None, *, palace: str | None = None) -> "OpenPalace":
    """Open a palace: by name, by the directory that its data lies in, by a database's address, or the default one.

    A `Path`, or a text that begins like one (`/`, `.`, `~`), is a data directory, and `palace` names one in it.
    Nothing is read or created before the palace is first used.
    """
    given: dict[str, object] = {"palace": palace}
    if isinstance(where, str) and where.startswith(("postgresql://", "postgres://")):
        given["database"] = where
    elif isinstance(where, PathLike) or (where and where.startswith(("/", ".", "~"))):
        given["data_dir"] = Path(where).expanduser()
    elif where is not None:
        given["palace"] = where
    return OpenPalace(load(given))


class OpenPalace:
    """One palace, for a program. Use it in a `with` block, or call `close` when done; every write is durable at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine: Engine | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        """For whoever looks at it in a shell."""
        return f"<simonides palace '{self.name}'>"

    @property
    def name(self) -> str:
        """The name of the palace."""
        return self._settings.palace_name

    def remember(
        self, text: str, *, wing: str = GENERAL, room: str = GENERAL, tags: Sequence[str] = (), importance: float = 0.5,
        author: str | None = None, source: str | None = None, happened: str | datetime | None = None, force: bool = False,
    ) -> "Filing":  # fmt: skip
        """File a text, word for word. What says the same as a memory there is not filed again, unless with `force`.

        `filing.memory` is the new memory, or None; `filing.like` are the memories that it resembles.
        """
        from simonides.engine.filing.intake import Draft
        from simonides.engine.filing.memories import Filing

        event_time = Stamp.parse(happened, "happened").start if isinstance(happened, str) else happened
        origin = Origin(author=author, source=source, event_time=event_time)
        draft = Draft(text, Place(wing, room), origin, tuple(tags), importance)
        memories = self._made().memories
        return Filing(memories.remember(draft)) if force else memories.remember_once(draft)

    def search(
        self, question: str, *, wing: str | None = None, room: str | None = None, limit: int = USUAL,
        since: str | None = None, until: str | None = None, as_of: str | None = None, known_at: str | None = None,
        source_kind: str | None = None, trust: str | None = None,
    ) -> list[Hit]:  # fmt: skip
        """The memories that answer a question, best first; in a time, or as of one, if that is given as an ISO date.

        `since`, `until` and `as_of` go by when something happened; what has no date of its own counts by its filing.
        A hit says what it takes the place of (`before`), and what holds now in its place (`after`).
        `known_at` asks what was known then: `search` with it reads words as they stood before later changes.
        `source_kind` and `trust` name kinds of sources and trust classes, with commas between several.
        """
        scope = in_time(by_provenance(Scope(wing=wing, room=room), source_kind, trust), since, until, as_of)
        palace = self._made()
        if known_at:
            then = palace.past.knowing.as_said(known_at)
            return then.chains.told(then.search(question, scope, limit))
        return palace.claims.chains.told(palace.recall(question, scope, limit))

    def memories(
        self, *, wing: str | None = None, room: str | None = None, tag: str | None = None, ended: bool = False,
        order: Literal["newest", "oldest", "important"] = "newest", limit: int = 50, offset: int = 0,
        since: str | None = None, until: str | None = None, as_of: str | None = None, known_at: str | None = None,
    ) -> list[Memory]:  # fmt: skip
        """Memories in order, with `ended` also those that have ended; the times are those of `search`."""
        scope = in_time(Scope(wing=wing, room=room, tag=tag, with_ended=ended), since, until, as_of)
        palace = self._made()
        return (palace.past.knowing.if_said(known_at) or palace.memories).page(scope, Order(order), limit, offset)

    def recall(self, question: str, *, limit: int = USUAL, deep: bool = False) -> "list[LayeredHit]":
        """Memories in layers: whom the palace serves, what matters most, what answers; with `deep` only the answers."""
        layers = self._made().layers
        return layers.recall_deep(question, limit) if deep else layers.recall(question, limit)

    def answer(self, question: str, *, wing: str | None = None, room: str | None = None, limit: int = USUAL) -> "Answer":
        """The hits of a search, and in a word how well the best of them answers: `weak`, `fair` or `strong`."""
        palace = self._made()
        found = palace.answer(question, Scope(wing=wing, room=room), limit)
        return replace(found, hits=tuple(palace.claims.chains.told(found.hits)))

    def vector_gap(self, question: str = "") -> "VectorGap":
        """How many memories have no vector yet, and whether a question can be compared by words alone only."""
        return self._made().vectors.gap(question)

    def get(self, memory_id: str, *, known_at: str | None = None) -> Memory:
        """One memory by its id, as it is or as it was known at a time. Raises NotFound."""
        palace = self._made()
        then = palace.past.knowing.if_said(known_at)
        return then.memory(memory_id) if then else palace.memories.get(memory_id)

    def edit(
        self, memory_id: str, text: str | None = None, *, wing: str | None = None, room: str | None = None,
        add_tags: Sequence[str] = (), remove_tags: Sequence[str] = (), importance: float | None = None,
    ) -> Memory:  # fmt: skip
        """Give a memory other words, of which the former ones are kept, another place, tags or importance. Raises NotFound."""
        from simonides.engine.filing.amendments import Edit

        return self._made().amending.edit(memory_id, Edit(text, wing, room, tuple(add_tags), tuple(remove_tags), importance))

    def set_trust(self, memory_id: str, trust: str) -> Memory:
        """Say how far a memory can be trusted: `own`, `reported`, `third-party`, or `derived` from its source again."""
        from simonides.engine.filing.amendments import Edit

        return self._made().amending.edit(memory_id, Edit(trust=trust))

    def forget(self, memory_id: str) -> bool:
        """Remove one memory; whether there was one. `undo` brings it back, `erase` removes it for good."""
        return self._made().memories.forget(memory_id)

    def known_at(self, moment: str) -> "Then":
        """The palace as it was known at a time: pages of memories, search, facts and nodes."""
        return self._made().past.knowing.as_said(moment)

    def diff(self, since: str, until: str | None = None, *, wing: str | None = None) -> "list[Difference]":
        """What began, ended, was corrected or changed between two times, and by whom."""
        second = Stamp.parse(until, "until").last if until else system_clock()
        return self._made().past.differences.between(Stamp.parse(since, "since").start, second, wing)

    def erase(self, *memory_ids: str) -> "list[Receipt]":
        """Remove memories for good, with every copy, version and vector, also from the bin; a receipt for each."""
        return self._made().past.erasing.erase(memory_ids)

    def changes(self, *, limit: int = 20, actor: str | None = None, since: str | None = None) -> "list[Act]":
        """The last changes, newest first: who did what; those of one call are one act."""
        return self._made().past.acts.newest(limit, actor, first_instant(since, "since"))

    def undo(
        self, *changes: int, actor: str | None = None, since: str | None = None, along: bool = False, dry_run: bool = False
    ) -> "UndoPlan":
        """Take changes back by number, or all of an actor's since a time; `along` takes later ones that build on them."""
        undoing = self._made().past.undoing
        return (undoing.plan if dry_run else undoing.undo)(changes, actor, first_instant(since, "since"), along=along)

    def review(
        self, *, state: "PairState | None" = None, cause: "Cause | None" = None, wing: str | None = None, limit: int = 50
    ) -> "list[Reviewed]":
        """Pairs of which the newer memory takes the place of the older one: those that wait for a decision, or in a state."""
        from simonides.engine.claims.review import WAITING, ReviewFilter

        wanted = ReviewFilter((state,) if state else WAITING.states, cause, None, wing)
        return self._made().claims.review.page(wanted, limit)

    def decide(self, *pairs: int, decision: "Decision", end: bool = False) -> "list[Reviewed]":
        """Accept, reject or put off pairs by number, all or none; with `end` the older memories end, too."""
        return self._made().claims.review.decide([str(each) for each in pairs], decision, end=end)

    def merge_names(self, keep: str, drop: str, *, dry_run: bool = False) -> "MergePlan":
        """Merge an entity into another, whose alias its name becomes: facts, observations and mentions move. Raises NotFound."""
        names = self._made().claims.names
        return names.plan(keep, drop) if dry_run else names.merge(keep, drop)

    def history(self, memory_id: str) -> "Chain":
        """What a memory takes the place of, the latest first, and what takes its place. Raises NotFound."""
        palace = self._made()
        return palace.claims.chains.of(palace.memories.get(memory_id).id)

    def mine(
        self, folder: str | PathLike[str], *, wing: str | None = None, mode: Literal["projects", "convos", "general"] = "projects"
    ) -> "MiningReport":
        """Read a folder or a file into the palace; later runs read only what changed."""
        from simonides.mining.folder import Excavation, mine_folder

        palace, what = self._made(), Excavation(Path(folder).expanduser().resolve(strict=True), wing, mode)
        report, _ = mine_folder(palace, what, what.files())
        if self._opened().embedder.wait(PATIENCE_S):
            palace.vectors.catch_up()
        return report

    @property
    def facts(self) -> "Facts":
        """The facts of the palace: add, end and query them."""
        return self._made().facts

    def facts_about(self, entity: str, *, as_of: str | None = None, known_at: str | None = None) -> "list[Fact]":
        """The facts of an entity, ended ones included; those that held at a time, and as they were known at one."""
        palace = self._made()
        then, moment = palace.past.knowing.if_said(known_at), Stamp.if_said(as_of, "as_of")
        return (then.facts_about if then else palace.facts.about)(entity, as_of=moment)

    def node(self, name: str, *, as_of: str | None = None, known_at: str | None = None) -> "tuple[Entity, list[Observation]]":
        """An entity and what was observed of it, by a time, and as it was known at one. Raises NotFound."""
        palace = self._made()
        then, until = palace.past.knowing.if_said(known_at), last_instant(as_of, "as_of")
        return then.node(name, until) if then else palace.entities.observed(name, until)

    def wake_up(self, wing: str | None = None, max_tokens: int | None = None) -> str:
        """What an agent should know before the first question."""
        return self._made().wake_up(wing, max_tokens)

    def close(self) -> None:
        """Stop background work and close the palace."""
        with self._lock:
            engine, self._engine = self._engine, None
        if engine is not None:
            atexit.unregister(self.close)
            engine.embed_the_rest()
            engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _opened(self) -> "Engine":
        # Of threads that begin together one builds it: a second engine would be closed by nobody.
        with self._lock:
            if self._engine is None:
                # The engine imports the store; a program that only imports simonides must not pay for it.
                from simonides.engines import build_engine

                self._engine = build_engine(self._settings, patience_s=PATIENCE_S)
                self._engine.catch_up_in_background()
                # A thread that embeds while the interpreter shuts down would abort the program.
                atexit.register(self.close)
            return self._engine

    def _made(self) -> "Palace":
        return self._opened().create(self.name)
