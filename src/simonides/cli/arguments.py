"""Arguments that several commands take, and how numbers and secrets among arguments are read."""

import argparse
from pathlib import Path

from simonides.cli.command import argument, switch
from simonides.domain.errors import Invalid

TOKENS = 2_000
"""The longest answer of a command in tokens, unless another is asked for."""


def one_or_more(text: str) -> int:
    """A number of 1 or more, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of 1 or more")
    return int(text)


def whole_number(text: str) -> int:
    """A number from 1 to 1,000, for argparse."""
    if not text.isdecimal() or not 1 <= int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to 1000")
    return int(text)


def none_or_more(text: str) -> int:
    """A number of 0 or more, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of 0 or more")
    return int(text)


def seconds(text: str) -> float:
    """A time of up to a day, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= 86_400:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds between 0 and 86400")
    return number


def moment(text: str) -> str:
    """A time, for argparse: `today`, `yesterday` and an age such as `2h` in ISO 8601, and anything else as it is."""
    # Imported late: a server starts with this module and is told no times.
    from simonides.cli.times import as_iso

    return as_iso(text)


def secret_in(path: str, option: str) -> str:
    """The first line of a file that an option names: a secret on the command line would stand in the list of processes."""
    try:
        return Path(path).read_text("utf-8").splitlines()[0].strip()
    except (OSError, UnicodeDecodeError, IndexError) as error:
        raise Invalid(option, f"{path} has no readable first line") from error


MEMORY_ID = argument("id", metavar="ID", help="its id, as search and list show it, or the short one that agents name")
QUERY = argument("query", metavar="QUERY", help="a question or keywords")
WING = argument("--wing", help="only in this wing")
ROOM = argument("--room", help="only in this room")
WORDS_ONLY = switch("--words-only", "by words alone, without the model")
AS_OF = argument(
    "--as-of", type=moment, metavar="DATE", help="what held then, from when it happened on, even if it has ended since"
)
TIMES = (
    argument("--since", type=moment, metavar="DATE", help="only what happened since this day, month or year"),
    argument("--until", type=moment, metavar="DATE", help="only what happened until then, the whole day included"),
    AS_OF,
)
PROVENANCE = (
    argument("--source-kind", metavar="KIND", help="only from these sources: person, agent, conversation, file, import"),
    argument("--trust", metavar="CLASS", help="only of these trust classes: own, reported, third-party"),
)
YES = switch("--yes", "do not ask for confirmation")
FORCE = switch("--force", "replace the file if it exists")
NO_EMBED = switch("--no-embed", "leave embedding to a server")
WITH_TOKENS = switch("--with-tokens", "take over the tokens, so that their holders can use the palace here")
JOBS = argument("--jobs", type=one_or_more, metavar="N", help="how many cores embedding uses (default: all)")
KNOWN_AT = argument("--known-at", type=moment, metavar="TIME", help="what was known then, before later changes")
MAX_TOKENS = argument(
    "--max-tokens",
    type=none_or_more,
    default=TOKENS,
    metavar="N",
    help=f"the longest answer in tokens; 0 for any length (default: {TOKENS})",
)
"""For every command that shows memories."""
