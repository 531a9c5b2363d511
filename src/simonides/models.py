"""The configured models: the embedder, and the language model that writes drafts if there is one.

Their adapters are imported when they are needed.
"""

from typing import TYPE_CHECKING, Literal

from simonides.domain.errors import Invalid
from simonides.settings import Settings

if TYPE_CHECKING:
    from simonides.ports.embedder import Embedder
    from simonides.ports.writer import Writer


def build_embedder(settings: Settings) -> "Embedder":
    """The configured embedder, behind a cache of recent texts."""
    from simonides.embedders.caching import CachingEmbedder

    return CachingEmbedder(_embedder(settings))


def build_writer(settings: Settings) -> "Writer | None":
    """The configured language model; None when none is set."""
    if settings.writer is None:
        return None
    from simonides.writers.chat import ChatWriter, WriterEndpoint

    if settings.writer not in {"ollama", "openai"}:
        raise Invalid("writer", f"'{settings.writer}' is unknown; choose ollama or openai")
    if not settings.writer_url or not settings.writer_model:
        raise Invalid("writer", f"'{settings.writer}' needs writer_url and writer_model to be set")
    style: Literal["ollama", "openai"] = "ollama" if settings.writer == "ollama" else "openai"
    return ChatWriter(WriterEndpoint(style, settings.writer_url, settings.writer_model, settings.writer_key))


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
    from simonides.embedders.remote import Endpoint, RemoteEmbedder

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
    return RemoteEmbedder(endpoint, settings.embedder_dimensions)
