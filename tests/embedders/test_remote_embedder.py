import socket
from dataclasses import replace

import numpy as np
import pytest

from embedders import server as wire
from embedders.server import Behaviour, EmbeddingServer
from simonides.domain.errors import Invalid, NotReady
from simonides.embedders.posting import Style
from simonides.embedders.remote import Endpoint, RemoteEmbedder, probe
from simonides.ports.embedder import Embedder, Identity, State

STYLES: list[Style] = ["ollama", "openai"]


def endpoint(server: EmbeddingServer, style: Style = "ollama") -> Endpoint:
    return Endpoint(style, server.url, "nomic-embed-text", timeout_s=20)


def no_sleep(seconds: float) -> None:
    """Pass no time."""


def expected(text: str) -> np.ndarray:
    vector = np.array(wire.vector(text), np.float32)
    return vector / np.linalg.norm(vector)


@pytest.mark.parametrize("style", STYLES)
def test_texts_have_their_unit_vectors_in_order(server: EmbeddingServer, style: Style) -> None:
    embedder: Embedder = RemoteEmbedder(endpoint(server, style), dimensions=4)

    made = embedder.embed_texts(["one", "the second", "third"])

    for text, vectors in zip(["one", "the second", "third"], made, strict=True):
        assert np.allclose(vectors, [expected(text)], atol=1e-6)


@pytest.mark.parametrize(("style", "path"), [("ollama", "/api/embed"), ("openai", "/v1/embeddings")])
def test_the_request_is_what_the_server_expects(server: EmbeddingServer, style: Style, path: str) -> None:
    RemoteEmbedder(replace(endpoint(server, style), key="secret"), dimensions=4).embed_question("hello")

    request = server.received[-1]
    assert (request.path, request.message) == (path, {"model": "nomic-embed-text", "input": ["hello"]})
    assert request.headers["Authorization"] == "Bearer secret"


def test_without_a_key_none_is_sent(server: EmbeddingServer) -> None:
    RemoteEmbedder(endpoint(server), dimensions=4).embed_question("hello")

    assert "Authorization" not in server.received[-1].headers


def test_an_address_that_ends_in_v1_is_understood(server: EmbeddingServer) -> None:
    probe(replace(endpoint(server, "openai"), url=f"{server.url}/v1/"))

    assert server.received[-1].path == "/v1/embeddings"


@pytest.mark.parametrize("style", STYLES)
def test_one_call_finds_the_dimensions(server: EmbeddingServer, style: Style) -> None:
    assert probe(endpoint(server, style)) == 4
    assert len(server.received) == 1


def test_prefixes_are_put_before_questions_and_texts_and_change_the_identity(server: EmbeddingServer) -> None:
    plain = endpoint(server)
    embedder = RemoteEmbedder(replace(plain, question_prefix="query: ", text_prefix="passage: "), dimensions=4)

    embedder.embed_question("who?")
    embedder.embed_texts(["she"])

    assert server.inputs[-2:] == [["query: who?"], ["passage: she"]]
    assert RemoteEmbedder(plain, dimensions=4).identity == Identity("nomic-embed-text/ollama/1", 4)
    assert embedder.identity != RemoteEmbedder(plain, dimensions=4).identity


def test_many_texts_go_in_batches(server: EmbeddingServer) -> None:
    embedder = RemoteEmbedder(replace(endpoint(server), batch_max=3), dimensions=4)

    made = embedder.embed_texts([f"text {number}" for number in range(7)])

    assert [len(inputs) for inputs in server.inputs[1:]] == [3, 3, 1]
    assert np.allclose(made[6], [expected("text 6")], atol=1e-6)


def test_a_long_text_goes_in_parts_that_reach_its_end(server: EmbeddingServer) -> None:
    embedder = RemoteEmbedder(replace(endpoint(server), window_chars=100, overlap_chars=10), dimensions=4)

    made = embedder.embed_texts(["short", "abcdefghi " * 40 + "the end"])

    parts = server.inputs[-1][1:]
    assert [len(vectors) for vectors in made] == [1, len(parts)]
    assert max(map(len, parts)) <= 100
    assert parts[-1].endswith("the end")


@pytest.mark.parametrize("text", ["", " \n ", "\ud800"])
def test_odd_texts_are_sent_as_something_every_server_takes(server: EmbeddingServer, text: str) -> None:
    vectors = RemoteEmbedder(endpoint(server), dimensions=4).embed_question(text)

    assert vectors.shape == (1, 4)
    assert server.inputs[-1] in (["."], ["\ufffd"])


def test_no_texts_have_no_vectors(server: EmbeddingServer) -> None:
    assert RemoteEmbedder(endpoint(server), dimensions=4).embed_texts([]) == []


@pytest.mark.parametrize(
    ("behaviour", "pause_s"),
    [
        (wire.status(429, Retry_After="7"), 7.0),
        (wire.status(429, Retry_After="9999"), 30.0),
        (wire.status(503), 0.5),
        (wire.status(503, Retry_After="soon"), 0.5),
        (wire.reset, 0.5),
    ],
)
def test_a_passing_failure_is_tried_again_after_the_time_the_server_asks_for(
    server: EmbeddingServer, behaviour: Behaviour, pause_s: float
) -> None:
    server.first.append(behaviour)
    pauses: list[float] = []

    dimensions = probe(endpoint(server), sleep=pauses.append)

    assert (dimensions, pauses) == (4, [pause_s])


