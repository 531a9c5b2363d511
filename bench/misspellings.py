"""`python -m bench.misspellings [--half aside] [--seed N]`: questions with one slip of the hand, beside the same without.

The questions of the trial year and of the three smaller years, lists left out; on the open half also those written afresh. The
longest word of each, if it has five letters, gets one slip at a random place behind its first letter: two letters swapped, one
left out, one typed twice, or one of the commonest letters in another's place. Printed are first hits and answers among the first
five: as asked, with the slip, and with the slip while words are read as they are typed.
"""

import argparse
import random
import re
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bench.sets import HALVES, YEARS, Question, Trial, read_afresh, read_trial
from bench.trial import written
from simonides.domain.memory import EVERYTHING, Origin, Place
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.domain.time import Stamp
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.settings import Settings

AS_TYPED = replace(HYBRID, mends_spelling=False)
SHOWN = 5
COMMONEST = "etaoinsr"
_WORD = re.compile(r"[^\W\d_]{5,}")


def with_slip(question: str, chance: random.Random) -> str:
    """The question with a slip in its longest word."""
    words = [match for match in _WORD.finditer(question) if match.group().isascii() or match.group()[0].islower()]
    if not words:
        return question
    longest = max(words, key=lambda match: match.end() - match.start())
    return question[: longest.start()] + slipped(longest.group(), chance) + question[longest.end() :]


def slipped(word: str, chance: random.Random) -> str:
    """The word with one slip behind its first letter."""
    at = chance.randrange(1, len(word) - 1)
    slips = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[: at + 1] + word[at:],
        word[:at] + chance.choice(COMMONEST) + word[at + 1 :],
    )
    return chance.choice(slips)


def filed(palace: Palace, trial: Trial) -> dict[str, str]:
    """File the notes of a year; their ids by their texts."""
    for note in trial.notes:
        origin = Origin(author=note.author, event_time=Stamp.parse(note.date, "date").start)
        palace.memories.remember(Draft(written(note), Place(note.wing, note.room), origin))
    palace.vectors.catch_up()
    return {written(note): note.id for note in trial.notes}


def shares(palace: Palace, ids: dict[str, str], questions: Sequence[Question], said: Callable[[str], str], recipe: Recipe) -> str:
    """First hits and answers among the first five, and how many were asked."""
    first = five = 0
    for question in questions:
        hits = palace.recall(said(question.question), EVERYTHING, SHOWN, recipe)
        found = [ids[hit.memory.content] in question.answers for hit in hits]
        first += found[0]
        five += any(found)
    return f"{first:>5} {five:>5} of {len(questions)}"


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    print(f"{args.half}, seed {args.seed}: first, first five\n{'':12}{'as asked':>20}{'with a slip':>20}{'read as typed':>20}")
    for name in YEARS:
        trial = read_trial(name)
        afresh = read_afresh() if name == "trial" and args.half == "open" else []
        questions = [each for each in (*trial.answered(args.half), *afresh) if each.kind != "list"]
        chance = random.Random(args.seed)
        slips = {each.question: with_slip(each.question, chance) for each in questions}
        with tempfile.TemporaryDirectory() as home, closing(build_engine(Settings(Path(home)))) as engine:
            palace = engine.create("bench")
            ids = filed(palace, trial)
            asked = shares(palace, ids, questions, str, HYBRID)
            mended, typed = (shares(palace, ids, questions, slips.__getitem__, recipe) for recipe in (HYBRID, AS_TYPED))
        print(f"{name:12}{asked:>20}{mended:>20}{typed:>20}", flush=True)


if __name__ == "__main__":
    main()
