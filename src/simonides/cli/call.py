"""What a command works with: its arguments, the settings and the output."""

import argparse
import os
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from simonides.cli.output import Output
from simonides.domain.errors import NoPalace, NotReady
from simonides.frozen import frozen
from simonides.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simonides.engine.engine import Engine
    from simonides.engine.palace import Palace

PATIENCE_S = 60.0
"""How long a command waits for the model: a person asks once and waits for the whole answer."""


def typed(args: argparse.Namespace, *words: str, of_palace: bool = True) -> str:
    """A command to type next, in backticks, with the options that chose the store and, where it matters, the palace."""
    # `serve` must start fast, and has no hints.
    import shlex
    from urllib.parse import urlsplit

    # A password is shown to nobody, and it may also stand among the parameters of an address.
    has_password = args.database and ("password" in args.database or urlsplit(args.database).password)
    database = "URL" if has_password else args.database
    chosen = {"--data-dir": args.data_dir, "--database": database, "--palace": args.palace if of_palace else None}
    where = [word for option, value in chosen.items() if value for word in (option, value)]
    detected = ["--detect-palace"] if of_palace and args.detect_palace and not args.palace else []
    return f"`{shlex.join(['simonides', *words, *where, *detected])}`"


@frozen
class Call:
    """One call of the program."""

    args: argparse.Namespace
    settings: Settings
    out: Output

    def typed(self, *words: str, of_palace: bool = True) -> str:
        """A command to type next, for the same store and palace: numbers and ids mean something else in another."""
        return typed(self.args, *words, of_palace=of_palace)

    def in_haste(self) -> "Call":
        """The same call with every core for embedding, unless `--jobs` or the settings say how many: a person waits for it."""
        asked = getattr(self.args, "jobs", None) or self.settings.threads
        return replace(self, settings=replace(self.settings, threads=asked or os.cpu_count() or 1))

    @contextmanager
    def engine(self) -> "Iterator[Engine]":
        """The engine, closed afterwards; of a palace that is not there the names that are nearly its own are told."""
        # `--help` must not pay for the store.
        from simonides.engines import build_engine

        engine = build_engine(self.settings, patience_s=PATIENCE_S)
        try:
            yield engine
        except NoPalace as error:
            from simonides.domain.text.nearest_names import did_you_mean

            if hint := did_you_mean(error.key, engine.names()):
                error.add_note(hint)
            raise
        finally:
            engine.close()

    @contextmanager
    def reading(self) -> "Iterator[Palace]":
        """The selected palace, which must exist. Raises NoPalace."""
        with self.engine() as engine:
            yield self.existing(engine)

    @contextmanager
    def writing(self) -> "Iterator[Palace]":
        """The selected palace, created if needed."""
        with self.engine() as engine:
            yield self.create(engine)

    @contextmanager
    def rehearsing(self) -> "Iterator[tuple[Engine, Palace]]":
        """The selected palace, or an empty temporary one where it does not exist: a dry run creates no palace."""
        with self.engine() as engine:
            if self.settings.palace_name in engine.names():
                yield engine, engine.palace(self.settings.palace_name)
                return
        # Imported late: few commands rehearse.
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="simonides-") as folder:
            trial = replace(self, settings=replace(self.settings, data_dir=Path(folder), database=None))
            with trial.engine() as engine:
                yield engine, engine.create(self.settings.palace_name)

    def existing(self, engine: "Engine") -> "Palace":
        """The selected palace, which must exist. Raises NoPalace."""
        return engine.palace(self.settings.palace_name)

    def create(self, engine: "Engine") -> "Palace":
        """The selected palace; says so when it had to be made beside others, since its name may be misspelt."""
        name, others = self.settings.palace_name, engine.names()
        palace = engine.create(name)
        if others and name not in others:
            from simonides.domain.text.nearest_names import did_you_mean

            hint = did_you_mean(name, others) or f"{self.typed('palace', 'list', of_palace=False)} shows the others."
            self.out.note(f"made a new palace '{name}'. {hint}")
        return palace

    def await_model(self, engine: "Engine", text: str = "") -> bool:
        """Wait for the encoder of a text's language; when it is not ready in time, say so and go on with words alone."""
        try:
            if engine.embedder.wait(PATIENCE_S, [text]):
                return True
            reason = "the embedding model is not ready"
        except NotReady as error:
            reason = str(error)
        self.out.note(f"{reason}; going on without vectors, which follow when the model works. See `simonides doctor`")
        return False
