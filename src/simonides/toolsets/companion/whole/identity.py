"""The text about whom a palace serves, over REST: the first thing that an agent is told."""

from typing import Annotated, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.validation import clean_text
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg

BYTES_MAX = 65_536


class IdentityDocument(TypedDict):
    """The text; empty when nobody has written one."""

    text: str


def show_identity(palace: Palace) -> IdentityDocument:
    """The text about whom the palace serves, with which every wake-up begins."""
    return {"text": clean_text(palace.about())}


def set_identity(palace: Palace, text: Annotated[str, Arg("The new text; empty for none")]) -> IdentityDocument:
    """Replace the text about whom the palace serves."""
    text = palace.intake.secrets.text(clean_text(text), Actor.SERVICE, "text")
    if (size := len(text.encode())) > BYTES_MAX:
        raise Invalid("text", f"is {size:,} bytes long; at most {BYTES_MAX:,} are kept")
    palace.tell_about(text)
    return show_identity(palace)
