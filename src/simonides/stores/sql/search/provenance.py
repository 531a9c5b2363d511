"""Provenance as SQL: the rules of the domain as conditions on `memories m`.

What the metadata says stands at its beginning, so its text is compared with beginnings, which are bound. Reading it as JSON would
fail for numbers that JSON does not know, and cost more.
"""

from collections.abc import Iterable, Mapping

from simonides.domain.memory import Scope
from simonides.domain.past.provenance import IMPORTED_FROM, RULES, TRUST, Rule, Trust

_TRUSTED = {f"trusted_{trust.name.lower()}": trust for trust in Trust}
_SET = {name: f'{{"{TRUST}":"{trust}"' for name, trust in _TRUSTED.items()}
_MARKS = {
    **_SET,
    "imported": f'{{"{IMPORTED_FROM}":',
    **{f"imported_{name}": f'{begins},"{IMPORTED_FROM}":' for name, begins in _SET.items()},
}
"""How the metadata begins where somebody set the trust class, where the memory was imported, and where both are the case."""


MARKS: Mapping[str, object] = _MARKS


def provenance_condition(scope: Scope, bound: str) -> str:
    """The condition of the kinds and trust classes in a scope; `{}` in `bound` stands for the name of one of `MARKS`."""
    terms = []
    if scope.source_kinds:
        terms.append(f"{source_kind(bound)} IN ({_listed(scope.source_kinds)})")
    if scope.trusts:
        terms.append(f"{trust_class(bound)} IN ({_listed(scope.trusts)})")
    return " AND ".join(terms)


def source_kind(bound: str) -> str:
    """The kind of source of a memory."""
    return _first((_fits(rule, _is_imported(bound)), rule.kind) for rule in RULES)


def trust_class(bound: str) -> str:
    """The trust class of a memory."""
    given = [(_is_marked(name, bound), trust) for name, trust in _TRUSTED.items()]
    return _first([*given, *((_fits(rule, _is_imported(bound)), rule.trust) for rule in RULES)])


def _is_marked(name: str, bound: str) -> str:
    return f"substr(m.metadata, 1, {len(_MARKS[name])}) = {bound.format(name)}"


def _is_imported(bound: str) -> str:
    return f"({' OR '.join(_is_marked(name, bound) for name in _MARKS if name not in _TRUSTED)})"


def _fits(rule: Rule, is_imported: str) -> str:
    terms = [is_imported] if rule.is_imported else []
    if rule.signed:
        terms.append(f"m.added_by IN ({_listed(rule.signed)})")
    if rule.is_said:
        terms.append("coalesce(m.conversation, '') <> ''")
    if rule.roles:
        terms.append(f"coalesce(m.role, '') IN ({_listed(rule.roles)})")
    return " AND ".join(terms) or "TRUE"


def _first(cases: Iterable[tuple[str, str]]) -> str:
    told = " ".join(f"WHEN {fits} THEN '{value}'" for fits, value in cases)
    return f"CASE {told} END"


def _listed(values: Iterable[str]) -> str:
    # All of them are words of ours.
    return ", ".join(f"'{value}'" for value in values)
