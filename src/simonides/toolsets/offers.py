"""The wake-up text as a prompt and as a resource. Light to import, since the handshake names it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.toolkit.offering import Offering, Prompt, PromptArgument, Refused, Resource, Template
from simonides.toolsets.introductions import WORKSPACE_HEADER

if TYPE_CHECKING:
    from simonides.engine.palace import Palace
    from simonides.toolkit.calling import Surroundings

Used = TypeVar("Used")

NAME = "wake-up"
URI = "memory://wake-up"
TITLE = "Wake up"
DESCRIPTION = (
    "Whom this memory serves, what matters most and what came last, in about 800 tokens. Read it before the first answer."
)
WING_URI = "memory://wake-up/{wing}"
WING_DESCRIPTION = "What matters most and what came last in one wing, and whom this memory serves."
NO_PALACE = "Nothing is remembered yet."


def offer_wake_up() -> Offering:
    """The wake-up text of the palace that a request means, whole or of one wing."""
    mime = "text/plain"
    wing = PromptArgument("wing", "Only memories of this wing.", complete=complete_wings)
    return Offering(
        prompts=(Prompt(NAME, TITLE, DESCRIPTION, (wing,), _of_wing),),
        resources=(Resource(URI, NAME, TITLE, DESCRIPTION, mime, lambda around: _text(around, None)),),
        templates=(
            Template(WING_URI, "wake-up-wing", "Wake up in a wing", WING_DESCRIPTION, mime, _of_wing, {"wing": complete_wings}),
        ),
    )


def told(around: "Surroundings", use: "Callable[[Palace], str]") -> str:
    """A text of the palace that a request means. Raises Refused."""
    return _used(around, use, NO_PALACE)


def completed(around: "Surroundings", use: "Callable[[Palace], list[str]]") -> list[str]:
    """Values of the palace that a request means. Raises Refused."""
    return _used(around, use, [])


def complete_wings(begun: str, around: "Surroundings") -> list[str]:
    """The names of wings that hold what somebody has begun to type."""

    def wings(palace: "Palace") -> list[str]:
        named = {entry.place.wing for entry in palace.memories.places()}
        return sorted(wing for wing in named if begun.lower() in wing.lower())

    return completed(around, wings)


def _used(around: "Surroundings", use: "Callable[[Palace], Used]", without: Used) -> Used:
    try:
        with around.signing("offers"):
            return use(opened_palace(around))
    except NoPalace:
        return without
    except SimonidesError as error:
        raise Refused(str(error)) from error


def _of_wing(arguments: Mapping[str, str], around: "Surroundings") -> str:
    return _text(around, arguments.get("wing"))


def _text(around: "Surroundings", wing: str | None) -> str:
    # Imported here since the handshake needs none of it.
    from simonides.domain.validation import check_place_name

    try:
        name = wing and check_place_name(wing, "wing")
    except SimonidesError as error:
        raise Refused(str(error)) from error
    return told(around, lambda palace: palace.wake_up(name))


def opened_palace(around: "Surroundings") -> "Palace":
    """The palace that a request means."""
    from simonides.engine.palace import Palace
    from simonides.toolkit.calling import LOOKING

    named = (around.headers or {}).get(WORKSPACE_HEADER.lower())
    palace = around.open_receiver(Palace, named or around.default_scope, LOOKING)
    if not isinstance(palace, Palace):
        raise TypeError("the opener did not return a palace")
    return palace
