"""`python -m simonides` is the same program as `simonides`."""

from simonides.cli.main import program

program()
