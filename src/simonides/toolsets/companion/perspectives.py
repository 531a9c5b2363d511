"""Perspectives over REST: how observations are looked at when they are embedded."""

from typing import Annotated, TypedDict

from simonides.domain.records.plain import shaped
from simonides.domain.records.tables import PERSPECTIVE
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg


class PerspectiveLine(TypedDict):
    """A perspective."""

    name: str
    instruction: str


perspective_of = shaped(PERSPECTIVE, PerspectiveLine)
"""A perspective as the companion shows it."""


def list_perspectives(palace: Palace) -> list[PerspectiveLine]:
    """The perspectives of a palace, in order of creation."""
    return [perspective_of(each) for each in palace.vectors.views.all()]


def set_perspective(
    palace: Palace,
    name: Annotated[str, Arg("Its name, as legal")],
    instruction: Annotated[str, Arg("What stands before each text and question, with the space after it")],
) -> PerspectiveLine:
    """Add a perspective, or change its instruction; observations are then embedded from it in the background."""
    return perspective_of(palace.vectors.views.set(name, instruction))


def drop_perspective(palace: Palace, name: Annotated[str, Arg("Its name")]) -> None:
    """Remove a perspective with its vectors."""
    palace.vectors.views.drop(name)
