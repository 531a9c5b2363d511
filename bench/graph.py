"""Speed of a large graph, and how many similar pairs the quick comparison misses.

    python -m bench.graph [--nodes 20000] [--observations 100000] [--relations 100000] [--keep DIR]

Makes a workspace through the product's own store, with vectors that are noise around real ones, and calls the graph tools as a
client would: CPU and wall time of each. Beside them, in the same run: a recursive CTE for walks, an exact numpy scan of all
vectors for search_nodes, and the comparison of every node with every other for the report.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from sqlite3 import connect

import numpy as np
from numpy.typing import NDArray

from bench.corpus import Corpus
from bench.options import described
from simonides.domain.graph import Entity, Fact
from simonides.domain.time import system_clock
from simonides.engine.filing.linking import Linking
from simonides.engine.palace import Palace
from simonides.engines import build_engine
from simonides.models import build_embedder
from simonides.settings import Settings
from simonides.toolsets.graph import GRAPH

POOL = 1500
TOPICS = 200
NOISE = 0.6
BLOCK = 1_000
_NEARBY = """
    WITH RECURSIVE near (key, depth) AS (
        SELECT key, 0 FROM entities WHERE folded = :start
        UNION
        SELECT iif(f.subject = n.key, f.object, f.subject), n.depth + 1
        FROM near n JOIN facts f ON (f.subject = n.key OR f.object = n.key) AND f.valid_to_end IS NULL WHERE n.depth < :depth
    )
    SELECT count(DISTINCT key) FROM near
