"""Who works with whom? The composition root: the only module that knows which store and which embedder are in use.

Adapters are imported when they are needed: the handshake must not pay for numpy, nor a `--help` for a database.
"""

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from simonides import __version__
from simonides.domain.errors import Invalid, SimonidesError
from simonides.domain.naming import check_place_name
from simonides.settings import Settings

if TYPE_CHECKING:
    from socket import socket

    from starlette.routing import BaseRoute

    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace
    from simonides.ports.embedder import Embedder
    from simonides.ports.writer import Writer
    from simonides.servers.http_access import Access
    from simonides.servers.protocol import Core
    from simonides.toolkit.catalogue import Catalogue
    from simonides.toolkit.introduction import Introduction
    from simonides.toolkit.offering import Offering
    from simonides.toolkit.tool import Toolset


def build_engine(settings: Settings, *, patience_s: float | None = None) -> "Engine":
    """An engine over the configured store and embedder."""
    from simonides.domain.ids import Mint
    from simonides.domain.time import system_clock
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Means
    from simonides.mining.code.folders import Folders
    from simonides.stores.sqlite.shelf import SqliteShelf

    means = Means(
        embedder=build_embedder(settings),
        clock=system_clock,
        mint=Mint(),
        patience_s=settings.patience_s if patience_s is None else patience_s,
        sources=Folders(),
        writer=build_writer(settings),
    )
    return Engine(SqliteShelf(settings.data_dir), means)


def build_embedder(settings: Settings) -> "Embedder":
    """The configured embedder, behind a cache of recent texts."""
    from simonides.embedders.caching import CachingEmbedder

    return CachingEmbedder(_embedder(settings))


def build_writer(settings: Settings) -> "Writer | None":
    """The configured language model; None where nobody has set one up."""
    if settings.writer is None:
        return None
    from simonides.writers.chat import ChatWriter, Endpoint

    if settings.writer not in {"ollama", "openai"}:
        raise Invalid("writer", f"'{settings.writer}' is unknown; choose ollama or openai")
    if not settings.writer_url or not settings.writer_model:
        raise Invalid("writer", f"'{settings.writer}' needs writer_url and writer_model to be set")
    style: Literal["ollama", "openai"] = "ollama" if settings.writer == "ollama" else "openai"
    return ChatWriter(Endpoint(style, settings.writer_url, settings.writer_model, settings.writer_key))


def build_core(settings: Settings, tools: Sequence[str], lazy: "LazyEngine") -> "Core":
    """An MCP server without a transport, for the tool sets named."""
    from simonides.servers.protocol import Core, identify
    from simonides.toolkit.introduction import introduce

    introduction = introduce([_introduction(name) for name in tools])
    return Core(
        introduction,
        lambda: _catalogue(tools),
        lazy.open_receiver,
        server_info=identify(introduction, "simonides", __version__) | _default_palace(settings, tools),
        default_scope=settings.palace,
        offering=_offering(tools, lazy),
    )


def serve(settings: Settings, tools: Sequence[str]) -> int:
    """Serve one client on stdin and stdout until it leaves, and any number over HTTP where that is set."""
    if settings.http is not None or settings.http_only:
        return _serve_http(settings, tools)
    from simonides.servers.stdio import serve_stdio
    from simonides.servers.wires import take_wires

    wires = take_wires()
    lazy = LazyEngine(settings)
    core = build_core(settings, tools, lazy)
    return serve_stdio(core, wires=wires, on_first_reply=lazy.make_palace_soon, on_first_call=lazy.start, shutdown=[lazy.close])


def _serve_http(settings: Settings, tools: Sequence[str]) -> int:
    from simonides.servers.http import HttpServer, serve_alone
    from simonides.servers.stdio import serve_stdio
    from simonides.servers.stopping import Stop
    from simonides.servers.wires import take_wires

    listener, access = _listen(settings)
    wires = None if settings.http_only else take_wires()
    stop = Stop()
    lazy = LazyEngine(settings)
    core = build_core(settings, tools, lazy)
    read_routes = partial(build_companion_routes, settings, lazy)
    http = HttpServer(core, listener, access, on_end=stop.ask, read_routes=read_routes)
    # Many clients share this server, so it has the model ready before the first of them asks.
    lazy.start()
    if wires is None:
        return serve_alone(http, stop, shutdown=[lazy.close])
    http.start()
    serve_stdio(core, wires=wires, stop=stop, shutdown=[http.end, lazy.close])
    return http.leave()


