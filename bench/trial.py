"""A year of notes filed over MCP, and asked for through every door: `python -m bench.trial [--set NAME] [--half aside] [--cli]`.

The notes go through the real server with `mempalace_add_drawer`, each with its date, as agents write them; what a set has of
conversations and of a repository is mined. Then the session ends, a new process is asked at once, and again when every note has
its vectors: through the core, palace, trusty and memory tool sets, over REST, from Python, and with --cli through the command
line, which loads its models anew for each question. The graph tool set searches nodes, so for it each text is observed of a node
of its own in another palace.

Printed are the shares of questions whose first hit, and one of whose first five hits, is an answer; of a list all answers must
be among the first five, or among twice as many as there are answers; and the tokens of a reply with five hits, as a reader gets
it (over MCP its text alone). What is shown by a passage counts as found; whether the passage shows the answer is measured by
`bench.economy`, and questions without an answer by `bench.answerable`.
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
from statistics import mean
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import simonides
from bench.load import SERVE, serving
from bench.servers import Server
from bench.sets import FIRST_WEEKS, HALVES, YEARS, File, Note, Question, Trial, read_afresh, read_trial
from simonides.cli.main import main as command
from simonides.domain.text.token_estimate import typical_tokens
from simonides.frozen import frozen

LOOKED_AT = 20
READ = 5
"""How many hits a reply has whose tokens are counted."""
TOOLS = "core,palace,trusty,memory,graph"
ROOMY = 10_000
"""Tokens enough for every hit that is looked at."""
GRAPH = "graph"
"""The palace in which each note is observed of a node of its own, for the graph tool set."""
PALACE = "default"


@frozen
class Reply:
    """What a reader gets, and the texts of the hits in it."""

    text: str
    found: list[str]


Ask = Callable[[str, int], Reply]
"""Asks a question for a number of hits."""


@dataclass(slots=True)
class Score:
    """How many questions were asked, how many found an answer first, or among the first five, and the tokens of each reply."""

    asked: int = 0
    first: int = 0
    five: int = 0
    tokens: list[int] = field(default_factory=list)

    def add(self, question: Question, found: Sequence[str], tokens: int = 0) -> None:
        """Count one question and what it found, best first: the ids of notes, and the texts of what is none."""
        answers = set(question.answers)
        self.asked += 1
        self.first += bool(found) and question.is_answered_by(found[0])
        self.tokens.append(tokens)
        if question.kind == "list":
            self.five += answers <= set(found[: max(5, 2 * len(answers))])
        else:
            self.five += any(map(question.is_answered_by, found[:5]))

    def told(self) -> str:
        """Both shares in percent."""
        return f"{100 * self.first / self.asked:5.1f} {100 * self.five / self.asked:5.1f}"


@dataclass(slots=True)
class Board:
    """The scores of each door by kind of question; `all` is every kind."""

    scores: dict[str, dict[str, Score]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(Score)))

    def add(self, door: str, question: Question, found: Sequence[str], tokens: int) -> None:
        """Count one question through one door."""
        for kind in (question.kind, "all"):
            self.scores[kind][door].add(question, found, tokens)

    def show(self, title: str) -> None:
        """Print first and first five of every door, kind by kind, and the tokens of a reply."""
        doors = list(self.scores["all"])
        print(f"\n{title}: first and first five, in percent")
        print(f"{'':16}{'n':>4}  " + "  ".join(f"{door:>11}" for door in doors))
        for kind, by_door in sorted(self.scores.items(), key=lambda item: (item[0] == "all", item[0])):
            asked = by_door[doors[0]].asked
            print(f"{kind:16}{asked:>4}  " + "  ".join(by_door[door].told() for door in doors))
        tokens = (mean(self.scores["all"][door].tokens) for door in doors)
        print(f"{'tokens':16}{'':>4}  " + "  ".join(f"{count:11.0f}" for count in tokens), flush=True)


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


def mine(home: Path, files: Sequence[File]) -> list[str]:
    """Mine conversations and the files of a repository, and return the texts that were filed."""
    with tempfile.TemporaryDirectory() as folder:
        for each in files:
            path = Path(folder, each.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(each.text, encoding="utf-8")
        for root in sorted({each.path.split("/")[0] for each in files}):
            quietly("mine", str(Path(folder, root)), "--data-dir", str(home), "--palace", PALACE)
    with simonides.open(home, palace=PALACE) as palace:
        return [each.content for each in palace.memories(limit=ROOMY) if each.origin.source]


def kept_whole(home: Path, team: Trial) -> None:
    """File and mine all of a set, with every vector."""
    file(home, team.notes)
    mine(home, team.files)
    quietly("reembed", "--pending", "--data-dir", str(home), "--palace", PALACE)


def observe(home: Path, notes: Sequence[Note], mined: Sequence[str]) -> None:
    """Observe every note, and every text that was mined, of a node of its own, in one session."""
    nodes = [(note.id, note.room, written(note)) for note in notes]
    nodes += [(f"file-{number}", "file", text) for number, text in enumerate(mined)]
    with server(home, GRAPH) as running:
        for name, kind, text in nodes:
            running.call("create_entities", {"entities": [{"name": name, "entity_type": kind, "observations": [text]}]})


def quietly(*words: str) -> None:
    """Run a command without its output."""
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        command([*words])


@contextmanager
def doors(home: Path, *, with_cli: bool) -> Iterator[Mapping[str, Ask]]:
    """Every way to ask."""
    web = serving([sys.executable, "-m", "simonides", *SERVE], str(home), "bundled")
    opened = simonides.open(home, palace=PALACE)
    with server(home) as running, server(home, GRAPH) as graph, web as (_, port), opened as palace:
        ways: dict[str, Ask] = {
            "core": lambda text, limit: _by_core(running, text, limit),
            "palace": lambda text, limit: _by_tool(running, "mempalace_search", text, {"limit": limit}, "text"),
            "trusty": lambda text, limit: _by_tool(running, "memory_recall_deep", text, {"top_k": limit}, "content"),
            "memory": lambda text, limit: _by_tool(running, "recall", text, {"limit": limit}, "content"),
            "graph": lambda text, limit: _by_tool(graph, "search_nodes", text, {"limit": limit}, "matched_observation"),
            "rest": lambda text, limit: _by_rest(port, text, limit),
            "python": lambda text, limit: Reply("", [hit.memory.content for hit in palace.search(text, limit=limit)]),
        }
        yield ways | ({"cli": lambda text, limit: _by_command(home, text, limit)} if with_cli else {})


def by_excerpt(excerpt: str, notes: Mapping[str, str]) -> str | None:
    """The note that a passage, on one line and with ellipses where it was cut, is of."""
    if excerpt in notes:
        return excerpt
    said = " ".join(excerpt.strip("…").split())
    return next((text for text in notes if said in " ".join(text.split())), None)


def found_of(text: str, ids: Mapping[str, str]) -> str:
    """The id of the note that a text is of, or the whole of what was mined; the text itself, on one line, where it is of none."""
    note = by_excerpt(text, ids)
    return " ".join(text.split()) if note is None else ids[note]


def _by_core(running: Server, text: str, limit: int) -> Reply:
    arguments = {"question": text, "limit": limit} | ({"max_tokens": ROOMY} if limit > READ else {})
    reply = running.ask("tools/call", {"name": "recall_memory", "arguments": arguments, "_meta": {"simonides/structured": True}})
    result = reply["result"]
    return Reply(result["content"][0]["text"], [hit["text"] for hit in result["structuredContent"]["hits"]])


def _by_tool(running: Server, tool: str, text: str, arguments: Mapping[str, object], name: str) -> Reply:
    reply = running.ask("tools/call", {"name": tool, "arguments": {"query": text, **arguments}})
    told: str = reply["result"]["content"][0]["text"]
    data: Any = json.loads(told)
    return Reply(told, [each[name] for each in (data if isinstance(data, list) else data["results"])])


def _by_rest(port: int, text: str, limit: int) -> Reply:
    tokens = "&max_tokens=0" if limit > READ else ""
    with urlopen(f"http://127.0.0.1:{port}/api/v1/palaces/{PALACE}/answer?top_k={limit}{tokens}&q={quote(text)}") as reply:
        told = reply.read().decode()
    return Reply(told, [each["drawer"]["content"] for each in json.loads(told)["found"]])


def _by_command(home: Path, text: str, limit: int) -> Reply:
    out = io.StringIO()
    form = ["--json", "--max-tokens", "0"] if limit > READ else []
    words = ["search", "--limit", str(limit), *form, "--data-dir", str(home), "--palace", PALACE, "--", text]
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        command(words)
    return Reply(out.getvalue(), [each["content"] for each in json.loads(out.getvalue())] if form else [])


def ask(home: Path, questions: Sequence[Question], ids: Mapping[str, str], *, with_cli: bool) -> Board:
    """Ask every question through every door."""
    board = Board()
    with doors(home, with_cli=with_cli) as ways:
        for door, way in ways.items():
            for question in questions:
                found = [found_of(text, ids) for text in way(question.question, LOOKED_AT).found]
                board.add(door, question, found, typical_tokens(way(question.question, READ).text))
    return board


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=YEARS + FIRST_WEEKS, default="trial", dest="name", help="whose year of notes")
    parser.add_argument("--half", choices=HALVES, default="open")
    parser.add_argument("--afresh", action="store_true", help="the questions that were written afresh to the trial year instead")
    parser.add_argument("--cli", action="store_true", help="also ask through the command line, once every note has its vectors")
    args = parser.parse_args()
    trial = read_trial("trial" if args.afresh else args.name)
    questions = read_afresh() if args.afresh else trial.answered(args.half)
    ids = {written(note): note.id for note in trial.notes}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        file(home, trial.notes)
        mined = mine(home, trial.files)
        ids |= {text: " ".join(text.split()) for text in mined}
        observe(home, trial.notes, mined)
        ask(home, questions, ids, with_cli=False).show("right after the session closed")
        for palace in (PALACE, GRAPH):
            quietly("reembed", "--pending", "--data-dir", str(home), "--palace", palace)
        ask(home, questions, ids, with_cli=args.cli).show("with all vectors")


if __name__ == "__main__":
    main()
