"""Ranking terms beside words and meaning; each is a separate summand that can be switched off.

A term adds nothing where it does not apply: no speaker named, no date asked for, no conversation known.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from simonides.domain.question.dates import date_fit
from simonides.domain.question.parsed import Asked
from simonides.domain.ranking import traits as trait
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores, best, rarity, saturated
from simonides.domain.ranking.recipe import Recipe
from simonides.domain.ranking.traits import ConversationTraits, Traits
from simonides.domain.text.words import AskedWord, phrase_words
from simonides.frozen import frozen
from simonides.languages.writing import sets_no_spaces

FILING_SHARE = 0.6
"""What the day of filing counts, where that of the event is not known: people file a thing on its day or somewhat later. Of 17
dated questions to a year of notes as many are right at .3 and at 1."""
REPORT_SHARE = 0.5
"""What a day right after a named time counts, as for a month: quarterly figures are told in the next quarter."""
DAY_FACTOR = 8.0
"""How much more the day counts for a question that names nothing else: more than any word or meaning. Of 17 dated questions to a
year of notes 14 are right at 8 and above, 12 at 2 and 4, 11 at 1."""
NAME_WORDS_MAX = 3
"""A name of more words is the head of a note: `Talked to the owner: …`."""
BRIEF = 8
"""A turn of fewer words is brief."""
LONG = 40
"""A turn of more words is long."""
TERSE = 7
"""A question of fewer telling words is short: what it shares with a memory may well be chance."""
TERSE_MAX = 3
"""How many words less than that count."""
APART_OPENING = 0.3
"""What stands outside of conversations counts as much as a turn does on average, in a conversation of ten turns."""
HELD_FACTOR = 0.5
"""What a word counts that a memory under a label holds itself, beside one that names a label."""
HEADING_FACTOR = 0.5
"""What a label counts where its name is the first word of a line that may ask for one thing under it as well."""
RARE_NAME_SHARE_MAX, RARE_NAME_MIN = 0.05, 2
"""A name that more than this share of all memories hold, and more than so many, tells none of them apart."""

_TICKET = re.compile(r"-\d")
# Words in the head of a note that no name has; `de`, `la`, `von` and `and` are in some.
_JOINING = frozenset(
    "about at for from in is of on the to with am auf bei beim für im ist mit vom zum zur con en para por chez pour sur".split()
)


@frozen
class Pairs:
    """Neighbours in a conversation among the candidates: row `first` next to row `second`."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]


def vector_weight(recipe: Recipe, asked: Asked, words: Sequence[AskedWord], code: float = 0.0) -> float:
    """How much meaning counts beside words: more for a question about code, and for one in English of few words."""
    count = sum(each.is_telling for each in words)
    is_terse = count and asked.language == "en" and not asked.identifiers
    missing = min(max(TERSE - count, 0), TERSE_MAX) if is_terse else 0
    taken = recipe.terse_share * missing * (1 - recipe.vector_weight)
    return min(recipe.vector_weight + max(recipe.code_vector_weight * code, taken), 1.0)


def code_share(cosines: Scores, traits: Traits, asked: Asked) -> float:
    """From 0 to 1: how far the question is about code, judged by its nearest candidates; 0 when it names an identifier."""
    is_code = (traits.flags & trait.CODE) != 0
    if asked.identifiers or not is_code.any():
        return 0.0
    nearest = best(np.where(np.isnan(cosines), -1.0, cosines), 20)
    share = float(is_code[nearest].mean())
    return float(np.clip((share - 0.5) / 0.3, 0.0, 1.0))


def named_speaker(traits: Traits, asked: Asked) -> Scores:
    """1 for what was said by a person named in the question."""
    if not asked.names:
        return np.zeros(len(traits.flags))
    is_named = {each: each is not None and _is_one_of(asked.names, each) for each in set(traits.speakers)}
    return np.array([is_named[speaker] for speaker in traits.speakers], np.float64)


def _is_one_of(names: frozenset[str], speaker: str) -> bool:
    """Whether a speaker bears one of these names; the head of a note ends with a colon, too: `OPS-1088: the page jumps`."""
    words = speaker.split()
    is_name = len(words) <= NAME_WORDS_MAX and not _TICKET.search(speaker) and _JOINING.isdisjoint(words)
    return is_name and trait.is_person(speaker) and not names.isdisjoint(words)


def fitting_date(traits: Traits, asked: Asked) -> Scores:
    """From 0 to 1: how well the day of each event, or else of its filing, fits a date named in the question.

    When the question asks for nothing but what happened then, `DAY_FACTOR` more for exactly that time.
    """
    dates = asked.dates
    if not dates.moments and not dates.spans:
        return np.zeros(len(traits.flags))
    days = set(traits.days.tolist())
    inside = {day: dates.is_near(day) for day in days}
    fits = {day: max((date_fit(moment, day) for moment in dates.moments), default=float(inside[day])) for day in days}
    after = {day: REPORT_SHARE * dates.is_right_after(day) for day in days}
    fitting = np.array([max(fits[day], float(inside[day]), after[day]) for day in traits.days.tolist()])
    fitting = np.where(traits.is_dated, fitting, FILING_SHARE * fitting)
    return fitting + DAY_FACTOR * np.array([inside[day] for day in traits.days.tolist()]) if dates.is_all else fitting


