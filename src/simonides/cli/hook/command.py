"""The commands `hook run` and `hook save`: quick, silent, and never in the agent's way."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument, switch
from simonides.cli.commands.wake_up import token_count
from simonides.cli.hook.log import complain
from simonides.cli.hook.told import ELSEWHERE, INPUT_MAX, Told, Untrusted, began_in, find_transcript, read_told, wing_of
from simonides.domain.errors import Invalid, NoPalace
from simonides.machine.folders import client_folders

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

EVENTS = {
    "session-start": "SessionStart",
    "user-prompt": "UserPromptSubmit",
    "stop": "Stop",
    "pre-compact": "PreCompact",
    "session-end": "SessionEnd",
}
"""Our name for each event, and the harnesses' name."""
HARNESSES = ("claude-code", "codex")


def run(call: Call) -> int:
    """Answer a hook: context where the event takes some, else `{}`; the exit code is always 0."""
    answer: dict[str, object] = {}
    try:
        answer = _answer(call)
    except NoPalace:
        # Nothing is remembered yet, so there is no context to give.
        pass
    # Exit code 2 would stop the agent, and any other shows it an error. So this is the one place of the command line
    # where even a bug only goes to the log.
    except Exception as error:  # noqa: BLE001
        complain(call.settings.data_dir, f"hook run {call.args.event}", f"{type(error).__name__}: {error}")
    call.out.json(answer)
    return 0


def save(call: Call) -> int:
    """File the new turns of a transcript."""
    # Imported late: only saving reads conversations.
    from simonides.cli.hook.saving import save_now

    try:
        transcript = find_transcript(call.args.transcript, client_folders().trusted)
    except Untrusted as error:
        raise Invalid("transcript", str(error)) from error
    saved = save_now(call, transcript, call.args.wing or ELSEWHERE)
    for fault in (saved.faults if saved else ())[:3]:
        complain(call.settings.data_dir, "hook save", fault)
    for note in (saved.secrets if saved else ())[:3]:
        complain(call.settings.data_dir, "hook save", f"masked: {note.told} of a turn")
    if call.out.is_json:
        call.out.json({"filed": saved.filed, "known": saved.known, "secrets": len(saved.secrets)} if saved else None)
    elif saved:
        call.out.say(f"turns filed: {saved.filed:,}, already there: {saved.known:,}")
    else:
        call.out.say("Another process is already waiting to save this transcript.")
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
    with call.reading() as palace:
        return palace.wake_up(None, call.args.max_tokens)


def _remind(call: Call, told: Told) -> str:
    from simonides.engine.search.prompt_reminder import TOKENS, remind

    with call.reading() as palace:
        return remind(palace, told.prompt, call.args.max_tokens or TOKENS, _seen(told))


def _seen(told: Told) -> "dict[str, datetime | None]":
    """The sessions that the agent has before it: its own, and up to where it left them those that it branched off."""
    from simonides.cli.hook.branches import sessions_left

    seen: dict[str, datetime | None] = {}
    # A session that is not kept has no transcript, and a new one has none yet.
    with suppress(Untrusted, OSError):
        seen |= sessions_left(find_transcript(told.transcript, client_folders().trusted))
    return seen | ({told.session: None} if told.session else {})


def _save(call: Call, told: Told) -> None:
    from simonides.cli.hook.saving import save_now, save_soon

    if not told.transcript:
        # A session that is not kept has no transcript.
        return
    transcript = find_transcript(told.transcript, client_folders().trusted)
    wing = call.args.wing or wing_of(began_in(transcript) or told.folder)
    if call.args.wait:
        save_now(call, transcript, wing)
    else:
        save_soon(call, transcript, wing)


HOOK = Group(
    "hook",
    "commands for agents' hooks: run, save",
    (
        Command(
            "run",
            "answer an agent's hook: JSON on stdin, JSON on stdout",
            run,
            (
                argument("--event", default="", metavar="EVENT", help=f"the event: {', '.join(EVENTS)}"),
                argument("--harness", default="claude-code", metavar="NAME", help=f"the caller: {' or '.join(HARNESSES)}"),
                argument("--wing", metavar="WING", help="the wing to file turns in (default: the project folder's name)"),
                argument("--max-tokens", type=token_count, metavar="N", help="the longest context to give the agent"),
                switch("--wait", "save before answering instead of in the background"),
            ),
        ),
        Command(
            "save",
            "file the new turns of an agent's transcript",
            save,
            (
                argument("--transcript", required=True, metavar="FILE", help="the transcript, inside the home folder"),
                argument("--wing", default="", metavar="WING", help="the wing to file turns in"),
            ),
        ),
    ),
)
