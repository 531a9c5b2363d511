"""Speaker marks in plain text: names before a colon, headings, or `>` before what a person asks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from simonides.mining.conversations.values import Role

_USERS = frozenset("user human you me prompt question q".split())
_ASSISTANTS = frozenset("assistant ai claude chatgpt gpt gemini copilot bot model codex cursor grok deepseek answer a".split())
_OTHERS: dict[str, Role] = {"system": "system", "tool": "tool", "function": "tool"}
# Words that often come before a colon and are not names.
_NOT_NAMES = frozenset(
    "note notes todo fixme warning error info debug example examples date time from to cc subject re status title summary "
    "http https url file path name type id key value version author license usage output input result step steps option "
    "see tip hint important update edit pros cons goal goals context owner due priority".split()
)
_CLOCK = r"(?:\[?\(?(?P<time>\d{4}-\d\d-\d\d[T ,]+\d{1,2}:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)?|\d{1,2}:\d\d(?::\d\d)?)\)?\]?)"
_NAME = r"(?P<name>[^\W\d_][\w.'-]{0,30}(?: [\w.'-]{1,30}){0,3})"
_LABEL = re.compile(rf"(?:{_CLOCK}[ ,-]*)?(?:\*\*|__)?{_NAME}(?:\*\*|__)?[ ]?:(?:\*\*|__)?(?:[ \t]+|\Z)(?P<text>.*)\Z")
_HEADING = re.compile(rf"#{{1,6}}[ \t]+(?:\*\*)?{_NAME}(?:\*\*)?:?(?:\*\*)?[ \t]*[-,]?[ \t]*{_CLOCK}?[ \t]*\Z")
_QUOTE = re.compile(r">[ ]?(?P<text>.*)\Z")
_FENCE = re.compile(r"\s*(```|~~~)")
_LABELS_MIN = 4
_LABELS_SHARE = 0.15
_QUESTIONS_MIN = 2

Mark = tuple[str | None, str, str | None]
"""The speaker from a line on (None: the person who asks), the text on that line, and the time as written."""
Style = Callable[[str], Mark | None]


def role_of(name: str) -> Role:
    """The role that a name stands for; people are users."""
    word = _word(name)
    if word in _ASSISTANTS or word.split()[0] in {"claude", "chatgpt", "gemini"}:
        return "assistant"
    return _OTHERS.get(word, "user")


def headed(line: str) -> Mark | None:
    """A heading that consists of the name of a role."""
    found = _HEADING.match(line)
    return (found["name"], "", found["time"]) if found and _is_role(found["name"]) else None


def labelled(line: str) -> Mark | None:
    """`Name: words`, with or without a time before it, with or without a bold name."""
    found = _LABEL.match(line)
    return (found["name"], found["text"], found["time"]) if found else None


def quoted(line: str) -> Mark | None:
    """`> words` of the person who asks."""
    found = _QUOTE.match(line)
    return (None, found["text"], None) if found else None


def is_fence(line: str) -> bool:
    """Whether a line opens or closes a block of code."""
    return bool(_FENCE.match(line))


def style_of(lines: Iterable[str]) -> Style | None:
    """How the speakers of a text are marked; None when there are none."""
    texts = list(_unfenced(lines))
    if _two_sides({mark[0] for line in texts if (mark := headed(line)) and mark[0]}):
        return headed
    names = _names(texts)
    if names:
        return lambda line: mark if (mark := labelled(line)) and mark[0] in names else None
    return quoted if _is_quoting(texts) else None


def _unfenced(lines: Iterable[str]) -> Iterator[str]:
    is_fenced = False
    for line in lines:
        is_fenced ^= is_fence(line)
        if not is_fenced and line.strip():
            yield line


def _names(texts: list[str]) -> frozenset[str]:
    """The labels that are speakers: roles if both sides speak, otherwise names that recur."""
    counts = Counter(mark[0] for line in texts if (mark := labelled(line)) and mark[0])
    roles = {name for name in counts if _is_role(name)}
    if _two_sides(roles):
        return frozenset(roles)
    names = {name for name, count in counts.items() if count > 1 and _is_name(name)}
    labels = sum(counts[name] for name in names)
    is_dialogue = len(names) > 1 and labels >= max(_LABELS_MIN, _LABELS_SHARE * len(texts))
    return frozenset(names) if is_dialogue else frozenset()


def _two_sides(names: set[str]) -> bool:
    words = {_word(name) for name in names}
    return any(role_of(name) == "assistant" for name in names) and bool(words & _USERS)


def _is_role(name: str) -> bool:
    return _word(name) in _USERS or role_of(name) != "user"


def _is_name(name: str) -> bool:
    return _word(name) not in _NOT_NAMES and not name[0].islower()


def _word(name: str) -> str:
    # Pages copied from ChatGPT say "You said:" and "ChatGPT said:".
    return name.casefold().removesuffix(" said")


def _is_quoting(texts: list[str]) -> bool:
    marks = [bool(quoted(line)) for line in texts if not line.startswith("#")]
    answered = sum(before and not after for before, after in pairwise(marks))
    return answered > _QUESTIONS_MIN or (answered == _QUESTIONS_MIN and marks[0])
