"""The Homebrew formula: a text made at the time of a release, since it names the addresses of files in a package index.

    python -m scripts.shelves.formula --index URL --homepage URL [--lock requirements-dev.lock] [--output FILE]

URL is the address of a simple index (PEP 691). The versions are those of the lock, and each file's digest must stand in the lock,
too. What the package needs is found in the environment that runs this. Packages with compiled parts are taken as wheels, one for
each system and processor that Homebrew runs on.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin
from urllib.request import Request, urlopen

from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename
from packaging.version import Version
from scripts.sbom import OURS, closure
from scripts.shelves.project import ROOT, project, version

PYTHON = (3, 12)
MAC = (14, 0)
_LINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_24", "manylinux_2_17", "manylinux2014")
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)(.*?)(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")


@dataclass(frozen=True, slots=True)
class Pinned:
    """A package in the lock."""

    name: str
    version: str
    digests: frozenset[str]


@dataclass(frozen=True, slots=True)
class WheelFile:
    """A file of an index."""

    url: str
    digest: str


def pinned(lock: str) -> dict[str, list[Pinned]]:
    """The packages of a lock by name, the newest version first: a lock may have one for each Python."""
    found: dict[str, list[Pinned]] = {}
    for name, number, rest in _PINNED.findall(lock):
        known = canonicalize_name(name)
        found.setdefault(known, []).append(Pinned(known, number, frozenset(_DIGEST.findall(rest))))
    return {name: sorted(each, key=lambda package: Version(package.version), reverse=True) for name, each in found.items()}


def platforms() -> dict[tuple[str, str], list[Tag]]:
    """The tags that a machine accepts, the best first, by system and processor as Homebrew names them."""
    linux = {cpu: [f"{kind}_{cpu}" for kind in _LINUX] for cpu in ("x86_64", "aarch64")}
    named = {
        ("macos", "arm"): list(mac_platforms(MAC, "arm64")),
        ("macos", "intel"): list(mac_platforms(MAC, "x86_64")),
        ("linux", "arm"): linux["aarch64"],
        ("linux", "intel"): linux["x86_64"],
    }
    interpreter = f"cp{PYTHON[0]}{PYTHON[1]}"
    return {
        place: [*cpython_tags(PYTHON, platforms=names), *compatible_tags(PYTHON, interpreter, platforms=names)]
        for place, names in named.items()
    }


def chosen(files: Iterable[Mapping[str, Any]], package: Pinned, base: str) -> dict[tuple[str, str], WheelFile]:
    """The best wheel for each system and processor. Raises LookupError when one has none, or its digest is not in the lock."""
    wheels: dict[Tag, WheelFile] = {}
    for file in files:
        if str(file["filename"]).endswith(".whl"):
            _, number, _, tags = parse_wheel_filename(file["filename"])
            if str(number) == package.version:
                wheels |= {tag: WheelFile(urljoin(base, file["url"]), file["hashes"]["sha256"]) for tag in tags}
    found = {place: next((wheels[tag] for tag in tags if tag in wheels), None) for place, tags in platforms().items()}
    for place, wheel in found.items():
        if wheel is None or wheel.digest not in package.digests:
            raise LookupError(f"{package.name} {package.version}: no wheel for {' '.join(place)} whose digest is in the lock")
    return {place: wheel for place, wheel in found.items() if wheel}


def first_chosen(files: list[dict[str, Any]], packages: list[Pinned], base: str) -> dict[tuple[str, str], WheelFile]:
    """The wheels of the newest version that has one everywhere. Raises LookupError as `chosen` does."""
    for package in packages[:-1]:
        with suppress(LookupError):
            return chosen(files, package, base)
    return chosen(files, packages[-1], base)


def needed(lock: Mapping[str, list[Pinned]]) -> list[list[Pinned]]:
    """What an installation needs, in the versions of the lock. Raises LookupError when the lock does not know one."""
    names = [name for name in closure(OURS, ()) if name != OURS]
    if missing := [name for name in names if name not in lock]:
        raise LookupError(f"not in the lock: {', '.join(missing)}; make it anew with `make lock`")
    return [lock[name] for name in names]


def listing(index: str, name: str) -> tuple[str, list[dict[str, Any]]]:
    """The page of a package in an index: its address and its files."""
    address = f"{index.rstrip('/')}/{name}/"
    request = Request(address, headers={"Accept": "application/vnd.pypi.simple.v1+json"})  # noqa: S310 - the caller's index
    with urlopen(request, timeout=60) as response:  # noqa: S310 - as above
        files: list[dict[str, Any]] = json.load(response)["files"]
    return address, files


def formula(ours: WheelFile, resources: Mapping[str, Mapping[tuple[str, str], WheelFile]], homepage: str) -> str:
    """The text of the formula."""
    facts = project()
    blocks = "\n\n".join(_resource(name, wheels) for name, wheels in sorted(resources.items()))
    python = f"python@{PYTHON[0]}.{PYTHON[1]}"
    return f"""class Simonides < Formula
  include Language::Python::Virtualenv

  desc {json.dumps(facts["description"].rstrip("."))}
  homepage {json.dumps(homepage)}
  url {json.dumps(ours.url)}, using: :nounzip
  version {json.dumps(version())}
  sha256 {json.dumps(ours.digest)}
  license {json.dumps(facts["license"])}

  depends_on {json.dumps(python)}

