"""`python -m bench.languages --data FILE [--questions 120] [--only mixed] [--cost]`.

FILE holds translations (see `bench.languages.pools`). Files one side through the product's own write path and asks for it by
the other: another language to English, English to another, a piece of a text to the whole, and a palace of all languages at once
among 10,000 English sentences. Beside the product: mneme's cosines alone, BM25 alone, and the product's own words alone. CPU is
that of one question, embedding included. `--cost` says instead what the second encoder costs those who only write English.
"""

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bench.languages import cost
from bench.languages.pools import Pair, everyday, from_english, mixed, read_pairs, same_language, to_english
from bench.options import described
from bench.recall.answers import System
from bench.recall.measures import measure
from bench.recall.pools import Pool
from bench.recall.systems import Scores, Simonides
from bench.recall.vectors import CachedEmbedder
from simonides.domain.ranking.recipe import LEXICAL
from simonides.embedders.bundled import english, many_languages

SYSTEMS = ("simonides", "mneme", "bm25", "words")
DIRECTIONS: dict[str, Callable[[str, Sequence[Pair]], Pool]] = {
    "another language to English": to_english,
    "English to another language": from_english,
    "a question to its answer, in one language": everyday,
    "a piece to the whole, in one language": same_language,
}


@dataclass(slots=True)
class Result:
    """What one system came to over one pool."""

    ranks: dict[str, float] = field(default_factory=dict)
    """For each question the reciprocal rank of the first right answer."""
    gains: dict[str, float] = field(default_factory=dict)
    cpu_ms: list[float] = field(default_factory=list)

    def figures(self, keys: Iterable[str] | None = None) -> tuple[float, float]:
        """MRR and nDCG@10 over some questions, times 100."""
        chosen = list(self.ranks if keys is None else keys)
        return 100 * statistics.mean(self.ranks[key] for key in chosen), 100 * statistics.mean(self.gains[key] for key in chosen)


class Bench:
    """Asks every system; vectors of texts are kept from run to run, those of questions are made each time."""

    def __init__(self, cache: Path, questions: int) -> None:
        self._bundled = CachedEmbedder(many_languages(), cache, keeps_questions=False)
        self._mneme = CachedEmbedder(english(), cache, keeps_questions=False)
        self._questions = questions

    def run(self, pool: Pool) -> dict[str, Result]:
        """What each system came to."""
        asked = random.Random(3).sample(pool.questions, min(self._questions or len(pool.questions), len(pool.questions)))
        return {name: _ask(self._build(name, pool), replace(pool, questions=tuple(asked))) for name in SYSTEMS}

    def _build(self, name: str, pool: Pool) -> System:
        match name:
            case "mneme":
                return Scores(pool, self._mneme, "dense")
            case "bm25":
                return Scores(pool, self._bundled, "bm25")
            case "words":
                return Simonides(pool, self._bundled, LEXICAL)
            case _:
                return Simonides(pool, self._bundled)


def _ask(system: System, pool: Pool) -> Result:
    result = Result()
    # The first question also pays for loading.
    system.ask(pool.questions[0].text)
    for question in pool.questions:
        started = time.process_time()
        answer = system.ask(question.text)
        result.cpu_ms.append((time.process_time() - started) * 1000)
        result.gains[question.id] = measure(answer.ranking, question.gold)["nDCG@10"]
        places = (place for place, identifier in enumerate(answer.ranking, 1) if identifier in question.gold)
        result.ranks[question.id] = 1 / next(places, float("inf"))
    system.close()
    return result


def report_languages(title: str, rows: dict[str, dict[str, Result]]) -> None:
    """One line for each language, and their means."""
    print(f"\n{title}: MRR, nDCG@10 (both times 100), CPU ms for a question")
    print(f"{'':<6}{'n':>5}" + "".join(f"{name:>22}" for name in SYSTEMS))
    for language, results in rows.items():
        print(f"{language:<6}{len(results['simonides'].ranks):>5}" + "".join(_cell(results[name]) for name in SYSTEMS))
    every = {name: [results[name].figures() for results in rows.values()] for name in SYSTEMS}
    means = {name: [statistics.mean(column) for column in zip(*figures, strict=True)] for name, figures in every.items()}
    print(f"{'mean':<11}" + "".join(f"{mrr:>9.1f}{gain:>7.1f}{'':>6}" for mrr, gain in means.values()))
    for name in SYSTEMS[1:]:
        behind = [language for language, results in rows.items() if results["simonides"].figures() <= results[name].figures()]
        print(f"above {name} in every language" if not behind else f"not above {name}: {', '.join(behind)}")


def report_mixed(pool: Pool, results: dict[str, Result]) -> None:
    """One line for each language that was asked in."""
    kinds: dict[str, list[str]] = {}
    kind_of = {question.id: question.kind for question in pool.questions}
    for key in results["simonides"].ranks:
        kinds.setdefault(kind_of[key].split()[0], []).append(key)
    print(f"\nall languages in one palace of {len(pool.items):,}: MRR, nDCG@10 (both times 100), by the language of the question")
    print(f"{'':<6}{'n':>5}" + "".join(f"{name:>22}" for name in SYSTEMS))
    for language, keys in sorted(kinds.items()):
        cells = [results[name].figures(keys) for name in SYSTEMS]
        print(f"{language:<6}{len(keys):>5}" + "".join(f"{mrr:>9.1f}{gain:>7.1f}{'':>6}" for mrr, gain in cells))
    print(f"{'all':<6}{len(results['simonides'].ranks):>5}" + "".join(_cell(results[name]) for name in SYSTEMS))


def _cell(result: Result) -> str:
    mrr, gain = result.figures()
    return f"{mrr:>9.1f}{gain:>7.1f}{statistics.mean(result.cpu_ms):>6.1f}"


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--data", type=Path, help="the file of translations")
    parser.add_argument("--questions", type=int, default=120, help="number of questions per pool; 0 asks all")
    parser.add_argument("--only", choices=["mixed", "pairs", "everyday"], help="run this part only")
    parser.add_argument("--cost", action="store_true", help="measure what the second encoder costs people who write only English")
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache/vectors.db"))
    options = parser.parse_args()
    if options.cost:
        cost.report()
        return
    if options.data is None:
        parser.error("--data FILE says what is filed and asked")
    pairs = read_pairs(options.data)
    languages = sorted({pair.language for pair in pairs})
    if options.only != "mixed":
        bench = Bench(options.cache, options.questions)
        for title, pool_of in DIRECTIONS.items():
            if options.only == "everyday" and pool_of is not everyday:
                continue
            report_languages(title, {language: bench.run(pool_of(language, pairs)) for language in languages})
    if options.only in {None, "mixed"}:
        pool = mixed(pairs)
        report_mixed(pool, Bench(options.cache, 10 * options.questions).run(pool))


if __name__ == "__main__":
    main()
