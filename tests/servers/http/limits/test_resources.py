"""What the system lends the server: descriptors, in a process of its own, since a limit holds for all of it."""

import subprocess
import sys

import pytest

LIMITED = """
import resource, sys
from simonides.servers.http.limits.resources import raise_descriptor_limit

soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(raise_descriptor_limit(500), *resource.getrlimit(resource.RLIMIT_NOFILE))
"""


def connections_and_limits(soft: int, hard: int) -> list[int]:
    printed = subprocess.run([sys.executable, "-c", LIMITED, str(soft), str(hard)], capture_output=True, text=True, check=True)
    return [int(number) for number in printed.stdout.split()]


@pytest.mark.parametrize("soft", [256, 1024])
def test_a_server_may_open_the_files_of_as_many_palaces_as_the_system_allows(soft: int) -> None:
    assert connections_and_limits(soft, 4096) == [500, 4096, 4096]


def test_where_few_files_may_be_open_half_are_left_for_palaces() -> None:
    assert connections_and_limits(256, 256) == [128, 256, 256]
