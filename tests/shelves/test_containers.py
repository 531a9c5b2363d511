"""The Dockerfile and the compose file, by the linters of others."""

import json
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft7Validator  # type: ignore[import-untyped]

ROOT = Path(__file__).parent.parent.parent
BIN = Path(sys.executable).parent

pytestmark = pytest.mark.requirement("shelf-containers")


def lint(*words: str) -> None:
    run = subprocess.run([str(BIN / words[0]), *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_container_files_name_settings_that_exist() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8") + (ROOT / "compose.yaml").read_text(encoding="utf-8")

    assert set(re.findall(r"SIMONIDES_\w+", text)) <= set(
        re.findall(r"SIMONIDES_\w+", (ROOT / "docs" / "settings.md").read_text(encoding="utf-8"))
    )
    assert set(yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]) == {"database", "server"}


@pytest.mark.skipif(not (BIN / "hadolint").exists(), reason="hadolint has no program for this machine")
def test_the_dockerfile_passes_its_linter() -> None:
    lint("hadolint", "--failure-threshold", "info", "Dockerfile")


def test_the_compose_file_has_the_form_of_its_specification() -> None:
    schema = json.loads((files("check_jsonschema") / "builtin_schemas/vendor/compose-spec.json").read_text(encoding="utf-8"))
    document = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))

    validator = Draft7Validator(schema)
    assert [error.message for error in validator.iter_errors(document)] == []
    assert not validator.is_valid({**document, "servces": {}})


def test_compose_reads_its_file() -> None:
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("docker compose is not installed")
    environment = {"PATH": "/usr/bin:/bin", "POSTGRES_PASSWORD": "x", "SIMONIDES_TOKEN": "y"}

    run = subprocess.run(
        [docker, "compose", "-f", str(ROOT / "compose.yaml"), "config", "--quiet"],
        env=environment,
        capture_output=True,
        check=False,
    )

    assert run.returncode == 0, run.stderr.decode()
