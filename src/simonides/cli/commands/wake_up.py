"""The command `wake-up`."""

import argparse

from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.domain.text.token_estimate import estimate_tokens
from simonides.domain.validation import check_place_name
from simonides.engine.search.wake_up import TOKENS


def show_wake_up(call: Call) -> int:
    """Print the text that an agent should read before the first question."""
    args = call.args
    with call.reading() as palace:
        text = palace.wake_up(args.wing and check_place_name(args.wing, "wing"), args.max_tokens)
    if call.out.is_json:
        call.out.json({"text": text, "tokens": estimate_tokens(text)})
    else:
        call.out.say(text)
    return 0


def token_count(text: str) -> int:
    """A number of tokens from 50 to 100,000, for argparse."""
    if not text.isdecimal() or not 50 <= int(text) <= 100_000:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 50 to 100000")
    return int(text)


WAKE_UP = Command(
    "wake-up",
    "print what an agent should know before the first question",
    show_wake_up,
    (
        argument("--wing", help="only from this wing"),
        argument("--max-tokens", type=token_count, default=TOKENS, metavar="N", help=f"the greatest length (default: {TOKENS})"),
    ),
)
