"""The methods for prompts and resources, added to the core's table only when something is offered."""

from typing import TYPE_CHECKING

from simonides.servers.mcp.eras import Era
from simonides.servers.mcp.messages import INVALID_PARAMS, RpcError
from simonides.servers.mcp.methods import Ask, Method, Result
from simonides.toolkit.offering import Offering, Prompt, Refused
from simonides.toolkit.replies import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from simonides.toolkit.calling import Surroundings
    from simonides.toolkit.content import Embedded
    from simonides.toolkit.dialogue.bell import Bell
    from simonides.toolkit.offering import Complete

RESOURCE_NOT_FOUND = -32002
"""The code in the handshake eras; later ones use the code for invalid parameters."""

COMPLETIONS_MAX = 100
"""How many values MCP lets one completion show."""

# What is remembered changes at any moment.
_FRESH = {"ttlMs": 0, "cacheScope": "private"}


def capabilities_of(offering: Offering, *, in_handshake: bool) -> Result:
    """The capabilities of an offering; only the handshake eras can watch resources."""
    resources = {"subscribe": True} if in_handshake and offering.rings else {}
    return {
        **({"prompts": {}} if offering.prompts else {}),
        **({"resources": resources} if offering.resources or offering.templates else {}),
        **({"completions": {}} if offering.completes else {}),
    }


def offered_methods(offering: Offering, surround: "Callable[[Ask], Surroundings]") -> dict[str, Method]:
    """The methods that an offering needs; `surround` gives the surroundings of a request."""
    offers = _Offers(offering, surround)
    prompts = {
        "prompts/list": Method(offers.list_prompts, is_cacheable=True),
        "prompts/get": Method(offers.get_prompt, is_slow=True),
    }
    resources = {
        "resources/list": Method(offers.list_resources, is_cacheable=True),
        "resources/templates/list": Method(offers.list_templates, is_cacheable=True),
        "resources/read": Method(offers.read_resource, is_slow=True),
    }
    watching = {
        "resources/subscribe": Method(offers.subscribe, in_modern=False),
        "resources/unsubscribe": Method(offers.unsubscribe, in_modern=False),
    }
    return {
        **(prompts if offering.prompts else {}),
        **(resources if offering.resources or offering.templates else {}),
        **(watching if offering.rings else {}),
        **({"completion/complete": Method(offers.complete, is_slow=True)} if offering.completes else {}),
    }