def build_companion_routes(settings: Settings, lazy: "LazyEngine", *, interval_s: float = 0.5) -> "list[BaseRoute]":
    """The REST operations and the event stream, for an HTTP server that guards them; listeners look every `interval_s`."""
    from simonides.servers.companion import Api, Companion
    from simonides.toolsets import companion
    from simonides.toolsets.companion.following import Follower
    from simonides.toolsets.companion.site import Site
    from simonides.toolsets.companion.watching import Watch

    def open_receiver(receiver: type, name: str | None, may_make: bool) -> object:  # noqa: FBT001 - the toolkit's order
        if receiver is Site:
            return Site(lazy.engine(), __version__, settings.palace, str(settings.data_dir))
        return lazy.open_receiver(receiver, name, may_make)

    watch = Watch(lazy.engine, interval_s)
    follow = partial(Follower, watch)
    return [Companion(Api(__version__, companion.ROUTES, companion.STATUSES, open_receiver, follow, interval_s))]


def _listen(settings: Settings) -> "tuple[socket, Access]":
    from simonides.servers.http_access import access_to
    from simonides.servers.http_address import read_address

    if settings.http is None:
        raise Invalid("http_only", "where to listen is not said; --http ADDR does")
    if find_spec("mcp") is None:
        raise Invalid("http", "it takes more packages: pip install 'simonides[http]'")
    try:
        address = read_address(settings.http)
        access = access_to(address, settings.token, settings.http_names)
    except ValueError as error:
        raise Invalid("http", str(error)) from error
    return address.listen(), access


