"""Samples of secrets, made up when the tests run: a template with its random parts filled in, always the same way."""

import base64
import json
import random
import re
import string
import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent
ALPHABETS = {
    "b62": string.ascii_letters + string.digits,
    "b64": string.ascii_letters + string.digits + "+/",
    "url": string.ascii_letters + string.digits + "_-",
    "hex": "0123456789abcdef",
    "b36": string.ascii_lowercase + string.digits,
    "b32": string.ascii_uppercase + "234567",
    "up": string.ascii_uppercase + string.digits,
    "b58": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "bech": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "num": string.digits,
}
_PART = re.compile(r"[<{](\w+):(\d+)[>}]")
_BASIC = re.compile(r"<basic:([^>]+)>")


def tokens() -> dict[str, str]:
    """One template for each kind that is known by its own letters."""
    return tomllib.loads((FOLDER / "tokens.toml").read_text(encoding="utf-8"))


def contexts() -> dict[str, dict[str, list[str]]]:
    """True and false templates for each kind that is known by what stands around it."""
    return tomllib.loads((FOLDER / "contexts.toml").read_text(encoding="utf-8"))


def filled(template: str, seed: int = 0) -> str:
    """A sample of a template."""
    chance = random.Random(f"{template}{seed}")
    text = _PART.sub(lambda part: _random(part[1], int(part[2]), chance), template)
    text = _BASIC.sub(lambda part: base64.b64encode(part[1].encode()).decode(), text)
    return text.replace("<jwt>", _jwt(chance)) if "<jwt>" in text else text


def blank(template: str) -> str:
    """The template as somebody writes it in a manual: every random part the same letter again and again."""
    return _PART.sub(lambda part: ("0" if part[1] == "num" else "a" if part[1] == "hex" else "X") * int(part[2]), template)


def short(template: str) -> str:
    """A sample whose longest random part is shorter than it must be."""
    longest = max(_PART.finditer(template), key=lambda part: int(part[2]))
    part = f"<{longest[1]}:{max(int(longest[2]) // 2, 1)}>"
    return filled(template[: longest.start()] + part + template[longest.end() :])


def _random(alphabet: str, count: int, chance: random.Random) -> str:
    if alphabet == "lines":
        return "\n".join(_random("b64", 64, chance) for _ in range(count))
    # A number among the letters, as nearly every random text of this length has one.
    signs = chance.choices(ALPHABETS[alphabet], k=count)
    if count >= 8 and alphabet != "b58":
        signs[count // 2] = chance.choice("234567")
        signs[count // 3] = chance.choice("abcdef" if alphabet in {"hex", "b36", "b62", "b64", "url"} else "234567")
    return "".join(signs)


def _jwt(chance: random.Random) -> str:
    parts = [
        json.dumps(part).encode() for part in ({"alg": "HS256", "typ": "JWT"}, {"sub": chance.randrange(10**6), "role": "reader"})
    ]
    coded = [base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts]
    return ".".join([*coded, _random("url", 43, chance)])
