"""Secrets at the door: a text that holds one is kept, masked or refused, by who files it.

The pieces of one file are looked at together, since a private key is longer than a drawer. Masking keeps every length, so that
the pieces still fit together. What was masked, and in which line, stands in the memory's metadata.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import Memory
from simonides.engine.filing.intake import Draft, overlap_of

if TYPE_CHECKING:
    from simonides.domain.text.secrets.screen import Secret

NOTED = "secrets"
"""The metadata key under which a memory says what was masked in it."""
NAMED_MAX = 3


class Treatment(StrEnum):
    """What becomes of a text that holds a secret."""

    ALLOW = "allow"
    MASK = "mask"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class SecretPolicy:
    """The treatment at each door; without settings every text is kept as it is."""

    mined: Treatment = Treatment.ALLOW
    hooked: Treatment = Treatment.ALLOW
    imported: Treatment = Treatment.ALLOW
    filed: Treatment = Treatment.ALLOW
    """Of what somebody files on purpose: by a tool, a command, REST or a program."""

    def treatment(self, actor: Actor) -> Treatment:
        """What becomes of the texts of one actor."""
        doors = {Actor.MINER: self.mined, Actor.HOOK: self.hooked, Actor.IMPORTER: self.imported}
        return doors.get(actor, self.filed)


KEPT = SecretPolicy()
"""Every text is kept as it is: for palaces that are moved, and for programs that set nothing."""


@dataclass(frozen=True, slots=True)
class SecretNote:
    """A secret in a text: the name of its kind and its line, counted from 1."""

    kind: str
    line: int

    @property
    def told(self) -> str:
        """As a person reads it."""
        return f"{self.kind} in line {self.line}"


class SecretScreen:
    """The treatment of drafts by one policy."""

    def __init__(self, policy: SecretPolicy) -> None:
        self._policy = policy

    def treatment(self, actor: Actor) -> Treatment:
        """What becomes of the texts of one actor."""
        return self._policy.treatment(actor)

    def screened(self, drafts: Sequence[Draft], actor: Actor) -> list[Draft]:
        """The drafts as they may be filed. Raises Invalid when one holds a secret that is refused."""
        treatment = self._policy.treatment(actor)
        if treatment is Treatment.ALLOW:
            return list(drafts)
        return [draft for pieces in _continued(drafts) for draft in _treated(pieces, treatment)]

    def text(self, text: str, actor: Actor) -> str:
        """A text that becomes no memory of its own: an observation, a file of source code."""
        [draft] = self.screened([Draft(text)], actor)
        return draft.content


def notes_of(text: str) -> tuple[SecretNote, ...]:
    """The secrets in a text."""
    # Imported late: many a process files nothing.
    from simonides.domain.text.secrets.screen import find_secrets

    return tuple(_note(text, secret) for secret in find_secrets(text))


def noted_in(memory: Memory) -> list[SecretNote]:
    """What was masked in a memory when it was filed."""
    notes = memory.metadata.get(NOTED)
    fields = [note for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []
    return [SecretNote(str(note.get("kind")), int(str(note.get("line", 0)))) for note in fields]


def _continued(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    """Drafts in runs that each were one text: pieces of one file or one turn, in order."""
    run: list[Draft] = []
    for draft in drafts:
        if run and not _follows(draft, run[-1]):
            yield run
            run = []
        run.append(draft)
    if run:
        yield run


def _follows(draft: Draft, before: Draft) -> bool:
    here, there = draft.origin, before.origin
    is_same = (here.source, here.conversation, here.position) == (there.source, there.conversation, there.position)
    return is_same and here.source is not None and here.chunk == there.chunk + 1


def _treated(pieces: Sequence[Draft], treatment: Treatment) -> list[Draft]:
    # Imported late, as in `notes_of`.
    from simonides.domain.text.secrets.screen import find_secrets, masked

    text = "".join([pieces[0].content, *(piece.content[overlap_of(piece.metadata) :] for piece in pieces[1:])])
    secrets = find_secrets(text)
    if not secrets:
        return list(pieces)
    if treatment is Treatment.REFUSE:
        raise Invalid("content", _refusal([_note(text, secret) for secret in secrets]))
    hidden = masked(text, secrets)
    ends = list(accumulate(len(piece.content) - (overlap_of(piece.metadata) if at else 0) for at, piece in enumerate(pieces)))
    return [_cut(piece, hidden, end, text, secrets) for piece, end in zip(pieces, ends, strict=True)]


def _cut(piece: Draft, hidden: str, end: int, text: str, secrets: "Sequence[Secret]") -> Draft:
    """A piece of the masked text, with the notes of what was masked in it."""
    start = end - len(piece.content)
    notes = [_note(text, secret) for secret in secrets if secret.start < end and start < secret.end]
    if not notes:
        return piece
    noted = [{"kind": note.kind, "line": note.line} for note in notes]
    return replace(piece, content=hidden[start:end], metadata={**(piece.metadata or {}), NOTED: noted})


def _note(text: str, secret: "Secret") -> SecretNote:
    return SecretNote(secret.kind.title, text.count("\n", 0, secret.start) + 1)


def _refusal(notes: Sequence[SecretNote]) -> str:
    named = ", ".join(note.told for note in notes[:NAMED_MAX])
    more = f" and {len(notes) - NAMED_MAX} more" if len(notes) > NAMED_MAX else ""
    return f"holds what looks like a secret ({named}{more}); take it out, or set the setting for this door to mask or allow"
