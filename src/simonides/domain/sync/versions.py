"""Versions of a record, merged in any order to the same result.

A record is known by those of its versions that no other version replaces: one after plain edits, several after edits on machines
that did not know of each other. Merging keeps every version that no other one saw. What stands is chosen field by field: a field
that only one side changed is that side's; of two changes the later stands, and the other stays beside it as a rival until
somebody who knows of both changes that field. A version without fields is a delete: it counts while no other stands beside it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import field

from simonides.domain.sync.reach import TIME_MAX, Dot, Reach, covers, joined
from simonides.frozen import frozen

Said = tuple[object, Dot]
"""The value of a field, and the change that gave it; None where the field was emptied."""
Values = Mapping[str, object]
"""The fields of a record by name; an empty field is left out."""

MEMBERS = ("tags/", "former/")
"""The beginnings of fields that stand for members of a list: the value is the place among those that were added together."""
NEWEST_FIRST = "former/"
"""The list in which what was added last stands first; in the others it stands last."""


@frozen
class Version:
    """A record as one origin left it."""

    dot: Dot
    saw: Reach
    """The versions of the same record that this one replaces: the last number of each origin."""
    fields: Mapping[str, Said] | None
    """None when the record was deleted."""
    others: Mapping[str, tuple[Said, ...]] = field(default_factory=dict)
    """Rivals that this version knew of and left open, by field."""


Versions = tuple[Version, ...]
"""All that is known of a record, oldest first; none replaces another."""


@frozen
class Rival:
    """A value that another one stands above, though neither side knew of the other."""

    field: str
    """Empty where a delete met an edit."""
    value: object
    dot: Dot


def merged(ours: Versions, theirs: Versions) -> Versions:
    """Both together: commutative, associative, and the same however often it is repeated."""
    every = {version.dot: version for version in (*ours, *theirs)}
    seen: dict[str, int] = {}
    for version in every.values():
        for origin, number in version.saw.items():
            seen[origin] = max(number, seen.get(origin, 0))
    return tuple(sorted((version for version in every.values() if not covers(seen, version.dot)), key=_dot))


def succeeding(before: Versions, origin: str, number: int, time: int, values: Values | None) -> Version:
    """The version that replaces all of these; with None it deletes the record. Fields that stay keep who gave them."""
    seen = [version.dot.time for version in before] + [dot.time for fields in _alive(before) for _, dot in fields.values()]
    dot = Dot(min(max([time, *(each + 1 for each in seen)]), TIME_MAX), origin, number)
    saw: Reach = {}
    for version in before:
        saw = joined(joined(saw, version.saw), {version.dot.origin: version.dot.number})
    if values is None:
        return Version(dot, saw, None)
    fields, standing = _carried(chosen(before), values, dot), _Standing(before)
    left = {name: standing.of(name)[1:] for name, (_, given) in fields.items() if given != dot and not _is_member(name)}
    return Version(dot, saw, fields, {name: told for name, told in left.items() if told})


def chosen(versions: Versions) -> dict[str, Said]:
    """What stands in every field, emptied ones included; nothing where the record is deleted."""
    names = dict.fromkeys(name for fields in _alive(versions) for name in fields)
    standing = _Standing(versions)
    return {name: standing.of(name)[0] for name in sorted(names)}


def shown(versions: Versions) -> dict[str, object] | None:
    """The record as it stands; None when it is deleted or was never there."""
    if not any(True for _ in _alive(versions)):
        return None
    told = {name: said for name, said in chosen(versions).items() if said[0] is not None}
    places = {name: place for prefix in MEMBERS for place, name in enumerate(_in_order(told, prefix))}
    return {name: places.get(name, value) for name, (value, _) in told.items()}


def rivals(versions: Versions, quiet: Iterable[str] = ()) -> list[Rival]:
    """What does not stand, though its writer did not know of what does; `quiet` fields are nobody's decision."""
    if shown(versions) is None:
        return []
    unsaid, standing = set(quiet), _Standing(versions)
    found = [Rival("", None, version.dot) for version in versions if version.fields is None]
    for name in chosen(versions):
        if name not in unsaid and not _is_member(name):
            found += [Rival(name, value, dot) for value, dot in standing.of(name)[1:]]
    return found


