"""The composition root: the only module that knows which store and which embedder are in use.

Adapters are imported when they are needed: the handshake must not wait for numpy, nor `--help` for a database.
"""

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from simonides import __version__
from simonides.domain.errors import Forbidden, Invalid, SimonidesError
from simonides.domain.validation import check_place_name
from simonides.settings import Settings

if TYPE_CHECKING:
    from socket import socket

    from starlette.routing import BaseRoute

    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace
    from simonides.engine.tenancy import Tenancy
    from simonides.ports.embedder import Embedder
    from simonides.ports.stores import Shelf
    from simonides.ports.tokens import Tokens
    from simonides.ports.writer import Writer
    from simonides.servers.http.access import Access
    from simonides.servers.mcp.protocol import Core
    from simonides.servers.workers import Workers
    from simonides.toolkit.calling import OpenReceiver, Purpose
    from simonides.toolkit.catalogue import Catalogue
    from simonides.toolkit.grant import Grant
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

    means = Means(
        embedder=build_embedder(settings),
        clock=system_clock,
        mint=Mint(),
        patience_s=settings.patience_s if patience_s is None else patience_s,
        sources=Folders(),
        writer=build_writer(settings),
        tell=_tell,
    )
    return Engine(build_shelf(settings), means)


def build_shelf(settings: Settings) -> "Shelf":
    """All palaces of the data directory, or of the database if one is set."""
    if settings.database is None:
        from simonides.stores.sqlite.shelf import SqliteShelf

        return SqliteShelf(settings.data_dir)
    _require_psycopg()
    from simonides.stores.postgres.shelf import PostgresShelf

    return PostgresShelf(settings.database, connections=settings.database_connections)


def _require_psycopg() -> None:
    if find_spec("psycopg") is None:
        raise Invalid("database", "PostgreSQL support is not installed; run pip install 'simonides[postgres]'")


def _home(settings: Settings) -> str:
    if settings.database is None:
        return str(settings.data_dir)
    from simonides.stores.postgres.connection.address import DatabaseAddress

    return DatabaseAddress(settings.database).shown


def build_embedder(settings: Settings) -> "Embedder":
    """The configured embedder, behind a cache of recent texts."""
    from simonides.embedders.caching import CachingEmbedder

    return CachingEmbedder(_embedder(settings))


def build_tokens(settings: Settings, *, stays: bool = False) -> "Tokens":
    """The token store of the configured store; with `stays` it stays connected, for a server that asks at every request."""
    if settings.database is not None:
        _require_psycopg()
        from simonides.stores.postgres.tokens import PostgresTokens

        return PostgresTokens(settings.database, stays=stays)
    from simonides.stores.sqlite.tokens import SqliteTokens

    return SqliteTokens(settings.data_dir)


def build_writer(settings: Settings) -> "Writer | None":
    """The configured language model; None when none is set."""
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
    from simonides.servers.mcp.protocol import Core, identify
    from simonides.toolkit.introduction import introduce

    introduction = introduce([_introduction(name) for name in tools])
    return Core(
        introduction,
        lambda: _catalogue(tools),
        lazy.open_within,
        server_info=identify(introduction, "simonides", __version__),
        default_scope=settings.palace,
        # Only the trusty contract defines this key.
        scope_key="default_palace" if "trusty" in tools else None,
        offering=_offering(tools),
    )


def serve(settings: Settings, tools: Sequence[str]) -> int:
    """Serve one client on stdin and stdout until it leaves, and any number over HTTP if that is set."""
    if settings.http is not None or settings.http_only:
        return _serve_http(settings, tools)
    from simonides.servers.stdio.server import serve_stdio
    from simonides.servers.stdio.wires import take_wires

    wires = take_wires()
    lazy = LazyEngine(settings)
    core = build_core(settings, tools, lazy)
    return serve_stdio(core, wires=wires, on_first_reply=lazy.make_palace_soon, on_first_call=lazy.start, shutdown=[lazy.close])


