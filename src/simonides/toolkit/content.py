"""What may be shown beside JSON? Texts, pictures, sounds and resources, as MCP carries them to models and people."""

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, TypeAlias

from simonides.toolkit.replies import clean

Block: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """Words."""

    text: str

    def block(self) -> Block:
        """As it travels."""
        return {"type": "text", "text": clean(self.text)}


@dataclass(frozen=True, slots=True)
class Image:
    """A picture."""

    data: bytes
    mime: str

    def block(self) -> Block:
        """As it travels."""
        return {"type": "image", "data": b64encode(self.data).decode(), "mimeType": self.mime}


@dataclass(frozen=True, slots=True)
class Audio:
    """A sound."""

    data: bytes
    mime: str

    def block(self) -> Block:
        """As it travels."""
        return {"type": "audio", "data": b64encode(self.data).decode(), "mimeType": self.mime}


@dataclass(frozen=True, slots=True)
class Embedded:
    """A resource with what stands in it: a text, or bytes."""

    uri: str
    mime: str
    body: str | bytes

    def block(self) -> Block:
        """As it travels inside of something else."""
        return {"type": "resource", "resource": self.contents()}

    def contents(self) -> Block:
        """As it travels where a resource is read."""
        about = {"uri": self.uri, "mimeType": self.mime}
        if isinstance(self.body, bytes):
            return {**about, "blob": b64encode(self.body).decode()}
        return {**about, "text": clean(self.body)}


Content: TypeAlias = Text | Image | Audio | Embedded


@dataclass(frozen=True, slots=True)
class Contents:
    """A reply of several parts. A tool that returns it promises no structure."""

    parts: tuple[Content, ...]

    def blocks(self) -> list[Block]:
        """The parts, in order, as they travel."""
        return [part.block() for part in self.parts]
