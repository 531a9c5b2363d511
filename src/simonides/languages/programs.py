"""Detection of source code, which counts as English whatever language its comments are in."""

import re

_CODE_LINE = re.compile(
    r"\s*(?:(?:def|class|return|import|from|elif|else:|try:|except|finally:|with|raise|yield|async|await|lambda|function|const|let"
    r"|var|public|private|protected|static|void|func|fn|impl|struct|enum|package|use|namespace|template|typedef|switch|case)\b"
    r"|(?:if|for|while)\b.*[:{]\s*$|#include|#define|@\w+|[}\])]+[;,]?\s*$|//|/\*)"
)
_CODE_SIGN = re.compile(r"[(){}\[\]=<>;_*&|!+/\\]")
_LINE_MAX = 200
"""How many characters of a line are checked: enough to see whether it is code."""


def is_code(text: str) -> bool:
    """Whether the text is mostly source code: enough lines begin like code, and enough characters are typical of code."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return False
    like_code = sum(1 for line in lines if _CODE_LINE.match(line[:_LINE_MAX]))
    return like_code > 0.15 * len(lines) and len(_CODE_SIGN.findall(text)) > 0.03 * len(text)