class LazyEngine:
    """An engine that is built at the first call, in the background, so that the handshake waits for nothing."""

    def __init__(self, settings: Settings) -> None:
        if settings.palace is not None:
            # A name that no palace can have is told at the start, not at the first call.
            check_place_name(settings.palace, "palace")
        self._settings = settings
        self._lock = threading.Lock()
        self._making = threading.Lock()
        self._engine: Engine | None = None

    def engine(self) -> "Engine":
        """The engine, built now if it is not yet; whoever asks meanwhile waits."""
        with self._lock:
            if self._engine is None:
                # Two threads that import numpy at the same time may both fail: one does it, here, before any other thread starts.
                import numpy  # noqa: F401, ICN001 - imported for its effect

                self._engine = build_engine(self._settings)
                self._engine.catch_up_in_background()
                self._engine.dream_in_background()
                if self._settings.palace is not None:
                    # Whoever works on it is told by his call; those who work on others are served.
                    with _told_on_stderr():
                        self._engine.create(self._settings.palace)
            return self._engine

    def make_palace_soon(self) -> None:
        """Make the palace that `--palace` names, in the background: the client is answered first."""
        if self._settings.palace is not None:
            threading.Thread(target=self.make_palace, name="making", daemon=True).start()

    def make_palace(self) -> None:
        """Make the palace that `--palace` names, if there is none; cheaper than the whole engine, and cheap when it is there."""
        if self._settings.palace is None:
            return
        from simonides.domain.time import system_clock
        from simonides.stores.sqlite.shelf import SqliteShelf

        # A disk that is full, or a file that is no palace, is told to whoever calls a tool.
        with self._making, suppress(SimonidesError):
            SqliteShelf(self._settings.data_dir).create(self._settings.palace, "", system_clock()).close()

    def start(self) -> None:
        """Begin to load the model, in the background."""
        threading.Thread(target=self._warm_up, name="starting", daemon=True).start()

    def open_receiver(self, receiver: type, name: str | None, may_make: bool) -> "Engine | Palace":  # noqa: FBT001 - the toolkit's order
        """What a tool works on: the engine, or the palace that is meant."""
        from simonides.engine.engine import Engine

        engine = self.engine()
        if receiver is Engine:
            return engine
        # An empty name is a mistake of the caller, and must not open a palace that nobody meant.
        palace = self._settings.palace_name if name is None else name
        return engine.create(palace) if may_make else engine.palace(palace)

    def palace(self) -> "Palace":
        """The palace that is meant when nobody names one. Raises NoPalace."""
        return self.engine().palace(self._settings.palace_name)

    def _warm_up(self) -> None:
        # Every call tells it, too: none of them has an engine.
        with _told_on_stderr():
            self.engine().embedder.warm_up()

    def close(self) -> None:
        """Let go of every palace; nothing acknowledged depends on it."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()
            else:
                self.make_palace()


@contextmanager
def _told_on_stderr() -> Iterator[None]:
    try:
        yield
    except SimonidesError as error:
        # Nobody has to read our stderr.
        with suppress(OSError, ValueError):
            sys.stderr.write(f"simonides: {error}\n")
            sys.stderr.flush()


def _embedder(settings: Settings) -> "Embedder":
    if settings.embedder in {"bundled", "minilm"}:
        from simonides.embedders import bundled

        return (bundled.english if settings.embedder == "minilm" else bundled.many_languages)(threads=settings.threads)
    if settings.embedder == "hashing":
        from simonides.embedders.hashing import HashingEmbedder

        return HashingEmbedder()
    if settings.embedder in {"ollama", "openai"}:
        return _remote_embedder(settings)
    raise Invalid("embedder", f"'{settings.embedder}' is unknown; choose bundled, minilm, ollama, openai or hashing")


def _remote_embedder(settings: Settings) -> "Embedder":
    from simonides.embedders.remote import Endpoint, RemoteEmbedder, probe

    if not settings.embedder_url or not settings.embedder_model:
        raise Invalid("embedder", f"'{settings.embedder}' needs embedder_url and embedder_model to be set")
    endpoint = Endpoint(
        style="ollama" if settings.embedder == "ollama" else "openai",
        url=settings.embedder_url,
        model=settings.embedder_model,
        key=settings.embedder_key,
        question_prefix=settings.embedder_question_prefix,
        text_prefix=settings.embedder_text_prefix,
    )
    return RemoteEmbedder(endpoint, settings.embedder_dimensions or probe(endpoint))


def _introduction(name: str) -> "Introduction":
    from simonides.toolsets import introductions

    if name not in introductions.ALL:
        raise Invalid("tools", f"'{name}' is no tool set; choose from: {', '.join(introductions.ALL)}")
    return introductions.ALL[name]


def _default_palace(settings: Settings, tools: Sequence[str]) -> dict[str, str]:
    # Only the trusty contract has a word for it.
    return {"default_palace": settings.palace} if settings.palace is not None and "trusty" in tools else {}


def _offering(tools: Sequence[str], lazy: "LazyEngine") -> "Offering":
    from simonides.toolkit.offering import NOTHING
    from simonides.toolsets.offers import offer_wake_up

    # The other sets' contracts know tools alone.
    return offer_wake_up(lazy.palace) if "palace" in tools else NOTHING


def _catalogue(tools: Sequence[str]) -> "Catalogue":
    from simonides.toolkit.catalogue import Catalogue

    return Catalogue(tuple(_toolset(name) for name in tools))


def _toolset(name: str) -> "Toolset":
    # One import for each set, so that a server reads only the tools it serves.
    match name:
        case "palace":
            from simonides.toolsets.palace import PALACE

            return PALACE
        case "trusty":
            from simonides.toolsets.trusty import TRUSTY

            return TRUSTY
        case "graph":
            from simonides.toolsets.graph import GRAPH

            return GRAPH
        case "memory":
            from simonides.toolsets.memory import MEMORY

            return MEMORY
        case _:
            raise Invalid("tools", f"'{name}' is no tool set")
