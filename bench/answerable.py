"""`python -m bench.answerable [--half aside]`: how well the strength of an answer tells what the palace knows.

Files the texts of each question into a palace of their own, asks the question, and prints the area under the curve of the
likelihood and the words given to both kinds of questions; then the same for the questions of the trial year, whose notes begin
with their days, and for those of the first weeks of five teams, filed and mined as `bench.trial` does it.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.recall.measures import area_under_curve
from bench.sets import FIRST_WEEKS, HALVES, read_answerable, read_trial
from bench.trial import PALACE, kept_whole, written
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.frozen import frozen
from simonides.settings import load


@frozen
class Judged:
    """A question, whether there is an answer, and what the product says of it."""

    is_answered: bool
    likelihood: float
    strength: str


def judge_answerable(engine: Engine, half: str) -> Iterable[Judged]:
    """The questions of one half, each in a palace with its own texts."""
    palaces: dict[tuple[str, ...], Palace] = {}
    for each in read_answerable():
        if each.half == half:
            if each.texts not in palaces:
                palaces[each.texts] = filed(engine, f"answerable-{len(palaces)}", each.texts)
            yield _judged(palaces[each.texts], each.question, is_answered=each.answered)


def judge_trial(engine: Engine, half: str) -> Iterable[Judged]:
    """The questions of the trial year, all in one palace."""
    trial = read_trial()
    palace = filed(engine, "trial", [written(note) for note in trial.notes])
    for each in trial.questions:
        if each.half == half:
            yield _judged(palace, each.question, is_answered=bool(each.answers))


def judge_first_weeks(half: str) -> Iterable[Judged]:
    """The questions of the first weeks of each team, in a palace for each."""
    for name in FIRST_WEEKS:
        team = read_trial(name)
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            kept_whole(home, team)
            engine = build_engine(load({"data_dir": home}), patience_s=60)
            engine.embedder.wait(60)
            for each in team.questions:
                if each.half == half:
                    yield _judged(engine.palace(PALACE), each.question, is_answered=bool(each.answers or each.quotes))
            engine.close()


def filed(engine: Engine, name: str, texts: Iterable[str]) -> Palace:
    """A palace with these texts and their vectors."""
    palace = engine.create(name)
    for text in texts:
        palace.memories.remember(Draft(text))
    palace.vectors.catch_up()
    return palace


def _judged(palace: Palace, question: str, *, is_answered: bool) -> Judged:
    answer = palace.answer(question)
    return Judged(is_answered, answer.likelihood, answer.strength.value)


def report(name: str, judged: Sequence[Judged]) -> None:
    """Print what came out."""
    good = [each for each in judged if each.is_answered]
    bad = [each for each in judged if not each.is_answered]
    curve = area_under_curve([each.likelihood for each in good], [each.likelihood for each in bad])
    print(f"{name}: {len(judged)} questions, AUROC {curve:.3f}")
    for told, kind in (("with an answer", good), ("without one", bad)):
        print(f"  {told}: {dict(Counter(each.strength for each in kind))}")


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    half = parser.parse_args().half
    with tempfile.TemporaryDirectory() as folder:
        engine = build_engine(load({"data_dir": Path(folder)}), patience_s=60)
        engine.embedder.wait(60)
        report(f"answerable ({half})", list(judge_answerable(engine, half)))
        report(f"trial ({half})", list(judge_trial(engine, half)))
        engine.close()
    report(f"first weeks ({half})", list(judge_first_weeks(half)))


if __name__ == "__main__":
    main()
