"""A bill of materials of what `pip install simonides[http,postgres,documents]` puts on a machine, as CycloneDX JSON.

    python -m scripts.sbom [FILE]

Read from the environment that runs it: every package that ours needs, directly or through another, with version, licence and what
it needs itself; and the bundled model files with their SHA-256. The same environment gives the same bytes.
"""

import hashlib
import json
import re
import sys
import uuid
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

OURS = "simonides"
EXTRAS = ("http", "postgres", "documents")
SOURCE = Path(__file__).parent.parent / "src" / "simonides"
MODELS = ("*.onnx", "tokenizer*.json", "*.safetensors", "*.npz")
_SPDX = re.compile(r"[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+()-]+)*\Z")


def bill() -> dict[str, Any]:
    """The whole document."""
    packages = closure(OURS, EXTRAS)
    ours = packages.pop(OURS)
    components = [*(_package(found) for found in packages.values()), *_models()]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**_package(ours), "type": "application"}},
        "components": components,
        "dependencies": [_dependency(found, {OURS, *packages}) for found in (ours, *packages.values())],
    }
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document, sort_keys=True))
    return {**document, "serialNumber": f"urn:uuid:{serial}"}


def closure(name: str, extras: tuple[str, ...]) -> dict[str, Distribution]:
    """A package and everything it needs here, by name; what is not installed is not needed on this machine."""
    found: dict[str, Distribution] = {}
    open_ends = [(name, extras)]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while open_ends:
        each, wanted = end = open_ends.pop()
        if end in seen:
            continue
        seen.add(end)
        try:
            found[each] = distribution(each)
        except PackageNotFoundError:
            continue
        open_ends += [(canonicalize_name(need.name), tuple(sorted(need.extras))) for need in _needs(found[each], wanted)]
    return {each: found[each] for each in sorted(found)}


def _needs(package: Distribution, extras: tuple[str, ...]) -> Iterator[Requirement]:
    for line in package.requires or ():
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield need


def _package(package: Distribution) -> dict[str, Any]:
    name = canonicalize_name(package.name)
    purl = f"pkg:pypi/{name}@{package.version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": package.version, "purl": purl, **_licence(package)}


def _licence(package: Distribution) -> dict[str, Any]:
    said = _field(package, "License-Expression")
    if said and _SPDX.match(said):
        return {"licenses": [{"expression": said}]}
    classified = [
        line.rpartition(" :: ")[2] for line in package.metadata.get_all("Classifier") or () if line.startswith("License")
    ]
    named = said or _field(package, "License").split("\n")[0][:100] or ", ".join(classified)
    return {"licenses": [{"license": {"name": named}}]} if named else {}


def _field(package: Distribution, name: str) -> str:
    found = package.metadata.get_all(name) or [""]
    return str(found[0]).strip()


def _dependency(package: Distribution, known: set[str]) -> dict[str, Any]:
    extras = EXTRAS if package.name == OURS else ()
    needed = {canonicalize_name(need.name) for need in _needs(package, extras)} & known - {canonicalize_name(package.name)}
    return {
        "ref": _package(package)["bom-ref"],
        "dependsOn": [_package(distribution(each))["bom-ref"] for each in sorted(needed)],
    }


def _models() -> Iterator[dict[str, Any]]:
    for path in sorted(found for pattern in MODELS for found in SOURCE.rglob(pattern)):
        name = path.relative_to(SOURCE.parent).as_posix()
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        yield {
            "type": "machine-learning-model" if path.suffix == ".onnx" else "data",
            "bom-ref": f"file:{name}",
            "name": name,
            "hashes": [{"alg": "SHA-256", "content": digest}],
        }


def main() -> int:
    """Write the bill to a file, or print it."""
    text = json.dumps(bill(), indent=1, sort_keys=True) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