def fitting_kind(traits: Traits, asked: Asked) -> Scores:
    """1 for a candidate with a time when the question asks for a time, or a number when it asks for a number."""
    fits = np.zeros(len(traits.flags), np.bool_)
    if asked.wants_time:
        fits |= (traits.flags & trait.TIME) != 0
    if asked.wants_number:
        fits |= (traits.flags & trait.NUMBER) != 0
    return fits.astype(np.float64)


def asking(traits: Traits) -> Scores:
    """From 0 to 1: how much of each candidate is itself a question; questions seldom hold answers."""
    return np.asarray((traits.flags >> trait.QUESTION_SHIFT) / 15, np.float64)


def directive(traits: Traits) -> Scores:
    """1 for a standing instruction of the user: it matters even to questions it shares no word with."""
    flags = traits.flags
    return np.asarray(((flags & trait.DIRECTIVE) != 0) & ((flags & trait.ASSISTANT) == 0), np.float64)


def best_neighbour(scores: Scores, pairs: Pairs, traits: Traits) -> Scores:
    """The score of the better neighbour in the conversation; 0 for an assistant, which would inherit that of every question."""
    better = np.zeros(len(scores))
    np.maximum.at(better, pairs.first, np.maximum(scores[pairs.second], 0.0))
    return np.where(traits.is_assistant, 0.0, better)


def preceded(pairs: Pairs, traits: Traits) -> Pairs:
    """Of these neighbours those whose `second` stands before their `first`."""
    is_earlier = traits.positions[pairs.second] < traits.positions[pairs.first]
    return Pairs(pairs.first[is_earlier], pairs.second[is_earlier])


def drawn_back(meaning: Scores, before: Pairs, traits: Traits) -> Scores:
    """How much nearer to the question the turn before each candidate is; 0 for an assistant and where it is not nearer.

    What a turn means is partly said before it, and its own vector does not see that.
    """
    nearer = np.zeros(len(meaning))
    np.maximum.at(nearer, before.first, meaning[before.second] - meaning[before.first])
    return np.where(traits.is_assistant, 0.0, nearer)


def replied(scores: Scores, before: Pairs, traits: Traits) -> Scores:
    """The score of the question that each candidate follows in a conversation, less by how much of it is a question itself.

    Whoever asks names the subject, and the reply seldom repeats it ("Where did you buy the lamp?", "At the flea market").
    """
    asks = traits.flags[before.second] >> trait.QUESTION_SHIFT > 0
    first, second = before.first[asks], before.second[asks]
    speakers = traits.speakers
    # Who asks and goes on has not been answered yet.
    is_reply = [speakers[row] is None or speakers[row] != speakers[asker] for row, asker in zip(first, second, strict=True)]
    gained = best_neighbour(scores, Pairs(first[is_reply], second[is_reply]), traits)
    return np.asarray(gained * (1 - asking(traits)), np.float64)


def peak(scores: Scores, traits: Traits) -> Scores:
    """From 0 to 1: the best score in the conversation of each, beside the best of all.

    What stands outside of conversations is one of its own, or passages would fall behind talk wherever a palace holds both.
    """
    numbers: dict[str, int] = {}
    owner = np.arange(len(scores))
    for row, name in enumerate(traits.conversations):
        if name is not None:
            owner[row] = numbers.setdefault(name, row)
    best_of = np.zeros(len(scores))
    np.maximum.at(best_of, owner, scores)
    return np.asarray(best_of[owner] / max(float(best_of.max(initial=0.0)), 1e-9), np.float64)


def brief(traits: Traits) -> Scores:
    """From 0 to 1: how far a turn falls short of a sentence; 0 for what is part of no conversation.

    The vector of "Ross: Ohhh!" means hardly more than Ross, so it is near to every question about him.
    """
    return np.where(traits.is_apart, 0.0, np.clip(1 - traits.lengths / BRIEF, 0.0, 1.0))


def long(traits: Traits) -> Scores:
    """By how much a person's turn is longer than most: the logarithm of its length; 0 for what is part of no conversation.

    Who goes on for long, or pastes a page, touches on so much that some of it is near to any question.
    """
    is_long = ~traits.is_apart & ~traits.is_assistant
    return np.where(is_long, np.log(np.maximum(traits.lengths / LONG, 1.0)), 0.0)


def opening(traits: Traits) -> Scores:
    """1 for the first turn of a conversation, a half for the second, a third for the third; less for brief ones.

    Who begins says what it will be about, and those who follow take that as known.
    """
    turns = (1 - brief(traits)) / (1 + traits.positions.clip(min=0))
    return np.where(traits.is_apart | (traits.positions < 0), APART_OPENING, turns)


