"""`python -m bench.recall --data FILE… [--systems simonides,bm25,dense,rrf,wsum,mempalace] [--together] [--ablate] [--json OUT]`.

Files every item of every pool through the product's own write path into a fresh palace (or all into one with --together) and asks
every question verbatim. No label, kind or id of a question reaches a system. A gain over a baseline is claimed only when its 95 %
interval, bootstrapped by pool, excludes 0. MemPalace is asked in an interpreter that has it (`--peer-python`, see `bench.peer`),
with the vectors of our model, or with `--peer-model` its own pass through it; its CPU is that of its own process. With --ablate
only the product is asked: with all its terms, and without each of them. With --in-wings it is asked in the wing of each pool.
"""

import json
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.options import described
from bench.recall import ablation
from bench.recall.answers import Answer, System
from bench.recall.measures import MEASURES, area_under_curve, bootstrap, measure
from bench.recall.peer import Choice
from bench.recall.pools import Pool, Question, in_wing, read_pools, together
from bench.recall.systems import Simonides, build
from bench.recall.vectors import CachedEmbedder
from simonides.domain.memory import GENERAL
from simonides.embedders.bundled import many_languages
from simonides.models import build_embedder
from simonides.settings import Settings

ALL = "simonides,bm25,dense,rrf,wsum"
LEFT_OUT = ("summarization", "event_ordering")
"""Kinds that ask for everything rather than for something; reported apart."""


@dataclass(slots=True)
class Result:
    """What one system came to over all questions."""

    name: str
    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    sessions: dict[str, dict[str, float]] = field(default_factory=dict)
    top: dict[str, float] = field(default_factory=dict)
    fresh_over_stale: list[bool] = field(default_factory=list)
    wall_ms: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    filed: int = 0
    filing_s: float = 0.0
    size: int = 0


def run(names: Sequence[str], pools: Sequence[Pool], embedder: CachedEmbedder, peer: Choice) -> list[Result]:
    """File and ask everything; all are asked a question before the next one comes, so that a busy hour falls on all alike."""
    results = [Result(name) for name in names]
    for pool in pools:
        systems = [file(result, pool, embedder, peer) for result in results]
        sessions = {item.id: item.session for item in pool.items}
        for question in pool.questions:
            if embedder.keeps_questions:
                embedder.embed_question(question.text)
            for system, result in zip(systems, results, strict=True):
                note(ask(system, question, result), question, result, sessions)
        for system, result in zip(systems, results, strict=True):
            result.size += system.size_bytes()
            system.close()
    return results


def file(result: Result, pool: Pool, embedder: CachedEmbedder, peer: Choice) -> System:
    """The system over one pool, with everything filed."""
    started = time.perf_counter()
    system = build(result.name, pool, embedder, peer)
    result.filing_s += time.perf_counter() - started
    result.filed += len(pool.items)
    return system


