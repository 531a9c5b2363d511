"""The client programs in each language: what they need, how they are built and run."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

SOURCES = Path(__file__).parent
ROOT = SOURCES.parent.parent
BUILT = Path(os.environ.get("SIMONIDES_CLIENTS_BUILT") or ROOT / ".clients")
"""Where the programs are built: what was downloaded once is kept there."""

HANDSHAKE, MODERN = "handshake", "2026-07-28"
BUILD_S = 1_200.0


class CannotBuild(Exception):
    """A program that this machine cannot build, with the reason."""


@dataclass(frozen=True, slots=True)
class Program:
    """One client: the commands that build it in its folder, the one that runs it, and the eras that it speaks."""

    name: str
    build: tuple[tuple[str, ...], ...]
    run: Callable[[Path], Sequence[str]]
    eras: tuple[str, ...] = (HANDSHAKE, MODERN)

    def command(self) -> list[str]:
        """The command that starts it, built if need be. Raises CannotBuild."""
        folder = BUILT / self.name
        # What was built from the same sources is run as it is: seven builds take longer than the lives.
        stamp, sources = folder / ".built-from", _digest(SOURCES / self.name)
        if self.build and stamp.is_file() and stamp.read_text(encoding="utf-8") == sources:
            return list(self.run(folder))
        shutil.copytree(SOURCES / self.name, folder, dirs_exist_ok=True)
        for step in self.build:
            # A step may run what the one before has made, by its path in the folder.
            if shutil.which(step[0]) is None and not (folder / step[0]).is_file():
                raise CannotBuild(f"{step[0]} is not installed")
            done = subprocess.run(step, cwd=folder, capture_output=True, text=True, timeout=BUILD_S, check=False)
            if done.returncode:
                raise CannotBuild(f"{' '.join(step)}: {(done.stderr or done.stdout)[-500:]}")
        stamp.write_text(sources, encoding="utf-8")
        return list(self.run(folder))


def _digest(folder: Path) -> str:
    names = sorted(path for path in folder.rglob("*") if path.is_file())
    return sha256(b"".join(str(path.relative_to(folder)).encode() + path.read_bytes() for path in names)).hexdigest()


def _java(folder: Path) -> list[str]:
    classpath = (folder / "target" / "classpath").read_text(encoding="utf-8").strip()
    return ["java", "-cp", f"{folder / 'target' / 'classes'}{os.pathsep}{classpath}", "Life"]


_NPM = (("npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"),)

PROGRAMS = (
    Program("python_v2", (), lambda folder: [sys.executable, str(folder / "life.py")]),
    Program(
        "python_v1",
        (
            (sys.executable, "-m", "venv", "venv"),
            ("venv/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", "requirements.txt"),
        ),
        lambda folder: [str(folder / "venv/bin/python"), str(folder / "life.py")],
        (HANDSHAKE,),
    ),
    Program("typescript_v2", _NPM, lambda folder: ["node", str(folder / "life.mjs")]),
    Program("typescript_v1", _NPM, lambda folder: ["node", str(folder / "life.mjs")], (HANDSHAKE,)),
    Program(
        "java",
        (("mvn", "-q", "-B", "package", "dependency:build-classpath", "-Dmdep.outputFile=target/classpath"),),
        _java,
        (HANDSHAKE,),
    ),
    Program("go", (("go", "build", "-o", "life", "."),), lambda folder: [str(folder / "life")]),
    Program("rust", (("cargo", "build", "--quiet"),), lambda folder: [str(folder / "target" / "debug" / "life")]),
)
