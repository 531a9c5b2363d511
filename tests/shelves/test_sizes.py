"""What an installation costs on the disk."""

import pytest
from scripts.shelves.sizes import LIMIT_MB, MB, bytecode, costs


@pytest.mark.requirement("shelf-size")
def test_an_installation_stays_below_its_limit() -> None:
    found = costs()

    assert {"simonides", "numpy", "onnxruntime"} <= set(found)
    assert all(found[name] > MB for name in ("simonides", "numpy", "onnxruntime"))
    assert 0 < bytecode() < 100 * MB
    assert sum(found.values()) <= LIMIT_MB * MB, found
