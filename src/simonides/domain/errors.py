"""The errors of simonides, as one tree.

    SimonidesError
    ├── Invalid              an argument breaks a rule; names the argument
    │   └── NotTime          ... and the rule is how a time is written
    ├── NotFound             a thing of this kind does not exist
    │   └── NoPalace         ... and the thing is the palace itself
    ├── Conflict             a thing of this kind exists already
    ├── Forbidden            the caller's token does not allow it
    │   └── OnlyReads        ... and no other would: the server only reads
    ├── NotReady             the embedder is still loading
    ├── Overdue              the call took longer than a call may take
    └── StoreFailure         the store could not do its work
        ├── NewerStore       the file was written by a newer version
        ├── Damaged          the file is not a palace or is corrupt
        └── EmbedderMismatch the vectors come from another embedder

Each error is built from facts; the class writes the sentence.
"""

from collections.abc import Callable

from simonides.domain.actor import current_caller


class SimonidesError(Exception):
    """The root of the tree: catch this to catch everything we raise on purpose."""


class Invalid(SimonidesError):
    """An argument breaks a rule."""

    def __init__(self, argument: str, reason: str) -> None:
        self.argument = argument
        self.reason = reason
        super().__init__(f"invalid '{argument}': {reason}")


class NotTime(Invalid):
    """A text that should be a time is none."""

    def __init__(self, argument: str, text: str) -> None:
        super().__init__(argument, f"'{text[:40]}' is not an ISO 8601 date or time, such as 2026-03-04")


class NotFound(SimonidesError):
    """A thing does not exist."""

    def __init__(self, kind: str, key: str) -> None:
        self.kind = kind
        self.key = key
        super().__init__(f"{kind} not found: {key}")


class NoPalace(NotFound):
    """The palace itself does not exist yet; `path` is where it would be."""

    def __init__(self, name: str, path: str) -> None:
        self.path = path
        super().__init__("palace", name)


class Conflict(SimonidesError):
    """A thing exists already."""

    def __init__(self, kind: str, key: str) -> None:
        self.kind = kind
        self.key = key
        super().__init__(f"{kind} exists already: {key}")


class Forbidden(SimonidesError):
    """The caller's token does not allow what was asked."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        return f"not allowed with this token: {self.reason}"


class OnlyReads(Forbidden):
    """The server leaves everything as it is, whoever asks."""

    def __init__(self) -> None:
        super().__init__("this server only reads; it was started with --read-only")

    def _sentence(self) -> str:
        return self.reason


class NotReady(SimonidesError):
    """The embedder is still loading, or failed to load."""

    def __init__(self, reason: str = "the embedding model is still loading") -> None:
        self.reason = reason
        super().__init__(reason)


class Overdue(SimonidesError):
    """A call took longer than a call may take."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(f"the call was given up after {seconds:g} s; ask for less at once, and look whether it was done")


class StoreFailure(SimonidesError):
    """The store could not do its work. Where it lies is nothing for the holder of a palace's token."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = "the palace" if current_caller().holder else path
        self.reason = reason
        super().__init__(f"{self.path}: {reason}")


class NewerStore(StoreFailure):
    """The file was written by a newer version of the program."""

    def __init__(self, path: str, found: int, known: int) -> None:
        self.found = found
        self.known = known
        super().__init__(path, f"written by a newer simonides (schema {found}, this one knows {known}); upgrade simonides")


class Damaged(StoreFailure):
    """The file is not a palace, or is corrupt."""


class EmbedderMismatch(StoreFailure):
    """The vectors in the palace come from another embedder than the one configured."""

    def __init__(self, path: str, stored: str, configured: str) -> None:
        self.stored = stored
        self.configured = configured
        super().__init__(
            path,
            f"its vectors come from '{stored}', but '{configured}' is configured; "
            "configure the former, or run `simonides reembed` to embed everything again",
        )


def exists(look_up: Callable[[str], object], key: str) -> bool:
    """Whether a look-up that raises NotFound finds something."""
    try:
        look_up(key)
    except NotFound:
        return False
    return True
