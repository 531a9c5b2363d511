"""Judgement of a search: the evidence that its best hit answers the question."""

import re
from collections.abc import Sequence

import numpy as np

from simonides.domain.memory import Hit, Memory, Scope
from simonides.domain.question.dates import AskedDates, read_dates
from simonides.domain.question.parsed import Asked
from simonides.domain.question.spans import Span, narrowed
from simonides.domain.question.usual_limit import widened
from simonides.domain.ranking import fusion
from simonides.domain.ranking import traits as trait
from simonides.domain.ranking.explanation import Misspelling
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.domain.ranking.score_terms import NOBODY
from simonides.domain.ranking.strength import Evidence, Strength, likelihood, strength
from simonides.domain.ranking.terms import told_rows
from simonides.domain.text.names import names_in
from simonides.domain.text.words import QUESTION_MAX, index_words
from simonides.engine.filing.embedding import COMPLETE, VectorGap
from simonides.engine.search.recall import SPANS_MAX, Recall, Searched
from simonides.frozen import frozen
from simonides.languages import guess, strangers
from simonides.languages.folding import even_out
from simonides.languages.lexicon import lexicons_for

_WORD = re.compile(r"[^\W\d_]+")


@frozen
class Answer:
    """The hits of a question, and how well the best of them answers it."""

    hits: tuple[Hit, ...]
    strength: Strength
    likelihood: float
    """How likely the best hit answers, from 0 to 1; 0 without hits."""
    more: int = 0
    """How many more memories are under a room, wing or tag that the question names, at the time that it names."""
    gap: VectorGap = COMPLETE
    """What the search had to do without."""
    whole: int = 0
    """How many hits at the head of them are all that is under it; 0 where one is missing or stands further below."""
    misspelt: tuple[Misspelling, ...] = ()
    """The words of the question that were read as others."""


def judged(
    recall: Recall, question: str, scope: Scope, limit: int, recipe: Recipe | None = None, *, shown: int | None = None
) -> Answer:
    """The hits of a question, judged; `shown` of them will be seen, if not all."""
    limit = widened(limit, question)
    with recall.searching(question, scope, limit, recipe or HYBRID) as searched:
        hits, misspelt = recall.hits(searched, limit), searched.question.misspelt
        if not hits:
            return Answer((), Strength.WEAK, 0.0, gap=recall.gap(question), misspelt=misspelt)
        evidence = _evidence(searched, hits)
        listed = _listed(searched)
        under = [any(each.left_out_by(hit.memory) is None for each in listed) for hit in hits[:shown]]
        more = max(recall.count(listed) - sum(under), 0)
        whole = sum(under) if not more and all(under[: sum(under)]) else 0
        likely = likelihood(evidence)
        return Answer(tuple(hits), strength(evidence), likely, more, recall.gap(question), whole, misspelt)


def _listed(searched: Searched) -> tuple[Scope, ...]:
    """The scopes of the room, wing or tag that a question asks for, at the times that it names.

    None where it asks for one thing: who speaks of customers in passing has no use for all that is filed under them.
    """
    asked, labels = searched.question.asked, searched.channels.labels
    told = told_rows(asked, searched.channels.found.asked)
    labels = labels if asked.is_list else tuple(each for each in labels if told <= each.rows)
    if not labels:
        return ()
    label = max(labels, key=lambda each: (len(each.rows), -each.count))
    return tuple(narrowed(label.scope, span) for span in asked.dates.spans[:SPANS_MAX]) or (label.scope,)


def _evidence(searched: Searched, hits: Sequence[Hit]) -> Evidence:
    """What speaks for and against the best hit of a search."""
    row, best = int(searched.tally.best(1)[0]), hits[0]
    leading = searched.tally.beside("hop", row)
    # A second hop is as sure as the note that leads to it, which stands right below: the answer need not fit what is described.
    if leading != NOBODY and len(hits) > 1:
        row, best = leading, hits[1]
    held, absent = _shares(searched, int(searched.pool.keys[row]))
    traits, asked = searched.pool.traits, searched.question.asked
    return Evidence(
        best.similarity,
        held,
        absent,
        searched.channels.found.matches.total,
        lacks_name=_lacks_name(searched.question.text, best),
        lacks_kind=_lacks_kind(asked, int(traits.flags[row])),
        is_guessed=bool(searched.question.misspelt),
        is_foreign=_is_foreign(searched.question.text, best.memory.content),
        answers_plainly=_answers_plainly(searched, int(traits.days[row]), best.memory),
    )


def _shares(searched: Searched, key: int) -> tuple[float, float]:
    """The shares of the question's words that the hit holds, and that nobody holds, weighted by rarity."""
    found = searched.channels.found
    rows = [found.words.index(word) for word in dict.fromkeys(found.words)]
    rows = [row for row in rows if row not in found.matches.skipped]
    if not rows:
        return 0.0, 0.0
    frequencies = found.matches.frequencies[rows]
    weights = fusion.rarity(frequencies, found.matches.total)
    column = np.flatnonzero(found.matches.keys == key)
    holds = found.matches.counts[rows, column[0]] > 0 if len(column) else np.zeros(len(rows), np.bool_)
    total = max(float(weights.sum()), 1e-9)
    return float(weights @ holds) / total, float(weights @ (frequencies == 0)) / total


def _lacks_name(question: str, best: Hit) -> bool:
    held = set(index_words(best.memory.content))
    return any(held.isdisjoint(words) for name in names_in(question) if (words := index_words(name)))


def _is_foreign(question: str, content: str) -> bool:
    # A guess that is not sure names several languages, and a short question counts as English until it is long enough to tell.
    _, unheard = strangers(_WORD.findall(question))
    return {*guess(question).likely, *unheard}.isdisjoint(guess(content).likely)


def _answers_plainly(searched: Searched, day: int, memory: Memory) -> bool | None:
    """Whether a hit is what a question for days, or for what is under a label, asks for; None where that leaves it open."""
    asked, channels = searched.question.asked, searched.channels
    told = told_rows(asked, channels.found.asked)
    labels = [each.scope for each in channels.labels if told and told <= each.rows]
    if not (asked.dates.is_all or labels):
        return None
    if asked.dates.spans and not _is_of_days(asked.dates, day, memory):
        return False
    is_all = asked.dates.is_all or any(each.left_out_by(memory) is None for each in labels)
    return True if is_all else None


def _is_of_days(dates: AskedDates, day: int, memory: Memory) -> bool:
    """Whether a memory is of one of some days, or names one; who says `in 2026` names none of its days."""
    small = even_out(memory.content[:QUESTION_MAX]).lower()
    told = read_dates(small, lexicons_for(small), memory.happened_at.date()).spans
    return dates.holds(day) or any(_names(each, span) for each in told for span in dates.spans)


def _names(told: Span, asked: Span) -> bool:
    if told.is_open or told.is_long:
        return asked.first <= told.first and told.last <= asked.last
    return asked.first <= told.last and told.first <= asked.last


def _lacks_kind(asked: Asked, flags: int) -> bool:
    lacks_time = asked.wants_time and not flags & trait.TIME
    return lacks_time or (asked.wants_number and not flags & trait.NUMBER)
