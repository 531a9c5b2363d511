"""What does a server offer beside tools? Prompts and resources: named texts that are made when somebody asks for them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Refused(Exception):
    """A text could not be made for what was asked; the message is a sentence for the client."""


class PromptArgument(NamedTuple):
    """What a prompt may be told; always a text."""

    name: str
    description: str
    is_required: bool = False

    def listing(self) -> dict[str, Any]:
        """As `prompts/list` shows it."""
        return {"name": self.name, "description": self.description, "required": self.is_required}


class Prompt(NamedTuple):
    """A text that a person puts before a model; `render` raises Refused."""

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...]
    render: Callable[[Mapping[str, str]], str]

    def listing(self) -> dict[str, Any]:
        """As `prompts/list` shows it."""
        arguments = [argument.listing() for argument in self.arguments]
        return {"name": self.name, "title": self.title, "description": self.description, "arguments": arguments}


class Resource(NamedTuple):
    """A text that a client reads by its address; `read` raises Refused."""

    uri: str
    name: str
    title: str
    description: str
    mime: str
    read: Callable[[], str]

    def listing(self) -> dict[str, Any]:
        """As `resources/list` shows it."""
        about = {"uri": self.uri, "name": self.name, "title": self.title}
        return {**about, "description": self.description, "mimeType": self.mime}


class Offering(NamedTuple):
    """Everything that is offered beside tools."""

    prompts: tuple[Prompt, ...] = ()
    resources: tuple[Resource, ...] = ()


NOTHING = Offering()
