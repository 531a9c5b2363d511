"""Arguments of tools: what a schema asks for, and the same with parts of it gone wrong."""

import random
from collections.abc import Mapping
from typing import Any

from bench.attack.values import NUMBERS, odd_text, odd_value, sentence

Schema = Mapping[str, Any]

NAMES = ("Ada", "Grace", "Project Atlas", "auth service", "harbour", "общий", "wing_app", "general", "default", "other", "a/b")
DATES = ("2026-01-15", "2026-11-15T10:00:00Z", "2025-06-01T00:00:00+02:00", "2026")
FOLDERS = ("/dev/null", "/dev/zero", "/proc/self/mem", "/nonexistent/folder", "relative/nowhere")
"""Where a tool may be sent to read files: nothing of it is a folder, so that no run reads the machine."""


class Arguments:
    """Makes arguments; ids that a server has told are used again, so that deep code is reached."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._ids: list[str] = []

    def learn(self, known: str) -> None:
        """Note an id that exists; the latest few hundred are kept."""
        self._ids.append(known)
        if len(self._ids) > 400:
            del self._ids[:200]

    def of(self, schema: Schema) -> dict[str, Any]:
        """Arguments that fit: all that are required and some of the others."""
        required = schema.get("required", ())
        wanted = [name for name in schema.get("properties", {}) if name in required or self._chance.random() < 0.4]
        return {name: self._fitting(name, schema["properties"][name]) for name in wanted}

    def spoilt(self, schema: Schema) -> Any:
        """Arguments of which one part, or the whole, is wrong."""
        arguments = self.of(schema)
        match self._chance.randrange(8):
            case 0:
                return _sparing(schema, odd_value(self._chance))
            case 1:
                return {**arguments, odd_text(self._chance)[:300]: odd_value(self._chance)}
            case 2 if arguments:
                arguments.pop(self._chance.choice(list(arguments)))
            case _ if arguments:
                name = self._chance.choice(list(arguments))
                arguments[name] = self._spoilt_value(name, arguments[name])
        return arguments

    def _spoilt_value(self, name: str, value: Any) -> Any:
        if name == "path":
            return self._chance.choice([*FOLDERS, "", "\0", 7, None, "x" * 5_000])
        if isinstance(value, str) and value and self._chance.random() < 0.3:
            place = self._chance.randrange(len(value) + 1)
            return value[:place] + odd_text(self._chance) + value[place:]
        if isinstance(value, list) and value and self._chance.random() < 0.5:
            return [*value, odd_value(self._chance)]
        return odd_value(self._chance)

    def _fitting(self, name: str, schema: Schema) -> Any:
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        match _type_of(schema):
            case "integer":
                return self._chance.choice([1, 2, 3, 5, 10, 20])
            case "number":
                return self._chance.choice([0, 0.5, 0.9, 1])
            case "boolean":
                # Resetting everything each time would leave nothing to find.
                return self._chance.random() < (0.02 if name == "confirm" else 0.5)
            case "array":
                return [self._fitting(name, schema.get("items", {})) for _ in range(self._chance.randint(0, 3))]
            case "object":
                return self.of(schema) if "properties" in schema else {"source": sentence(self._chance)}
            case _:
                return self._text(name)

    def _text(self, name: str) -> str:
        if name == "path":
            return self._chance.choice(FOLDERS)
        if self._ids and (name == "id" or name.endswith("_id")) and self._chance.random() < 0.7:
            return self._chance.choice(self._ids)
        if name in {"timestamp", "as_of", "valid_from", "ended", "valid_until"}:
            return self._chance.choice(DATES)
        if name in {"content", "text", "query", "entry", "summary", "new_content", "contents", "observations", "description"}:
            return sentence(self._chance)
        return self._chance.choice(NAMES)


def _type_of(schema: Schema) -> str:
    declared = schema.get("type", "string")
    if isinstance(declared, list):
        declared = next((each for each in declared if each != "null"), "string")
    return str(declared)


def _sparing(schema: Schema, value: Any) -> Any:
    # Arguments made of nothing but chance must not send a tool to read a real folder.
    return value if "path" not in schema.get("properties", {}) or not isinstance(value, dict) else {"path": NUMBERS[0]}
