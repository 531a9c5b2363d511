"""Versions as values of JSON, for a palace's own notes and for other palaces.

In its own notes a palace leaves out long values that its record holds anyway: their digest stands for them.
"""

import hashlib
import json
from collections.abc import Mapping

from simonides.domain.errors import Invalid
from simonides.domain.sync.reach import NUMBER_END, Dot
from simonides.domain.sync.versions import Said, Values, Version, Versions, chosen

Packed = dict[str, object]

_SHORT_MAX = 48
_DIGEST = "#"


def packed(versions: Versions, kept: Values | None = None) -> Packed:
    """Versions as values of JSON; with `kept`, long values that stand in the record are given by their digest."""
    dots = {dot: place for place, dot in enumerate(sorted(_dots(versions)))}
    standing = chosen(versions) if kept is not None else {}
    held = {name: value for name, value in (kept or {}).items() if name in standing and standing[name][0] == value}
    return {
        "dots": [list(dot) for dot in dots],
        "versions": [_packed_version(version, dots, held) for version in versions],
    }


def unpacked(value: object, kept: Values | None = None) -> Versions:
    """The versions in values of JSON. Raises Invalid when they are not what `packed` gives."""
    try:
        return _unpacked(value, kept or {})
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Invalid("versions", "are not in the form that simonides writes; upgrade simonides") from error


def digest(value: object) -> str:
    """What stands for a long value."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _packed_version(version: Version, dots: Mapping[Dot, int], held: Values) -> list[object]:
    fields = None
    if version.fields is not None:
        fields = {name: [_short(value, held.get(name)), dots[dot]] for name, (value, dot) in version.fields.items()}
    others = {name: [[value, dots[dot]] for value, dot in told] for name, told in version.others.items()}
    return [dots[version.dot], dict(version.saw), fields, *([others] if others else [])]


def _unpacked(value: object, kept: Values) -> Versions:
    if not isinstance(value, dict):
        raise TypeError
    dots = [Dot(_whole(time), _text(origin), _whole(number)) for time, origin, number in value["dots"]]
    versions = []
    for place, saw, fields, *more in value["versions"]:
        reach = {_text(origin): _whole(number) for origin, number in saw.items()}
        said = None if fields is None else {_text(name): _said(name, each, dots, kept) for name, each in fields.items()}
        rest = {_text(name): tuple((each[0], dots[each[1]]) for each in told) for name, told in (more[0] if more else {}).items()}
        versions.append(Version(dots[place], reach, said, rest))
    return tuple(sorted(versions, key=lambda version: version.dot))


def _said(name: str, value: list[object], dots: list[Dot], kept: Values) -> Said:
    given, place = value
    if isinstance(given, dict) and _DIGEST in given:
        given = kept[name] if name in kept and digest(kept[name]) == given[_DIGEST] else given
    return given, dots[_whole(place)]


def _short(value: object, held: object) -> object:
    if value is None or value != held:
        return value
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= _SHORT_MAX else {_DIGEST: digest(value)}


def _dots(versions: Versions) -> set[Dot]:
    return {version.dot for version in versions} | {
        dot for version in versions for told in ((version.fields or {}).values(), *version.others.values()) for _, dot in told
    }


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < NUMBER_END:
        raise TypeError
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value:
        raise TypeError
    return value
