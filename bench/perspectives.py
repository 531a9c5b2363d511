"""How often node search names the perspective that a question asks from, and finds the node that answers it.

    python -m bench.perspectives

Files the nodes of `bench/sets/perspectives.jsonl` in a palace with the bundled encoder and asks every question. Beside our
figures stand those of two plain rules over the same vectors: the highest cosine over all perspectives, and the cosine of the
text as such. The half `aside` is printed as figures only.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bench.sets import HALVES, NodeQuestion, Perspectives, read_perspectives
from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.bundled import english
from simonides.engine.engine import Engine
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.frozen import frozen
from simonides.stores.sqlite.shelf import SqliteShelf

DEPTH = 3

Rule = Callable[[Palace, str], tuple[str | None, list[str]]]
"""For a question the perspective that was matched, and the names of the best nodes."""


@frozen
class Measured:
    """Shares of the questions."""

    perspective: float
    first: float
    among_three: float


def measure(palace: Palace, questions: Sequence[NodeQuestion], rule: Rule) -> Measured:
    """Ask a rule every question."""
    answers = [(each, *rule(palace, each.question)) for each in questions]
    return Measured(
        float(np.mean([matched == each.perspective for each, matched, _ in answers])),
        float(np.mean([names[:1] != [] and names[0] in each.nodes for each, _, names in answers])),
        float(np.mean([bool(set(names[:DEPTH]) & set(each.nodes)) for each, _, names in answers])),
    )


def ours(palace: Palace, question: str) -> tuple[str | None, list[str]]:
    """Node search as agents get it."""
    found = palace.node_search.search(question, DEPTH)
    return found[0].perspective if found else None, [each.node.entity.name for each in found]


def highest_cosine(palace: Palace, question: str) -> tuple[str | None, list[str]]:
    """The observation and the perspective with the highest cosine of all."""
    near = [
        (cosine, key, perspective.name)
        for perspective, vectors in palace.vectors.views.of_question(question)
        for key, cosine in _nearest(palace, perspective.key, vectors)
    ]
    near.sort(reverse=True)
    return near[0][2], _names(palace, [key for _, key, _ in near])


def plain_text(palace: Palace, question: str) -> tuple[str | None, list[str]]:
    """The cosine of the text without any instruction."""
    [(perspective, vectors)] = [pair for pair in palace.vectors.views.of_question(question) if not pair[0].instruction]
    return perspective.name, _names(palace, [key for key, _ in _nearest(palace, perspective.key, vectors)])


def fill(palace: Palace, graph: Perspectives) -> None:
    """File the nodes and embed their observations from every perspective."""
    palace.entities.create([EntityDraft(node.name, node.type, node.observations) for node in graph.nodes])
    palace.vectors.catch_up()


def main() -> None:
    """Print the figures of every rule and half."""
    graph = read_perspectives()
    rules: dict[str, Rule] = {"ours": ours, "highest cosine": highest_cosine, "text as such": plain_text}
    embedder = english(threads=1)
    embedder.wait(60)
    with TemporaryDirectory() as directory:
        engine = Engine(SqliteShelf(Path(directory)), Equipment(embedder, system_clock, Mint(), patience_s=60))
        palace = engine.create("perspectives")
        fill(palace, graph)
        for half in HALVES:
            questions = [each for each in graph.questions if each.half == half]
            for name, rule in rules.items():
                got = measure(palace, questions, rule)
                figures = f"perspective {got.perspective:.3f}  first {got.first:.3f}  first three {got.among_three:.3f}"
                print(f"{half:6} {name:16} {figures}  ({len(questions)} questions)")
        engine.close()


def _nearest(palace: Palace, perspective: int, vectors: "np.typing.NDArray[np.float32]") -> list[tuple[int, float]]:
    near = palace.store.perspectives.nearest(perspective, vectors, 50)
    return list(zip(near.keys.tolist(), near.cosines.tolist(), strict=True))


def _names(palace: Palace, keys: Sequence[int]) -> list[str]:
    rows = palace.store.observations.at(list(dict.fromkeys(keys)))
    nodes = palace.store.nodes.at(sorted({node for node, _ in rows.values()}))
    return list(dict.fromkeys(nodes[rows[key][0]].entity.name for key in keys))[:DEPTH]


if __name__ == "__main__":
    main()
