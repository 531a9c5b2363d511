"""`python -m bench.trial [--half aside] [--cli]`: a year of notes filed over MCP, and questions asked through every door.

The notes go through the real server with `mempalace_add_drawer`, each with its date, as agents write them. Then the session
ends, a new process is asked at once, and again when every note has its vectors: through the core, palace, trusty and memory
tool sets, from Python, and with --cli through the command line, which loads its models anew for each question. The graph tool set
searches nodes, so for it each note is observed of a node of its own in another palace. Printed are the
shares of questions whose first hit, and one of whose first five hits, is an answer; of a list all answers must be among the
first five, or among twice as many as there are answers. Questions without an answer are measured by `bench.answerable`.
"""

import argparse
import io
import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import simonides
from bench.servers import Server
from bench.sets import HALVES, Note, Question, read_trial
from simonides.cli.main import main as command

LOOKED_AT = 20
TOOLS = "core,palace,trusty,memory,graph"
ROOMY = 10_000
"""Tokens enough for every hit that is looked at."""
GRAPH = "graph"
"""The palace in which each note is observed of a node of its own, for the graph tool set."""
PALACE = "default"

Ask = Callable[[str], list[str]]


@dataclass(slots=True)
class Score:
    """How many questions were asked, and how many found an answer first, or among the first five."""

    asked: int = 0
    first: int = 0
    five: int = 0

    def add(self, question: Question, found: Sequence[str]) -> None:
        """Count one question and the ids of the notes that it found, best first."""
        answers = set(question.answers)
        self.asked += 1
        self.first += bool(found) and found[0] in answers
        if question.kind == "list":
            self.five += answers <= set(found[: max(5, 2 * len(answers))])
        else:
            self.five += not answers.isdisjoint(found[:5])

    def told(self) -> str:
        """Both shares in percent."""
        return f"{100 * self.first / self.asked:5.1f} {100 * self.five / self.asked:5.1f}"


@dataclass(slots=True)
class Board:
    """The scores of each door by kind of question; `all` is every kind."""

    scores: dict[str, dict[str, Score]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Score)))

    def add(self, door: str, question: Question, found: Sequence[str]) -> None:
        """Count one question through one door."""
        for kind in (question.kind, "all"):
            self.scores[kind][door].add(question, found)

    def show(self, title: str) -> None:
        """Print first and first five of every door, kind by kind."""
        doors = list(self.scores["all"])
        print(f"\n{title}: first and first five, in percent")
        print(f"{'':16}{'n':>4}  " + "  ".join(f"{door:>11}" for door in doors))
        for kind, by_door in sorted(self.scores.items(), key=lambda item: (item[0] == "all", item[0])):
            asked = by_door[doors[0]].asked
            print(f"{kind:16}{asked:>4}  " + "  ".join(by_door[door].told() for door in doors))


def written(note: Note) -> str:
    """A note as an agent files it."""
    return f"{note.date}: {note.text}"


@contextmanager
def server(home: Path, palace: str = PALACE) -> Iterator[Server]:
    """A server over the bench's data directory."""
    with Server(
        [sys.executable, "-m", "simonides", "serve", "--palace", palace, "--tools", TOOLS], {"SIMONIDES_HOME": str(home)}
    ) as running:
        running.initialize()
        yield running


def file(home: Path, notes: Sequence[Note]) -> None:
    """File every note in one session."""
    with server(home) as running:
        for note in notes:
            place = {"wing": note.wing, "room": note.room, "added_by": note.author or "mcp"}
            arguments = {**place, "content": written(note), "event_time": note.date}
            reply = running.call("mempalace_add_drawer", arguments)
            assert reply["success"], reply


def observe(home: Path, notes: Sequence[Note]) -> None:
    """Observe every note of a node of its own, in one session."""
    with server(home, GRAPH) as running:
        for note in notes:
            node = {"name": note.id, "entity_type": note.room, "observations": [written(note)]}
            running.call("create_entities", {"entities": [node]})


def doors(
    running: Server, graph: Server, palace: "simonides.Palace", home: Path, notes: Mapping[str, str], *, with_cli: bool
) -> Mapping[str, Ask]:
    """Every way to ask, each returning the texts of its hits."""
    ways: dict[str, Ask] = {
        "core": lambda text: _by_core(running, text, notes),
        "palace": lambda text: _texts(running.call("mempalace_search", {"query": text, "limit": LOOKED_AT}), "text"),
        "trusty": lambda text: _texts(running.call("memory_recall_deep", {"query": text, "top_k": LOOKED_AT}), "content"),
        "memory": lambda text: _texts(running.call("recall", {"query": text, "limit": LOOKED_AT}), "content"),
        "graph": lambda text: [each["matched_observation"] for each in _nodes(graph, text)],
        "python": lambda text: [hit.memory.content for hit in palace.search(text, limit=LOOKED_AT)],
    }
    if with_cli:
        ways["cli"] = lambda text: _by_command(home, text)
    return ways


def by_excerpt(excerpt: str, notes: Mapping[str, str]) -> str | None:
    """The note that a passage, on one line and with ellipses where it was cut, is of."""
    said = " ".join(excerpt.strip("…").split())
    return next((text for text in notes if said in " ".join(text.split())), None)


def _by_core(running: Server, text: str, notes: Mapping[str, str]) -> list[str]:
    arguments = {"question": text, "limit": LOOKED_AT, "max_tokens": ROOMY}
    reply = running.ask("tools/call", {"name": "recall_memory", "arguments": arguments, "_meta": {"simonides/structured": True}})
    found = (by_excerpt(hit["text"], notes) for hit in reply["result"]["structuredContent"]["hits"])
    return [note for note in found if note is not None]


def _nodes(graph: Server, text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = graph.call("search_nodes", {"query": text, "limit": LOOKED_AT})
    return found


def _texts(reply: dict[str, Any], name: str) -> list[str]:
    return [each[name] for each in reply["results"]]


def _by_command(home: Path, text: str) -> list[str]:
    out = io.StringIO()
    words = ["search", "--limit", str(LOOKED_AT), "--json", "--data-dir", str(home), "--palace", PALACE, "--", text]
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        command(words)
    return [each["content"] for each in json.loads(out.getvalue())]


def ask(home: Path, questions: Sequence[Question], ids: Mapping[str, str], *, with_cli: bool) -> Board:
    """Ask every question through every door."""
    board = Board()
    with server(home) as running, server(home, GRAPH) as graph, simonides.open(home, palace=PALACE) as palace:
        for door, way in doors(running, graph, palace, home, ids, with_cli=with_cli).items():
            for question in questions:
                board.add(door, question, [ids[text] for text in way(question.question) if text in ids])
    return board


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=HALVES, default="open")
    parser.add_argument("--cli", action="store_true", help="also ask through the command line")
    args = parser.parse_args()
    trial = read_trial()
    questions = trial.answered(args.half)
    ids = {written(note): note.id for note in trial.notes}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        file(home, trial.notes)
        observe(home, trial.notes)
        ask(home, questions, ids, with_cli=args.cli).show("right after the session closed")
        with redirect_stdout(io.StringIO()):
            for palace in (PALACE, GRAPH):
                command(["reembed", "--pending", "--data-dir", str(home), "--palace", palace])
        ask(home, questions, ids, with_cli=args.cli).show("with all vectors")


if __name__ == "__main__":
    main()