def conversation_scores(
    matches: Matches, rows: NDArray[np.intp], owner: NDArray[np.int64], lengths: Sequence[ConversationTraits]
) -> Scores:
    """From 0 to 1 for each conversation: BM25 over whole conversations, from the matches in these rows and their owners.

    Short conversations give little context, so the weight grows with length; and a conversation that holds little of the
    question is not about it, even if no other holds more.
    """
    counts = matches.counts[:, rows] @ (owner[:, None] == np.arange(len(lengths))).astype(np.float64)
    words = np.array([each.words for each in lengths], np.float64)
    sizes = np.array([each.memories for each in lengths], np.float64)
    total = max(round(matches.total / max(sizes.mean(), 1.0)), len(lengths))
    weights = rarity((counts > 0).sum(axis=1), total) @ saturated(counts, words / max(words.mean(), 1.0), k1=0.9, b=0.4)
    low, high = (float(weights.min()), float(weights.max())) if len(lengths) > 1 else (0.0, float(weights.max()))
    if high <= low:
        return np.zeros(len(lengths))
    scaled = (weights - low) / (high - low) * np.clip((sizes - 1) / 10, 0, 1)
    return np.asarray(scaled * _covered(matches, counts) ** 2, np.float64)


def _covered(matches: Matches, counts: Scores) -> Scores:
    """From 0 to 1 for each column of counts: the share of the question's word weight that it holds."""
    telling = rarity(matches.frequencies, matches.total)
    telling[list(matches.skipped)] = 0.0
    return np.asarray(telling @ (counts > 0) / max(float(telling.sum()), 1e-9), np.float64)


def rare_names(asked: Asked, words: Sequence[AskedWord], matches: Matches, held: NDArray[np.bool_]) -> Scores:
    """From 0 to 1 for each memory: the share of the question's names that it holds, of those that few memories hold."""
    few = max(RARE_NAME_SHARE_MAX * matches.total, RARE_NAME_MIN)
    shares = []
    for name in asked.names:
        own = set(phrase_words(name))
        rows = [row for row, word in enumerate(words) if word.is_telling and word.word in own]
        # In a script without capitals any run of signs may be a name; a month is none.
        if not rows or own <= asked.dates.words or sets_no_spaces(name):
            continue
        holds = held[rows].all(axis=0)
        if holds.any() and matches.frequencies[rows].min() <= few:
            shares.append(holds)
    return np.mean(shares, axis=0, dtype=np.float64) if shares else np.zeros(held.shape[1])


def told_rows(asked: Asked, words: Sequence[AskedWord]) -> set[int]:
    """Which words of a question tell what is asked for, beside its days."""
    return {row for row, word in enumerate(words) if word.is_telling and word.word not in asked.dates.words}


def label_weights(
    recipe: Recipe,
    asked: Asked,
    words: Sequence[AskedWord],
    named: frozenset[int],
    held: NDArray[np.bool_],
    *,
    is_joint: bool = False,
    is_file: bool = False,
) -> Scores:
    """What each memory would gain under a label that the question names; `held` tells which words each holds, or its labels do.

    Most gains what the label and its own words say all of a list that is asked for; half as much where only the first word is
    a label's, as in `tickets from Halden`. What was read from a file gains it where the question asks for nothing but the file.
    """
    telling = told_rows(asked, words)
    # `Meetings in June` names nothing beside the room and the time.
    is_plain = telling <= named
    is_wanted = asked.is_list or (is_file and is_plain) or (asked.dates.spans and telling and (is_joint or is_plain))
    factor = 1.0 if is_wanted else HEADING_FACTOR * (asked.is_heading and not asked.dates.spans and 0 in named)
    told = len(named & telling) + HELD_FACTOR * held[sorted(telling - named)].sum(axis=0)
    return np.asarray(factor * recipe.place_weight * (told / max(len(telling), 1)) ** 2, np.float64)


def at_times(traits: Traits, asked: Asked) -> Scores:
    """1 for what happened at a time that the question names, or if it names none; less right after it, and 0 at other times."""
    dates = asked.dates
    if not dates.spans:
        return np.ones(len(traits.days))
    inside = {day: max(float(dates.holds(day)), REPORT_SHARE * dates.is_right_after(day)) for day in set(traits.days.tolist())}
    return np.array([inside[day] for day in traits.days.tolist()])


def of_traits(recipe: Recipe, traits: Traits, asked: Asked) -> Iterator[tuple[str, Scores]]:
    """The points for or against each candidate from its own traits, for each term that may apply."""
    if asked.names:
        yield "speaker", recipe.speaker_weight * named_speaker(traits, asked)
    if asked.dates.moments or asked.dates.spans:
        yield "date", recipe.date_weight * fitting_date(traits, asked)
    if asked.wants_time or asked.wants_number:
        yield "kind", recipe.kind_weight * fitting_kind(traits, asked)
    yield "directive", recipe.directive_weight * directive(traits)
    yield "asking", -recipe.asking_weight * asking(traits)


def damping(recipe: Recipe, scores: Scores, traits: Traits) -> Scores:
    """The deduction from the scores of what an assistant said."""
    return np.where(traits.is_assistant & (scores > 0), (recipe.assistant_factor - 1) * scores, 0.0)
