"""Notes that a later note replaces: on the same matter, what was written down on a later day holds now.

Two notes are on one matter when enough speaks for it: they are alike, and more so than anything else that was found; the later
one tells of a change of the same subject, or answers the question as well. A question that says neither `now` nor `before` must
also hold a word of the older note, if both are in one language. In English it is enough that a question is as near to the later
one as to the best. A later note that asks, tells of earlier years or of what never came about, names another subject, or states
no other value of the kind asked for replaces nothing. A question for what held earlier, or at a time that is over, gets the
replaced note first. On one day only a told change replaces what was filed before it, and no piece of a file replaces another.
Turns of a conversation follow the stricter rule of `newer_first`: most of what people say later on a matter is no news.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import cached_property
from operator import itemgetter

from simonides.domain.question.note_texts import UNSPACED_RUN, NoteTexts, Word, numbers_and_times, telling_words
from simonides.domain.question.parsed import Asked
from simonides.domain.question.spans import EPOCH
from simonides.domain.question.stated_values import named_places, names_another
from simonides.domain.ranking import traits as trait
from simonides.domain.ranking.traits import speaker_of
from simonides.domain.text.words import phrase_words
from simonides.domain.thresholds import (
    ANSWER_LIKENESS_MIN,
    DAY_LIKENESS_MIN,
    EVEN_LIKENESS_MIN,
    NOTE_EVIDENCE_MIN,
    NOTE_LIKENESS_MIN,
    NOTE_SCORE_SHARE_MIN,
    UNASKED_EVIDENCE_MIN,
    UNRELATED_LIKENESS,
)
from simonides.frozen import frozen
from simonides.languages import guess

LOOKED_AT = 12
"""How many of the best are compared."""
SCORED_MIN = 10
"""Among how many notes their scores tell how well they answer."""
REPLACED_MAX = 3
"""How many of the best may be replaced, and how many times in a row."""
ASKING_MAX = 5
"""A note of which more sixteenths are questions asks and does not tell."""

CHANGE_WEIGHT = 0.25
FIT_WEIGHT = 0.6
"""What counts for a replacement beside likeness, which counts 1: whether the later one tells of a change of the subject, and its
fit to the question compared with the older note."""
COMMON_WEIGHT = 0.35
"""What the share of words in common counts where nobody has asked."""
EVEN_COSINE_MIN, EVEN_AMONG = 0.95, 3
"""What share of the best note's cosine a later one has that answers as well, and of how many of the best it is one."""
SUBJECT_MIN = 0.5
"""How much of the older note's subject a change must name to be one of it."""
FIT_RATIO_MAX = 1.5
"""A better fit than this says no more."""
NOTE_CHARS_MAX = 300
"""A longer text tells of more than one thing, and replaces none of them as a whole."""


@frozen
class NoteCandidate:
    """One of the best candidates that stands outside of conversations."""

    fit: float
    day: int
    """The day of the event, counted from 1970."""
    flags: int
    speaker: str | None
    key: int = 0
    """Its place in the order of filing."""
    is_quoted: bool = False
    """Whether the question stands in it word for word; one that asks is then what is looked for."""
    is_to_come: bool = False
    """Whether its day has not come, and the question does not ask for that time."""
    cosine: float = math.nan
    """Its cosine with the question, if it has one."""
    score: float = 1.0
    """What the whole ranking gives it."""

    @property
    def year(self) -> int:
        """The year of that day."""
        return (EPOCH + timedelta(days=self.day)).year


