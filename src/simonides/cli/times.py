"""Times as people say them: `today`, `yesterday`, and ages such as `2h`."""

import argparse
import re
from datetime import timedelta

from simonides.domain.time import system_clock

_DAYS = {"today": 0, "yesterday": 1}
"""Days as they are shown, which is in UTC."""
_AGE = re.compile(r"(\d{1,9}) ?([mhdw])")
_UNITS = {"m": timedelta(minutes=1), "h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def as_iso(text: str) -> str:
    """The day or instant that is meant, in ISO 8601; any other text as it is."""
    word, now = text.strip().lower(), system_clock()
    if word in _DAYS:
        return f"{now - timedelta(days=_DAYS[word]):%Y-%m-%d}"
    if aged := _AGE.fullmatch(word):
        try:
            return (now - int(aged[1]) * _UNITS[aged[2]]).isoformat()
        except OverflowError:
            raise argparse.ArgumentTypeError(f"'{text}' is before the first year that can be named") from None
    return text
