"""The commands `backup`, `restore` and `verify`."""

import getpass
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from simonides.cli.arguments import FORCE, WITH_TOKENS, secret_in
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.export import everything
from simonides.cli.output import counted
from simonides.cli.progress import progress
from simonides.domain.errors import Invalid
from simonides.domain.time import rfc3339, system_clock
from simonides.machine.files import whole_file

if TYPE_CHECKING:
    from simonides.engine.backups import BackupHead
    from simonides.engine.exchange.batches import ImportTally

_CHUNK = 1_000

Text = TypeVar("Text", str, bytes)


def backup(call: Call) -> int:
    """Write the palace into one file, as it is at one moment, while others go on writing."""
    from simonides.engine.backups import write_backup

    path = Path(call.args.file)
    if path.exists() and not call.args.force:
        raise Invalid("FILE", f"{path} exists already; choose another name, or replace it with --force")
    passphrase = _new_passphrase(call)
    with call.reading() as palace, palace.at_one_moment():
        name = palace.info.name
        lines = _watched(everything(call, palace, with_vectors=True), "writing")
        with whole_file(path) as stream:
            count = write_backup(stream, lines, name, rfc3339(system_clock()), passphrase)
    return _say(call, f"{counted(count, 'line')} of '{name}' kept in {path}", {"file": str(path), "lines": count})


def verify(call: Call) -> int:
    """Read a whole backup, and say whether every line of it is as it was written."""
    with _opened(call) as stream:
        head, passphrase = _head(call, stream)
        count = sum(1 for _ in _lines(stream, passphrase, "checking"))
    told = f"sound: {counted(count, 'line')} of '{head.palace}', kept {head.created_at[:16].replace('T', ' ')} UTC"
    return _say(call, told, {"palace": head.palace, "created_at": head.created_at, "lines": count})


def restore(call: Call) -> int:
    """Check a backup, then make a palace of it."""
    from simonides.engine.exchange.importing import Importing
    from simonides.storage import build_tokens

    with _opened(call) as stream:
        head, passphrase = _head(call, stream)
        # A palace is made only of a file that is whole.
        for _ in _lines(stream, passphrase, "checking"):
            pass
        name = call.args.palace or head.palace
        with call.in_haste().engine() as engine:
            if name in engine.names():
                raise Invalid("--palace", f"'{name}' exists already; restore under another name with --palace")
            tokens = build_tokens(call.settings) if call.args.with_tokens else None
            importing = Importing(lambda about: engine.create(name, about), engine.embedder, tokens=tokens)
            tally = _imported(importing.run(enumerate(_lines(stream, passphrase, "restoring"), 1)))
    if tally.notice:
        call.out.note(tally.notice)
    facts = {
        "palace": name,
        "memories": tally.memories,
        "entities": tally.entities,
        "facts": tally.facts,
        "refused": tally.refused,
    }
    memories, entities = counted(tally.memories, "memory", "memories"), counted(tally.entities, "entity", "entities")
    _say(call, f"restored '{name}': {memories}, {entities} and {counted(tally.facts, 'fact')}", facts)
    return 1 if tally.refused else 0


def _imported(batches: "Iterator[ImportTally]") -> "ImportTally":
    from simonides.engine.exchange.batches import ImportTally

    total = ImportTally()
    for tally in batches:
        total.include(tally, _CHUNK)
    return total


def _say(call: Call, text: str, document: dict[str, object]) -> int:
    if call.out.is_json:
        call.out.json(document)
    else:
        call.out.say(text)
    return 0


def _opened(call: Call) -> BinaryIO:
    try:
        return Path(call.args.file).open("rb")
    except OSError as error:
        raise Invalid("FILE", f"{call.args.file} cannot be read: {error.strerror}") from error


def _head(call: Call, stream: BinaryIO) -> "tuple[BackupHead, str | None]":
    from simonides.engine.backups import read_head

    head = read_head(stream)
    return head, _passphrase(call, "Passphrase: ") if head.is_encrypted else None


def _lines(stream: BinaryIO, passphrase: str | None, work: str) -> Iterator[bytes]:
    from simonides.engine.backups import read_backup

    stream.seek(0)
    return _watched(read_backup(stream, passphrase), work)


def _watched(lines: Iterator[Text], work: str) -> Iterator[Text]:
    with progress(work, "lines", None) as advance:
        for count, line in enumerate(lines, 1):
            yield line
            if count % _CHUNK == 0:
                advance(count, count)


def _new_passphrase(call: Call) -> str | None:
    if not (call.args.encrypt or call.args.passphrase_file):
        return None
    passphrase = _passphrase(call, "Passphrase of the backup: ")
    if call.args.passphrase_file is None and getpass.getpass("Once more: ") != passphrase:
        raise Invalid("--encrypt", "the two passphrases differ; nothing was written")
    return passphrase


def _passphrase(call: Call, prompt: str) -> str:
    if call.args.passphrase_file is not None:
        passphrase = secret_in(call.args.passphrase_file, "--passphrase-file")
    elif sys.stdin.isatty():
        passphrase = getpass.getpass(prompt)
    else:
        raise Invalid("--passphrase-file", "is missing, and there is no terminal to ask at")
    if not passphrase:
        raise Invalid("--passphrase-file", "the passphrase is empty")
    return passphrase


_FILE = argument("file", metavar="FILE", help="the backup")
_SECRET = argument(
    "--passphrase-file", metavar="PATH", help="a file whose first line is the passphrase; else the terminal is asked"
)

BACKUP = Command(
    "backup",
    "write the palace into one file, compressed and with a checksum",
    backup,
    (
        argument("file", metavar="FILE", help="the file to write"),
        switch("--encrypt", "encrypt it with a passphrase"),
        _SECRET,
        FORCE,
    ),
)
RESTORE = Command("restore", "make a palace of a backup", restore, (_FILE, _SECRET, WITH_TOKENS))
VERIFY = Command("verify", "check a backup from the first line to the last", verify, (_FILE, _SECRET))
