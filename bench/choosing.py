"""`python -m bench.choosing [--half aside]`: which tool a task in an agent's words leads to, by the descriptions alone.

No language model takes part. A description is as near to a task as its three nearest phrases are, by the product's own embedder;
it also counts which words of the task it holds, the rarer among the tools the more; both together are the sum of their
standard scores. What a description says that a tool is not for is left out. Every set is asked; a set that has no tool for a
task is not asked for that one, and where several of its tools do, each is right.

The last line is what this way of measuring could reach at best: a ridge regression that learns the tool of `core` from the
vectors and words of the other half's tasks, with no description at all.
"""

import argparse
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.sets import HALVES, ToolTask, read_tool_tasks
from simonides.domain.text.words import plain_words
from simonides.frozen import frozen
from simonides.languages.stems import stem
from simonides.models import build_embedder
from simonides.ports.embedder import Embedder
from simonides.settings import Settings
from simonides.wiring import build_catalogue

NEAREST = 3
RIDGE = 10.0
VECTOR_SHARE = 2.0
"""The values that foretold most tasks in a tenfold comparison over the newest 360: the ceiling is to be generous."""
WAYS = ("meaning", "words", "both")

RIGHT: Mapping[str, Mapping[str, Sequence[str]]] = {
    "core": {
        "remember": ["remember"], "recall": ["recall_memory"], "read": ["read_memory"], "facts": ["memory_facts"],
        "revise": ["revise_memory"], "overview": ["memory_overview"],
    },
    "palace": {
        "remember": ["mempalace_add_drawer", "mempalace_diary_write"],
        "recall": ["mempalace_search", "mempalace_diary_read"],
        "facts": [f"mempalace_kg_{word}" for word in ("query", "add", "invalidate", "timeline", "stats")],
        "revise": ["mempalace_delete_drawer"],
        "overview": [f"mempalace_{word}" for word in ("status", "list_wings", "list_rooms", "get_taxonomy", "graph_stats")],
    },
    "trusty": {
        "remember": ["memory_remember"], "recall": ["memory_recall", "memory_recall_deep"], "facts": ["kg_assert", "kg_query"],
        "revise": ["memory_forget"], "overview": ["palace_list", "palace_info", "memory_list"],
    },
    "graph": {
        "remember": ["create_entities", "add_observations"], "recall": ["search_nodes", "query_observations"],
        "read": ["open_nodes", "query_observations"],
        "facts": [
            "create_relations", "delete_relations", "update_relation_type", "get_relations_between", "get_neighborhood",
            "get_path",
        ],
        "revise": ["replace_observation", "delete_observations", "delete_entities", "set_summary", "set_tags"],
        "overview": ["get_stats", "get_recently_modified", "get_nodes_by_type", "get_orphans", "get_consolidation_report"],
    },
    "memory": {
        "remember": ["store_memory"], "recall": ["search", "search_text", "recall", "search_code"], "read": ["get_memory"],
        "facts": ["create_entity", "create_relation", "get_related"], "revise": ["update_memory", "delete_memory", "invalidate"],
        "overview": ["get_status", "list_memories", "list_projects", "get_valid"],
    },
}  # fmt: skip
"""The tools of each set that do what a tool of core does."""

