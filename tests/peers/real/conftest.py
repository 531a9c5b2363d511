"""The command line, for tests that import from end to end."""

from cli.conftest import home, run

__all__ = ["home", "run"]
