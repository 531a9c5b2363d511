"""Provenance: from which kind of source a memory comes, and how far it can be trusted.

Both follow from who filed it, from its conversation, its role and its metadata, by the first of `RULES` that fits. Only a trust
class that somebody sets is stored. It stands first in the metadata, and so does the name of a program that a memory was imported
from: stores recognise both by the beginning of the text, and need not read what else is there.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.frozen import frozen


class SourceKind(StrEnum):
    """From which kind of source a memory comes."""

    PERSON = "person"
    """Somebody filed it at a terminal."""
    AGENT = "agent"
    """An agent or another program filed it."""
    CONVERSATION = "conversation"
    """It was said in a conversation that was mined, or saved while it went on."""
    FILE = "file"
    """It was read from a file."""
    IMPORT = "import"
    """Another memory program kept it before, or it came without a signature."""


class Trust(StrEnum):
    """How far a memory can be trusted, the most trusted first."""

    OWN = "own"
    """The person's own words."""
    REPORTED = "reported"
    """What an agent or program wrote down, or what a file says that somebody said."""
    THIRD_PARTY = "third-party"
    """What anybody may have written: files, imports, what tools gave back."""


TRUST = "trust_class"
"""The key of the metadata under which a trust class stands that somebody set."""
IMPORTED_FROM = "imported_from"
"""The key of the metadata that names the program which a memory was imported from."""
DERIVED = "derived"
"""In place of a trust class: what follows from the source again."""


@frozen
class Rule:
    """What a memory is whose origin fits; an empty condition fits everything."""

    kind: SourceKind
    trust: Trust
    is_imported: bool = False
    signed: tuple[str, ...] = ()
    """Filed by one of these."""
    is_said: bool = False
    """Said in a conversation."""
    roles: tuple[str, ...] = ()
    """Said as one of these."""

    def fits(self, added_by: str, conversation: str | None, role: str | None, *, is_imported: bool) -> bool:
        """Whether an origin fits."""
        return (
            (is_imported or not self.is_imported)
            and (not self.signed or added_by in self.signed)
            and (bool(conversation) or not self.is_said)
            and (not self.roles or role in self.roles)
        )


_FOUND = (Actor.MINER.value, Actor.HOOK.value)
RULES = (
    Rule(SourceKind.IMPORT, Trust.THIRD_PARTY, is_imported=True),
    Rule(SourceKind.IMPORT, Trust.THIRD_PARTY, signed=(Actor.IMPORTER.value,)),
    # A hook hears the person speak. A file only says who spoke, and anybody may have written it.
    Rule(SourceKind.CONVERSATION, Trust.OWN, signed=(Actor.HOOK.value,), is_said=True, roles=("user",)),
    Rule(SourceKind.CONVERSATION, Trust.REPORTED, signed=_FOUND, is_said=True, roles=("user", "assistant")),
    Rule(SourceKind.CONVERSATION, Trust.THIRD_PARTY, signed=_FOUND, is_said=True),
    Rule(SourceKind.FILE, Trust.THIRD_PARTY, signed=_FOUND),
    Rule(SourceKind.PERSON, Trust.OWN, signed=(Actor.PERSON.value,)),
    Rule(SourceKind.AGENT, Trust.THIRD_PARTY, roles=("tool", "document")),
    Rule(SourceKind.AGENT, Trust.REPORTED),
)
"""The first that fits tells what a memory is; the last fits everything."""


_USUAL = {
    SourceKind.PERSON: Trust.OWN,
    SourceKind.AGENT: Trust.REPORTED,
    SourceKind.CONVERSATION: Trust.REPORTED,
    SourceKind.FILE: Trust.THIRD_PARTY,
    SourceKind.IMPORT: Trust.THIRD_PARTY,
}


