"""How many tokens does a text cost? An estimate that is rather too high, since every model counts differently.

Common tokenizers take 4 to 5 letters of English as one token, about 3 characters of code, 2 of most other alphabets, and up to
1.5 tokens for a sign of Chinese, Japanese or Korean. Each character is charged by its kind, a little above what it costs.
"""

import math
import re

_COSTS = (
    # Small letters and spaces: 3.5 to a token.
    (re.compile(r"[a-z \n\t]"), 1 / 3.5),
    # Capitals and digits stand alone more often: names, numbers, hashes.
    (re.compile(r"[A-Z0-9]"), 1 / 2),
    # Some tokenizers take every sign for itself.
    (re.compile(r"[!-/:-@\[-`{-~\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"), 1.0),
    # Other alphabets: Latin with accents, Greek, Cyrillic, Hebrew, Arabic.
    (re.compile("[\u0080-\u07ff]"), 1.0),
    (re.compile("[\u0800-\uffff]"), 1.5),
    (re.compile("[\U00010000-\U0010ffff]"), 3.0),
)


def estimate_tokens(text: str) -> int:
    """How many tokens a text costs at most, by any common tokenizer and for ordinary text."""
    return math.ceil(sum(len(kind.findall(text)) * cost for kind, cost in _COSTS))


def cut_to_tokens(text: str, tokens_max: int) -> str:
    """The beginning of a text that fits, cut at a word if there is one near, with an ellipsis where something is missing."""
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
