"""How are prompts and resources listed and read? More lines of the core's table, there only where something is offered."""

from simonides.servers.eras import Era
from simonides.servers.messages import INVALID_PARAMS, RpcError
from simonides.servers.methods import Ask, Method, Result
from simonides.toolkit.offering import Offering, Prompt, Refused
from simonides.toolkit.replies import clean

RESOURCE_NOT_FOUND = -32002
"""What the handshake eras say; since then it is a matter of invalid parameters."""

# What is remembered changes at any moment.
_FRESH = {"ttlMs": 0, "cacheScope": "private"}


def capabilities_of(offering: Offering) -> Result:
    """What of an offering a client may ask for."""
    return {**({"prompts": {}} if offering.prompts else {}), **({"resources": {}} if offering.resources else {})}


def offered_methods(offering: Offering) -> dict[str, Method]:
    """The methods that an offering needs."""
    offers = _Offers(offering)
    prompts = {
        "prompts/list": Method(offers.list_prompts, is_cacheable=True),
        "prompts/get": Method(offers.get_prompt, is_slow=True),
    }
    resources = {
        "resources/list": Method(offers.list_resources, is_cacheable=True),
        "resources/templates/list": Method(offers.list_templates, is_cacheable=True),
        "resources/read": Method(offers.read_resource, is_slow=True),
    }
    return {**(prompts if offering.prompts else {}), **(resources if offering.resources else {})}


class _Offers:
    """The answers to `prompts/*` and `resources/*`."""

    def __init__(self, offering: Offering) -> None:
        self._prompts = {prompt.name: prompt for prompt in offering.prompts}
        self._resources = {resource.uri: resource for resource in offering.resources}

    def list_prompts(self, ask: Ask) -> Result:
        """Every prompt, on one page."""
        ask.refuse_cursor()
        return {"prompts": [_in_era(prompt.listing(), ask.era) for prompt in self._prompts.values()]}

    def list_resources(self, ask: Ask) -> Result:
        """Every resource, on one page."""
        ask.refuse_cursor()
        return {"resources": [_in_era(resource.listing(), ask.era) for resource in self._resources.values()]}

    def list_templates(self, ask: Ask) -> Result:
        """No address of ours has parts to fill in."""
        ask.refuse_cursor()
        return {"resourceTemplates": []}

    def get_prompt(self, ask: Ask) -> Result:
        """One prompt, as what a user would say."""
        name = ask.params.get("name")
        prompt = self._prompts.get(name) if isinstance(name, str) else None
        if prompt is None:
            raise RpcError(INVALID_PARAMS, f"Unknown prompt: {name}")
        try:
            text = prompt.render(_arguments(prompt, ask.params.get("arguments")))
        except Refused as error:
            raise RpcError(INVALID_PARAMS, str(error)) from error
        message = {"role": "user", "content": {"type": "text", "text": clean(text)}}
        return {"description": prompt.description, "messages": [message]}

    def read_resource(self, ask: Ask) -> Result:
        """One resource, as it is now."""
        uri = ask.params.get("uri")
        resource = self._resources.get(uri) if isinstance(uri, str) else None
        not_found = RESOURCE_NOT_FOUND if ask.era.has_handshake else INVALID_PARAMS
        if resource is None:
            raise RpcError(not_found, "Resource not found", {"uri": uri})
        try:
            text = resource.read()
        except Refused as error:
            raise RpcError(not_found, str(error), {"uri": uri}) from error
        caching = {} if ask.era.has_handshake else _FRESH
        return {"contents": [{"uri": uri, "mimeType": resource.mime, "text": clean(text)}], **caching}


def _arguments(prompt: Prompt, given: object) -> dict[str, str]:
    arguments = {} if given is None else given
    known = {argument.name for argument in prompt.arguments}
    if not isinstance(arguments, dict) or not all(isinstance(value, str) for value in arguments.values()):
        raise RpcError(INVALID_PARAMS, "Invalid params: 'arguments' must be an object of texts")
    if unknown := sorted(set(arguments) - known):
        raise RpcError(INVALID_PARAMS, f"Invalid params: unknown argument '{unknown[0]}'")
    if missing := [argument.name for argument in prompt.arguments if argument.is_required and argument.name not in arguments]:
        raise RpcError(INVALID_PARAMS, f"Invalid params: missing argument '{missing[0]}'")
    return arguments


def _in_era(listing: Result, era: Era) -> Result:
    return listing if era.has_structure else {key: value for key, value in listing.items() if key != "title"}
