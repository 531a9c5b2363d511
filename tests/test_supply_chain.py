"""What the project is made of: pinned with hashes for development, and listed in a bill of materials."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scripts.sbom import EXTRAS, OURS, bill, closure

ROOT = Path(__file__).parent.parent
LOCK = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")


def wanted() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [Requirement(line) for line in [*project["dependencies"], *(each for lines in extras.values() for each in lines)]]


def locked() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", LOCK, re.MULTILINE):
        found.setdefault(canonicalize_name(name), set()).add(version)
    return found


@pytest.mark.requirement("supply-lock")
@pytest.mark.parametrize("need", wanted(), ids=str)
def test_every_dependency_is_locked_at_a_version_that_fits(need: Requirement) -> None:
    versions = locked().get(canonicalize_name(need.name), set())

    assert versions, f"{need.name} is not locked: run `make lock`"
    assert all(need.specifier.contains(version, prereleases=True) for version in versions)


@pytest.mark.requirement("supply-lock")
def test_every_locked_package_has_its_hashes_and_no_address() -> None:
    entries = re.split(r"\n(?=[\w])", LOCK.strip())

    assert len(entries) == sum(len(versions) for versions in locked().values())
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in LOCK


@pytest.mark.requirement("supply-sbom")
def test_the_bill_names_every_package_and_every_model_file() -> None:
    document = bill()
    names = {component["name"] for component in document["components"]}

    assert {canonicalize_name(each) for each in closure(OURS, EXTRAS)} - {OURS} <= names
    assert {name for name in names if name.endswith(".onnx")}
    assert document == bill()


@pytest.mark.requirement("supply-sbom")
def test_the_bill_is_valid_cyclonedx() -> None:
    validation = pytest.importorskip("cyclonedx.validation.json")
    schema = pytest.importorskip("cyclonedx.schema")

    fault = validation.JsonStrictValidator(schema.SchemaVersion.V1_6).validate_str(json.dumps(bill()))

    assert fault is None
