"""Embedders over HTTP: Ollama and servers with OpenAI's API, only when configured."""

import time
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any
from zlib import crc32

from simonides.domain.errors import Invalid, NotReady
from simonides.domain.validation import clean_text
from simonides.embedders.loading import Loading
from simonides.embedders.posting import Sleep, Style, Target, address, check_url, post_json
from simonides.embedders.windows import paragraph_starts, windows
from simonides.frozen import frozen
from simonides.ports.embedder import Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

_PATHS: Mapping[Style, str] = {"ollama": "/api/embed", "openai": "/v1/embeddings"}
_PROBE = "probe"
# OpenAI rejects an empty text, and some Ollama models return no vector for it.
_BLANK = "."


@frozen
class Endpoint:
    """A server, the model to ask it for, and how it wants to be asked."""

    style: Style
    url: str
    """The server's root, as http://127.0.0.1:11434 or https://api.openai.com; a trailing /v1 is accepted."""
    model: str
    key: str | None = None
    question_prefix: str = ""
    """The prefix the model expects before a question, as `query: ` (e5) or `search_query: ` (nomic)."""
    text_prefix: str = ""
    window_chars: int = 2_000
    """A longer text is sent in overlapping parts: servers silently cut or reject what exceeds the model's window."""
    overlap_chars: int = 200
    batch_max: int = 32
    """The most parts in one request."""
    timeout_s: float = 30.0

    def __post_init__(self) -> None:
        check_url(self.url)
        if not self.model.strip():
            raise Invalid("embedder_model", "must not be empty")

    @property
    def target(self) -> Target:
        """The full address."""
        return Target(address(self.style, self.url, _PATHS), self.key, self.timeout_s)

    @property
    def name(self) -> str:
        """The model with its variant; prefixes change the vectors, so they are part of it."""
        prefixes = f"{self.question_prefix}\0{self.text_prefix}".encode()
        variant = f"{self.style}-{crc32(prefixes):08x}" if len(prefixes) > 1 else self.style
        return f"{self.model}/{variant}/1"


class RemoteEmbedder:
    """A model behind HTTP. Without `dimensions` the first answer tells them; `sleep` waits between attempts."""

    def __init__(self, endpoint: Endpoint, dimensions: int = 0, sleep: Sleep = time.sleep) -> None:
        self._dimensions = dimensions
        self._endpoint = endpoint
        self._sleep = sleep
        self._loading = Loading(self._reach, name="the embedding server")

    @property
    def identity(self) -> Identity:
        """The model; its dimensions are 0 until they are known."""
        return Identity(self._endpoint.name, self._dimensions)

    @property
    def state(self) -> State:
        """Ready once the server has answered, until it fails."""
        return self._loading.state

    def warm_up(self) -> None:
        """Ask the server for one vector, in the background; many servers load the model then."""
        self._loading.start()

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - one model reads every text
        """Ask the server for one vector if needed and wait for it."""
        return self._loading.wait(timeout_s)

    def is_outdated(self, text: str, stored: Identity) -> bool:  # noqa: ARG002 - likewise
        """Whether another model embedded it."""
        return stored != self.identity

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        """For each text, in order, one vector per part."""
        return self._embed(texts, self._endpoint.text_prefix)

    def embed_question(self, text: str) -> "Vectors":
        """The vectors of a question, one per part."""
        return self._embed([text], self._endpoint.question_prefix)[0]

    def _embed(self, texts: Sequence[str], prefix: str) -> "list[Vectors]":
        self._loading.get()
        parts_by_text = [_parts(text, self._endpoint) for text in texts]
        parts = [prefix + part for parts in parts_by_text for part in parts]
        try:
            vectors = _unit(self._fetch(parts), self.identity.dimensions)
        except NotReady as error:
            # Others need not try it, too, before it answers again.
            self._loading.drop(error.reason)
            raise
        ends = accumulate((len(parts) for parts in parts_by_text), initial=0)
        return [vectors[start:end] for start, end in pairwise(ends)]

    def _fetch(self, parts: list[str]) -> list[list[float]]:
        size = self._endpoint.batch_max
        return [
            vector
            for start in range(0, len(parts), size)
            for vector in fetch(self._endpoint, parts[start : start + size], self._sleep, self.identity.dimensions)
        ]

    def _reach(self) -> bool:
        self._dimensions = probe(self._endpoint, self._sleep, self._dimensions or None)
        return True


def probe(endpoint: Endpoint, sleep: Sleep = time.sleep, dimensions: int | None = None) -> int:
    """The number of dimensions of the model's vectors, found by one call. Raises NotReady, also when others are expected."""
    return len(fetch(endpoint, [_PROBE], sleep, dimensions)[0])


def fetch(endpoint: Endpoint, inputs: list[str], sleep: Sleep, dimensions: int | None = None) -> list[list[float]]:
    """One vector per input, in order, as the server returns it. Raises NotReady for any other answer."""
    target = endpoint.target
    answer = post_json(target, {"model": endpoint.model, "input": inputs}, sleep)
    try:
        vectors = _ollama_vectors(answer) if endpoint.style == "ollama" else _openai_vectors(answer)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise target.failed("answered without embeddings; check embedder_url") from error
    if len(vectors) != len(inputs):
        raise target.failed(f"returned vectors: {len(vectors)}, texts sent: {len(inputs)}; check embedder and embedder_url")
    sizes = {len(vector) for vector in vectors}
    wanted = dimensions or max(sizes)
    if sizes != {wanted} or not wanted:
        told = f"returned vectors of {sorted(sizes)} dimensions instead of {wanted}"
        raise target.failed(f"{told}; check embedder_model and embedder_dimensions")
    return vectors


def _ollama_vectors(answer: Any) -> list[list[float]]:
    return [_floats(vector) for vector in answer["embeddings"]]


def _openai_vectors(answer: Any) -> list[list[float]]:
    # The API guarantees the index, not the order.
    entries = sorted(answer["data"], key=lambda entry: int(entry["index"]))
    return [_floats(entry["embedding"]) for entry in entries]


def _floats(vector: Any) -> list[float]:
    return [float(number) for number in vector]


def _parts(text: str, endpoint: Endpoint) -> list[str]:
    text = clean_text(text)
    if not text.strip():
        return [_BLANK]
    # A part of spaces only counts as blank.
    cuts = windows(len(text), endpoint.window_chars, endpoint.overlap_chars, paragraph_starts(text))
    return [text[cut].strip() or _BLANK for cut in cuts]


def _unit(vectors: list[list[float]], dimensions: int) -> "Vectors":
    import numpy as np

    # What is too large is told below; numpy would write a warning of its own on stderr.
    with np.errstate(over="ignore"):
        matrix = np.array(vectors, np.float32).reshape(-1, dimensions)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and lengths.all()):
        raise NotReady("the embedding server returned a vector without a direction (zero or not finite); check embedder_model")
    unit: Vectors = matrix / lengths
    return unit
