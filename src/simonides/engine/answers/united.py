"""United recall: memories, facts and code in one ranked answer, copies folded and conversations kept together."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from simonides.domain.code import ALL_CODE, Chunk, ChunkHit
from simonides.domain.graph import Fact
from simonides.domain.memory import EVERYTHING, Memory, Scope
from simonides.domain.question.parsed import is_list
from simonides.domain.ranking.code_terms import identifiers_named
from simonides.domain.ranking.explanation import Misspelling
from simonides.domain.ranking.recipe import HYBRID
from simonides.domain.ranking.strength import Strength
from simonides.domain.thresholds import CODE_BESIDE_MIN
from simonides.domain.time import Stamp
from simonides.engine.answers.fact_matches import FactMatch, FactSearch
from simonides.engine.answers.folding import FoldedHit, by_conversation, without_copies
from simonides.engine.code.codebase import Codebase
from simonides.engine.search.joint import JointHit, joined, of_chunks
from simonides.engine.search.judgement import Answer, judged
from simonides.engine.search.recall import Recall
from simonides.engine.search.words.asking_part import asking_part
from simonides.frozen import frozen

if TYPE_CHECKING:
    from simonides.engine.past.knowledge import Then

Found: TypeAlias = FoldedHit | Fact | Chunk

POOL = 2
"""How many times as many hits as wanted are looked through for copies."""
SPARE = 10
LEADING_SHARE = 2 / 3
"""A fact that holds this share of the question's words stands before the memories."""
TELLING_SHARE = 0.5
"""A fact that holds less is left out, unless facts alone are asked for."""
BESIDE_MAX = 3
"""How many facts stand beside memories."""
# Copies stay beside what they repeat, so that they can be folded into it.
_WITH_COPIES = replace(HYBRID, sets_copies_back=False)


@frozen
class Kinds:
    """What is searched."""

    memories: bool = True
    facts: bool = True
    code: bool = True


ALL_KINDS = Kinds()


@frozen
class UnitedAnswer:
    """What answers a question, best first, how strong the best is, and how many more the place that a list asks for holds."""

    found: tuple[Found, ...]
    strength: Strength
    more: int = 0
    misspelt: tuple[Misspelling, ...] = ()
    """The words of the question that were read as others."""
    whole: int = 0
    """How many memories at the head, copies not counted, are all that a list asks for; 0 where one is missing or stands below."""


@frozen
class UnitedRecall:
    """Recall over everything that one palace holds."""

    _recall: Recall
    _facts: FactSearch
    _codebase: Codebase

    def __call__(
        self, question: str, scope: Scope = EVERYTHING, limit: int = 10, kinds: Kinds = ALL_KINDS, as_of: Stamp | None = None,
        then: "Then | None" = None,
    ) -> UnitedAnswer:  # fmt: skip
        """The best `limit` of everything in scope; facts as of a time, if one is given.

        With `then` memories and facts as they were known at a moment, and no code, which is not versioned.
        """
        answer = self._answer(question, scope, limit, then) if kinds.memories else Answer((), Strength.WEAK, 0.0)
        listed = {hit.memory.id for hit in answer.hits[: answer.whole]} if is_list(question) else set[str]()
        question = asking_part(question).text
        facts = self._facts(question, as_of, then) if kinds.facts else []
        is_code_wanted = kinds.code and then is None and self._codebase.count() > 0
        chunks = self._codebase.search(question, ALL_CODE, limit) if is_code_wanted else []
        folded = without_copies(answer.hits)[:limit]
        ranked = _with_code(folded, fitting(chunks, question) if kinds.memories else chunks)
        found = _with_facts(ranked, facts, alone=not kinds.memories)[:limit]
        shown = [each for each in found if isinstance(each, FoldedHit)]
        is_answered = bool(facts and facts[0].share >= LEADING_SHARE) or isinstance(next(iter(ranked), None), Chunk)
        strength = Strength.FAIR if is_answered and answer.strength is Strength.WEAK else answer.strength
        together = _together(found, shown)
        return UnitedAnswer(together, strength, answer.more, answer.misspelt, _leading(together, listed))

    def _answer(self, question: str, scope: Scope, limit: int, then: "Then | None") -> Answer:
        pool = POOL * limit + SPARE
        if then is None:
            return judged(self._recall, question, scope, pool, _WITH_COPIES, shown=limit)
        hits = tuple(then.search(question, scope, pool))
        # How strong a hit is was measured for the ranking of today alone.
        return Answer(hits, Strength.FAIR if hits else Strength.WEAK, 0.0)


def fitting(chunks: Sequence[ChunkHit], question: str) -> list[ChunkHit]:
    """Code that may stand beside memories: what is near to the question, what it names, and what has no vector to tell by."""
    # The best of all code stands out among code, whatever is asked: a ferry's departure was answered with how to release.
    names = frozenset(identifiers_named(question))
    return [
        hit for hit in chunks if hit.is_named or hit.vector is None or hit.vector >= CODE_BESIDE_MIN or hit.chunk.name in names
    ]


def _with_code(folded: Sequence[FoldedHit], chunks: Sequence[ChunkHit]) -> list[Found]:
    if not chunks or not folded:
        return [*folded, *(hit.chunk for hit in chunks)]
    homes: dict[str, Found] = {each.memory.id: each for each in folded}
    top = max([1e-9, *(each.hit.score for each in folded)])
    memories = [JointHit(each.memory, max(each.hit.score / top, 0.0), each.hit.similarity or 0.0, 0.0) for each in folded]
    ranked = joined(memories, of_chunks(chunks))
    return [homes[hit.found.id] if isinstance(hit.found, Memory) else hit.found for hit in ranked]


def _with_facts(found: Sequence[Found], matches: Sequence[FactMatch], *, alone: bool) -> list[Found]:
    if alone:
        return [*(match.fact for match in matches), *found]
    telling = [match for match in matches if match.share >= TELLING_SHARE and match.is_current][:BESIDE_MAX]
    leading = [match.fact for match in telling if match.share >= LEADING_SHARE]
    return [*leading, *found[:1], *(match.fact for match in telling if match.fact not in leading), *found[1:]]


def _together(found: Sequence[Found], shown: Sequence[FoldedHit]) -> tuple[Found, ...]:
    """The same with the hits of each conversation at the place of its best."""
    groups = {group.memory.id: group for group in by_conversation(shown)}
    kept = (groups.get(each.memory.id) if isinstance(each, FoldedHit) else each for each in found)
    return tuple(each for each in kept if each is not None)


def _leading(found: Sequence[Found], ids: set[str]) -> int:
    """How many memories at the head, copies not counted, are those with these ids; 0 unless all of them stand there."""
    count, left = 0, set(ids)
    for each in found:
        told = [each, *each.beside] if isinstance(each, FoldedHit) else []
        if not told or any(one.memory.id not in ids for one in told):
            break
        left -= {memory.id for one in told for memory in (one.memory, *one.copies)}
        count += len(told)
    return 0 if left else count
