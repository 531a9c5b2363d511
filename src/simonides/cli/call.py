"""What does a command work with? The words it was given, the settings, and a way to speak."""

import argparse
import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from simonides.cli.output import Output
from simonides.domain.errors import NotReady
from simonides.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace

PATIENCE_S = 60.0
"""A person has asked once and waits for the whole answer."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the program."""

    args: argparse.Namespace
    settings: Settings
    out: Output

    def in_haste(self) -> "Call":
        """The same call with every core for embedding, unless somebody has set how many: a person waits for much to be done."""
        return replace(self, settings=replace(self.settings, threads=self.settings.threads or os.cpu_count() or 1))

    @contextmanager
    def engine(self) -> "Iterator[Engine]":
        """The engine, closed afterwards."""
        # `--help` must not pay for the store.
        from simonides.wiring import build_engine

        engine = build_engine(self.settings, patience_s=PATIENCE_S)
        try:
            yield engine
        finally:
            engine.close()

    @contextmanager
    def reading(self) -> "Iterator[Palace]":
        """The palace that is meant, which must be there. Raises NoPalace."""
        with self.engine() as engine:
            yield engine.palace(self.settings.palace_name)

    @contextmanager
    def writing(self) -> "Iterator[Palace]":
        """The palace that is meant, made if need be."""
        with self.engine() as engine:
            yield engine.create(self.settings.palace_name)

    def await_model(self, engine: "Engine") -> bool:
        """Wait for the embedder; when it does not come say so and go on, since words alone will do."""
        try:
            if engine.embedder.wait(PATIENCE_S):
                return True
            reason = "the embedding model is not ready"
        except NotReady as error:
            reason = str(error)
        self.out.note(f"{reason}; `simonides doctor` tells more, and vectors follow when it works")
        return False
