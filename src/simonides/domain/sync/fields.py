"""Records as flat fields: lists of names and objects are taken apart, so that two sides may change different parts of them."""

from collections.abc import Mapping

FORMER = "former"
"""The key of the metadata whose list of ids is merged as a set."""
_FORMER, _METADATA = "former/", "metadata/"
_SETS = {"tags": "tags/", "aliases": "aliases/"}
"""Lists of names that are merged as sets."""


def flat(line: Mapping[str, object]) -> dict[str, object]:
    """The fields of a record given as values of JSON; what is None is left out."""
    fields: dict[str, object] = {}
    for name, value in line.items():
        if name in _SETS and isinstance(value, list):
            fields |= {f"{_SETS[name]}{each}": place for place, each in enumerate(value)}
        elif name == "metadata" and isinstance(value, dict):
            fields |= _flat_metadata(value)
        elif value is not None:
            fields[name] = value
    return fields


def whole(fields: Mapping[str, object]) -> dict[str, object]:
    """The record that these are the fields of."""
    line = {name: value for name, value in fields.items() if not name.startswith((*_SETS.values(), _FORMER, _METADATA))}
    metadata = {
        name.removeprefix(_METADATA): value[0]
        for name, value in fields.items()
        if name.startswith(_METADATA) and isinstance(value, list) and value
    }
    if former := _members(fields, _FORMER):
        metadata[FORMER] = former
    line |= {name: members for name, prefix in _SETS.items() if (members := _members(fields, prefix))}
    return line | ({"metadata": metadata} if metadata else {})


def _flat_metadata(metadata: Mapping[str, object]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for key, value in metadata.items():
        if key == FORMER and isinstance(value, list) and all(isinstance(each, str) for each in value):
            fields |= {f"{_FORMER}{each}": place for place, each in enumerate(value)}
        else:
            # In a list of its own, so that null is a value like any other.
            fields[f"{_METADATA}{key}"] = [value]
    return fields


def _members(fields: Mapping[str, object], prefix: str) -> list[str]:
    placed = [(place, name.removeprefix(prefix)) for name, place in fields.items() if name.startswith(prefix)]
    return [name for _, name in sorted(placed, key=lambda item: (item[0] if isinstance(item[0], int) else 0, item[1]))]
