"""A client that disconnects while the model is loading."""

from pathlib import Path

import pytest

from support.server import ServerProcess


@pytest.mark.requirement("stdio-ending")
def test_a_client_may_leave_while_the_model_loads(tmp_path: Path) -> None:
    for number in range(6):
        server = ServerProcess(tmp_path / str(number))
        server.call("mempalace_get_aaak_spec")

        assert server.end() == 0