"""

Rows = NDArray[np.float32]


def make(palace: Palace, nodes: int, observations: int, relations: int) -> list[str]:
    """Fill a workspace; questions to ask it."""
    corpus = Corpus(build_embedder(Settings(Path("unused"))), POOL)
    rng = np.random.default_rng(1)
    names = [f"Component {number}" for number in range(nodes)]
    started = time.perf_counter()
    with palace.store.writing("bench"):
        for name in names:
            now = system_clock()
            palace.store.graph.add_entity(Entity(f"id {name}", name, now, now, f"type {hash(name) % 20}"))
    keys = palace.store.nodes.keys([name.casefold().replace(" ", "_") for name in names])
    rows = [keys[name.casefold().replace(" ", "_")] for name in names]
    _relate(palace, names, relations, rng)
    palace.store.claim(build_embedder(Settings(Path("unused"))).identity)
    for block in _blocks(observations):
        _observe(palace, corpus, rows, names, block, rng)
    took = time.perf_counter() - started
    print(f"made {nodes:,} nodes, {observations:,} observations, {relations:,} relations in {took:.0f} s")
    return corpus.questions(200)


def _relate(palace: Palace, names: list[str], relations: int, rng: np.random.Generator) -> None:
    # A few nodes have very many relations, as in life.
    weights = 1 / np.arange(1, len(names) + 1) ** 0.5
    ends = rng.choice(len(names), (relations, 2), p=weights / weights.sum())
    seen = set()
    with palace.store.writing("bench"):
        for subject, obj in ends.tolist():
            if (subject, obj) not in seen:
                seen.add((subject, obj))
                palace.store.graph.add_fact(
                    Fact(f"fact {subject} {obj}", names[subject], "depends_on", names[obj], system_clock())
                )


def _blocks(total: int) -> Iterator[range]:
    return (range(start, min(start + BLOCK, total)) for start in range(0, total, BLOCK))


def _observe(palace: Palace, corpus: Corpus, rows: list[int], names: list[str], block: range, rng: np.random.Generator) -> None:
    linking = Linking(palace.store)
    with palace.store.writing("bench"):
        written, bases = [], []
        for number in block:
            node = number % len(rows)
            base = (node % TOPICS * 7 + int(rng.integers(0, 7))) % len(corpus.texts)
            named = f" It relies on {names[int(rng.integers(0, len(names)))]}." if number % 3 == 0 else ""
            written += palace.store.observations.add(rows[node], [corpus.texts[base] + named], system_clock())
            bases.append(base)
        linking.link_observations(written)
        views = {perspective.key: _noisy(corpus.vectors[bases], rng) for perspective in palace.store.perspectives.all()}
        palace.store.perspectives.put(
            {each.key: {key: made[row : row + 1] for key, made in views.items()} for row, each in enumerate(written)}
        )


def _noisy(vectors: Rows, rng: np.random.Generator) -> Rows:
    noise = rng.normal(size=vectors.shape).astype(np.float32)
    noisy = vectors + NOISE * noise / np.linalg.norm(noise, axis=1, keepdims=True)
    unit: Rows = (noisy / np.linalg.norm(noisy, axis=1, keepdims=True)).astype(np.float32)
    return unit


def timed(what: str, action: Callable[[int], object], times: int) -> None:
    """Print the median and worst CPU time of an action, and its median wall time."""
    cpu, wall = [], []
    for number in range(times):
        started, clock = time.process_time(), time.perf_counter()
        action(number)
        cpu.append((time.process_time() - started) * 1000)
        wall.append((time.perf_counter() - clock) * 1000)
    print(f"{what:<52} {statistics.median(cpu):9.1f} ms CPU p50 {max(cpu):9.1f} worst {statistics.median(wall):9.1f} wall p50")


def report(palace: Palace, questions: list[str], nodes: int) -> None:
    """Time the tools."""
    tools = {tool.label: tool.function for tool in GRAPH.tools}
    rng = np.random.default_rng(2)
    picks = [f"Component {number}" for number in rng.integers(0, nodes, 200).tolist()]
    tools["search_nodes"](palace, questions[0])
    timed("get_neighborhood, depth 2", lambda n: tools["get_neighborhood"](palace, picks[n], 2), 100)
    timed("get_neighborhood, depth 1,000,000", lambda n: tools["get_neighborhood"](palace, picks[n], 10**6), 5)
    timed("get_path", lambda n: tools["get_path"](palace, picks[n], picks[n + 100]), 100)
    timed("search_nodes, embedding, question embedded 5 times", lambda n: tools["search_nodes"](palace, questions[n]), 100)
    timed("search_nodes, text", lambda n: tools["search_nodes"](palace, questions[n], 10, "text"), 100)
    timed("query_observations", lambda n: tools["query_observations"](palace, picks[n], questions[n]), 50)
    timed("open_nodes, 10 nodes", lambda n: tools["open_nodes"](palace, picks[n : n + 10]), 50)
    timed("get_stats", lambda _: tools["get_stats"](palace), 50)
    timed("get_pending_consolidation", lambda _: tools["get_pending_consolidation"](palace), 5)
    timed("get_orphans", lambda _: tools["get_orphans"](palace), 5)
    timed("get_relation_gaps", lambda _: tools["get_relation_gaps"](palace), 5)
    timed("find_similar_nodes", lambda _: tools["find_similar_nodes"](palace), 3)
    timed("get_consolidation_report", lambda _: tools["get_consolidation_report"](palace), 3)
    told = json.dumps(tools["get_consolidation_report"](palace))
    print(f"the report holds {len(told):,} characters, {len(json.loads(told)['cluster_summary'])} clusters")
    timed("add_observations, one", lambda n: tools["add_observations"](palace, [_addition(picks[n], questions[n])]), 20)


def _addition(name: str, content: str) -> object:
    from simonides.toolsets.graph.observations import Addition

    return Addition(name, [content])


def baselines(palace: Palace, questions: list[str]) -> None:
    """The same work done plainly."""
    connection = connect(Path(palace.info.where) / "palace.db")
    picks = [row[0] for row in connection.execute("SELECT folded FROM entities ORDER BY key LIMIT 20 OFFSET 500")]
    timed(
        "baseline: recursive CTE, depth 2",
        lambda n: connection.execute(_NEARBY, {"start": picks[n], "depth": 2}).fetchone(),
        10,
    )
    general = palace.store.perspectives.all()[0]
    blobs = connection.execute("SELECT f16 FROM observation_vectors WHERE key < ?", ((general.key + 1) << 48,)).fetchall()
    vectors = np.frombuffer(b"".join(row[0] for row in blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
    asked = [palace.vectors.views.of_question(question) for question in questions[:5]]
    timed("baseline: exact numpy scan from 5 perspectives", lambda n: [vectors @ vector[0] for _, vector in asked[n]], 5)
    found, truth = palace.store.perspectives.alike(general.key, 20, 0.75), list[int]()
    blobs = connection.execute("SELECT f16 FROM node_vectors WHERE key < ?", ((general.key + 1) << 48,)).fetchall()
    means = np.frombuffer(b"".join(row[0] for row in blobs), np.float16).reshape(len(blobs), -1).astype(np.float32)
    timed("baseline: every node with every other", lambda _: truth.append(_count_pairs(means)), 1)
    best = _best_pairs(means, 200)
    known = {round(float(cosine), 3) for cosine in found.cosines[:400]}
    held = sum(round(float(cosine), 3) in known for cosine in best) / len(best)
    print(f"pairs from cosine .75 on: {truth[0]:,}; of the best 200 pairs the quick comparison has {held:.3f}")


def _count_pairs(means: Rows) -> int:
    return sum(int((means[start : start + 1000] @ means.T >= 0.75).sum()) for start in range(0, len(means), 1000)) // 2


def _best_pairs(means: Rows, wanted: int) -> Rows:
    best = np.zeros(0, np.float32)
    for start in range(0, len(means), 1000):
        cosines = means[start : start + 1000] @ means[start:].T
        upper = cosines[np.triu_indices_from(cosines, 1)]
        best = np.sort(np.concatenate([best, np.partition(upper, -wanted)[-wanted:] if len(upper) > wanted else upper]))[-wanted:]
    return best


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--observations", type=int, default=100_000)
    parser.add_argument("--relations", type=int, default=100_000)
    parser.add_argument("--keep", type=Path, help="make the graph in this folder and keep it for the next run")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        directory = args.keep or Path(scratch)
        is_made = (directory / "questions.json").is_file()
        engine = build_engine(Settings(directory))
        palace = engine.create("bench")
        if is_made:
            questions = json.loads((directory / "questions.json").read_text())
        else:
            questions = make(palace, args.nodes, args.observations, args.relations)
            (directory / "questions.json").write_text(json.dumps(questions))
        engine.embedder.wait(60)
        report(palace, questions, args.nodes)
        baselines(palace, questions)
        engine.close()


if __name__ == "__main__":
    main()
