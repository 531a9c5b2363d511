"""The two clocks at every door: what held at a time (`as_of`), and what was known at a time (`known_at`).

The table names each read of each door. All of them are asked of one palace, in which everything about the lamp held and was
noted in 2020 and ended in 2022, and everything about the harbour was deleted after it had been known.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime
from io import StringIO

import pytest

import simonides
from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.cli.main import main
from simonides.domain.graph import Triple
from simonides.domain.ids import Mint
from simonides.domain.memory import Origin
from simonides.domain.time import Stamp
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.library import OpenPalace
from simonides.settings import Settings
from support.clients import Client, Failure
from support.clock import FixedClock
from support.homes import Home

NAME = "clocks"
LONG_AGO = "1999-01-01"
SENTENCE = "is before the change log began, at "

Times = dict[str, str]
"""`as_of` and `known_at`, as far as they are given."""


@dataclass(frozen=True, slots=True)
class Doors:
    """One palace behind every door; each answers with everything that it tells, as text."""

    palace: Palace
    moment: str
    """When the harbour was known."""
    rest_server: HttpProcess
    tools: Client
    library: OpenPalace

    def cli(self, *words: str, **times: str) -> str:
        flags = [part for name, value in times.items() for part in (f"--{name.replace('_', '-')}", value)]
        with redirect_stdout(StringIO()) as out, redirect_stderr(out):
            main([*words, *flags, "--json"])
        return out.getvalue()

    def rest(self, path: str, **query: str) -> str:
        return self.rest_server.send("GET", f"/api/v1/palaces/{NAME}{path}", params=query).text

    def tool(self, name: str, **arguments: object) -> str:
        try:
            return json.dumps(self.tools.ask("tools/call", name=name, arguments=arguments))
        except Failure as failure:
            return str(failure)

    def python(self, ask: Callable[..., object], **times: str) -> str:
        try:
            return str(ask(**times))
        except simonides.SimonidesError as error:
            return str(error)


Ask = Callable[[Doors, Times], str]
QUESTION = "the lamp and the harbour"

BOTH_CLOCKS: dict[str, Ask] = {
    "search: search": lambda to, at: to.cli("search", QUESTION, **at),
    "search: recall": lambda to, at: to.cli("recall", QUESTION, "--deep", **at),
    "search: GET /search": lambda to, at: to.rest("/search", q=QUESTION, **at),
    "search: GET /recall": lambda to, at: to.rest("/recall", q=QUESTION, deep="true", **at),
    "search: recall_memory": lambda to, at: to.tool("recall_memory", question=QUESTION, **at),
    "search: recall_memory facts": lambda to, at: to.tool("recall_memory", question="Ada Lamp Harbour", where="facts", **at),
    "search: search()": lambda to, at: to.python(to.library.search, question=QUESTION, **at),
    "list: list": lambda to, at: to.cli("list", **at),
    "list: GET /memories": lambda to, at: to.rest("/memories", **at),
    "list: memory_overview": lambda to, at: to.tool("memory_overview", show="new", **at),
    "list: memories()": lambda to, at: to.python(to.library.memories, **at),
    "facts: kg query": lambda to, at: to.cli("kg", "query", "Ada", **at),
    "facts: kg timeline": lambda to, at: to.cli("kg", "timeline", "Ada", **at),
    "facts: kg timeline of all": lambda to, at: to.cli("kg", "timeline", **at),
    "facts: GET /kg": lambda to, at: to.rest("/kg", subject="Ada", **at),
    "facts: GET /facts": lambda to, at: to.rest("/facts", entity="Ada", **at),
    "facts: GET /facts of all": lambda to, at: to.rest("/facts", **at),
    "facts: memory_facts": lambda to, at: to.tool("memory_facts", subject="Ada", **_with_when(at)),
    "facts: memory_facts of all": lambda to, at: to.tool("memory_facts", **_with_when(at)),
    "facts: memory_facts timeline": lambda to, at: to.tool("memory_facts", do="timeline", subject="Ada", **_with_when(at)),
    "facts: facts_about()": lambda to, at: to.python(to.library.facts_about, entity="Ada", **at),
    "nodes: kg node": lambda to, at: to.cli("kg", "node", "Ada", **at),
    "nodes: GET /entities": lambda to, at: to.rest("/entities", **at),
    "nodes: GET /entities/{name}": lambda to, at: to.rest("/entities/Ada", **at),
    "nodes: node()": lambda to, at: to.python(to.library.node, name="Ada", **at),
}
"""Reads that know both clocks."""

ONE_CLOCK: dict[str, Ask] = {
    "get": lambda to, at: to.cli("get", "harbour", **at),
    "GET /drawers/{id}": lambda to, at: to.rest("/drawers/harbour", **at),
    "read_memory": lambda to, at: to.tool("read_memory", id="harbour", **at),
    "get()": lambda to, at: to.python(to.library.get, memory_id="harbour", **at),
    "GET /known": lambda to, at: to.rest("/known", **_as_at(at)),
    "past_known": lambda to, at: to.tool("past_known", **_as_at(at)),
}
"""Reads of one record, which either held or did not, and those of the past alone: they need only what was known."""

UNDOS: dict[str, Callable[[Doors, int], str]] = {
    "undo": lambda to, change: to.cli("undo", str(change)),
    "POST /undo": lambda to, change: to.rest_server.send("POST", f"/api/v1/palaces/{NAME}/undo", json={"changes": [change]}).text,
    "past_undo": lambda to, change: to.tool("past_undo", changes=[change]),
    "revise_memory": lambda to, change: to.tool("revise_memory", do="undo", ids=[str(change)]),
    "undo()": lambda to, change: to.python(lambda: to.library.undo(change)),
}


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder, clock = tmp_path_factory.mktemp("data"), FixedClock()
    engine = Engine(Home(str(folder)).shelf(), Equipment(HashingEmbedder(), clock, Mint(), patience_s=5))
    palace = engine.create(NAME)
    moment = furnish(palace, clock)
    server = HttpProcess([*PRODUCT, "--http-only", "--palace", NAME], product_environment(folder))
    settings = Settings(data_dir=folder, palace=NAME, embedder="hashing")
    tools = Client(settings, "core", "past")
    with pytest.MonkeyPatch.context() as patch, OpenPalace(settings) as library:
        for name, value in {"HOME": folder, "CONFIG": folder / "none.toml", "EMBEDDER": "hashing", "PALACE": NAME}.items():
            patch.setenv(f"SIMONIDES_{name}", str(value))
        yield Doors(palace, moment, server, tools, library)
    tools.lazy.close()
    server.end()
    engine.close()


def furnish(palace: Palace, clock: FixedClock) -> str:
    """Fill the palace; returns the moment at which the harbour was known."""
    # The log begins after this one.
    palace.memories.remember(Draft("first of all"))
    palace.store.changes.trim(keep=0)
    clock.now, began = datetime(2020, 6, 1, tzinfo=UTC), Stamp.parse("2020-06-01")
    for name, text in (("lamp", "the lamp burns oil"), ("harbour", "the harbour closes at nine")):
        palace.memories.remember(Draft(text, origin=Origin(event_time=began.start)), name)
        palace.facts.add("Ada", "owns", f"the {name}", valid_from=began)
    palace.entities.create([EntityDraft("Ada", "person")])
    palace.entities.observe([("Ada", ["trims the lamp", "knows the harbour"])])
    clock.now = datetime(2022, 6, 1, tzinfo=UTC)
    palace.amending.invalidate("lamp")
    palace.facts.end("Ada", "owns", "the lamp", Stamp.parse("2022-06-01"))
    clock.now = datetime.now(UTC)
    moment = palace.past.acts.newest(1)[0].at
    palace.memories.forget("harbour")
    palace.facts.delete([Triple("Ada", "owns", "the harbour")])
    palace.entities.forget_observations([("Ada", [1])])
    palace.entities.delete(["the harbour"])
    # Of 2020, and told only now.
    palace.memories.remember(Draft("the lantern burns oil like the lamp", origin=Origin(event_time=began.start)))
    return moment.isoformat()


@pytest.mark.requirement("past-two-clocks")
@pytest.mark.parametrize("read", BOTH_CLOCKS)
def test_a_read_tells_what_held_and_what_was_known(doors: Doors, read: str) -> None:
    ask = BOTH_CLOCKS[read]

    assert "the lamp" in ask(doors, {"as_of": "2021"})
    assert "the lamp" not in ask(doors, {"as_of": "2019"})
    assert "the harbour" not in ask(doors, {"as_of": "2021"}).replace(QUESTION, "")
    assert "the harbour" in ask(doors, {"known_at": doors.moment})
    assert "the harbour" not in ask(doors, {}).replace(QUESTION, "")
    both = ask(doors, {"as_of": "2021", "known_at": doors.moment})
    assert "the lamp" in both
    assert "the harbour" in both


@pytest.mark.requirement("past-two-clocks")
@pytest.mark.parametrize(
    "read", [name for name in BOTH_CLOCKS if name.startswith(("search", "list")) and not name.endswith("facts")]
)
def test_what_held_is_counted_from_the_event_and_what_was_known_from_the_filing(doors: Doors, read: str) -> None:
    ask = BOTH_CLOCKS[read]

    assert "the lantern" in ask(doors, {"as_of": "2021"})
    assert "the lantern" not in ask(doors, {"as_of": "2019"})
    assert "the lantern" not in ask(doors, {"known_at": doors.moment})
    assert "the lantern" not in ask(doors, {"as_of": "2021", "known_at": doors.moment})


@pytest.mark.requirement("past-two-clocks")
@pytest.mark.parametrize("read", ONE_CLOCK)
def test_a_record_is_read_as_it_was_known(doors: Doors, read: str) -> None:
    assert "the harbour" in ONE_CLOCK[read](doors, {"known_at": doors.moment})
    assert "the harbour" not in ONE_CLOCK[read](doors, {})


@pytest.mark.requirement("past-two-clocks")
@pytest.mark.parametrize("read", [*BOTH_CLOCKS, *ONE_CLOCK])
def test_what_cannot_be_asked_is_told_in_one_sentence_and_changes_nothing(doors: Doors, read: str) -> None:
    ask, latest = {**BOTH_CLOCKS, **ONE_CLOCK}[read], doors.palace.store.changes.latest()
    early = ask(doors, {"known_at": LONG_AGO})
    nonsense = ask(doors, {"known_at": "soon"})

    assert SENTENCE in early
    assert "soon" in nonsense
    for told in (early, nonsense):
        assert "Traceback" not in told
        assert len(told.strip().splitlines()) == 1
    assert doors.palace.store.changes.latest() == latest


@pytest.mark.requirement("past-undo-refused")
@pytest.mark.parametrize("door", UNDOS)
def test_an_undo_that_cannot_be_is_told_in_one_sentence_and_changes_nothing(doors: Doors, door: str) -> None:
    undo, latest = UNDOS[door], doors.palace.store.changes.latest()
    filed = doors.palace.past.acts.about("memory", "lamp")[-1].number

    # More than a list shows, more than a store can count.
    unknown, huge, built_upon = undo(doors, 999_999), undo(doors, 10**30), undo(doors, filed)

    assert "change not found: 999999" in unknown
    assert "Traceback" not in huge
    assert f"{filed} cannot be undone alone: change " in built_upon
    for told in (unknown, built_upon):
        assert "Traceback" not in told
        assert len(told.strip().splitlines()) == 1
    assert doors.palace.store.changes.latest() == latest


def _as_at(times: Times) -> Times:
    """What tells of the past alone calls the moment `at`."""
    return {"at" if name == "known_at" else name: value for name, value in times.items()}


def _with_when(times: Times) -> Times:
    """The tool for facts has one word for every time of validity."""
    return {"when" if name == "as_of" else name: value for name, value in times.items()}