def ask(system: System, question: Question, result: Result) -> Answer:
    """The answer to one question; what it cost is noted."""
    wall, cpu = time.perf_counter(), time.process_time()
    if isinstance(system, Simonides) and question.wing != GENERAL:
        answer = system.ask(question.text, wing=question.wing)
    else:
        answer = system.ask(question.text)
    spent, took = (time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000
    result.cpu_ms.append(spent if answer.cpu_ms is None else answer.cpu_ms)
    result.wall_ms.append(took if answer.wall_ms is None else answer.wall_ms)
    return answer


def note(answer: Answer, question: Question, result: Result, sessions: Mapping[str, str | None]) -> None:
    """Note how good an answer was."""
    result.top[question.id] = answer.top_score
    if not question.gold:
        return
    result.scores[question.id] = measure(answer.ranking, question.gold)
    gold_sessions = frozenset(session for each in question.gold if (session := sessions.get(each)))
    if gold_sessions:
        collapsed = list(dict.fromkeys(str(sessions[each]) for each in answer.ranking))
        result.sessions[question.id] = measure(collapsed, gold_sessions)
    if question.stale and question.current:
        result.fresh_over_stale.append(_is_fresh_first(answer.ranking, question.current, question.stale))


def _is_fresh_first(ranking: Sequence[str], current: frozenset[str], stale: frozenset[str]) -> bool:
    for identifier in ranking:
        if identifier in current:
            return True
        if identifier in stale:
            return False
    return False


def report(results: Sequence[Result], pools: Sequence[Pool]) -> None:
    """Print the tables."""
    questions = {question.id: question for pool in pools for question in pool.questions}
    scored = [key for key in results[0].scores if questions[key].kind not in LEFT_OUT]
    print(f"\n{len(scored)} questions over {sum(len(pool.items) for pool in pools):,} items in {len(pools)} pools")
    print(
        f"{'system':<12}" + "".join(f"{name:>9}" for name in MEASURES) + f"{'p50 ms':>9}{'p95 ms':>9}{'CPU ms':>9}{'filed/s':>9}"
    )
    for result in results:
        values = [100 * statistics.mean(result.scores[key][name] for key in scored) for name in MEASURES]
        speed = f"{statistics.median(result.wall_ms):>9.2f}{statistics.quantiles(result.wall_ms, n=20)[-1]:>9.2f}"
        speed += f"{statistics.median(result.cpu_ms):>9.2f}{result.filed / result.filing_s:>9.0f}"
        print(f"{result.name:<12}" + "".join(f"{value:>9.1f}" for value in values) + speed)
    report_kinds(results, questions)
    report_gains(results, pools, set(scored))
    report_rest(results, questions)


def report_kinds(results: Sequence[Result], questions: dict[str, Question]) -> None:
    """nDCG@10 by kind of question."""
    kinds = defaultdict(list)
    for key in results[0].scores:
        kinds[questions[key].kind].append(key)
    print("\nnDCG@10 by kind" + "".join(f"{result.name:>12}" for result in results))
    for kind, keys in sorted(kinds.items()):
        values = [100 * statistics.mean(result.scores[key]["nDCG@10"] for key in keys) for result in results]
        print(f"{kind[:26]:<26} n={len(keys):<5}" + "".join(f"{value:>12.1f}" for value in values))


def report_gains(results: Sequence[Result], pools: Sequence[Pool], scored: set[str]) -> None:
    """The first system against each other one, with the interval of the gain."""
    first = results[0]
    for other in results[1:]:
        gains = {
            pool.name: [
                100 * (first.scores[each.id]["nDCG@10"] - other.scores[each.id]["nDCG@10"])
                for each in pool.questions
                if each.id in scored
            ]
            for pool in pools
        }
        low, high = bootstrap(gains)
        verdict = "a gain" if low > 0 else "a loss" if high < 0 else "no difference shown"
        share = statistics.median(first.cpu_ms) / statistics.median(other.cpu_ms)
        print(
            f"{first.name} over {other.name}: nDCG@10 95 % interval [{low:+.1f}, {high:+.1f}]: {verdict}; {share:.2f} of its CPU"
        )


def report_rest(results: Sequence[Result], questions: dict[str, Question]) -> None:
    """Sessions, updates over stale statements, abstention, size."""
    for result in results:
        parts = []
        if result.sessions:
            names = ("any@5", "all@5", "nDCG@10")
            values = [100 * statistics.mean(each[name] for each in result.sessions.values()) for name in names]
            parts.append("sessions " + " ".join(f"{name} {value:.1f}" for name, value in zip(names, values, strict=True)))
        if result.fresh_over_stale:
            share = 100 * statistics.mean(result.fresh_over_stale)
            parts.append(f"current above stale {share:.0f} % of {len(result.fresh_over_stale)}")
        without = [score for key, score in result.top.items() if questions[key].kind == "abstention"]
        if without:
            parts.append(f"abstention AUROC {area_under_curve([result.top[key] for key in result.scores], without):.2f}")
        if result.size:
            parts.append(f"{result.size / 1e6:.0f} MB on disk")
        if parts:
            print(f"{result.name}: " + "; ".join(parts))


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--data", nargs="+", type=Path, required=True)
    parser.add_argument("--systems", default=ALL)
    parser.add_argument("--together", action="store_true", help="one palace for all pools of all files")
    parser.add_argument("--pool-files", action="store_true", help="one palace for all pools of a file")
    parser.add_argument("--in-wings", action="store_true", help="each pool in a wing of its own, in which simonides is asked")
    parser.add_argument("--peer-python", help="an interpreter that has MemPalace, for `--systems …,mempalace`")
    parser.add_argument(
        "--peer-model",
        type=Path,
        help="the model MemPalace embeds questions with; then every system's time includes the embedding",
    )
    parser.add_argument("--ablate", action="store_true", help="measure what each term of the ranking is worth")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--cache", type=Path, default=Path(".bench-cache/vectors.db"))
    options = parser.parse_args()
    peer = Choice(options.peer_python, options.peer_model)
    # Where the peer embeds its questions, so do we, each one anew.
    inner = many_languages() if peer.model else build_embedder(Settings(Path()))
    embedder = CachedEmbedder(inner, options.cache, keeps_questions=peer.model is None)
    files = [read_pools(path) for path in options.data]
    if options.in_wings:
        files = [[in_wing(pool) for pool in file] for file in files]
    groups = [together([pool for file in files for pool in file])] if options.together else files
    if options.pool_files:
        groups = [together(file) for file in files]
    summary = []
    for path, pools in zip(options.data, groups, strict=False):
        print(f"\n=== {'together' if options.together else path.stem}")
        if options.ablate:
            ablation.report(ablation.ablate(pools, embedder, LEFT_OUT))
            continue
        results = run(options.systems.split(","), pools, embedder, peer)
        report(results, pools)
        summary += [{"file": path.stem, "system": result.name, "scores": result.scores} for result in results]
    if options.json:
        options.json.write_text(json.dumps(summary))


if __name__ == "__main__":
    main()
