"""Mining of a folder: only new or changed files are read, and each group of files is filed in one transaction."""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal

from simonides.digests import blake2b
from simonides.domain.actor import Actor
from simonides.domain.code import Skipped, SourceFile
from simonides.domain.errors import Invalid
from simonides.domain.time import Clock, system_clock
from simonides.engine.filing.files import Filed, Reading
from simonides.engine.filing.intake import Draft
from simonides.engine.filing.secrets import SecretNote, noted_in
from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.mining import turns
from simonides.mining.files import texts
from simonides.mining.files.document_process import DocumentProcess
from simonides.mining.files.ignore_rules import is_secret
from simonides.mining.files.listing import WHOLE, digest_at, is_export, is_talk
from simonides.mining.files.moves import is_untouched, moves
from simonides.mining.files.reading import Unreadable, holds
from simonides.mining.files.texts import FileContents
from simonides.mining.names import NameCount
from simonides.mining.places.manifest import Manifest
from simonides.mining.places.placement import Placer
from simonides.ports.ledger import Mined

Mode = Literal["projects", "convos", "general"]
CONVOS: Mode = "convos"
RULES = 4
"""Increased whenever the same file would give different drawers; everything is then read again."""
GROUP_DRAWERS = 400
"""How many drawers are filed at once: enough to share a disk write, few enough that other writers get their turn."""
GROUP_FILES = 128

Watcher = Callable[[int, int], None]
"""Called with the number of files done and of drawers filed."""


@frozen
class Job:
    """What one run of the miner does: a folder or one file, filed by its manifest."""

    root: Path
    manifest: Manifest
    mode: Mode = "projects"
    limit: int | None = None
    """The largest number of files to read; unchanged files do not count."""
    is_trial: bool = False
    """Whether this is a trial run that files nothing."""


@frozen
class FoundSecret:
    """A secret that was masked: the file it stands in, and its kind and line."""

    path: str
    note: SecretNote


@dataclass(slots=True)
class MiningReport:
    """The result of a mining run."""

    files: int = 0
    read: int = 0
    unchanged: int = 0
    twins: int = 0
    """Files with the same content as another file that is in the palace."""
    filed: int = 0
    kept: int = 0
    removed: int = 0
    repeated: int = 0
    """Pieces of conversations that another file has filed already."""
    skipped: list[Skipped] = field(default_factory=list)
    partly: list[Skipped] = field(default_factory=list)
    """What is missing of files that were filed all the same."""
    names: NameCount = field(default_factory=NameCount)
    named: set[str] = field(default_factory=set)
    """The ids of already known entities that are named in what was filed."""
    exports: list[str] = field(default_factory=list)
    """Files with exported conversations that were not read as such."""
    gone: list[str] = field(default_factory=list)
    """Files that were mined before and are no longer there; their drawers stay."""
    secrets: list[FoundSecret] = field(default_factory=list)
    """What was masked in what was filed."""