def _serve_http(settings: Settings, tools: Sequence[str]) -> int:
    from simonides.servers.http.server import HttpServer, serve_alone
    from simonides.servers.stdio.server import serve_stdio
    from simonides.servers.stdio.wires import take_wires
    from simonides.servers.stopping import Stop

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


def build_companion_routes(
    settings: Settings, lazy: "LazyEngine", pool: "Workers", *, interval_s: float = 0.5
) -> "list[BaseRoute]":
    """The REST operations and the event stream, for a server that guards and runs them; listeners poll every `interval_s`."""
    from simonides.servers.rest.companion import Api, Companion
    from simonides.toolsets import companion
    from simonides.toolsets.companion.following import Follower
    from simonides.toolsets.companion.site import Site
    from simonides.toolsets.companion.watching import PalaceWatch

    def open_within(grant: "Grant") -> "OpenReceiver":
        def open_receiver(receiver: type, name: str | None, purpose: "Purpose") -> object:
            if receiver is Site:
                tenancy = lazy.tenancy(grant, purpose)
                return Site(tenancy, __version__, grant.scope or settings.palace, _home(settings))
            return lazy.open_within(grant)(receiver, name, purpose)

        return open_receiver

    def follow(last_id: str, grant: "Grant") -> Follower:
        return Follower(watch, last_id, grant.scope)

    watch, keys = PalaceWatch(lazy.engine, interval_s), _Keys(build_tokens(settings, stays=True))
    api = Api(__version__, companion.ROUTES, companion.STATUSES, open_within, follow, keys.are_good, interval_s)
    return [Companion(api, pool)]


def _listen(settings: Settings) -> "tuple[socket, Access]":
    from simonides.servers.http.access import access_to
    from simonides.servers.http.address import read_address

    if settings.http is None:
        raise Invalid("http_only", "listening address missing: use --http ADDR")
    if find_spec("mcp") is None:
        raise Invalid("http", "HTTP support is not installed; run pip install 'simonides[http]'")
    try:
        address = read_address(settings.http)
        access = access_to(address, settings.token, settings.http_names, _Keys(build_tokens(settings, stays=True)))
    except ValueError as error:
        raise Invalid("http", str(error)) from error
    return address.listen(), access


class _Keys:
    """The tokens of palaces, as the HTTP server checks them."""

    def __init__(self, tokens: "Tokens") -> None:
        self._tokens = tokens
        self._are_there = False
        self._next_look_s = 0.0

    def are_there(self) -> bool:
        """Whether any token exists; looked up at most once a second, since every request without one asks."""
        now_s = time.monotonic()
        if now_s >= self._next_look_s:
            # A store that does not answer must not grant access.
            self._are_there = True
            with _told_on_stderr():
                self._are_there = bool(self._tokens.list())
            self._next_look_s = now_s + 1.0
        return self._are_there

    def is_one(self, secret: str) -> bool:
        """Whether a secret has the form of a palace token."""
        from simonides.engine.tokens import PREFIX

        return secret.startswith(PREFIX)

    def find(self, secret: str) -> "Grant | None":
        """The grant of a secret; looked up every time, so that a revoked token stops working at once."""
        from simonides.engine.tokens import recognise
        from simonides.toolkit.grant import Grant

        with _told_on_stderr():
            token = recognise(self._tokens, secret)
            return Grant(token.palace, may_write=not token.read_only, holder=token.id) if token else None
        return None

    def are_good(self, grant: "Grant") -> bool:
        """Whether a grant is still valid; for clients that keep listening."""
        with _told_on_stderr():
            return not grant.holder or any(token.id == grant.holder for token in self._tokens.list())
        return False