def test_a_date_to_retry_after_is_measured_by_the_servers_clock(server: EmbeddingServer) -> None:
    def busy(handler: wire.Handler) -> None:
        handler.fixed_date = "Sun, 15 Nov 2026 09:00:00 GMT"
        wire.status(503, Retry_After="Sun, 15 Nov 2026 09:00:12 GMT")(handler)

    server.first.append(busy)
    pauses: list[float] = []

    probe(endpoint(server), sleep=pauses.append)

    assert pauses == [12.0]


def test_a_server_that_goes_on_failing_is_given_up(server: EmbeddingServer) -> None:
    server.first.extend([wire.status(500)] * 10)
    pauses: list[float] = []

    with pytest.raises(NotReady, match=f"{server.url}/api/embed answered 500: .*asked for by the test"):
        probe(endpoint(server), sleep=pauses.append)

    assert pauses == [0.5, 1.0, 2.0]
    assert len(server.received) == 4


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        (wire.status(404), "answered 404"),
        (wire.status(401), "answered 401"),
        (wire.status(302, Location="http://127.0.0.1:1/elsewhere"), "answered 302"),
        (wire.body(b"<html>hello</html>"), "did not answer in JSON"),
        (wire.body(b"\xff\xfe\xff"), "did not answer in JSON"),
        (wire.body(b"[" * 100_000), "did not answer in JSON"),
        (wire.body(b"[]"), "answered without embeddings"),
        (wire.body(b'{"embeddings": "none", "data": [1]}'), "answered without embeddings"),
        (wire.body(b'{"embeddings": null, "data": null}'), "answered without embeddings"),
        (
            wire.body(b'{"embeddings": [[1%s]], "data": [{"index": 1e999, "embedding": [1]}]}' % (b"0" * 400)),
            "answered without embeddings",
        ),
        (wire.vectors(), "returned vectors: 0, texts sent: 1"),
        (wire.vectors([1.0], [2.0]), "returned vectors: 2, texts sent: 1"),
        (wire.vectors([]), r"returned vectors of \[0\] dimensions"),
    ],
)
@pytest.mark.parametrize("style", STYLES)
def test_a_wrong_answer_is_not_ready_at_once_and_names_the_server(
    server: EmbeddingServer, style: Style, behaviour: Behaviour, sentence: str
) -> None:
    server.first.append(behaviour)

    with pytest.raises(NotReady, match=f"{server.url}/.*{sentence}"):
        probe(endpoint(server, style), sleep=no_sleep)

    assert len(server.received) == 1


def test_vectors_of_another_size_than_configured_are_refused(server: EmbeddingServer) -> None:
    embedder = RemoteEmbedder(endpoint(server), dimensions=768, sleep=no_sleep)

    assert not embedder.wait(60)
    with pytest.raises(NotReady, match=r"\[4\] dimensions instead of 768"):
        embedder.embed_question("hello")


@pytest.mark.parametrize("number", [0.0, 1e300, float("nan")])
def test_a_vector_without_direction_is_refused(server: EmbeddingServer, number: float) -> None:
    embedder = RemoteEmbedder(endpoint(server), dimensions=4)
    embedder.wait(60)
    server.first.append(wire.vectors([number] * 4))

    with pytest.raises(NotReady, match="without a direction"):
        embedder.embed_question("hello")


def test_nobody_listening_is_not_ready_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    with pytest.raises(NotReady, match=f"http://127.0.0.1:{port}/api/embed cannot be reached"):
        probe(Endpoint("ollama", f"http://127.0.0.1:{port}", "any"), sleep=no_sleep)


def test_a_silent_server_is_given_up_in_time(server: EmbeddingServer) -> None:
    server.first.append(wire.silence)

    with pytest.raises(NotReady, match=r"did not answer within 0\.05 s"):
        probe(replace(endpoint(server), timeout_s=0.05), sleep=no_sleep)


def test_the_state_follows_the_server(server: EmbeddingServer) -> None:
    server.first.append(wire.status(400))
    embedder = RemoteEmbedder(endpoint(server), dimensions=4)

    states: list[State] = [embedder.state]
    for _ in range(2):
        embedder.wait(60)
        states.append(embedder.state)

    assert states == ["idle", "error", "ready"]


@pytest.mark.parametrize(
    "url", ["ftp://host", "file:///etc/passwd", "127.0.0.1:11434", "http://", "http://host:port", "http://a:b@host"]
)
def test_only_plain_web_addresses_are_accepted(url: str) -> None:
    with pytest.raises(Invalid, match="embedder_url"):
        Endpoint("ollama", url, "any")


def test_a_model_must_be_named() -> None:
    with pytest.raises(Invalid, match="embedder_model"):
        Endpoint("openai", "http://127.0.0.1", " ")