class Miner:
    """Mines one folder into one palace."""

    def __init__(self, palace: Palace, job: Job, clock: Clock = system_clock) -> None:
        self._palace = palace
        self._job = job
        self._clock = clock
        self._placer = Placer(job.manifest)
        self._documents = DocumentProcess()
        secrets = palace.intake.secrets.treatment(Actor.MINER)
        self._shapes = {mode: _shape(replace(job, mode=mode), secrets) for mode in (job.mode, CONVOS)}
        self._known = palace.sourcing.known(str(job.root))
        self._repeats = palace.sourcing.repeats()
        """Of a trial run, which files nothing that could be looked up."""
        self._formers: dict[str, str] = {}
        """The path that the content of a file had before, of files that were moved."""
        self._seen: dict[tuple[Mode, bytes], str] = {}
        self._group: list[Reading] = []
        self._released: set[str] = set()
        self.report = MiningReport()

    def run(self, files: Iterable[SourceFile | Skipped], watcher: Watcher = lambda _done, _drawers: None) -> MiningReport:
        """Mine these files; unreadable ones are reported and skipped."""
        listed = list(files)
        with self._documents:
            self._follow_moves([each for each in listed if isinstance(each, SourceFile)])
            # What was moved comes first, so that copies of it find its drawers where they are now.
            self._pass(sorted(listed, key=lambda each: str(self._path(each)) not in self._formers), watcher)
            while self._released:
                # The files that these relied on say something else by now, so they are read themselves.
                again = [each for each in listed if str(self._path(each)) in self._released]
                self._released.clear()
                self.report.files -= len(again)
                self._pass(again, watcher)
        self.report.gone = self._gone({*(str(self._path(each)) for each in listed), *self._formers.values()})
        return self.report

    def _gone(self, there: set[str]) -> list[str]:
        known = (path for path, line in self._known.items() if line.drawers and path not in there)
        return sorted(self._relative(path) for path in known if not os.path.lexists(path))

    def _follow_moves(self, files: Sequence[SourceFile]) -> None:
        """Bring drawers to where the files they were read from are now, before any file loses what it no longer says."""
        by_path = {str(self._path(file)): file for file in files}
        formers = moves(by_path, self._known)
        involved = {*formers, *formers.values()}
        before = dict(self._known)
        for line in before.values():
            if line.path in involved or line.twin_of in involved:
                self._known[line.path] = _outdated(line)
        self._known |= {path: replace(_outdated(before[former]), path=path) for path, former in formers.items()}
        self._formers = formers
        if self._job.is_trial or not formers:
            return
        for path, former in formers.items():
            mode = self._mode_of(Path(path), self._known[path])
            try:
                drafts, _ = self._drafts(by_path[path], Path(path), self._contents(Path(path), mode).text)
                self._palace.sourcing.move(former, drafts)
            except (Unreadable, Invalid):
                # It is told as skipped when its turn comes; until it can be read, its drawers stay where they are.
                continue
        # Only now: a run that was interrupted finds by these lines what is still to be moved.
        self._palace.sourcing.outdate(sorted(involved))

    def _pass(self, files: Iterable[SourceFile | Skipped], watcher: Watcher) -> None:
        for file in files:
            if self._job.limit is not None and self.report.read >= self._job.limit:
                break
            self.report.files += 1
            if isinstance(file, Skipped):
                self.report.skipped.append(file)
                # What is left out for its name is not opened; in any mode it stays out.
                if not is_secret(Path(file.path).name):
                    self._note_export(self._job.root / file.path)
            else:
                self._mine(file)
            if len(self._group) >= GROUP_FILES or sum(len(each.drafts) for each in self._group) >= GROUP_DRAWERS:
                self._file()
                watcher(self.report.files, self.report.filed)
        self._file()
        watcher(self.report.files, self.report.filed)

    def _mine(self, file: SourceFile) -> None:
        path = self._path(file)
        line = self._known.get(str(path))
        mode = self._mode_of(path, line)
        before = line if line is not None and line.shape == self._shapes[mode] else None
        if is_untouched(file, before):
            self.report.unchanged += 1
            return
        if mode == self._job.mode:
            self._note_export(path)
        try:
            contents = self._contents(path, mode)
            if before is None or before.digest != contents.digest:
                self._group.append(self._reading(file, path, contents, mode))
                self.report.read += 1
            else:
                self._note_untouched(replace(before, size=file.size, modified_ns=_time(file, contents)), before)
        except (Unreadable, Invalid) as error:
            self.report.skipped.append(Skipped(self._relative(str(path)), str(error)))

    def _mode_of(self, path: Path, line: Mined | None) -> Mode:
        """How a file is read: an export in a project by turns when it alone is named, or was filed so; nobody wants its JSON."""
        # The shape tells more than the mode: it differs where the file was named alone, in the wing of its own folder.
        is_meant = path == self._job.root or (line is not None and line.mode == CONVOS)
        return CONVOS if self._job.mode == "projects" and is_meant and is_export(path) else self._job.mode

    def _contents(self, path: Path, mode: Mode) -> FileContents:
        if is_talk(path, mode):
            return FileContents(digest_at(path), None, is_prose=True, is_settled=True)
        return texts.read_text(path, self._documents)

    def _note_export(self, path: Path) -> None:
        """Note a file of a project that another mode reads as conversations."""
        if self._job.mode == "projects" and is_export(path):
            self.report.exports.append(self._relative(str(path)))

    def _note_untouched(self, line: Mined, before: Mined) -> None:
        self.report.unchanged += 1
        if line != before and not self._job.is_trial:
            self._palace.sourcing.note(line)

    def _reading(self, file: SourceFile, path: Path, contents: FileContents, mode: Mode) -> Reading:
        wing, when = self._job.manifest.wing, _time(file, contents)
        line = Mined(str(path), contents.digest, file.size, when, mode, wing, self._shapes[mode], 0, self._clock())
        if twin := self._twin(str(path), contents, mode):
            self.report.twins += 1
            return Reading(replace(line, twin_of=twin), [])
        drafts, faults = self._drafts(file, path, contents.text)
        self._note_faults(path, [contents.fault, *faults] if contents.fault else faults)
        if contents.left_out:
            missing = self.report.partly if drafts else self.report.skipped
            missing.append(Skipped(self._relative(str(path)), contents.left_out))
        for draft in drafts if contents.is_prose else ():
            self.report.names.add(draft.content)
            if draft.origin.author and draft.origin.role == "user":
                self.report.names.hear(draft.origin.author)
        self._seen[mode, contents.digest] = str(path)
        return Reading(replace(line, drawers=len(drafts)), drafts)

    def _drafts(self, file: SourceFile, path: Path, text: str | None) -> tuple[list[Draft], list[str]]:
        """The pieces of a file, and what could not be read."""
        wing, is_general = self._job.manifest.wing, self._job.mode == "general"
        if text is None:
            drafts, faults = turns.read_turns(path, wing, self._placer)
            return ([texts.with_kind(draft) for draft in drafts] if is_general else drafts), faults
        name = path.name if file.path == WHOLE else file.path
        return (texts.kinds_of if is_general else texts.drafts_of)(text, name, str(path), wing, self._placer), []

    def _note_faults(self, path: Path, faults: Iterable[str]) -> None:
        self.report.partly += [Skipped(self._relative(str(path)), f"partly unreadable: {fault}") for fault in faults]

    def _twin(self, path: str, contents: FileContents, mode: Mode) -> str | None:
        """The file that stands for the same content, read alike. A blank text has none."""
        if contents.text is not None and not contents.text.strip():
            return None
        if (seen := self._seen.get((mode, contents.digest))) and seen != path:
            return seen
        same = self._palace.sourcing.twin(contents.digest, mode)
        if same is None or same.path == path or not same.drawers:
            return None
        # A path that is not below this folder may be one of another machine that mines into the same palace.
        is_elsewhere = same.path not in self._known and not os.path.lexists(same.path)
        return same.path if is_elsewhere or holds(Path(same.path), same.size, same.digest) else None

    def _file(self) -> None:
        group, self._group = self._group, []
        if not group:
            return
        if self._job.is_trial:
            for reading in group:
                former = self._formers.get(reading.line.path)
                filed_of_it, repeated = self._palace.sourcing.news(reading, self._repeats, former)
                self.report.filed += filed_of_it
                self.report.repeated += repeated
            return
        filed = self._palace.sourcing.file(group)
        self._known |= {reading.line.path: reading.line for reading in group if reading.line.path not in filed.refused}
        self._tell_of(filed)
        self._known |= {path: _outdated(self._known[path]) for path in filed.released if path in self._known}
        self._released |= set(filed.released)
        self.report.filed += len(filed.added)
        self.report.kept += filed.kept
        self.report.removed += filed.removed
        self.report.repeated += filed.repeated
        self.report.named |= filed.named

    def _tell_of(self, filed: Filed) -> None:
        """Note what was masked or refused, by file as the caller knows it."""
        for memory in filed.added:
            self.report.secrets += [FoundSecret(self._relative(memory.origin.source or ""), note) for note in noted_in(memory)]
        self.report.skipped += [Skipped(self._relative(path), reason) for path, reason in filed.refused.items()]

    def _path(self, file: SourceFile | Skipped) -> Path:
        return self._job.root if file.path == WHOLE else self._job.root / file.path

    def _relative(self, path: str) -> str:
        root = self._job.root
        return str(Path(path).relative_to(root)) if Path(path) != root and Path(path).is_relative_to(root) else Path(path).name


def _shape(job: Job, secrets: str) -> str:
    """A digest that changes when mode, wing, rooms, rules or the treatment of secrets change."""
    rules = [asdict(rule) for rule in job.manifest.rooms]
    text = json.dumps([RULES, job.mode, job.manifest.wing, rules, secrets], sort_keys=True)
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _outdated(line: Mined) -> Mined:
    """The line of a file that is to be read again, although it may be as it was."""
    return replace(line, shape="")


def _time(file: SourceFile, contents: FileContents) -> int:
    """When the file was changed; 0 when a further change might not show in its time."""
    return file.modified_ns if contents.is_settled else 0