ASKING = frozenset({"who", "what", "why", "when", "where", "which", "how", "did", "has", "was", "we", "us", "about"})
"""Function words that count all the same: they show that something is asked."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_PHRASE = re.compile(r"[,;:.!?()]\s*")
_NUMBER = re.compile(r"\b(?!(?:19|20)\d\d\b)[A-Za-z]*-?\d[\w-]*")


@frozen
class Chooser:
    """Chooses among tools by their descriptions."""

    embedder: Embedder
    names: Sequence[str]
    vectors: Sequence[NDArray[np.float32]]
    words: Sequence[frozenset[str]]

    @classmethod
    def of(cls, embedder: Embedder, descriptions: Mapping[str, str]) -> "Chooser":
        """A chooser among tools with these descriptions."""
        said = {name: _sentences(f"{name.replace('_', ' ')}. {text}") for name, text in descriptions.items()}
        vectors = [np.concatenate(embedder.embed_texts(_phrases(each))) for each in said.values()]
        return cls(embedder, list(said), vectors, [frozenset(_words(" ".join(each))) for each in said.values()])

    def choose(self, task: str) -> dict[str, str]:
        """The tool for a task, in each way to choose."""
        question = self.embedder.embed_question(task)
        near = [np.sort((each @ question.T).max(axis=1))[-NEAREST:].mean() for each in self.vectors]
        spread = Counter(word for each in self.words for word in each)
        asked = set(_words(task))
        held = [sum(math.log(len(self.names) / spread[word]) for word in asked & each) for each in self.words]
        scores = (np.array(near), np.array(held), _standard(near) + _standard(held))
        return {way: self.names[int(each.argmax())] for way, each in zip(WAYS, scores, strict=True)}


def chooser_for(toolset: str, embedder: Embedder) -> Chooser:
    """The chooser among the tools of a set."""
    entries = build_catalogue([toolset]).entries
    return Chooser.of(embedder, {name: entry.signature.description for name, entry in entries.items()})


def shares(toolset: str, tasks: Sequence[ToolTask], embedder: Embedder) -> tuple[int, dict[str, float]]:
    """How many tasks a set has a tool for, and the share of them that leads to it, in each way to choose."""
    chooser, right = chooser_for(toolset, embedder), RIGHT[toolset]
    asked = [task for task in tasks if task.tool in right]
    hits: Counter[str] = Counter()
    for task in asked:
        hits.update(way for way, name in chooser.choose(task.task).items() if name in right[task.tool])
    return len(asked), {way: hits[way] / len(asked) for way in WAYS}


def ceiling(tasks: Sequence[ToolTask], half: str, embedder: Embedder) -> float:
    """The share of one half's tasks whose tool is foretold by the vectors and words of the other half's tasks."""
    learnt = [task for task in tasks if task.half != half]
    asked = [task for task in tasks if task.half == half]
    words = {word: place for place, word in enumerate(sorted({word for task in learnt for word in _words(task.task)}))}
    known, unknown = (_features(each, words, embedder) for each in (learnt, asked))
    tools = sorted(RIGHT["core"])
    labels = np.eye(len(tools))[[tools.index(task.tool) for task in learnt]]
    mean = known.mean(axis=0)
    centred = known - mean
    weights = np.linalg.solve(centred.T @ centred + RIDGE * np.eye(centred.shape[1]), centred.T @ (labels - labels.mean(axis=0)))
    foretold = ((unknown - mean) @ weights).argmax(axis=1)
    right = [tools[each] == task.tool for each, task in zip(foretold, asked, strict=True)]
    return right.count(True) / len(right)


def open_embedder(home: Path) -> Embedder:
    """The bundled embedder, loaded."""
    return build_embedder(Settings(data_dir=home))


def _features(tasks: Sequence[ToolTask], words: Mapping[str, int], embedder: Embedder) -> NDArray[np.float64]:
    vectors = np.vstack([embedder.embed_question(task.task)[0] for task in tasks])
    held = np.zeros((len(tasks), len(words)))
    for row, task in enumerate(tasks):
        held[row, [words[word] for word in _words(task.task) if word in words]] = 1
    return np.hstack([VECTOR_SHARE * vectors, held])


def _sentences(text: str) -> list[str]:
    return [each for each in _SENTENCE.split(text) if each and not each.startswith("Not ")]


def _phrases(sentences: Sequence[str]) -> list[str]:
    return [*sentences, *(phrase for each in sentences for phrase in _PHRASE.split(each) if phrase)]


def _words(text: str) -> list[str]:
    # A number or a code stands for some id.
    plain = re.findall(r"[a-z]+", _NUMBER.sub(" id ", text).lower())
    return [stem(word, "en") if len(word) > 3 else word for word in plain if word in ASKING or word not in plain_words()]


def _standard(scores: Sequence[float]) -> NDArray[np.float64]:
    numbers = np.array(scores, np.float64)
    deviation = float(numbers.std())
    return (numbers - numbers.mean()) / deviation if deviation > 1e-9 else np.zeros(len(numbers))


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    args = parser.parse_args()
    everything = read_tool_tasks()
    tasks = [task for task in everything if task.half == args.half]
    embedder = open_embedder(Path.cwd())
    print(f"{'':10}{'tools':>6}{'tasks':>6}" + "".join(f"{way:>10}" for way in WAYS))
    for toolset in RIGHT:
        asked, found = shares(toolset, tasks, embedder)
        size = len(build_catalogue([toolset]).entries)
        print(f"{toolset:10}{size:>6}{asked:>6}" + "".join(f"{100 * found[way]:>9.1f}%" for way in WAYS))
    print(f"{'learnt':10}{'':>6}{len(tasks):>6}{'':>20}{100 * ceiling(everything, args.half, embedder):>9.1f}%")


if __name__ == "__main__":
    main()