def is_same(fields: Mapping[str, Said], values: Values, quiet: Iterable[str] = ()) -> bool:
    """Whether a record still stands as it was last shown."""
    unsaid = set(quiet)
    told = {name: said for name, said in fields.items() if said[0] is not None}
    return all(
        _is_kept(name, told[name][0] if name in told else None, values.get(name)) for name in {*told, *values} - unsaid
    ) and all(_in_order(told, prefix) == _as_listed(values, prefix) for prefix in MEMBERS)


def _carried(before: Mapping[str, Said], values: Values, dot: Dot) -> dict[str, Said]:
    fields: dict[str, Said] = {}
    for name in sorted({*before, *values}):
        value = values.get(name)
        fields[name] = before[name] if name in before and _is_kept(name, before[name][0], value) else (value, dot)
    for prefix in MEMBERS:
        listed = _as_listed(values, prefix)
        if _in_order(fields, prefix) != listed:
            fields |= {name: (values[name], dot) for name in listed}
    return fields


def _in_order(fields: Mapping[str, Said], prefix: str) -> list[str]:
    """The members of a list in the order in which every replica shows them."""
    sign = -1 if prefix == NEWEST_FIRST else 1
    placed = [
        (sign * dot.time, str(dot.origin), place if isinstance(place, int) else 0, name)
        for name, (place, dot) in fields.items()
        if name.startswith(prefix) and place is not None
    ]
    return [name for *_, name in sorted(placed)]


def _as_listed(values: Values, prefix: str) -> list[str]:
    """The members of a list in the order in which the record has them."""
    placed = [(place, name) for name, place in values.items() if name.startswith(prefix) and isinstance(place, int)]
    return [name for _, name in sorted(placed)]


def _is_kept(name: str, before: object, after: object) -> bool:
    return (before is None) == (after is None) if _is_member(name) else before == after


def _is_member(name: str) -> bool:
    return name.startswith(MEMBERS)


class _Standing:
    """Which values stand in some versions, field by field. Sets of versions are numbers here: one bit for each."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions
        self._knowing: dict[Dot, int] = {}

    def of(self, name: str) -> tuple[Said, ...]:
        """The value of a field that stands, then its rivals: every value that whoever knew of it has left in place."""
        every: dict[Dot, object] = {}
        telling: dict[Dot, int] = {}
        holding = 0
        for place, version in enumerate(self._versions):
            for value, dot in _told(version, name):
                every[dot] = value
                telling[dot] = telling.get(dot, 0) | 1 << place
                holding |= 1 << place
        left = [dot for dot in every if not self._who_knows(dot) & holding & ~telling[dot]]
        # Whoever changes a field is later than all that they knew of, so that the latest stands.
        best = max(every)
        apart = {repr(every[dot]): dot for dot in sorted(left) if every[dot] != every[best]}
        return ((every[best], best), *((every[dot], dot) for dot in sorted(apart.values(), reverse=True)))

    def _who_knows(self, dot: Dot) -> int:
        if dot not in self._knowing:
            self._knowing[dot] = sum(1 << place for place, version in enumerate(self._versions) if covers(version.saw, dot))
        return self._knowing[dot]


def _told(version: Version, name: str) -> tuple[Said, ...]:
    fields = version.fields or {}
    return (*((fields[name],) if name in fields else ()), *version.others.get(name, ()))


def _alive(versions: Versions) -> Iterable[Mapping[str, Said]]:
    return (version.fields for version in versions if version.fields is not None)


def _dot(version: Version) -> Dot:
    return version.dot
