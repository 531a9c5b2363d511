"""Changes of replicas that no replica made: well formed, with claims, numbers, times and values that do not fit."""

import random
from typing import Any

from bench.attack.values import NUMBERS, odd_text, odd_value, sentence

KINDS = ("memory", "memory", "memory", "entity", "fact", "observation", "perspective", "about", "supersession", "palace")
FIELDS = (
    *("content", "wing", "room", "hall", "created_at", "importance", "added_by", "kind", "name", "type", "subject", "predicate"),
    *("object", "entity", "text", "tags/a", "former/b", "metadata/c", "ended_at", "superseded_by", "valid_to", "position"),
)
NOW_US = 1_790_000_000_000_000


def forged_segment(chance: random.Random) -> dict[str, Any]:
    """The body of a request that brings changes."""
    head = {"simonides": "sync", "format": 1, "palace": "default", "origin": _origin(chance), "since": {}, "marks": {}}
    head["until"] = {_origin(chance): _number(chance) for _ in range(chance.choice([0, 1, 3, 50]))}
    if chance.random() < 0.1:
        head["marks"] = {_origin(chance): [[_number(chance), odd_text(chance)[:50]]]}
    if chance.random() < 0.1:
        head[chance.choice(list(head))] = odd_value(chance)
    return {"head": head, "lines": [_line(chance) for _ in range(chance.choice([0, 1, 1, 2, 20]))]}


def _line(chance: random.Random) -> dict[str, Any]:
    dots = [_dot(chance) for _ in range(chance.choice([1, 1, 1, 2, 5, 40]))]
    versions = [_version(chance, place, len(dots)) for place in range(len(dots))]
    line = {"kind": chance.choice(KINDS), "id": f"forged-{chance.randrange(50)}", "dots": dots, "versions": versions}
    if chance.random() < 0.1:
        line[chance.choice(list(line))] = odd_value(chance)
    return line


def _version(chance: random.Random, place: int, count: int) -> list[Any]:
    saw = {_origin(chance): _number(chance) for _ in range(chance.choice([0, 0, 1, 3]))}
    if chance.random() < 0.1:
        return [place, saw, None]
    names = {"content", "wing", "room", "created_at", *chance.sample(FIELDS, 2)}
    fields = {name: [_value(chance, name), chance.randrange(count)] for name in sorted(names)}
    others = {"content": [[sentence(chance), chance.randrange(count)]]}
    return [place, saw, fields, *([others] if chance.random() < 0.1 else [])]


def _value(chance: random.Random, name: str) -> Any:
    if chance.random() < 0.03:
        return odd_value(chance)
    if name == "created_at":
        return chance.choice(["2026-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
    return {"importance": 0.5, "tags/a": 0, "former/b": 0, "metadata/c": ["x"]}.get(name, sentence(chance))


def _dot(chance: random.Random) -> list[Any]:
    return [chance.choice([NOW_US, NOW_US + chance.randrange(1_000), 0, 2**62 - 1]), _origin(chance), _number(chance)]


def _origin(chance: random.Random) -> str:
    return f"feed{chance.randrange(30):04d}" if chance.random() < 0.97 else odd_text(chance)[:100]


def _number(chance: random.Random) -> Any:
    return chance.randrange(1, 1_000) if chance.random() < 0.95 else chance.choice([*NUMBERS, 2**62 - 1])
