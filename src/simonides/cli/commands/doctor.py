"""The command `doctor`: checks of the installation and the palaces, each problem with its fix."""

from typing import TYPE_CHECKING

from simonides.cli.call import Call
from simonides.cli.command import Command
from simonides.cli.progress import watched
from simonides.domain.errors import SimonidesError, StoreFailure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simonides.engine.engine import Engine
    from simonides.engine.upkeep.examination import CheckLine


def doctor(call: Call) -> int:
    """Run every check; the exit code is 1 when any fails."""
    findings = []
    for finding in _findings(call):
        findings.append(finding)
        if not call.out.is_json:
            _say(call, finding)
    is_ok = all(finding.is_ok for finding in findings)
    if call.out.is_json:
        call.out.json({"ok": is_ok, "findings": [_document(finding) for finding in findings]})
    return 0 if is_ok else 1


def _document(finding: "CheckLine") -> dict[str, object]:
    return {"subject": finding.subject, "is_ok": finding.is_ok, "says": finding.says, "fix": finding.fix}


def _say(call: Call, finding: "CheckLine") -> None:
    call.out.say(f"{'ok      ' if finding.is_ok else 'PROBLEM '} {finding.subject}: {finding.says}")
    if finding.fix:
        call.out.say(f"          fix: {finding.fix}")


def _findings(call: Call) -> "Iterator[CheckLine]":
    # `--help` must not pay for the store.
    from simonides.checkup import examine_installation
    from simonides.engine.upkeep.examination import CheckLine, examine_embedder

    yield from examine_installation(call.settings)
    try:
        with call.engine() as engine:
            yield examine_embedder(engine.embedder)
            for name in engine.names():
                yield from _palace(engine, name)
            if not engine.names():
                yield CheckLine("palaces", is_ok=True, says="none yet; create one with `simonides init DIR`")
    except StoreFailure as error:
        what = "data directory" if call.settings.database is None else "database"
        yield CheckLine("palaces", is_ok=False, says=str(error), fix=f"repair the {what} first")
    except SimonidesError as error:
        # Unusable settings are a finding, not a failure of the doctor.
        yield CheckLine("settings", is_ok=False, says=str(error), fix="correct this setting")
    except OSError as error:
        yield CheckLine("palaces", is_ok=False, says=f"{error.filename}: {error.strerror}", fix="repair the data directory first")


def _palace(engine: "Engine", name: str) -> "Iterator[CheckLine]":
    from simonides.engine.upkeep.examination import RESCUE, CheckLine, examine_palace, not_opened

    try:
        palace = engine.palace(name)
        if palace.vectors.tend():
            says = "the graph over its vectors was missing; it was made just now"
            yield CheckLine(f"palace {name}", is_ok=True, says=says)
        with watched(f"checking {name}", "words") as advance:
            found = list(examine_palace(palace, engine.embedder, advance))
        yield from found
    except StoreFailure as error:
        yield not_opened(name, error)
    # A damaged file can hold anything, and whatever it makes our code do, the other palaces are still to be looked at.
    except Exception as error:  # noqa: BLE001
        says = f"reading it fails ({type(error).__name__}: {error})"
        yield CheckLine(f"palace {name}", is_ok=False, says=says, fix=RESCUE)


DOCTOR = Command("doctor", "check the installation and every palace, and say how to fix what is wrong", doctor)