{blocks}

  def install
    python = Formula[{json.dumps(python)}].opt_bin/"python{PYTHON[0]}.{PYTHON[1]}"
    system python, "-m", "venv", libexec
    pip = [libexec/"bin/python", "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    resources.each {{ |each| each.stage {{ system(*pip, Dir["*.whl"].first) }} }}
    system(*pip, Dir["*.whl"].first)
    bin.install_symlink libexec/"bin/simonides"
    man1.install_symlink Dir[libexec/"share/man/man1/*.1"]
    generate_completions_from_executable(bin/"simonides", "completion")
  end

  test do
    ENV["SIMONIDES_HOME"] = testpath.to_s
    system bin/"simonides", "remember", "the key lies under the third stone"
    assert_match "third stone", shell_output("#{{bin}}/simonides search key")
  end
end
"""


def _resource(name: str, wheels: Mapping[tuple[str, str], WheelFile]) -> str:
    if len(set(wheels.values())) == 1:
        lines = _file(next(iter(wheels.values())), 4)
    else:
        lines = [
            line
            for system in ("macos", "linux")
            for line in (
                f"    on_{system} do",
                *(
                    inner
                    for cpu in ("arm", "intel")
                    for inner in (f"      on_{cpu} do", *_file(wheels[system, cpu], 8), "      end")
                ),
                "    end",
            )
        ]
    return "\n".join([f"  resource {json.dumps(name)} do", *lines, "  end"])


def _file(wheel: WheelFile, indent: int) -> list[str]:
    space = " " * indent
    return [f"{space}url {json.dumps(wheel.url)}, using: :nounzip", f"{space}sha256 {json.dumps(wheel.digest)}"]


def main() -> int:
    """Ask the index, and write the formula."""
    parser = argparse.ArgumentParser(description="Write the Homebrew formula of a release.")
    parser.add_argument("--index", required=True, help="the address of a simple index")
    parser.add_argument("--homepage", required=True, help="the address of the project")
    parser.add_argument("--wheel", required=True, metavar="URL=SHA256", help="where our own wheel lies, and its digest")
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements-dev.lock")
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "simonides.rb")
    args = parser.parse_args()
    url, _, digest = args.wheel.rpartition("=")
    resources = {}
    for packages in needed(pinned(args.lock.read_text(encoding="utf-8"))):
        address, files = listing(args.index, packages[0].name)
        resources[packages[0].name] = first_chosen(files, packages, address)
    args.output.parent.mkdir(parents=True, exist_ok=True)
    args.output.write_text(formula(WheelFile(url, digest), resources, args.homepage), encoding="utf-8")
    print(f"{args.output}: {len(resources)} resources")
    return 0


if __name__ == "__main__":
    sys.exit(main())
