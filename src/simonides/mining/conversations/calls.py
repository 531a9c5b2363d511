"""Tool calls as text: of limited length, with head and tail kept, and marked as tool calls."""

from dataclasses import dataclass

from simonides.domain.validation import clean_text
from simonides.mining.conversations.shapes import written

CALL_MAX = 2_048
_HEAD_SHARE = 0.7
_NAME_MAX = 200
_ARGUMENTS_MAX = 1_024
_ARROW = "\n-> "


@dataclass(slots=True)
class ToolCall:
    """One tool call, whose result may come later; it never stores more than it shows."""

    head: str
    result: str = ""

    @classmethod
    def of(cls, name: str, arguments: object = None, result: str = "") -> "ToolCall":
        """A call of the named tool, with its arguments as text or as JSON."""
        head = f"[tool] {name[:_NAME_MAX]}"
        if arguments not in (None, "", {}, []):
            head = f"{head} {bounded(written(arguments), _ARGUMENTS_MAX)}"
        call = cls(head)
        call.add(result)
        return call

    def add(self, result: str) -> None:
        """Append a result of the tool."""
        result = f"{self.result}\n{result}" if self.result else result
        self.result = bounded(result, CALL_MAX - len(self.head) - len(_ARROW))

    def rendering(self) -> str:
        """`[tool] name arguments`, and the result after an arrow, in at most CALL_MAX characters."""
        return clean_text(f"{self.head}{_ARROW}{self.result}" if self.result else self.head)


def bounded(text: str, limit: int = CALL_MAX) -> str:
    """The text, or its head and tail with a note of how much was left out."""
    if len(text) <= limit:
        return text
    note = f"\n[{len(text):,} characters, shortened]\n"
    kept = max(limit - len(note), 0)
    head = int(kept * _HEAD_SHARE)
    return f"{text[:head]}{note}{text[len(text) - (kept - head) :]}"
