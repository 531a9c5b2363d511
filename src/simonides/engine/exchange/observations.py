"""The observations of a node as lines and back, with their ordinals, so that ordinals keep their meaning."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.errors import Invalid
from simonides.domain.graph import Observation
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import OBSERVATION
from simonides.engine.exchange.fields import Fields, expected
from simonides.engine.exchange.lines import Line
from simonides.frozen import frozen

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors

LINE_CHARS_MAX = 4 * 1024 * 1024
"""A node with more observations than this gets several lines."""
_entry = plain(*OBSERVATION.lined())
_EXPECTED = expected(OBSERVATION.lined())


@frozen
class Notes:
    """Observations of one node as they are in a line."""

    entity: str
    next_ordinal: int
    observations: tuple[Observation, ...]
    views: "Mapping[int, Mapping[str, Vectors]]"
    """The vectors, by ordinal and name of the perspective."""


def observation_lines(
    entity: str, next_ordinal: int, observations: Sequence[Observation], views: Mapping[int, Mapping[str, object]] | None = None
) -> Iterator[Line]:
    """A node's observations, with their vectors by perspective, if any.

    `next_ordinal` is included, so that no ordinal is ever used twice.
    """
    part: list[dict[str, object]] = []
    size = 0
    for each in observations:
        if part and size + len(each.content) > LINE_CHARS_MAX:
            yield _line(entity, next_ordinal, part)
            part, size = [], 0
        seen = (views or {}).get(each.key)
        part.append(_entry(each) | ({"vectors": seen} if seen else {}))
        size += len(each.content)
    yield _line(entity, next_ordinal, part)


def read_observations(fields: Fields, now: datetime, dimensions: int | None) -> Notes:
    """The observations in a line; vectors are ignored when no length is given."""
    entity, next_ordinal = fields.name("entity"), fields.whole("next_ordinal") or 0
    observations: list[Observation] = []
    views: dict[int, Mapping[str, Vectors]] = {}
    for entry in fields.mappings("observations"):
        seen = Fields({"vectors": entry.pop("vectors", None)}).mapping("vectors")
        observations.append(_read_entry(Fields(entry), now))
        if seen and dimensions is not None:
            views[observations[-1].ordinal] = _read_views(seen, dimensions)
    fields.finish()
    return Notes(entity, next_ordinal, tuple(observations), views)


def _line(entity: str, next_ordinal: int, entries: list[dict[str, object]]) -> Line:
    return {"type": "observations", "entity": entity, "next_ordinal": next_ordinal, "observations": entries}


def _read_entry(fields: Fields, now: datetime) -> Observation:
    values = {"created_at": now, **fields.values(_EXPECTED)}
    if "ordinal" not in values:
        raise Invalid("ordinal", "is missing")
    return OBSERVATION.filled({"key": 0, "updated_at": values["created_at"], **values})


def _read_views(fields: Mapping[str, object], dimensions: int) -> "dict[str, Vectors]":
    # numpy is needed only here.
    from simonides.engine.exchange.vectors import read_vectors

    views = {}
    for name, field in fields.items():
        if not isinstance(field, dict):
            raise Invalid("vectors", "must be an object with count and float16 for each perspective")
        views[name] = read_vectors(field, dimensions)
    return views
