"""Marks for the stores that a test covers: all, unless it is marked."""

import pytest

IN_FILES = pytest.mark.parametrize("home", ["sqlite"], indirect=True)
"""For tests that look into the files of a data directory, or that are long and ask nothing of the store."""
