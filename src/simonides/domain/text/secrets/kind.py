"""A kind of secret: the letters that announce it, the pattern that stands there, and the last doubt.

A text is searched for the anchors first, which costs next to nothing; only where one stands is the pattern tried, from there on.
Every quantifier of a pattern is bounded and none gives back what it took, so that no text makes it slow.
"""

import re
from collections.abc import Callable
from functools import cache

from simonides.domain.text.secrets.plausibility import is_made_up, is_wordy
from simonides.frozen import frozen

Match = re.Match[str]

BEFORE = r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt]))"
"""What a token begins after: no letter, unless it is the one of a line break written in JSON."""
AFTER = r"(?![A-Za-z0-9_])"


DATA_MIN = 120
"""How many characters of base64 before a token make it a piece of data."""
_DATA = rf"[A-Za-z0-9+/]{{{DATA_MIN}}}"
LINE_MAX = 160
"""How far a line is looked back on."""
_SAYS_EXAMPLE = re.compile(
    r"\be\.g\.|\bi\.e\.|for example|for instance|\bexamples?:|\b(?:following|this|an) example\b"
    r"|\b(?:example|sample) (?:output|response|request|configuration|uses|shows)|\b(?:output|response)::|\blooks? like this\b",
    re.IGNORECASE,
)


_LEADS_OVER = re.compile(r"^$|:$|```\w{0,12}$")


def is_real(match: Match) -> bool:
    """Whether the secret is none that somebody made up for an example, and none that the text before it calls one."""
    return not is_made_up(secret_of(match)) and not is_called_example(match)


def is_called_example(match: Match) -> bool:
    """Whether the text just before a match says that an example follows: on the same line, or on one that leads over to it."""
    start, end = max(match.start() - LINE_MAX, 0), match.start()
    said = [found.end() for found in _SAYS_EXAMPLE.finditer(match.string, start, end)]
    if not said:
        return False
    before, line_break, _ = match.string[said[-1] : end].rpartition("\n")
    return not line_break or bool(_LEADS_OVER.search(before.rstrip()))


def always(_match: Match) -> bool:
    """For patterns that leave no doubt."""
    return True


def secret_of(match: Match) -> str:
    """The part of a match that must not be read."""
    start, end = span_of(match)
    return match.string[start:end]


def span_of(match: Match) -> tuple[int, int]:
    """Where that part stands."""
    return match.span("secret") if "secret" in match.re.groupindex else match.span()


@frozen
class SecretPattern:
    """A regular expression that is compiled when an anchor is first found: few texts need any of them."""

    source: str
    flags: int = 0

    def match(self, text: str, at: int) -> Match | None:
        """The match that begins there."""
        return _compiled(self.source, self.flags).match(text, at)

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where every match begins and ends."""
        return [match.span() for match in _compiled(self.source, self.flags).finditer(text)]


@cache
def _compiled(source: str, flags: int) -> re.Pattern[str]:
    return re.compile(source, flags)


@frozen
class SecretKind:
    """One kind of secret."""

    name: str
    title: str
    """What a person calls it."""
    anchors: tuple[str, ...]
    pattern: SecretPattern
    """Matched where an anchor stands; its group `secret` is the secret, or else the whole match."""
    back: int = 0
    """How many characters before the anchor the match begins."""
    is_folded: bool = False
    """Whether the anchor is found in any case; it is then given in lower case."""
    accepts: Callable[[Match], bool] = is_real

    def __post_init__(self) -> None:
        if not self.anchors or not all(self.anchors):
            raise ValueError(f"the kind of secret '{self.name}' needs an anchor")


def folded(
    name: str, title: str, anchors: tuple[str, ...], pattern: str, accepts: Callable[[Match], bool] = is_real
) -> SecretKind:
    """A kind that is written in any case, anchors and pattern."""
    return SecretKind(name, title, anchors, SecretPattern(pattern, re.IGNORECASE), is_folded=True, accepts=accepts)


def token(name: str, title: str, prefix: str | tuple[str, ...], rest: str, *, back: int = 0, before: str = "") -> SecretKind:
    """A token with letters of its own, mostly at its head; `before` is the pattern of the `back` characters in front of them."""
    prefixes = (prefix,) if isinstance(prefix, str) else prefix
    beginning = "|".join(re.escape(each) for each in prefixes)

    def accepts(match: Match) -> bool:
        # Only what the service did not choose for all its tokens can be made up.
        own = next(each for each in prefixes if each in match.group())
        rest = match.group().replace(own, "", 1)
        # Words without any digit are a part of an address or of a name.
        return not is_made_up(rest) and (any(map(str.isdigit, rest)) or not is_wordy(rest)) and not _is_in_data(match)

    return SecretKind(
        name, title, prefixes, SecretPattern(f"{BEFORE}{before}(?:{beginning}){rest}{AFTER}"), back, accepts=accepts
    )


def _is_in_data(match: Match) -> bool:
    """Whether a match is a piece of something long in base64: an image or a program, which holds every prefix by chance."""
    before = match.string[max(match.start() - DATA_MIN, 0) : match.start()]
    return len(before) == DATA_MIN and bool(_compiled(_DATA, 0).fullmatch(before))


@frozen
class KindGroup:
    """Kinds that are looked for together."""

    kinds: tuple[SecretKind, ...]
    signs: tuple[str, ...] = ()
    """In lower case, to be found among the words of a text, each of which stands on a line of its own: a text without any of
    them holds none of the kinds."""
    value: SecretPattern | None = None
    """What stands at the end of each of the kinds, or behind its anchor: they are looked for a little before it.

    Without signs and without a value the kinds stand in long words alone.
    """
