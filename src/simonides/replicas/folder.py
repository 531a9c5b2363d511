"""Sync through a folder that several machines share, by git, by Syncthing or on a mounted drive.

Each palace writes files into the directory of its own origin and reads those of the others. How far the folder reaches is worked
out from the files that can be read, so that what is missing or damaged is simply written once more by whoever has it.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from simonides.domain.errors import Conflict, Invalid, NotFound, NotReady, SimonidesError
from simonides.domain.sync.reach import Reach, is_within, joined
from simonides.engine.sync.replica import Replica
from simonides.engine.sync.segments import SegmentHead
from simonides.engine.sync.state import ReplicaState
from simonides.frozen import frozen
from simonides.replicas.report import SyncReport, Waiting
from simonides.replicas.segment_files import SegmentFile, listed, read_head_of, read_segment, write_segment


@frozen
class FolderOptions:
    """How a folder is synced."""

    is_dry: bool = False
    is_pull: bool = False
    """Whether nothing is written into the folder."""
    checks_all: bool = False
    """Whether every file is read whole, also those that were read before."""
    joins: bool = False
    """Whether a folder that holds a palace of another name may be joined."""


@frozen
class _Readable:
    file: SegmentFile
    head: SegmentHead


def sync_folder(replica: Replica, folder: Path, options: FolderOptions) -> SyncReport:
    """Take in what others wrote into a folder, and write what they lack. Raises NotReady while another process does so."""
    with replica.lease() as is_ours:
        if not is_ours:
            raise NotReady("another process syncs this palace just now; try again when it is done")
        syncing = _FolderSync(replica, folder, options)
        if not options.is_dry:
            return syncing.run()
        with replica.rehearsal():
            syncing.run()
        return syncing.report


def check_folder(folder: Path, palace: str, *, joins: bool = False) -> None:
    """Before a palace is made to sync with a folder. Raises Invalid when the folder is another's, StoreFailure."""
    heads = []
    for file in _files(folder):
        with suppress(Invalid):
            heads.append(read_head_of(file))
    if not joins:
        _check_palace(heads, palace)


class _FolderSync:
    def __init__(self, replica: Replica, folder: Path, options: FolderOptions) -> None:
        self._replica = replica
        self._folder = folder
        self._options = options
        self.report = SyncReport(target=str(folder), is_dry=options.is_dry, is_pull=options.is_pull)

    def run(self) -> SyncReport:
        files = self._readable(_files(self._folder))
        if not self._options.joins:
            _check_palace([each.head for each in files], self._replica.palace)
        before = self._replica.harvest()
        state = self._replica.check_own([each.head.marks for each in files])
        self.report.is_renamed = state.origin != before.origin
        sound = self._take_in(files, state)
        state = self._replica.harvest()
        if not self._options.is_pull:
            sound += self._write(state, _reach_of(sound))
        if not self._options.is_dry:
            self._replica.note_verified({each.file.name: each.file.size for each in sound})
        self.report.origin = state.origin
        self.report.conflicts = len(self._replica.disagreements())
        return self.report

    def _readable(self, files: Sequence[SegmentFile]) -> list[_Readable]:
        readable = []
        for file in files:
            try:
                readable.append(_Readable(file, read_head_of(file)))
            except Invalid as error:
                self._leave(file, error)
        return readable

    def _take_in(self, files: Sequence[_Readable], state: ReplicaState) -> list[_Readable]:
        """Take in what can be taken in, again and again, since files may have come in any order; returns the sound ones."""
        reach, sound, left = dict(state.reach), list[_Readable](), list(files)
        while ready := [each for each in left if is_within(each.head.since, reach)]:
            left = [each for each in left if each not in ready]
            for each in ready:
                if self._is_sound(each, reach, state):
                    sound.append(each)
                    reach = joined(reach, each.head.until)
        for each in left:
            self.report.waiting.append(Waiting(each.file.name, "changes before it have not arrived yet"))
        return sound

    def _is_sound(self, each: _Readable, reach: Reach, state: ReplicaState) -> bool:
        is_known = is_within(each.head.until, reach)
        if is_known and not self._options.checks_all and state.verified.get(each.file.name) == each.file.size:
            return True
        try:
            segment = read_segment(each.file)
            if not is_known:
                self.report.tally.include(self._replica.receive(segment, is_dry=self._options.is_dry))
                self.report.read += 1
        except (Invalid, Conflict, NotFound) as error:
            self._leave(each.file, error)
            return False
        return True

    def _write(self, state: ReplicaState, reach: Reach) -> list[_Readable]:
        """Write what the folder lacks, in files after the last of this palace's own."""
        if self._options.is_dry:
            self.report.sent = self._replica.count_unknown(reach)
            return []
        own = [file.number for file in _files(self._folder) if file.origin == state.origin]
        number, written = max(own, default=0), list[_Readable]()
        word = state.own_marks.get(str(state.number), "00000000")
        for segment in self._replica.segments(reach):
            number += 1
            written.append(_Readable(write_segment(self._folder, segment, number, word), segment.head))
            self.report.sent += len(segment.lines)
            self.report.files += 1
        return written

    def _leave(self, file: SegmentFile, error: SimonidesError) -> None:
        self.report.waiting.append(Waiting(file.name, error.reason if isinstance(error, Invalid) else str(error)))


def _files(folder: Path) -> list[SegmentFile]:
    return listed(folder) if folder.exists() else []


def _check_palace(heads: Sequence[SegmentHead], palace: str) -> None:
    names = {head.palace for head in heads}
    if names and palace not in names:
        raise Invalid("DIR", f"holds the palace '{min(names)}', not '{palace}'; add --join if both are one")


def _reach_of(files: Sequence[_Readable]) -> dict[str, int]:
    """How far a newcomer gets with these files alone."""
    reach: dict[str, int] = {}
    left = list(files)
    while ready := [each for each in left if is_within(each.head.since, reach)]:
        left = [each for each in left if each not in ready]
        for each in ready:
            reach = joined(reach, each.head.until)
    return reach