@frozen
class Provenance:
    """The kind of a memory's source and its trust class."""

    kind: SourceKind
    trust: Trust
    is_set: bool = False
    """Whether somebody set the trust class."""

    @property
    def told(self) -> str:
        """Both in words."""
        return f"{self.kind}, {self.trust}"

    @property
    def unusual(self) -> str:
        """As little as tells both: no kind for what an agent filed, no trust class where most of the kind have the same."""
        kind = "" if self.kind is SourceKind.AGENT else self.kind.value
        return ", ".join(filter(None, (kind, "" if self.trust is _USUAL[self.kind] else self.trust.value)))


def provenance_of(added_by: str, conversation: str | None, role: str | None, metadata: Mapping[str, object]) -> Provenance:
    """What follows from an origin and its metadata."""
    is_imported, given = False, None
    if metadata:
        given = set_trust(metadata)
        keys = iter(metadata)
        if given is not None:
            next(keys)
        is_imported = next(keys, None) == IMPORTED_FROM
    rule = next(rule for rule in RULES if rule.fits(added_by, conversation, role, is_imported=is_imported))
    return Provenance(rule.kind, given or rule.trust, given is not None)


def set_trust(metadata: Mapping[str, object]) -> Trust | None:
    """The trust class that somebody set, if it stands first in the metadata."""
    first = next(iter(metadata), None)
    value = metadata[TRUST] if first == TRUST else None
    return Trust(value) if isinstance(value, str) and value in _CLASSES else None


def with_trust(metadata: Mapping[str, object], trust: Trust | None) -> dict[str, object]:
    """Metadata with a trust class in place of the one before; None for what follows from the source."""
    rest = {key: value for key, value in metadata.items() if key != TRUST}
    return rest if trust is None else {TRUST: trust.value, **rest}


def reworded(metadata: Mapping[str, object], before: Provenance, actor: str) -> Mapping[str, object]:
    """The metadata of a memory that somebody rewords: a person's own words are not theirs any more when others change them."""
    is_theirs = before.trust is not Trust.OWN or actor == Actor.PERSON
    return metadata if is_theirs else with_trust(metadata, Trust.REPORTED)


def check_unset(metadata: Mapping[str, object] | None) -> None:
    """Refuse a trust class in what is filed: whoever files does not say how far to trust it. Raises Invalid."""
    if metadata and TRUST in metadata:
        raise Invalid("metadata", f"'{TRUST}' cannot be filed; set the trust of a memory with `simonides edit ID --trust CLASS`")


def in_order(metadata: Mapping[str, object]) -> Mapping[str, object]:
    """Metadata with what tells the provenance in front."""
    # A line of a file may hold them in any order.
    front = [key for key in (TRUST, IMPORTED_FROM) if key in metadata]
    return {key: metadata[key] for key in (*front, *metadata)} if front else metadata


def read_trust(text: str) -> Trust | None:
    """The trust class that a text names; None for `derived`. Raises Invalid."""
    if text.strip() == DERIVED:
        return None
    if text.strip() not in _CLASSES:
        raise Invalid("trust", f"'{text[:40]}' is not one of {', '.join(Trust)} or {DERIVED}")
    return Trust(text.strip())


Named = TypeVar("Named", SourceKind, Trust)


def kinds_named(text: str | None) -> tuple[SourceKind, ...]:
    """The kinds of sources that a text names, with commas between; none for nothing. Raises Invalid."""
    return _named(text, "source_kind", SourceKind)


def trusts_named(text: str | None) -> tuple[Trust, ...]:
    """The trust classes that a text names, with commas between; none for nothing. Raises Invalid."""
    return _named(text, "trust", Trust)


def _named(text: str | None, argument: str, wanted: type[Named]) -> tuple[Named, ...]:
    names = [name.strip() for name in (text or "").split(",") if name.strip()]
    known = {each.value: each for each in wanted}
    for name in names:
        if name not in known:
            raise Invalid(argument, f"'{name[:40]}' is not one of {', '.join(known)}")
    return tuple(dict.fromkeys(known[name] for name in names))


_CLASSES = frozenset(each.value for each in Trust)
