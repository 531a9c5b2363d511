"""`python -m bench.second_hops [--half aside]`: questions that one note alone does not answer.

"Who leads the team that owns the gateway?" needs the note that names the team (`through`) and the one that names its lead (the
answer), and only a name ties the two. Each of five small palaces is filed from Python, with its days, and
asked. Printed are the shares of questions whose answer is first and among the first five, the mean reciprocal rank of the
answer, and the share of questions for which both notes are among the first five, so that a reader can put them together.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

import simonides
from bench.sets import HALVES, Hop, HopPalace, read_second_hops

DEPTH = 20
SHOWN = 5


def ranks(home: Path, told: HopPalace, hops: Sequence[Hop]) -> list[tuple[int, int]]:
    """The places of the answer and of the note that leads to it, for each question; `DEPTH` + 1 where it is not found."""
    ids = {note.text: note.id for note in told.notes}
    with simonides.open(home, palace=told.palace) as palace:
        for note in told.notes:
            palace.remember(note.text, room="notes", happened=note.date)
        found = ([ids[hit.memory.content] for hit in palace.search(hop.question, limit=DEPTH)] for hop in hops)
        return [(_place(each, hop.answer), _place(each, hop.through)) for each, hop in zip(found, hops, strict=True)]


def _place(found: Sequence[str], wanted: str) -> int:
    return found.index(wanted) + 1 if wanted in found else DEPTH + 1


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    half = parser.parse_args().half
    told = read_second_hops()
    places: list[tuple[int, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        for palace in told.palaces:
            asked = [hop for hop in told.hops if hop.palace == palace.palace and hop.half == half]
            places += ranks(Path(folder), palace, asked)
    print(f"{half}: {len(places)} questions, in percent")
    print(f"first {100 * mean(answer == 1 for answer, _ in places):.1f}")
    print(f"first five {100 * mean(answer <= SHOWN for answer, _ in places):.1f}")
    print(f"MRR {100 * mean(1 / answer if answer <= DEPTH else 0.0 for answer, _ in places):.1f}")
    print(f"both in the first five {100 * mean(max(each) <= SHOWN for each in places):.1f}")


if __name__ == "__main__":
    main()
