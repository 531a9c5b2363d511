"""Sync with another simonides server, over REST, by the product's own server."""

import json
import threading
from collections.abc import Generator, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from engine.sync.replicas import EVERY
from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.domain.actor import Actor
from simonides.domain.errors import Forbidden, Invalid, NotReady
from simonides.domain.ids import Mint
from simonides.domain.memory import Origin
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.engine.sync.replica import replica_of
from simonides.engine.tokens import admit
from simonides.replicas.server import PalaceThere, palace_there, sync_server
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.tokens import SqliteTokens
from support.homes import Home


class Hub:
    """A server with a palace, and tokens for it."""

    def __init__(self, home: Path) -> None:
        SqliteShelf(home).create("notes", "", system_clock()).close()
        tokens = SqliteTokens(home)
        self.writer = admit(tokens, "notes", system_clock)[1]
        self.reader = admit(tokens, "notes", system_clock, read_only=True)[1]
        self.process = HttpProcess([*PRODUCT, "--http-only"], product_environment(home))

    def there(self, token: str) -> PalaceThere:
        return palace_there(self.process.url, "notes", token)


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    home = tmp_path_factory.mktemp("hub")
    hub = Hub(home)
    yield hub
    hub.process.end()


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Palace]:
    yield from _opened(tmp_path / "laptop")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Palace]:
    yield from _opened(tmp_path / "desk")


def _opened(home: Path) -> Generator[Palace]:
    engine = Engine(Home(str(home)).shelf(), Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=5))
    try:
        yield engine.create("notes")
    finally:
        engine.close()


def test_two_machines_meet_at_a_server(hub: Hub, laptop: Palace, desk: Palace) -> None:
    note = laptop.memories.remember(Draft("The key is under the mat"))
    rehearsed = sync_server(replica_of(laptop), hub.there(hub.writer), is_dry=True)
    sent = sync_server(replica_of(laptop), hub.there(hub.writer))

    received = sync_server(replica_of(desk), hub.there(hub.writer))

    assert (rehearsed.sent, sent.sent, received.sent) == (1, 1, 0)
    assert not any(report.is_renamed for report in (rehearsed, sent, received))
    assert desk.memories.get(note.id).content == "The key is under the mat"
    desk.memories.forget(note.id)
    sync_server(replica_of(desk), hub.there(hub.writer))
    sync_server(replica_of(laptop), hub.there(hub.writer))
    assert laptop.memories.count(EVERY) == 0


def test_whose_words_something_is_counts_at_a_server_as_far_as_the_token_may_say(hub: Hub, laptop: Palace, desk: Palace) -> None:
    [note] = laptop.intake.file([Draft("my own words", origin=Origin(added_by=Actor.PERSON))], Actor.PERSON)
    sync_server(replica_of(laptop), hub.there(hub.writer))

    sync_server(replica_of(desk), hub.there(hub.writer))
    sync_server(replica_of(laptop), hub.there(hub.writer))

    assert desk.memories.get(note.id).provenance.told == "person, reported"
    assert laptop.memories.get(note.id).provenance.told == "person, own"


def test_a_token_that_may_only_read_receives_and_cannot_send(hub: Hub, laptop: Palace, desk: Palace) -> None:
    laptop.memories.remember(Draft("from the laptop"))
    desk.memories.remember(Draft("only on the desk"))
    sync_server(replica_of(laptop), hub.there(hub.writer))

    told = sync_server(replica_of(desk), hub.there(hub.reader))
    pulled = sync_server(replica_of(desk), hub.there(hub.reader), is_pull=True)

    assert (told.sent, told.received > 0, pulled.waiting) == (0, True, [])
    assert "may only read" in told.waiting[0].reason
    sync_server(replica_of(laptop), hub.there(hub.writer))
    assert "only on the desk" not in {memory.content for memory in laptop.memories.page()}


@pytest.mark.requirement("serve-read-only")
def test_a_server_that_only_reads_numbers_no_changes_and_says_so(tmp_path: Path, laptop: Palace) -> None:
    home = tmp_path / "library"
    there = _opened(home)
    next(there).memories.remember(Draft("The library opens at nine"))
    there.close()
    process = HttpProcess([*PRODUCT, "--http-only", "--read-only"], product_environment(home))

    with pytest.raises(Forbidden, match="this server only reads"):
        sync_server(replica_of(laptop), palace_there(process.url, "notes", None), is_pull=True)
    changes = process.send("GET", "/api/v1/palaces/notes/sync/changes")

    process.end()
    assert changes.status_code == 403
    store = SqliteShelf(home).open("notes")
    assert store.sync.state() is None
    store.close()


def test_a_wrong_token_a_dead_server_and_a_wrong_address_are_told(hub: Hub, laptop: Palace) -> None:
    with pytest.raises(NotReady, match="401"):
        sync_server(replica_of(laptop), hub.there("smn_wrong"))
    with pytest.raises(NotReady, match="cannot be reached"):
        sync_server(replica_of(laptop), palace_there("http://127.0.0.1:9", "notes", None))
    with pytest.raises(Invalid, match="not the address"):
        palace_there("ftp://example.org", "notes", None)
    with pytest.raises(Invalid, match="--token-file"):
        palace_there("https://ann:secret@example.org", "notes", None)


@pytest.mark.parametrize("url", ["http://a..b", "http://127.0.0.1:9/ä", "http://127.0.0.1:9/a%20b"])
def test_a_host_or_a_path_that_nothing_can_send_cannot_be_reached(laptop: Palace, url: str) -> None:
    with pytest.raises(NotReady, match="cannot be reached"):
        sync_server(replica_of(laptop), palace_there(url, "notes", "smn_…"))


class Repeating(BaseHTTPRequestHandler):
    """A server that sends the same changes whatever is there already."""

    def do_GET(self) -> None:
        head = {
            "simonides": "sync",
            "format": 1,
            "palace": "notes",
            "origin": "a1b2",
            "since": {},
            "until": {"a1b2": 1},
            "marks": {},
        }
        body = json.dumps({"head": head, "lines": []} if "/changes" in self.path else {"reach": {}, "marks": {}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Deep(Repeating):
    """A server that answers with more brackets than can be read."""

    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(b"[" * 100_000)


class DeepRefusal(Deep):
    """The same as the sentence of a refusal."""

    status = 403


@pytest.mark.parametrize(("answers", "told"), [(Deep, "did not answer in JSON"), (DeepRefusal, r"answered: \[\[\[")])
def test_an_answer_that_is_nested_too_deep_is_told(laptop: Palace, answers: type[Deep], told: str) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    with pytest.raises((NotReady, Forbidden), match=told):
        sync_server(replica_of(laptop), palace_there(f"http://127.0.0.1:{server.server_port}", "notes", None))

    server.shutdown()
    server.server_close()


def test_a_server_that_repeats_itself_is_not_listened_to_for_ever(laptop: Palace) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Repeating)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    with pytest.raises(NotReady, match="sends again what is here already"):
        sync_server(replica_of(laptop), palace_there(f"http://127.0.0.1:{server.server_port}", "notes", None))

    server.shutdown()
    server.server_close()
