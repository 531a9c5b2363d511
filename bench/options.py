"""The command line of a bench: its module's docstring is its help."""

import argparse


def described(doc: str | None) -> argparse.ArgumentParser:
    """A parser whose help shows the docstring with its lines as they stand."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
