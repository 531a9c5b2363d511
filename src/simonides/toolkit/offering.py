"""Prompts and resources, which a server offers beside tools; they are made when a client asks for them.

Light to import, since the handshake lists them. The functions that make them get the request's surroundings.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from simonides.toolkit.calling import Surroundings
    from simonides.toolkit.content import Contents
    from simonides.toolkit.dialogue.bell import Bell

Complete: TypeAlias = "Callable[[str, Surroundings], Sequence[str]]"
"""Completions for the beginning of a value; best first."""

_NAME = re.compile(r"\{(\w+)\}")


class Refused(Exception):
    """A prompt or resource could not be made; the message is a sentence for the client."""


class PromptArgument(NamedTuple):
    """An argument of a prompt; always a text."""

    name: str
    description: str
    is_required: bool = False
    complete: "Complete | None" = None

    def listing(self) -> dict[str, Any]:
        """As `prompts/list` shows it."""
        return {"name": self.name, "description": self.description, "required": self.is_required}


class Prompt(NamedTuple):
    """A prompt that a person gives to a model: a text, or several parts; `render` may raise Refused."""

    name: str
    title: str
    description: str
    arguments: tuple[PromptArgument, ...]
    render: "Callable[[Mapping[str, str], Surroundings], str | Contents]"

    def listing(self) -> dict[str, Any]:
        """As `prompts/list` shows it."""
        arguments = [argument.listing() for argument in self.arguments]
        return {"name": self.name, "title": self.title, "description": self.description, "arguments": arguments}


class Resource(NamedTuple):
    """A text, or bytes, that a client reads by its address; `read` may raise Refused. With a `bell` clients can watch it."""

    uri: str
    name: str
    title: str
    description: str
    mime: str
    read: "Callable[[Surroundings], str | bytes]"
    bell: "Bell | None" = None

    def listing(self) -> dict[str, Any]:
        """As `resources/list` shows it."""
        about = {"uri": self.uri, "name": self.name, "title": self.title}
        return {**about, "description": self.description, "mimeType": self.mime}


class Template(NamedTuple):
    """Resources of one kind: an address with names in braces, each for one part of the path; `read` may raise Refused."""

    uri: str
    name: str
    title: str
    description: str
    mime: str
    read: "Callable[[Mapping[str, str], Surroundings], str | bytes]"
    completes: "Mapping[str, Complete]" = MappingProxyType({})

    def listing(self) -> dict[str, Any]:
        """As `resources/templates/list` shows it."""
        about = {"uriTemplate": self.uri, "name": self.name, "title": self.title}
        return {**about, "description": self.description, "mimeType": self.mime}

    def match(self, uri: str) -> Mapping[str, str] | None:
        """The values of the names in an address; None for an address of another kind."""
        # Imported here because the handshake does not need it.
        from urllib.parse import unquote

        between = [re.escape(piece) for piece in _NAME.split(self.uri)[::2]]
        found = re.fullmatch("([^/]+)".join(between), uri)
        return dict(zip(self.names, map(unquote, found.groups()), strict=True)) if found else None

    @property
    def names(self) -> list[str]:
        """The names in braces."""
        return _NAME.findall(self.uri)


class Offering(NamedTuple):
    """Everything that is offered beside tools."""

    prompts: tuple[Prompt, ...] = ()
    resources: tuple[Resource, ...] = ()
    templates: tuple[Template, ...] = ()

    @property
    def completes(self) -> bool:
        """Whether any part of it offers completions."""
        has_prompts = any(argument.complete for prompt in self.prompts for argument in prompt.arguments)
        return has_prompts or any(template.completes for template in self.templates)

    @property
    def rings(self) -> bool:
        """Whether any resource of it can be watched."""
        return any(resource.bell is not None for resource in self.resources)


NOTHING = Offering()
