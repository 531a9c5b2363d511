"""Content of replies beside JSON: texts, images, audio and resources, as MCP carries them, and files to download."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Generic, TypeAlias, TypeVar

from simonides.frozen import frozen
from simonides.toolkit.replies import clean

Block: TypeAlias = dict[str, Any]
Data = TypeVar("Data")


@frozen
class Download:
    """A file as the reply of a REST operation: its bytes are made while they are sent, and never stand in memory as a whole."""

    name: str
    media_type: str
    pieces: Iterator[bytes]


@frozen
class Text:
    """A text."""

    text: str

    def block(self) -> Block:
        """As it travels."""
        return {"type": "text", "text": clean(self.text)}


@frozen
class Image:
    """An image."""

    data: bytes
    mime: str

    def block(self) -> Block:
        """As it travels."""
        return {"type": "image", "data": b64encode(self.data).decode(), "mimeType": self.mime}


@frozen
class Audio:
    """An audio clip."""

    data: bytes
    mime: str

    def block(self) -> Block:
        """As it travels."""
        return {"type": "audio", "data": b64encode(self.data).decode(), "mimeType": self.mime}


@frozen
class Embedded:
    """A resource with its contents: a text, or bytes."""

    uri: str
    mime: str
    body: str | bytes

    def block(self) -> Block:
        """Its wire form inside a reply or prompt."""
        return {"type": "resource", "resource": self.contents()}

    def contents(self) -> Block:
        """Its wire form in the answer to `resources/read`."""
        about = {"uri": self.uri, "mimeType": self.mime}
        if isinstance(self.body, bytes):
            return {**about, "blob": b64encode(self.body).decode()}
        return {**about, "text": clean(self.body)}


Content: TypeAlias = Text | Image | Audio | Embedded


@frozen
class Contents:
    """A reply of several parts. A tool that returns it has no output schema."""

    parts: tuple[Content, ...]

    def blocks(self) -> list[Block]:
        """The wire forms of the parts, in order."""
        return [part.block() for part in self.parts]


@frozen
class LeanReply(Generic[Data]):
    """A reply as a short text for models, and the same as data, which is sent to clients that ask for it."""

    text: str
    data: Data


@frozen
class Remarked(Generic[Data]):
    """A reply whose shape leaves no room for a remark, and that remark, which travels in the `_meta` of the result."""

    data: Data
    remark: str