class _Offers:
    """The answers to `prompts/*`, `resources/*` and `completion/*`."""

    def __init__(self, offering: Offering, surround: "Callable[[Ask], Surroundings]") -> None:
        self._surround = surround
        self._prompts = {prompt.name: prompt for prompt in offering.prompts}
        self._resources = {resource.uri: resource for resource in offering.resources}
        self._templates = {template.uri: template for template in offering.templates}

    def list_prompts(self, ask: Ask) -> Result:
        """Every prompt, on one page."""
        ask.refuse_cursor()
        return {"prompts": [_in_era(prompt.listing(), ask.era) for prompt in self._prompts.values()]}

    def list_resources(self, ask: Ask) -> Result:
        """Every resource, on one page."""
        ask.refuse_cursor()
        return {"resources": [_in_era(resource.listing(), ask.era) for resource in self._resources.values()]}

    def list_templates(self, ask: Ask) -> Result:
        """Every kind of resource, on one page."""
        ask.refuse_cursor()
        return {"resourceTemplates": [_in_era(template.listing(), ask.era) for template in self._templates.values()]}

    def get_prompt(self, ask: Ask) -> Result:
        """One prompt, as messages of the user."""
        # Here and below, imported where it is needed: the handshake needs none of it.
        from simonides.toolkit.content import Text

        prompt = self._prompt(ask.params.get("name"))
        try:
            said = prompt.render(_arguments(prompt, ask.params.get("arguments")), self._surround(ask))
        except Refused as error:
            raise RpcError(INVALID_PARAMS, str(error)) from error
        blocks = [Text(said).block()] if isinstance(said, str) else said.blocks()
        return {"description": prompt.description, "messages": [{"role": "user", "content": block} for block in blocks]}

    def read_resource(self, ask: Ask) -> Result:
        """One resource, as it is now."""
        uri = ask.params.get("uri")
        not_found = RESOURCE_NOT_FOUND if ask.era.has_handshake else INVALID_PARAMS
        try:
            found = self._read(uri, ask) if isinstance(uri, str) else None
        except Refused as error:
            raise RpcError(not_found, str(error), _named(uri)) from error
        if found is None:
            raise RpcError(not_found, "Resource not found", _named(uri))
        caching = {} if ask.era.has_handshake else _FRESH
        return {"contents": [found.contents()], **caching}

    def subscribe(self, ask: Ask) -> Result:
        """Tell the client from now on when a resource has changed."""
        from simonides.servers.mcp.dialogue.watching import watch

        watch(ask.session, *self._watchable(ask.params.get("uri")))
        return {}

    def unsubscribe(self, ask: Ask) -> Result:
        """Stop telling it."""
        from simonides.servers.mcp.dialogue.watching import unwatch

        unwatch(ask.session, *self._watchable(ask.params.get("uri")))
        return {}

    def complete(self, ask: Ask) -> Result:
        """Completions for a value that somebody has begun to type."""
        name, begun = _typed(ask.params.get("argument"))
        complete = self._completer(ask.params.get("ref"), name)
        try:
            values = complete(begun, self._surround(ask)) if complete is not None else []
        except Refused as error:
            raise RpcError(INVALID_PARAMS, str(error)) from error
        shown = [clean(value) for value in values[:COMPLETIONS_MAX]]
        return {"completion": {"values": shown, "total": len(values), "hasMore": len(values) > len(shown)}}

    def _prompt(self, name: object) -> Prompt:
        prompt = self._prompts.get(name) if isinstance(name, str) else None
        if prompt is None:
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name}")
        return prompt

    def _read(self, uri: str, ask: Ask) -> "Embedded | None":
        from simonides.toolkit.content import Embedded

        if resource := self._resources.get(uri):
            return Embedded(uri, resource.mime, resource.read(self._surround(ask)))
        for template in self._templates.values():
            if (values := template.match(uri)) is not None:
                return Embedded(uri, template.mime, template.read(values, self._surround(ask)))
        return None

    def _watchable(self, uri: object) -> "tuple[str, Bell]":
        resource = self._resources.get(uri) if isinstance(uri, str) else None
        if resource is None:
            raise RpcError(RESOURCE_NOT_FOUND, "Resource not found", _named(uri))
        if resource.bell is None:
            raise RpcError(INVALID_PARAMS, f"Invalid params: '{uri}' cannot be watched")
        return resource.uri, resource.bell

    def _completer(self, ref: object, name: str) -> "Complete | None":
        """The completer for an argument of this name; None when it has none."""
        kind = ref.get("type") if isinstance(ref, dict) else None
        if isinstance(ref, dict) and kind == "ref/prompt":
            arguments = self._prompt(ref.get("name")).arguments
            completers = {argument.name: argument.complete for argument in arguments}
        elif isinstance(ref, dict) and kind == "ref/resource" and ref.get("uri") in self._templates:
            template = self._templates[ref["uri"]]
            completers = {each: template.completes.get(each) for each in template.names}
        else:
            raise RpcError(INVALID_PARAMS, "Invalid params: 'ref' names no prompt and no resource template")
        if name not in completers:
            raise RpcError(INVALID_PARAMS, f"Invalid params: unknown argument '{name}'")
        return completers[name]


def _named(uri: object) -> dict[str, str] | None:
    """The address that a refusal names; none where a client sent something else, which JSON may not be able to say back."""
    return {"uri": uri} if isinstance(uri, str) else None


def _typed(argument: object) -> tuple[str, str]:
    name, begun = (argument.get("name"), argument.get("value")) if isinstance(argument, dict) else (None, None)
    if not isinstance(name, str) or not isinstance(begun, str):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'argument' must have a name and a value")
    return name, begun


def _arguments(prompt: Prompt, given: object) -> dict[str, str]:
    arguments = {} if given is None else given
    known = {argument.name for argument in prompt.arguments}
    if not isinstance(arguments, dict) or not all(isinstance(value, str) for value in arguments.values()):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'arguments' must be an object whose values are strings")
    if unknown := sorted(set(arguments) - known):
        raise RpcError(INVALID_PARAMS, f"Invalid params: unknown argument '{unknown[0]}'")
    if missing := [argument.name for argument in prompt.arguments if argument.is_required and argument.name not in arguments]:
        raise RpcError(INVALID_PARAMS, f"Invalid params: missing argument '{missing[0]}'")
    return arguments


def _in_era(listing: Result, era: Era) -> Result:
    return listing if era.has_structure else {key: value for key, value in listing.items() if key != "title"}
