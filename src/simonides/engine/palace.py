"""The palace: one object with everything that one palace can do."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from simonides.domain.ids import Mint
from simonides.domain.memory import EVERYTHING, Facet, Hit, Memory, Scope
from simonides.domain.past.retention import A_YEAR, Retention
from simonides.domain.text.passages import passage_of, shares
from simonides.domain.text.token_estimate import estimate_tokens
from simonides.domain.time import Clock
from simonides.engine.browsing.entity_lists import naming
from simonides.engine.browsing.facets import SHOWN, VALUES_MAX, Counts, facets_of
from simonides.engine.browsing.log import log_before
from simonides.engine.browsing.surroundings import Looking
from simonides.engine.claims.claims import Claims
from simonides.engine.claims.recording import Recording
from simonides.engine.code.codebase import Codebase
from simonides.engine.diary import Diary
from simonides.engine.filing.accesses import AccessNotes, PassOn
from simonides.engine.filing.amendments import Amending
from simonides.engine.filing.embedding import VectorKeeping
from simonides.engine.filing.faces import Faces
from simonides.engine.filing.files import Sourcing
from simonides.engine.filing.handles import Handles
from simonides.engine.filing.intake import Intake, Screen
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.memories import Memories
from simonides.engine.filing.mention_facts import Whereabouts
from simonides.engine.filing.mined_names import MinedNames
from simonides.engine.filing.secrets import KEPT, SecretPolicy, SecretScreen
from simonides.engine.graph.entities import Entities
from simonides.engine.graph.facts import Facts
from simonides.engine.graph.paths import Paths
from simonides.engine.health import Health, health_of
from simonides.engine.places import Navigation
from simonides.engine.upkeep.closets import Closets
from simonides.frozen import frozen
from simonides.ports.changes import Change
from simonides.ports.embedder import Embedder, Identity
from simonides.ports.sources import Sources
from simonides.ports.stores import Advance, Cleared, PalaceInfo, Store, unwatched
from simonides.ports.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Hashable
    from contextlib import AbstractContextManager

    from simonides.domain.ranking.recipe import Recipe
    from simonides.engine.answers.excerpts import Excerpts
    from simonides.engine.answers.united import UnitedRecall
    from simonides.engine.exchange.batches import ImportTally
    from simonides.engine.graph.consolidation import Consolidation
    from simonides.engine.past.past import Past
    from simonides.engine.search.explanation import Explaining
    from simonides.engine.search.joint import JointSearch
    from simonides.engine.search.judgement import Answer
    from simonides.engine.search.layers import Layers
    from simonides.engine.search.linked import GraphRecall
    from simonides.engine.search.nodes import NodeSearch
    from simonides.engine.search.recall import Recall
    from simonides.engine.upkeep.aaak_index import Compressed, Watch


@frozen
class Equipment:
    """What a palace works with besides its store."""

    embedder: Embedder
    clock: Clock
    mint: Mint
    patience_s: float
    sources: Sources | None = None
    """Reads folders of source code; None where none are indexed."""
    writer: Writer | None = None
    """Writes drafts; None unless one is configured."""
    tell: Callable[[str], None] = lambda _: None
    """Called with messages for the operator, about events that no call reports."""
    secrets: SecretPolicy = KEPT
    """What becomes of texts that hold secrets, by who files them."""
    answer_tokens: int = 0
    """How many tokens of memories an answer may have; 0 for any number. Longer memories are shown in passages."""
    retention: Retention = A_YEAR
    """How long the past of a palace is kept."""
    pass_on: PassOn | None = None
    """Told of recalls where the store itself must not be written to."""
    screens: tuple[Screen, ...] = ()
    """Checks of every draft, by its actor, beyond those that always hold (`engine/filing/intake`)."""


class Palace:
    """One palace, open."""

    def __init__(self, store: Store, equipment: Equipment) -> None:
        self.store = store
        self.mint = equipment.mint
        self.accesses = AccessNotes(store, equipment.pass_on)
        self.vectors = VectorKeeping(store, equipment.embedder, equipment.patience_s)
        linking = self._linking = Linking(store)
        self.whereabouts = Whereabouts(store, equipment.clock, equipment.mint)
        faces = Faces(store)
        secrets = SecretScreen(equipment.secrets)
        recording = Recording(store, equipment.clock)
        self.intake = Intake(
            store, self.vectors, linking, equipment.clock, equipment.mint, self.accesses, secrets, equipment.screens
        )
        self.entities = Entities(store, self.vectors.views, linking, equipment.clock, equipment.mint, secrets)
        self.memories = Memories(
            store, faces, self.vectors, linking, self.whereabouts, self.entities, equipment.clock, self.intake, self.accesses
        )
        self.facts = Facts(store, self.entities, equipment.clock, equipment.mint, secrets, recording)
        self.paths = Paths(store, equipment.clock)
        self.navigation = Navigation(store)
        self.handles = Handles(store)
        self.closets = Closets(store)
        self.diary = Diary(self.memories, equipment.clock, equipment.mint)
        self.claims = Claims(store, self.memories, linking, self.whereabouts, equipment.clock, recording)
        self.amending = Amending(store, self.memories, self.vectors, equipment.clock, equipment.mint, recording)
        self.codebase = Codebase(store, self.vectors, equipment.sources, equipment.clock, secrets)
        self.sourcing = Sourcing(store, self.intake, self.whereabouts)
        self.mined_names = MinedNames(store, self.entities, self.whereabouts, equipment.mint)
        self.looking = Looking(store, self.memories, self.amending, self.codebase)
        self._embedder = equipment.embedder
        self._writer = equipment.writer
        self._clock = equipment.clock
        self._answer_tokens = equipment.answer_tokens
        self.hides_path = False

    @property
    def info(self) -> PalaceInfo:
        """Name, path, date and description; for a tenant the name stands for the path."""
        info = self.store.info
        return replace(info, where=info.name) if self.hides_path else info

    def for_tenant(self) -> "Palace":
        """The same palace, as the holder of its token may see it: where it lies on the server's disk is nothing to them."""
        seen = copy(self)
        seen.hides_path = True
        return seen

    def recall(self, question: str, scope: Scope = EVERYTHING, limit: int = 10, recipe: "Recipe | None" = None) -> list[Hit]:
        """The memories that answer a question, best first; hybrid search unless a recipe says otherwise."""
        return self._recall(question, scope, limit, recipe) if recipe else self._recall(question, scope, limit)

    def shown(self, question: str, memories: Sequence[Memory], tokens_max: int | None = None) -> list[Memory]:
        """Memories as an answer shows them, each with its text or the passage of it; see `passages`."""
        texts = self.passages(question, [(memory.id, memory.content) for memory in memories], tokens_max)
        return [replace(memory, content=text) for memory, text in zip(memories, texts, strict=True)]

    def passages(self, question: str, texts: Sequence[tuple[str, str]], tokens_max: int | None = None) -> list[str]:
        """Texts, given with their ids, as an answer shows them: a long one by the passage that answers, with what was cut.

        `tokens_max` for all of them together; else as it is set for this palace. 0 shows them whole.
        """
        budget = self._answer_tokens if tokens_max is None else tokens_max
        if not budget:
            return [text for _, text in texts]
        tokens = shares([estimate_tokens(text) for _, text in texts], budget)
        return [passage_of(text, question, share).told(key) for (key, text), share in zip(texts, tokens, strict=True)]

    def wake_up(self, wing: str | None = None, tokens_max: int | None = None) -> str:
        """What an agent should know before the first question."""
        from simonides.engine.search.wake_up import TOKENS, wake_up

        return wake_up(self.store, wing, TOKENS if tokens_max is None else tokens_max)

    def at_one_moment(self) -> "AbstractContextManager[None]":
        """Everything that this thread reads inside comes from one moment, while others go on writing."""
        return self.store.reading()

    def export(self, *, with_vectors: bool = False, with_log: bool = False) -> Iterator[str]:
        """The whole palace as lines of JSON, with its vectors and its change log if they are wanted; a tenant gets no paths."""
        from simonides.engine.exchange.exporting import export_lines

        return export_lines(self.store, with_vectors=with_vectors, with_log=with_log, with_folders=not self.hides_path)

    def import_portion(self, lines: Iterable[tuple[int, str]], *, is_dry: bool = False) -> "ImportTally":
        """Import some lines of an export, given with their numbers, or only tell what that would do."""
        from simonides.engine.exchange.importing import import_portion

        return import_portion(self, self._embedder, self._clock, lines, is_dry=is_dry)

    def compress(self, scope: Scope, *, is_dry: bool = False, watch: "Watch | None" = None) -> "Compressed":
        """Write the AAAK line of every memory in scope."""
        from simonides.engine.upkeep.aaak_index import compress_palace

        return compress_palace(self.store, scope, is_dry=is_dry, watch=watch)

    def about(self) -> str:
        """The text about whom the palace serves."""
        return self.store.about()

    def tell_about(self, text: str) -> None:
        """Replace the text about whom the palace serves."""
        self.store.tell_about(text)

    def complaints(self, advance: Advance = unwatched) -> list[str]:
        """One sentence for each thing in the store that does not agree with the rest; `advance` is told of words read."""
        return list(self.store.check(advance))

    def embedded_by(self) -> Identity | None:
        """The embedder that made the vectors; None when there are none."""
        return self.store.identity()

    def changes(self, after: int, limit: int) -> list[Change]:
        """The lines of the change log after one of them, oldest first."""
        return self.store.changes.since(after, limit)

    def latest_change(self) -> int:
        """The number of the newest line of the change log."""
        return self.store.changes.latest()

    def changes_before(self, before: int | None, limit: int) -> list[Change]:
        """The lines of the change log before one of them, newest first, without those about vectors."""
        return log_before(self.store, before, limit)

    def facets(self, scope: Scope = EVERYTHING, facets: Sequence[Facet] = SHOWN, limit: int = VALUES_MAX) -> dict[Facet, Counts]:
        """How many memories in scope have each value of a facet."""
        return facets_of(self.store, scope, facets, limit)

    def naming(self, name: str, limit: int) -> list[Memory]:
        """The memories that name an entity, newest first. Raises NotFound."""
        return naming(self.store, self.entities.node(name).entity, limit)

    def is_read_only(self) -> bool:
        """Whether nothing can be written to it, because of the disk that it lies on."""
        return self.store.is_read_only()

    def write_mark(self) -> "Hashable | None":
        """Another value after every write, told without waking it from a rest; None where only reading tells."""
        return self.store.write_mark()

    def is_gone(self) -> bool:
        """Whether the palace was deleted or renamed since it was opened."""
        return self.store.is_gone()

    def answer(self, question: str, scope: Scope = EVERYTHING, limit: int = 10, recipe: "Recipe | None" = None) -> "Answer":
        """The same with a word on how well the best hit answers the question."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.search.judgement import judged

        return judged(self._recall, question, scope, limit, recipe)

    @cached_property
    def explaining(self) -> "Explaining":
        """Explanations of searches."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.search.explanation import Explaining

        return Explaining(self.store, self._recall)

    @cached_property
    def past(self) -> "Past":
        """Who did what, taking it back, what was known when, and forgetting for good."""
        from simonides.engine.past.past import Past

        return Past(self.store, self.vectors, self._linking, self.whereabouts, self.accesses, self._clock, self.recall)

    @cached_property
    def layers(self) -> "Layers":
        """Recall in layers: identity, most important memories, answers."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.search.layers import Layers

        return Layers(self.store, self.recall, self.accesses, self._clock, self.closets.boosts)

    @cached_property
    def node_search(self) -> "NodeSearch":
        """Search over observations."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.search.node_sources import NodeSources
        from simonides.engine.search.nodes import NodeSearch

        return NodeSearch(
            self.store, NodeSources(self.store), self.entities, self.vectors.views, self.vectors, self._clock, self._recall
        )

    @cached_property
    def consolidation(self) -> "Consolidation":
        """Reports on what the graph lacks: summaries, relations, clusters."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.graph.consolidation import Consolidation

        return Consolidation(self.store, self.vectors.views, self._clock, self._writer)

    @cached_property
    def recall_linked(self) -> "GraphRecall":
        """Recall that also follows links between memories and entities."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.search.linked import GraphRecall

        return GraphRecall(self.store, self.recall, self._clock)

    @cached_property
    def recall_jointly(self) -> "JointSearch":
        """Recall over memories and code at once."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.search.joint import JointSearch

        return JointSearch(self.recall_linked, self.codebase)

    @cached_property
    def excerpts(self) -> "Excerpts":
        """The parts of long texts that answer a question."""
        from simonides.engine.answers.excerpts import Excerpts

        return Excerpts(self._embedder)

    @cached_property
    def recall_united(self) -> "UnitedRecall":
        """Recall over memories, facts and code in one answer."""
        # As with `_recall`, numpy stands behind it.
        from simonides.engine.answers.fact_matches import FactSearch
        from simonides.engine.answers.united import UnitedRecall

        return UnitedRecall(self._recall, FactSearch(self.store, self._clock), self.codebase)

    def health(self) -> Health:
        """Its contents in numbers, and the state of its embedder."""
        return health_of(self.store, self._embedder, self._clock())

    def clear(self) -> Cleared:
        """Delete everything in the palace, for good."""
        # A background run would write into the palace while it is being emptied.
        self.codebase.close()
        return self.store.clear()

    def rest(self) -> bool:
        """Give up files and caches until something is asked; False while somebody is in the middle of something."""
        is_resting = self.store.rest()
        # What is made on first use holds nothing but what it has read.
        for name in [name for name, part in vars(Palace).items() if is_resting and isinstance(part, cached_property)]:
            self.__dict__.pop(name, None)
        return is_resting

    def close(self) -> None:
        """Store the access notes, stop background work, and close the store."""
        self.codebase.close()
        self.accesses.write_down_if_possible()
        self.store.close()

    @cached_property
    def _recall(self) -> "Recall":
        # Importing numpy takes longer than the whole handshake may take, so it is put off until the first question.
        from simonides.engine.search.recall import Recall

        return Recall(self.store, self.vectors, self._clock)
