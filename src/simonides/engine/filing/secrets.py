"""Secrets at the door: a text that holds one is kept, masked or refused, by who files it.

The pieces of one file are looked at together, since a private key is longer than a drawer. Masking keeps every length, so that
the pieces still fit together. What was masked, and in which line, stands in the memory's metadata, whose own texts are looked
at, too, each behind its name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import accumulate
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Fact
from simonides.domain.memory import Memory
from simonides.engine.filing.intake import Draft, overlap_of
from simonides.frozen import frozen

if TYPE_CHECKING:
    from simonides.domain.text.secrets.screen import Secret

NOTED = "secrets"
"""The metadata key under which a memory says what was masked in it."""
NAMED_MAX = 3
TEXT_MIN = 10
"""The length of the shortest text of the metadata that is looked at: no kind of secret is shorter."""


class Treatment(StrEnum):
    """What becomes of a text that holds a secret."""

    ALLOW = "allow"
    MASK = "mask"
    REFUSE = "refuse"


@frozen
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


@frozen
class SecretNote:
    """A secret in a text: the name of its kind and its line, counted from 1, or the name of the field of the metadata."""

    kind: str
    line: int
    field: str = ""

    @property
    def told(self) -> str:
        """As a person reads it."""
        return f"{self.kind} in the metadata '{self.field}'" if self.field else f"{self.kind} in line {self.line}"


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
        whole = [draft for pieces in _continued(drafts) for draft in _treated(pieces, treatment)]
        return [_with_details(draft, treatment) if draft.metadata else draft for draft in whole]

    def text(self, text: str, actor: Actor, argument: str = "content") -> str:
        """A text that becomes no memory of its own: an observation, a summary, a name, a file of source code."""
        treatment = self._policy.treatment(actor)
        if treatment is Treatment.ALLOW:
            return text
        # Imported late, as in `notes_of`.
        from simonides.domain.text.secrets.screen import find_secrets, masked

        secrets = find_secrets(text)
        if secrets and treatment is Treatment.REFUSE:
            raise Invalid(argument, _refusal([_note(text, secret) for secret in secrets]))
        return masked(text, secrets) if secrets else text


def notes_of(text: str) -> tuple[SecretNote, ...]:
    """The secrets in a text."""
    # Imported late: many a process files nothing.
    from simonides.domain.text.secrets.screen import find_secrets

    return tuple(_note(text, secret) for secret in find_secrets(text))


def notes_on(memory: Memory) -> list[SecretNote]:
    """The secrets in a memory's text and in its metadata."""
    details: list[SecretNote] = []
    _hidden({key: value for key, value in memory.metadata.items() if key != NOTED}, "", details)
    return [*notes_of(memory.content), *details]


def kinds_in(fact: Fact) -> list[str]:
    """The kinds of the secrets in a fact; its object is read behind its predicate, too, as a value behind its name."""
    details: list[SecretNote] = []
    for name, value in (("", fact.subject), ("", fact.object), (fact.predicate, fact.object)):
        _hidden(value, name, details)
    return list(dict.fromkeys(note.kind for note in details))


def noted_in(memory: Memory) -> list[SecretNote]:
    """What was masked in a memory when it was filed."""
    notes = memory.metadata.get(NOTED)
    # An import may bring anything under this name.
    fields = [note for note in notes if isinstance(note, dict)] if isinstance(notes, list) else []
    return [SecretNote(str(note.get("kind")), _line(note.get("line")), str(note.get("field", ""))) for note in fields]


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
    return replace(piece, content=hidden[start:end], metadata=_noting(piece.metadata or {}, notes))


def _with_details(draft: Draft, treatment: Treatment) -> Draft:
    """The draft with the texts of its metadata treated."""
    metadata = dict(draft.metadata or {})
    # What was masked before is said in words of ours.
    noted = metadata.pop(NOTED, None)
    notes: list[SecretNote] = []
    hidden = _hidden(metadata, "", notes)
    if not notes or not isinstance(hidden, dict):
        return draft
    if treatment is Treatment.REFUSE:
        raise Invalid("metadata", _refusal(notes))
    return replace(draft, metadata=_noting(hidden if noted is None else {**hidden, NOTED: noted}, notes))


def _noting(metadata: Mapping[str, object], notes: Sequence[SecretNote]) -> dict[str, object]:
    """The metadata with more notes of what was masked."""
    before = metadata.get(NOTED)
    fresh = [{"kind": note.kind, "line": note.line} | ({"field": note.field} if note.field else {}) for note in notes]
    return {**metadata, NOTED: [*before, *fresh] if isinstance(before, list) else fresh}


def _hidden(value: object, name: str, notes: list[SecretNote]) -> object:
    """A value of the metadata with its secrets masked; what was found is added to the notes."""
    if isinstance(value, str):
        return _hidden_text(value, name, notes) if len(value) >= TEXT_MIN else value
    if isinstance(value, Mapping):
        return {key: _hidden(each, str(key), notes) for key, each in value.items()}
    return [_hidden(each, name, notes) for each in value] if isinstance(value, list | tuple) else value


def _hidden_text(value: str, name: str, notes: list[SecretNote]) -> str:
    # Imported late, as in `notes_of`.
    from simonides.domain.text.secrets.screen import Secret, find_secrets, masked

    # Many a secret is known only by the name that it stands behind.
    head = f'{name} = "' if name else ""
    end = len(head) + len(value)
    text = f'{head}{value}"' if name else value
    found = [each for each in find_secrets(text) if each.end > len(head)]
    notes += [SecretNote(each.kind.title, 0, name) for each in found]
    inside = [Secret(max(each.start, len(head)), min(each.end, end), each.kind) for each in found]
    return masked(text, inside)[len(head) : end]


def _line(value: object) -> int:
    return value if isinstance(value, int) else 0


def _note(text: str, secret: "Secret") -> SecretNote:
    return SecretNote(secret.kind.title, text.count("\n", 0, secret.start) + 1)


def _refusal(notes: Sequence[SecretNote]) -> str:
    named = ", ".join(note.told for note in notes[:NAMED_MAX])
    more = f" and {len(notes) - NAMED_MAX} more" if len(notes) > NAMED_MAX else ""
    return f"holds what looks like a secret ({named}{more}); take it out, or set the setting for this door to mask or allow"
