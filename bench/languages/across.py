"""`python -m bench.languages.across [--half aside]`: questions in one language, notes in another, in small palaces.

`across.jsonl` holds eleven palaces, each followed by its questions; none is in the language of the note that answers it. Those of
12 to 16 notes ask for people whose names the note writes in another script (kind `names`), and for anything else (`notes`); the
two of 50 notes in ten languages (`mixed`) also hold notes on like matters in the language of the question. The questions of each
palace are in two halves, in turn. Printed are how many find their note first and among the first five, in their palace
alone and, of the kind `notes`, where all such palaces are one; beside the product, cosines alone.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bench.options import described
from bench.recall.pools import Item, Pool, Question
from bench.recall.systems import Simonides
from bench.sets import HALVES
from simonides.domain.ranking.recipe import HYBRID, SEMANTIC
from simonides.embedders.bundled import many_languages
from simonides.frozen import frozen

ACROSS = Path(__file__).parent / "across.jsonl"
FIVE = 5
_NOBODY: frozenset[str] = frozenset()


@frozen
class Across:
    """One palace: its kind, and its notes with the questions of one half."""

    kind: str
    pool: Pool


def read_across(half: str) -> list[Across]:
    """Every palace, with the questions of one half."""
    found: list[Across] = []
    for line in ACROSS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "palace" in row:
            items = tuple(Item(f"{row['palace']}-{number}", note["text"]) for number, note in enumerate(row["notes"]))
            found.append(Across(row["kind"], Pool(row["palace"], items, ())))
        elif row["half"] == half:
            found[-1] = replace(found[-1], pool=_with_question(found[-1].pool, row["question"], row["answer"], row["language"]))
    return found


def joined(palaces: Sequence[Across]) -> Pool:
    """The palaces of notes as one."""
    pools = [each.pool for each in palaces if each.kind == "notes"]
    items, questions = (item for pool in pools for item in pool.items), (asked for pool in pools for asked in pool.questions)
    return Pool("all notes in one", tuple(items), tuple(questions))


def _with_question(pool: Pool, text: str, answer: int, language: str) -> Pool:
    asked = Question(f"{pool.name}-q{len(pool.questions)}", text, frozenset({pool.items[answer].id}), language, _NOBODY, _NOBODY)
    return replace(pool, questions=(*pool.questions, asked))


def _ranks(pool: Pool) -> Iterator[tuple[int, int]]:
    """For each question the place of its note, and its place by cosines alone."""
    system = Simonides(pool, many_languages())
    for question in pool.questions:
        rankings = [system.ask(question.text, recipe).ranking for recipe in (HYBRID, SEMANTIC)]
        last = len(pool.items)
        places = [next((place for place, key in enumerate(each, 1) if key in question.gold), last) for each in rankings]
        yield places[0], places[1]
    system.close()


def main() -> None:
    """Run the bench."""
    parser = described(__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    palaces = read_across(parser.parse_args().half)
    print(f"{'':20}{'n':>4}  first  five   MRR   by cosines alone: first  five   MRR")
    for pool in (*(each.pool for each in palaces), joined(palaces)):
        ranks = list(_ranks(pool))
        figures = [
            (sum(place == 1 for place in column), sum(place <= FIVE for place in column), sum(1 / place for place in column))
            for column in zip(*ranks, strict=True)
        ]
        cells = [f"{first:>7}{five:>6}{100 * gain / len(ranks):>6.1f}" for first, five, gain in figures]
        print(f"{pool.name:20}{len(ranks):>4}{cells[0]}{'':>18}{cells[1]}", flush=True)


if __name__ == "__main__":
    main()
