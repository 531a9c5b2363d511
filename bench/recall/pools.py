"""Pools of texts and questions, read from a file; gold and kind are for scoring only."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from simonides.domain.memory import GENERAL
from simonides.frozen import frozen


@frozen
class Item:
    """One text to be filed."""

    id: str
    text: str
    session: str | None = None
    time: datetime | None = None
    wing: str = GENERAL
    """Where it is filed; the name tells nothing about what is there."""


@frozen
class Question:
    """One question; only its text may reach a system."""

    id: str
    text: str
    gold: frozenset[str]
    kind: str
    stale: frozenset[str]
    current: frozenset[str]
    wing: str = GENERAL
    """Where its answers are filed, for those who ask there."""


@frozen
class Pool:
    """Texts that are searched together, and the questions about them."""

    name: str
    items: tuple[Item, ...]
    questions: tuple[Question, ...]


def read_pools(path: Path) -> list[Pool]:
    """The pools in a file, one a line."""
    return [_pool(json.loads(line), path.stem) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def together(pools: Sequence[Pool]) -> list[Pool]:
    """All pools as one; every question keeps its own gold."""
    items = tuple(item for pool in pools for item in pool.items)
    questions = tuple(question for pool in pools for question in pool.questions)
    return [Pool("together", items, questions)]


def in_wing(pool: Pool) -> Pool:
    """The same pool in a wing of its own."""
    wing = hashlib.sha256(pool.name.encode()).hexdigest()[:8]
    items = tuple(replace(item, wing=wing) for item in pool.items)
    return Pool(pool.name, items, tuple(replace(question, wing=wing) for question in pool.questions))


def _pool(raw: dict[str, object], source: str) -> Pool:
    name = f"{source}/{raw['pool']}"
    items, questions = raw["items"], raw["queries"]
    assert isinstance(items, list)
    assert isinstance(questions, list)
    return Pool(name, tuple(_item(each, name) for each in items), tuple(_question(each, name) for each in questions))


def _item(raw: dict[str, str], pool: str) -> Item:
    session = f"{pool}/{raw['session']}" if raw.get("session") else None
    time = datetime.fromisoformat(raw["time"]).astimezone() if raw.get("time") else None
    return Item(f"{pool}/{raw['id']}", raw["text"], session, time)


def _question(raw: dict[str, object], pool: str) -> Question:
    def ids(field: str) -> frozenset[str]:
        value = raw.get(field) or []
        assert isinstance(value, list)
        return frozenset(f"{pool}/{each}" for each in value)

    return Question(f"{pool}/{raw['id']}", str(raw["text"]), ids("gold"), str(raw["kind"]), ids("stale"), ids("current"))
