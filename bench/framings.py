"""`python -m bench.framings [--half aside]`: questions inside of greetings, chatter and prompts, beside the questions alone.

Each framing of `bench/sets/framings.jsonl` is put around a fifth of the open questions to the trial year in its language, lists
left out, twelve at the most. Printed are first hits and answers among the first five: of the question alone, of the question in
its framing, and of that where the whole text counts.
"""

import argparse
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bench.misspellings import filed
from bench.sets import HALVES, Framing, Question, read_afresh, read_framings, read_trial
from simonides.domain.memory import EVERYTHING
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.settings import Settings

WHOLE = replace(HYBRID, heeds_asking_part=False)
SHOWN = 5
EACH, ASKED_MAX = 5, 12
"""Every how many questions one is asked in a framing, and at most how many."""


def asked_in(half: str, questions: Sequence[Question]) -> Iterator[tuple[Framing, Question]]:
    """Each framing of a half with the questions that are asked in it."""
    for number, framing in enumerate(each for each in read_framings() if each.half == half):
        fitting = [each for each in questions if each.language == framing.language]
        fitting = fitting or [each for each in questions if each.language == "en"]
        yield from ((framing, each) for each in fitting[number % EACH :: EACH][:ASKED_MAX])


def outcome(palace: Palace, ids: dict[str, str], text: str, question: Question, recipe: Recipe) -> tuple[bool, bool]:
    """Whether a text finds the answer to a question first, and among the first five."""
    found = [ids[hit.memory.content] in question.answers for hit in palace.recall(text, EVERYTHING, SHOWN, recipe)]
    return found[0], any(found)


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    half = parser.parse_args().half
    trial = read_trial()
    questions = [each for each in (*trial.answered("open"), *read_afresh()) if each.kind != "list"]
    outcomes: dict[str, list[list[tuple[bool, bool]]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as home, closing(build_engine(Settings(Path(home)))) as engine:
        palace = engine.create("bench")
        ids = filed(palace, trial)
        for framing, question in asked_in(half, questions):
            framed = framing.around(question.question)
            ways = (question.question, HYBRID), (framed, HYBRID), (framed, WHOLE)
            kind = f"{framing.kind}, {'English' if framing.language == 'en' else 'others'}"
            outcomes[kind].append([outcome(palace, ids, text, question, recipe) for text, recipe in ways])
    print(f"{half}: first, first five\n{'':24}{'n':>4}{'alone':>12}{'framed':>12}{'whole text':>12}")
    for kind, rows in outcomes.items():
        columns = [[sum(row[way][place] for row in rows) for place in range(2)] for way in range(3)]
        print(f"{kind:24}{len(rows):>4}" + "".join(f"{first:>7} {five:>4}" for first, five in columns))


if __name__ == "__main__":
    main()
