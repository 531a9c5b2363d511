"""Mining of a folder in one call: its plan, its files, and the names that recur in them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from simonides.domain.code import Skipped, SourceFile
from simonides.domain.memory import Place
from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner, MiningReport, Mode, Watcher
from simonides.mining.names import recognise
from simonides.mining.places import manifest
from simonides.mining.places.manifest import Manifest
from simonides.mining.places.rooms import files_below, plan

ROOMS_MAX = 64
LOOKED_AT_MAX = 200_000


@frozen
class Excavation:
    """What somebody asks to mine: a folder or one file, and how to read it."""

    root: Path
    wing: str | None = None
    """The wing to file in; else that of `simonides.yaml`, else one named after the folder."""
    mode: Mode = "projects"
    limit: int | None = None
    is_trial: bool = False

    def files(self) -> list[SourceFile | Skipped]:
        """The files there are to mine, and those that are left out with the reason."""
        return list(listed(self.root, self.mode))


def mine_folder(
    palace: Palace, what: Excavation, files: Sequence[SourceFile | Skipped], watcher: Watcher = lambda _done, _drawers: None
) -> tuple[MiningReport, list[str]]:
    """Mine files of a folder, or one file, into a palace; the report, and the names that the palace did not know before."""
    how = manifest_of(what.root, what.wing)
    job = Job(what.root, how, what.mode, what.limit, is_trial=what.is_trial)
    report = Miner(palace, job).run(files, watcher)
    if what.is_trial or not report.read:
        return report, []
    return report, recognise(palace, how, report.names, report.named)


def manifest_of(root: Path, wing: str | None) -> Manifest:
    """How a folder is filed: by its `simonides.yaml`, else by our own plan; `wing` overrides the wing of either."""
    folder = root if root.is_dir() else root.parent
    found = manifest.read(folder)
    if found is None:
        found = manifest.from_plan(plan(folder.name, islice(files_below(folder), LOOKED_AT_MAX), ROOMS_MAX))
    return found if wing is None else replace(found, wing=Place.named(wing, "x").wing)
