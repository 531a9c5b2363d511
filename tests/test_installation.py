import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from simonides.installation import install_command

pytestmark = pytest.mark.requirement("cli-install-hint")


def installed(site: Path, direct_url: Mapping[str, object] | None) -> Path:
    """A package in site-packages, with what its installer wrote beside it."""
    record = site / "simonides-1.0.dist-info"
    record.mkdir(parents=True)
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: simonides\nVersion: 1.0\n")
    if direct_url is not None:
        (record / "direct_url.json").write_text(json.dumps(direct_url))
    return site / "simonides"


def test_a_package_from_an_index_is_called_by_its_name(tmp_path: Path) -> None:
    archive = {"url": "file:///tmp/simonides-1.0.whl", "archive_info": {}}

    assert install_command("http", installed(tmp_path / "a", None)) == "pip install 'simonides[http]'"
    assert install_command("http", installed(tmp_path / "b", archive)) == "pip install 'simonides[http]'"


def test_a_checkout_is_installed_from_its_folder(tmp_path: Path) -> None:
    tree = tmp_path / "my clone"
    tree.mkdir()
    (tree / "pyproject.toml").touch()
    copied = installed(tmp_path / "site", {"url": tree.as_uri(), "dir_info": {}})

    assert install_command("http", tree / "src" / "simonides") == f"pip install '.[http]' in {tree}"
    assert install_command("http", copied) == f"pip install '.[http]' in {tree}"


def test_a_checkout_that_is_gone_is_not_named(tmp_path: Path) -> None:
    copied = installed(tmp_path / "site", {"url": (tmp_path / "gone").as_uri(), "dir_info": {}})

    assert install_command("http", copied) == "pip install 'simonides[http]'"
