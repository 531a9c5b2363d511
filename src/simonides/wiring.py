"""Who works with whom? The composition root: the only module that knows which store and which embedder are in use.

Adapters are imported when they are needed: the handshake must not pay for numpy, nor a `--help` for a database.
"""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simonides import __version__
from simonides.domain.errors import Invalid
from simonides.settings import Settings

if TYPE_CHECKING:
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace
    from simonides.ports.embedder import Embedder
    from simonides.servers.protocol import Core
    from simonides.toolkit.catalogue import Catalogue
    from simonides.toolkit.introduction import Introduction
    from simonides.toolkit.tool import Toolset


def build_engine(settings: Settings, *, patience_s: float | None = None) -> "Engine":
    """An engine over the configured store and embedder."""
    from simonides.domain.ids import Mint
    from simonides.domain.time import system_clock
    from simonides.engine.engine import Engine
    from simonides.engine.palace import Means
    from simonides.stores.sqlite.shelf import SqliteShelf

    means = Means(
        embedder=build_embedder(settings),
        clock=system_clock,
        mint=Mint(),
        patience_s=settings.patience_s if patience_s is None else patience_s,
    )
    return Engine(SqliteShelf(settings.data_dir), means)


def build_embedder(settings: Settings) -> "Embedder":
    """The configured embedder, behind a cache of recent texts."""
    from simonides.embedders.caching import CachingEmbedder

    return CachingEmbedder(_embedder(settings))


def build_core(settings: Settings, tools: Sequence[str], lazy: "LazyEngine") -> "Core":
    """An MCP server without a transport, for the tool sets named."""
    from simonides.servers.protocol import Core, identify
    from simonides.toolkit.introduction import introduce

    introduction = introduce([_introduction(name) for name in tools])
    return Core(
        introduction,
        lambda: _catalogue(tools),
        lazy.open_receiver,
        server_info=identify(introduction, "simonides", __version__),
        default_scope=settings.palace,
    )


def serve(settings: Settings, tools: Sequence[str]) -> int:
    """Serve one client on stdin and stdout until it leaves."""
    from simonides.servers.stdio import serve_stdio
    from simonides.servers.wires import take_wires

    wires = take_wires()
    lazy = LazyEngine(settings)
    core = build_core(settings, tools, lazy)
    return serve_stdio(core, wires=wires, on_first_call=lazy.start, shutdown=[lazy.close])


class LazyEngine:
    """An engine that is built at the first call, in the background, so that the handshake waits for nothing."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._engine: Engine | None = None

    def engine(self) -> "Engine":
        """The engine, built now if it is not yet; whoever asks meanwhile waits."""
        with self._lock:
            if self._engine is None:
                # Two threads that import numpy at the same time may both fail: one does it, here, before any other thread starts.
                import numpy  # noqa: F401, ICN001 - imported for its effect

                self._engine = build_engine(self._settings)
                self._engine.catch_up_in_background()
                if self._settings.palace is not None:
                    self._engine.create(self._settings.palace)
            return self._engine

    def start(self) -> None:
        """Begin to load the model, in the background."""
        threading.Thread(target=self._warm_up, name="starting", daemon=True).start()

    def open_receiver(self, receiver: type, name: str | None, may_make: bool) -> "Engine | Palace":  # noqa: FBT001 - the toolkit's order
        """What a tool works on: the engine, or the palace that is meant."""
        from simonides.engine.engine import Engine

        engine = self.engine()
        if receiver is Engine:
            return engine
        palace = name or self._settings.palace_name
        return engine.create(palace) if may_make else engine.palace(palace)

    def _warm_up(self) -> None:
        self.engine().embedder.warm_up()

    def close(self) -> None:
        """Let go of every palace; nothing acknowledged depends on it."""
        with self._lock:
            if self._engine is not None:
                self._engine.close()


def _embedder(settings: Settings) -> "Embedder":
    if settings.embedder == "minilm":
        from simonides.embedders.minilm import MiniLmEmbedder

        return MiniLmEmbedder(threads=settings.threads)
    if settings.embedder == "hashing":
        from simonides.embedders.hashing import HashingEmbedder

        return HashingEmbedder()
    if settings.embedder in {"ollama", "openai"}:
        return _remote_embedder(settings)
    raise Invalid("embedder", f"'{settings.embedder}' is unknown; choose minilm, hashing, ollama or openai")


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


def _catalogue(tools: Sequence[str]) -> "Catalogue":
    from simonides.toolkit.catalogue import Catalogue

    return Catalogue(tuple(_toolset(name) for name in tools))


def _toolset(name: str) -> "Toolset":
    # One import for each set, so that a server reads only the tools it serves.
    match name:
        case "palace":
            from simonides.toolsets.palace import PALACE

            return PALACE
        case _:
            raise Invalid("tools", f"'{name}' is no tool set")