class NoteUpdates:
    """The search for notes that replace better ranked ones."""

    def __init__(
        self,
        question: str,
        asked: Asked,
        notes: Sequence[NoteCandidate],
        text: Callable[[int], str],
        likeness: Callable[[int, int], float],
        source: Callable[[int], str | None] = lambda _: None,
    ) -> None:
        self._question = question
        self._asked = asked
        self._notes = notes
        self._said = NoteTexts(text)
        self._likeness = likeness
        self._source = source
        self._most_alike: dict[int, list[tuple[int, float]]] = {}
        self._asked_about: dict[int, bool] = {}

    def seems_to_replace(self, newer: int, older: int) -> bool:
        """Whether one note replaces another though nobody has asked, so that no fit to a question and no other note speaks."""
        missing = UNASKED_EVIDENCE_MIN - self._likeness(newer, older) - COMMON_WEIGHT * self._said.common_share(newer, older)
        is_evident = missing <= 0 or (missing <= CHANGE_WEIGHT and self._tells_change_of(newer, older))
        return self._may_replace(newer, older) and (is_evident or _asks(self._notes[older]))

    def moves(self) -> Iterator[tuple[int, int]]:
        """Pairs of list positions: the first note goes before the second; in the order of moving."""
        return self._to_the_newest() if self._asked.is_of_today else self._back()

    def _back(self) -> Iterator[tuple[int, int]]:
        """For a question for what held earlier: each replaced note before the best one that replaces it."""
        for last in range(min(len(self._notes), REPLACED_MAX)):
            if self._said.finds(last, lambda known: known.asking.former if known.asking else None):
                return
            if self._is_too_late(last) and (former := self._predecessor(last)) is not None:
                if former > last:
                    yield former, last
                return

    def _is_too_late(self, row: int) -> bool:
        """Whether a note is of a later time than the one that the question names, if it names one, and no report of it."""
        dates, day = self._asked.dates, self._notes[row].day
        is_over = all((span.last - EPOCH).days < day for span in dates.spans)
        return is_over and not dates.is_right_after(day)

    def _predecessor(self, newer: int) -> int | None:
        """Of the notes that another replaces, the one for which most speaks, at the time that the question names."""
        rows = [row for row in range(len(self._notes)) if self._replaces(newer, row)]
        spans = self._asked.dates.spans
        if spans:
            rows = [row for row in rows if not self._is_too_late(row)]
        return max(rows, key=lambda row: self._likeness(newer, row) + FIT_WEIGHT * self._notes[row].fit, default=None)

    def _to_the_newest(self) -> Iterator[tuple[int, int]]:
        for first in range(min(len(self._notes), REPLACED_MAX)):
            line = [first]
            while len(line) <= REPLACED_MAX and (newer := self._successor(line[-1])) is not None:
                if newer > line[-1]:
                    yield newer, line[-1]
                line.append(newer)
            if len(line) > 1:
                return

    def _successor(self, older: int) -> int | None:
        """Of the notes that replace an older one, the one for which most speaks."""

        def weight(row: int) -> float:
            told = CHANGE_WEIGHT if self._tells_change_of(row, older) else 0.0
            return self._likeness(row, older) + FIT_WEIGHT * self._notes[row].fit + told

        return max((row for row in range(len(self._notes)) if self._replaces(row, older)), key=weight, default=None)

    def _replaces(self, newer: int, older: int) -> bool:
        if not self._is_later(newer, older):
            return False
        if _asks(self._notes[older]):
            return not self._notes[older].is_quoted and self._may_replace(newer, older)
        if self._answers_much_worse(newer, older):
            return False
        if self._answers_as_well(newer, older):
            return self._is_open_to_news(newer, older) and self._is_news_of(newer, older)
        likeness = self._likeness(newer, older) + self._margin(newer, older)
        fit = min(self._notes[newer].fit / max(self._notes[older].fit, 1e-9), FIT_RATIO_MAX)
        missing = NOTE_EVIDENCE_MIN - likeness - FIT_WEIGHT * fit
        # Texts are read only where they can decide.
        if likeness < NOTE_LIKENESS_MIN or missing > CHANGE_WEIGHT:
            return False
        # Only short notes are cut into words.
        is_open = self._is_open_to_news(newer, older) and (self._asked.is_timed or self._is_asked_about(older))
        is_evident = is_open and (missing <= 0 or self._tells_change_of(newer, older))
        return is_evident and self._is_news_of(newer, older)

    def _answers_much_worse(self, newer: int, older: int) -> bool:
        """Whether a note tells of something else, since it fits so badly; not where the question says which time it means."""
        # Scores are counted from the mean of all, so of a few notes even the second best has hardly any.
        if self._asked.is_timed or len(self._notes) < SCORED_MIN:
            return False
        return self._notes[newer].score < NOTE_SCORE_SHARE_MIN * self._notes[older].score

    def _answers_as_well(self, newer: int, older: int) -> bool:
        """Whether a question is as near to a later note as to the best one; in other languages than English that tells less."""
        if older != 0 or newer >= EVEN_AMONG or self._asked.language != "en" or not self._asked.is_of_today:
            return False
        later, earlier = self._notes[newer], self._notes[older]
        is_as_near = later.day > earlier.day and later.cosine >= EVEN_COSINE_MIN * earlier.cosine
        return is_as_near and self._likeness(newer, older) >= EVEN_LIKENESS_MIN and all(map(self._is_english, (newer, older)))

    def _is_english(self, row: int) -> bool:
        return "en" in guess(self._said.of(row)).likely

    def _is_asked_about(self, row: int) -> bool:
        """Whether the question holds a word of a note, or is in another language: other words may be for another part of it."""
        if row not in self._asked_about:
            is_held = any(not self._said.forms(row).isdisjoint(word) for word in self._asked_words)
            self._asked_about[row] = is_held or self._asked.language not in guess(self._said.of(row)).likely
        return self._asked_about[row]

    def _is_later(self, newer: int, older: int) -> bool:
        """Whether a note was told after another, or tells where the other only asks."""
        later, earlier = self._notes[newer], self._notes[older]
        # What is to come holds not yet, and replaces nothing but what is to come as well.
        is_too_early = later.is_to_come and not earlier.is_to_come
        is_after = (later.day, later.key) > (earlier.day, earlier.key)
        return newer != older and (_asks(earlier) or (is_after and not is_too_early))

    def _may_replace(self, newer: int, older: int) -> bool:
        """Whether nothing speaks against a replacement."""
        return self._is_open_to_news(newer, older) and (_asks(self._notes[older]) or self._is_news_of(newer, older))

    def _is_open_to_news(self, newer: int, older: int) -> bool:
        """Whether neither note is one that cannot replace, or be replaced by the other."""
        later, earlier = self._notes[newer], self._notes[older]
        # Who asks tells nothing, however late.
        if _asks(later) or not self._are_short(newer, older):
            return False
        if _asks(earlier):
            return self._likeness(newer, older) >= ANSWER_LIKENESS_MIN
        if not self._is_later(newer, older) or self._are_of_two_people(newer, older):
            return False
        if later.day == earlier.day and not self._tells_news_of_the_day(newer, older):
            return False
        return not self._is_told_of_the_past(newer, older)

    def _is_news_of(self, newer: int, older: int) -> bool:
        """Whether a note tells what holds of the older one's subject, and something else of it."""
        if self._said.tells_what_does_not_hold(newer):
            return False
        # `Parking is free now` has no number, and who has left Brenntal is no longer its CEO.
        return not self._is_of_another(newer, older) and (
            self._tells_change_of(newer, older) or self._states_another(newer, older)
        )

    def _are_of_two_people(self, newer: int, older: int) -> bool:
        """Whether each note is what another person says of themselves; what one wrote down another may bring up to date."""
        speakers = {self._notes[newer].speaker, self._notes[older].speaker}
        if None in speakers or len(speakers) == 1:
            return False
        # `We moved: …` looks like a speaker, so only two different ones tell two people apart.
        are_quoted = all(speaker_of(self._said.of(row), None) for row in (newer, older))
        return are_quoted or any(name in (speaker or "").split() for name in self._asked.names for speaker in speakers)

    def _tells_news_of_the_day(self, newer: int, older: int) -> bool:
        """Whether a note changes another of its day: says so, of what is asked about, is alike, and one is no piece of a file."""
        is_alike = self._likeness(newer, older) >= DAY_LIKENESS_MIN and None in (self._source(newer), self._source(older))
        is_asked_about = any(not self._said.forms(older).isdisjoint(word) for word in self._asked_words)
        return is_alike and is_asked_about and self._tells_change_of(newer, older)

    def _margin(self, newer: int, older: int) -> float:
        """How much more a note is like the older one than any other note that was found, or than what is unrelated."""
        likeness = self._likeness(newer, older)
        if likeness <= UNRELATED_LIKENESS:
            return 0.0
        others = next((other for row, other in self._alike(older) if row != newer), 0.0)
        return max(likeness - max(UNRELATED_LIKENESS, others), 0.0)

    def _alike(self, older: int) -> list[tuple[int, float]]:
        """The two notes that are most like another, the nearest first."""
        if older not in self._most_alike:
            others = [(row, self._likeness(row, older)) for row in range(len(self._notes)) if row != older]
            self._most_alike[older] = sorted(others, key=itemgetter(1), reverse=True)[:2]
        return self._most_alike[older]

    def _tells_change_of(self, newer: int, older: int) -> bool:
        """Whether a note tells of a change of the older one's subject, and not of something else."""
        return self._said.tells_change(newer) and (self._names_subject(newer, older) or self._names_former(newer, older))

    def _names_subject(self, newer: int, older: int) -> bool:
        """Whether a note holds enough of the question's words that the older one holds."""
        held, kept = self._said.forms(older), self._said.forms(newer)
        named = [word for word in self._asked_words if not held.isdisjoint(word)]
        return sum(not kept.isdisjoint(word) for word in named) >= SUBJECT_MIN * len(named)

    def _names_former(self, newer: int, older: int) -> bool:
        """Whether a note names what the older one states by name: `RabbitMQ was shut down`."""
        kept = self._said.words(newer)
        return any(name <= kept for name in self._said.names(older) if name not in self._asked_names)

    def _are_short(self, newer: int, older: int) -> bool:
        return max(len(self._said.of(newer)), len(self._said.of(older))) <= NOTE_CHARS_MAX

    def _is_told_of_the_past(self, newer: int, older: int) -> bool:
        years = self._said.years(newer)
        return bool(years) and max(years) < self._notes[older].year

    def _states_another(self, newer: int, older: int) -> bool:
        """Whether a note names another number or time than the older one, where the question asks for one."""
        if not (self._asked.wants_number or self._asked.wants_time):
            return True
        return not numbers_and_times(self._said.of(newer)) <= numbers_and_times(self._said.of(older))

    def _is_of_another(self, newer: int, older: int) -> bool:
        held, kept = self._said.forms(older), self._said.forms(newer)
        names = [word for word in self._asked_words if any(word & name for name in self._asked_names)]
        ours, theirs = ({word for word in names if word & forms} for forms in (held, kept))
        is_gone = (ours - theirs and theirs <= ours) or self._said.is_of_another_run(newer, older, self._question)
        if is_gone and not self._is_renamed(newer, older):
            return True
        if not self._said.tells_change(newer) and self._said.is_of_another(newer, older, self._asked_forms):
            return True
        wish = self._asked.wish
        if wish is None:
            return False
        # `blue bike`, where the older is of a blue bike and the newer of a red one.
        compounds = [each for each in wish.compounds if {each.first, each.second} <= self._said.words(older)]
        return names_another(self._said.of(newer), compounds, wish.language)

    def _is_renamed(self, newer: int, older: int) -> bool:
        """Whether a told change explains that a name is gone, and no other name stands in its place."""
        # Who is CEO of Brenntal? `Edda runs Brenntal now`, but not `CEO of Ostmann is now Edda`.
        kept = self._said.words(newer)
        is_named = any(name <= kept for name in self._asked_names) or self._names_former(newer, older)
        if not is_named or not self._said.tells_change(newer):
            return False
        asked, held = self._asked_forms, self._said.words(older)
        told = frozenset[str]().union(*self._said.tellings(newer))
        gone = {place for name, place in named_places(self._said.of(older), asked) if name in asked - kept}
        return not any(place in gone for name, place in named_places(self._said.of(newer), asked) if name in told - held)

    @cached_property
    def _asked_names(self) -> list[frozenset[str]]:
        """The words of each name in the question; its first word has a capital, too, and often is a function word."""
        spaced = (name for name in self._asked.names if not UNSPACED_RUN.search(name))
        return [words for name in spaced if not self._asked_forms.isdisjoint(words := frozenset(phrase_words(name)))]

    @cached_property
    def _asked_words(self) -> list[Word]:
        return telling_words(self._question)

    @cached_property
    def _asked_forms(self) -> frozenset[str]:
        return frozenset[str]().union(*self._asked_words)


def _asks(note: NoteCandidate) -> bool:
    return note.flags >> trait.QUESTION_SHIFT > ASKING_MAX
