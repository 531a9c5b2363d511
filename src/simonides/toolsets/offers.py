"""What is offered beside the tools? The wake-up text, as a prompt and as a resource. Light to import: the handshake names it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.toolkit.offering import Offering, Prompt, PromptArgument, Refused, Resource

if TYPE_CHECKING:
    from simonides.engine.palace import Palace

NAME = "wake-up"
URI = "memory://wake-up"
TITLE = "Wake up"
DESCRIPTION = (
    "Whom this memory serves, what matters most and what came last, in about 800 tokens. Read it before the first answer."
)
NO_PALACE = "Nothing is remembered yet."


def offer_wake_up(open_palace: "Callable[[], Palace]") -> Offering:
    """The wake-up text of a palace that is opened when somebody asks."""

    def render(arguments: Mapping[str, str]) -> str:
        return _text(open_palace, arguments.get("wing"))

    def read() -> str:
        return _text(open_palace, None)

    wing = PromptArgument("wing", "Only memories of this wing.")
    prompt = Prompt(NAME, TITLE, DESCRIPTION, (wing,), render)
    return Offering((prompt,), (Resource(URI, NAME, TITLE, DESCRIPTION, "text/plain", read),))


def _text(open_palace: "Callable[[], Palace]", wing: str | None) -> str:
    # Imported here since the handshake needs none of it.
    from simonides.domain.naming import check_place_name
    from simonides.engine.waking import wake_up

    try:
        checked = wing and check_place_name(wing, "wing")
        return wake_up(open_palace().store, checked)
    except NoPalace:
        return NO_PALACE
    except SimonidesError as error:
        raise Refused(str(error)) from error
