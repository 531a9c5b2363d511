"""The tool `recall_memory`: one ranked answer over memories, facts, code and diaries."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from simonides.domain.code import Chunk
from simonides.domain.errors import Invalid
from simonides.domain.graph import Fact
from simonides.domain.memory import in_time
from simonides.domain.question.usual_limit import UsualLimit, told_whole, widened
from simonides.domain.ranking.explanation import told_misspelt
from simonides.domain.ranking.strength import Strength
from simonides.domain.text.token_estimate import estimate_tokens
from simonides.domain.time import Stamp
from simonides.domain.validation import check_question, given
from simonides.engine.palace import Palace
from simonides.toolkit.content import LeanReply
from simonides.toolkit.shapes import Arg
from simonides.toolsets.core.lines import LeanHit, LineWriter, fact_line
from simonides.toolsets.core.where import Whereabout, read_where, where_else

if TYPE_CHECKING:
    from simonides.engine.answers.united import UnitedAnswer

LIMIT, LIMIT_MAX = UsualLimit(8), 100
TOKENS, TOKENS_MIN = 1_000, 100
TOKENS_OF_BEST = 400
"""From so many tokens on the best hit shows more of its text than the others."""
WITH_CARE = 5
"""Of how many hits passages are chosen by meaning where words fail: each takes some milliseconds."""
NOTHING = "Nothing found."
WEAK = "Weak: perhaps the answer is not known."


class RecalledLines(TypedDict):
    """The hits, best first, and what has to be said of them."""

    hits: list[LeanHit]
    note: NotRequired[str]


def recall_memory(
    palace: Palace,
    question: str,
    where: Annotated[str | None, Arg("wing, wing/room, #tag, @person, @file, diary, facts or code")] = None,
    since: Annotated[str | None, Arg("2026-03 or 2026-03-12")] = None,
    until: str | None = None,
    as_of: Annotated[str | None, Arg("What held then")] = None,
    known_at: Annotated[str | None, Arg("What was known then")] = None,
    limit: Annotated[int, Arg(minimum=1, maximum=LIMIT_MAX, clamp=True, in_schema=False)] = LIMIT,
    max_tokens: Annotated[int, Arg(minimum=TOKENS_MIN, clamp=True, in_schema=False)] = TOKENS,
) -> LeanReply[RecalledLines]:
    """Search by a question: find, look up or remind of what was said, told, written, discussed or decided.

    Who, why, when, where, which, how do we usually; did we ever; notes, diary, code, background. Before you answer or propose;
    the user wants to know. Not with an id (read_memory). Example: question="why did we leave Kafka?"
    """
    # The engine's ranking needs numpy, and reading the list of tools must not wait for that.
    from simonides.engine.answers.folding import FoldedHit
    from simonides.engine.answers.united import Kinds

    question, place = check_question(question, "question"), read_where(palace, where)
    since, until, as_of = given(since), given(until), given(as_of)
    scope = in_time(place.scope, since, until, as_of)
    is_timed = since is not None or until is not None
    if not place.memories:
        _check_times(place, {"since": since, "until": until, "as_of": as_of, "known_at": given(known_at)})
    kinds = Kinds(place.memories, place.facts and not is_timed, place.code and not is_timed and as_of is None)
    then = palace.past.knowing.if_said(given(known_at))
    answer = palace.recall_united(question, scope, widened(limit, question), kinds, Stamp.if_said(as_of, "as_of"), then)
    memories = [each.memory for found in answer.found if isinstance(found, FoldedHit) for each in (found, *found.beside)]
    chains = then.chains if then else palace.claims.chains
    writer = LineWriter(palace, question, scope, lineages=chains.lineages(memories))
    before = (then or palace.claims).facts_before([found for found in answer.found if isinstance(found, Fact)])
    page = _Page(max_tokens)
    for found in answer.found:
        if isinstance(found, Fact):
            line = fact_line(found, before.get(found.id))
            page.add({"id": "", "kind": "fact", "place": "", "text": line}, line)
        elif isinstance(found, Chunk):
            page.add(hit := writer.chunk(found), writer.line(hit))
        else:
            hit = writer.hit(found.memory, len(found.copies), is_best=page.awaits_best, by_meaning=page.is_young)
            page.add(hit, writer.line(hit))
            for each in found.beside:
                page.add(hit := writer.hit(each.memory, len(each.copies)), writer.line(hit, is_beside=True))
    nowhere = where_else(palace, where) if then is None or not page.lines else ""
    return page.told([palace.vectors.gap(question).told(), _judged(page, answer), nowhere], answer)


def _check_times(place: Whereabout, times: Mapping[str, str | None]) -> None:
    """Refuse a time that facts or code do not have, instead of finding nothing. Raises Invalid."""
    taken = ("as_of", "known_at") if place.facts else ()
    if named := next((name for name, value in times.items() if value is not None and name not in taken), None):
        raise Invalid(named, f"is a time of memories; {'facts take as_of and known_at' if place.facts else 'code has none'}")


class _Page:
    """The lines that fit."""

    def __init__(self, tokens_max: int) -> None:
        self._left = tokens_max
        self._cut = 0
        self.hits: list[LeanHit] = []
        self.lines: list[str] = []

    @property
    def awaits_best(self) -> bool:
        """Whether the next hit is the best, and may show more of its text."""
        return not self.lines and self._left >= TOKENS_OF_BEST

    @property
    def is_young(self) -> bool:
        """Whether the next hit is one of the first, which are worth more care."""
        return len(self.lines) < WITH_CARE

    def add(self, hit: LeanHit, line: str) -> None:
        """Add a line if it fits; the first always does."""
        cost = estimate_tokens(line) + 1
        if self._cut or (cost > self._left and self.lines):
            self._cut += 1
            return
        self._left -= cost
        self.hits.append(hit)
        self.lines.append(line)

    def told(self, notes: list[str], answer: "UnitedAnswer") -> LeanReply[RecalledLines]:
        """The lines under what has to be said of them."""
        cut = f"{self._cut} more did not fit: raise max_tokens." if self._cut else ""
        there = f"{answer.more} more in the place that the question names: raise limit." if answer.more else ""
        if 0 < answer.whole <= len(self.lines) and len(self.lines) + self._cut > answer.whole:
            # What did not fit only resembles what is listed: nobody needs to ask for it.
            cut = told_whole(answer.whole)
        note = " ".join(filter(None, (*notes, there, cut)))
        data: RecalledLines = {"hits": self.hits}
        if note:
            data["note"] = note
        return LeanReply("\n".join(filter(None, (note, *self.lines))), data)


def _judged(page: _Page, answer: "UnitedAnswer") -> str:
    """How the question was read, and whether it seems to be answered."""
    doubt = WEAK if answer.strength is Strength.WEAK else ""
    return " ".join(filter(None, (told_misspelt(answer.misspelt), doubt if page.lines else NOTHING)))
