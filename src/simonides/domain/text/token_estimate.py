"""Token estimates: how many tokens a text costs, erring on the high side since every model counts differently.

Common tokenizers take 4 to 5 letters of English as one token, about 3 characters of code or German, 2 of Polish and of most other
alphabets, and up to 1.5 tokens for a sign of Chinese, Japanese or Korean. Each character is charged by its kind, a little above
what it costs.
"""

import math
import re
from functools import cache

PLAIN_CHARACTERS = 4
"""How many plain characters make a token on average, in English and in JSON: 18,928 of a list of tools were 4,650 tokens."""

_PLAIN_COSTS = (
    # Small letters and spaces: 3.5 to a token.
    (b"abcdefghijklmnopqrstuvwxyz \n\t", 1 / 3.5),
    # Capitals and digits stand alone more often: names, numbers, hashes.
    (b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 1 / 2),
)
_SIGN_COST = 1.0
"""Some tokenizers make every sign a token of its own."""

_OTHER_COSTS = (
    # Accented letters break a word into pieces, so each also pays for its neighbours.
    ("[\u00c0-\u024f\u1e00-\u1eff]", 2.5),
    # Other alphabets: Cyrillic, Hebrew, Arabic; then Greek, which is cut smaller.
    ("[\u0080-\u00bf\u0250-\u036f\u0400-\u07ff]", 1.0),
    ("[\u0370-\u03ff]", 1.3),
    ("[\u0800-\u0d7f\u0e00-\u0e7f\u0f00-\u0fff\u1400-\u177f\u18b0-\u1dff\u1f00-\uffff]", 1.5),
    # Sinhala, Lao, Burmese, Georgian, Amharic, Khmer and beyond: often byte by byte.
    ("[\u0d80-\u0dff\u0e80-\u0eff\u1000-\u13ff\u1780-\u18af\U00010000-\U0010ffff]", 3.0),
)
_PLAIN = re.compile(r"[\x00-\x7f]+")


def estimate_tokens(text: str) -> int:
    """The most tokens an ordinary text costs with any common tokenizer."""
    # Plain characters are counted as bytes, many times as fast as by a pattern.
    signs, cost = text.encode("ascii", "ignore"), 0.0
    for kind, each in _PLAIN_COSTS:
        others = signs.translate(None, kind)
        cost += (len(signs) - len(others)) * each
        signs = others
    return math.ceil(cost + len(signs) * _SIGN_COST + _other_tokens(text, math.inf))


def typical_tokens(text: str) -> int:
    """About how many tokens a text or JSON costs on average: four plain characters each, other scripts by their kind."""
    return math.ceil(len(text.encode("ascii", "ignore")) / PLAIN_CHARACTERS + _other_tokens(text, 1.0))


def _other_tokens(text: str, most: float) -> float:
    """The cost of what is not plain, at most so much for a character."""
    if text.isascii():
        return 0.0
    others = _PLAIN.sub("", text)
    return sum(len(kind.findall(others)) * min(cost, most) for kind, cost in _other_costs())


@cache
def _other_costs() -> list[tuple[re.Pattern[str], float]]:
    # Compiled on first use: plain texts need none of them.
    return [(re.compile(letters), cost) for letters, cost in _OTHER_COSTS]


def cut_to_tokens(text: str, tokens_max: int) -> str:
    """The beginning of a text that fits, cut between words if possible, with an ellipsis when it was cut."""
    if estimate_tokens(text) <= tokens_max:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimate_tokens(f"{text[:middle]}...") <= tokens_max else (low, middle - 1)
    return f"{shorten(text, low)}..." if low else ""


def shorten(text: str, length: int) -> str:
    """The first characters of a text, without a broken word at the end."""
    if len(text) <= length:
        return text
    kept = text[:length]
    head, space, _ = kept.rpartition(" ")
    return head.rstrip() if space and len(head) > 0.8 * length else kept
