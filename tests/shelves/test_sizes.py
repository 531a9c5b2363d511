"""What an installation costs on the disk."""

import pytest
from scripts.shelves.sizes import LIMIT_MB, MB, bytecode, costs


@pytest.mark.requirement("shelf-size")
def test_an_installation_stays_below_its_limit() -> None:
    found = costs()

    assert {"simonides", "numpy", "onnxruntime"} <= set(found)
    assert all(found[name] > MB for name in ("simonides", "numpy", "onnxruntime"))
    assert not {"rich", "pygments"} & set(found)
    assert sum(found.values()) <= LIMIT_MB * MB, found


@pytest.mark.long
@pytest.mark.requirement("shelf-size")
def test_an_installation_stays_below_its_limit_with_its_bytecode() -> None:
    compiled = bytecode()

    assert compiled > 20 * MB
    assert sum(costs().values()) + compiled <= LIMIT_MB * MB
