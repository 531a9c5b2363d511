"""Saving a transcript in a process of its own, so that nobody waits: one saves, at most one more per transcript waits."""

import hashlib
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.hook.log import open_log
from simonides.machine.locks import held
from simonides.machine.processes import detached
from simonides.settings import environment_for

if TYPE_CHECKING:
    from simonides.mining.transcripts import Saved

LOCKS = "hooks"


def save_soon(call: Call, transcript: Path, wing: str) -> None:
    """Save a transcript in the background; returns at once."""
    data_dir = call.settings.data_dir.absolute()
    words = ["hook", "save", "--transcript", str(transcript), "--wing", wing, "--data-dir", str(data_dir)]
    # No shell, nothing inherited: the harness must neither wait for the process nor end it.
    with open_log(data_dir) as log:
        subprocess.Popen(  # noqa: S603 - our own program; the one word from outside is a checked path
            [sys.executable, "-m", "simonides", *words, "--palace", call.settings.palace_name],
            # A database address may hold a password, which must not appear in the process list.
            env=environment_for(call.settings),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=log,
            cwd=data_dir,
            **detached(),
        )


def save_now(call: Call, transcript: Path, wing: str) -> "Saved | None":
    """Save a transcript; None when another process is already waiting to save it."""
    # Imported late: `save_soon` does not need the code that reads conversations.
    from simonides.mining.transcripts import save_transcript

    folder = call.settings.data_dir / LOCKS
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = hashlib.sha256(str(transcript).encode(errors="replace")).hexdigest()[:32]
    with ExitStack() as turn:
        with held(folder / f"{name}.lock", waits=False) as is_first:
            if not is_first:
                return None
            # A process that comes while we wait may leave: we have not read the transcript yet.
            turn.enter_context(held(folder / "saving.lock", waits=True))
        with call.writing() as palace:
            return save_transcript(palace, transcript, wing)
