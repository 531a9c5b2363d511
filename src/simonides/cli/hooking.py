"""What happens when an agent starts, stops, forgets or is asked? Hooks: quick, silent, and never in the agent's way."""

import sys
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument
from simonides.cli.hook_input import INPUT_MAX, Told, Untrusted, find_transcript, read_told, wing_of
from simonides.cli.hook_log import complain
from simonides.cli.waking import token_count
from simonides.domain.errors import Invalid, NoPalace
from simonides.settings import client_folders

if TYPE_CHECKING:
    from collections.abc import Callable

EVENTS = {
    "session-start": "SessionStart",
    "user-prompt": "UserPromptSubmit",
    "stop": "Stop",
    "pre-compact": "PreCompact",
    "session-end": "SessionEnd",
}
"""Our word for each event, and the harnesses'."""
HARNESSES = ("claude-code", "codex")


def run(call: Call) -> int:
    """Answer a hook: context where the event takes some, `{}` otherwise; the exit code is 0 whatever happens."""
    answer: dict[str, object] = {}
    try:
        answer = _answer(call)
    except NoPalace:
        # Nothing was remembered yet, so there is nothing to remind of.
        pass
    # An exit code of 2 would stop the agent, and any other shows it an error. So this is the one place of the command line
    # where even a bug ends in the log.
    except Exception as error:  # noqa: BLE001
        complain(call.settings.data_dir, f"hook run {call.args.event}", f"{type(error).__name__}: {error}")
    call.out.json(answer)
    return 0


def save(call: Call) -> int:
    """File the turns of a transcript that are new."""
    # Only this event reads conversations.
    from simonides.cli.hook_saving import save_now

    try:
        transcript = find_transcript(call.args.transcript, client_folders().trusted)
    except Untrusted as error:
        raise Invalid("transcript", str(error)) from error
    saved = save_now(call, transcript, wing_of(call.args.wing))
    for fault in (saved.faults if saved else ())[:3]:
        complain(call.settings.data_dir, "hook save", fault)
    if call.out.is_json:
        call.out.json({"filed": saved.filed, "known": saved.known} if saved else None)
    elif saved:
        call.out.say(f"{saved.filed:,} turns filed, {saved.known:,} were there.")
    else:
        call.out.say("Another process is about to save this transcript.")
    return 0


def _answer(call: Call) -> dict[str, object]:
    event, harness = call.args.event, call.args.harness
    if event not in EVENTS or harness not in HARNESSES:
        raise Untrusted(f"unknown event or harness: {event}, {harness}")
    told = read_told(sys.stdin.buffer.read(INPUT_MAX + 1))
    answers: dict[str, Callable[[Call, Told], str]] = {"session-start": _wake_up, "user-prompt": _remind}
    if event in answers:
        text = answers[event](call, told)
        return {"hookSpecificOutput": {"hookEventName": EVENTS[event], "additionalContext": text}} if text else {}
    _save(call, told)
    return {}


def _wake_up(call: Call, _told: Told) -> str:
    from simonides.engine.waking import TOKENS, wake_up

    with call.reading() as palace:
        return wake_up(palace.store, None, call.args.max_tokens or TOKENS)


def _remind(call: Call, told: Told) -> str:
    from simonides.engine.reminding import TOKENS, remind

    with call.reading() as palace:
        return remind(palace, told.prompt, call.args.max_tokens or TOKENS, told.session or None)


def _save(call: Call, told: Told) -> None:
    from simonides.cli.hook_saving import save_now, save_soon

    if not told.transcript:
        # A session that nobody keeps has none.
        return
    transcript = find_transcript(told.transcript, client_folders().trusted)
    wing = wing_of(call.args.wing or told.folder)
    if call.args.wait:
        save_now(call, transcript, wing)
    else:
        save_soon(call, transcript, wing)


HOOK = Group(
    "hook",
    "what agents' hooks call",
    (
        Command(
            "run",
            "answer a hook of an agent: JSON on stdin, JSON on stdout",
            run,
            (
                argument("--event", default="", metavar="EVENT", help=f"what happened: {', '.join(EVENTS)}"),
                argument("--harness", default="claude-code", metavar="NAME", help=f"who calls: {' or '.join(HARNESSES)}"),
                argument("--wing", metavar="WING", help="where to file what was said (default: the project folder's name)"),
                argument("--max-tokens", type=token_count, metavar="N", help="how much to put before the agent at most"),
                argument("--wait", action="store_true", help="save before answering instead of in the background"),
            ),
        ),
        Command(
            "save",
            "file the turns of an agent's transcript that are new",
            save,
            (
                argument("--transcript", required=True, metavar="FILE", help="the transcript, below the home folder"),
                argument("--wing", default="", metavar="WING", help="where to file what was said"),
            ),
        ),
    ),
)