class LazyEngine:
    """An engine that is built in the background or at the first call, so that the handshake does not wait for it."""

    def __init__(self, settings: Settings) -> None:
        if settings.palace is not None:
            # An invalid palace name is reported at the start, not at the first call.
            check_place_name(settings.palace, "palace")
        self._settings = settings
        self._lock = threading.Lock()
        self._making = threading.Lock()
        self._engine: Engine | None = None

    def engine(self) -> "Engine":
        """The engine, built now if it does not exist yet; other callers wait meanwhile."""
        with self._lock:
            if self._engine is None:
                # Two threads that import numpy at the same time may both fail, so it is imported here before other threads start.
                import numpy  # noqa: F401, ICN001 - imported for its effect

                self._engine = build_engine(self._settings)
                self._engine.catch_up_in_background()
                self._engine.dream_in_background()
                if self._settings.palace is not None:
                    # Calls on this palace report the failure themselves; calls on other palaces are still served.
                    with _told_on_stderr():
                        self._engine.create(self._settings.palace)
            return self._engine

    def make_palace_soon(self) -> None:
        """Create the palace that `--palace` names, in the background: the client is answered first."""
        if self._settings.palace is not None:
            threading.Thread(target=self.make_palace, name="making", daemon=True).start()

    def make_palace(self) -> None:
        """Create the palace that `--palace` names if it is missing; cheaper than building the whole engine."""
        if self._settings.palace is None:
            return
        from simonides.domain.time import system_clock

        # A full disk, or a file that is not a palace, is reported by the first tool call.
        with self._making, suppress(SimonidesError):
            build_shelf(self._settings).create(self._settings.palace, "", system_clock()).close()

    def start(self) -> None:
        """Begin to load the model in the background."""
        threading.Thread(target=self._warm_up, name="starting", daemon=True).start()

    def tenancy(self, grant: "Grant", purpose: "Purpose") -> "Tenancy":
        """The palaces that the holder of a grant may know of; every receiver is opened through it. Raises Forbidden."""
        from simonides.engine.tenancy import Tenancy

        if purpose.writes and not grant.may_write:
            raise Forbidden("it is read-only")
        if purpose.reads_files and grant.scope is not None:
            raise Forbidden("it is limited to one palace and cannot read files of the server's machine")
        return Tenancy(self.engine(), grant.scope)

    def open_within(self, grant: "Grant") -> "OpenReceiver":
        """The function that opens what a tool works on, for the holder of a grant."""
        return partial(self._open, grant)

    def _open(self, grant: "Grant", receiver: type, name: str | None, purpose: "Purpose") -> "Tenancy | Palace":
        from simonides.engine.palace import Palace

        tenancy = self.tenancy(grant, purpose)
        if receiver is not Palace:
            return tenancy
        # An empty name is the caller's mistake and must not open the default palace.
        palace = (grant.scope or self._settings.palace_name) if name is None else name
        return tenancy.create(palace) if purpose.makes and grant.may_write else tenancy.palace(palace)

    def _warm_up(self) -> None:
        # Without an engine every call reports the failure as well.
        with _told_on_stderr():
            self.engine().embedder.warm_up()

    def close(self) -> None:
        """Close every palace; acknowledged writes are safe without it."""
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
        _tell(str(error))


def _tell(text: str) -> None:
    # Nobody has to read our stderr.
    with suppress(OSError, ValueError):
        sys.stderr.write(f"simonides: {text}\n")
        sys.stderr.flush()


def _embedder(settings: Settings) -> "Embedder":
    if settings.embedder in {"bundled", "mneme"}:
        from simonides.embedders import bundled

        return (bundled.english if settings.embedder == "mneme" else bundled.many_languages)(threads=settings.threads or 1)
    if settings.embedder == "hashing":
        from simonides.embedders.hashing import HashingEmbedder

        return HashingEmbedder()
    if settings.embedder in {"ollama", "openai"}:
        return _remote_embedder(settings)
    raise Invalid("embedder", f"'{settings.embedder}' is unknown; choose bundled, mneme, ollama, openai or hashing")


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
        raise Invalid("tools", f"'{name}' is not a tool set; choose from: {', '.join(introductions.ALL)}")
    return introductions.ALL[name]


def _offering(tools: Sequence[str]) -> "Offering":
    from simonides.toolkit.offering import NOTHING
    from simonides.toolsets.offers import offer_wake_up

    # The contracts of the other sets define tools only.
    return offer_wake_up() if "palace" in tools else NOTHING


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
            raise Invalid("tools", f"'{name}' is not a tool set; choose palace, trusty, graph or memory")
