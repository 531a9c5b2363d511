"""Provenance as SQL: the rules of the domain as conditions on `memories m`.

What the metadata says stands at its beginning, so its text is compared with beginnings, which are bound. Reading it as JSON would
fail for numbers that JSON does not know, and cost more.
"""

from collections.abc import Iterable

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


def provenance_condition(scope: Scope, bound: str) -> tuple[str, dict[str, object]]:
    """The condition of the kinds and trust classes in a scope, and its values; `{}` in `bound` stands for a name."""
    marked = {name: f"substr(m.metadata, 1, {len(begins)}) = {bound.format(name)}" for name, begins in _MARKS.items()}
    is_imported = f"({' OR '.join(mark for name, mark in marked.items() if name not in _TRUSTED)})"
    rules = [(rule, _fits(rule, is_imported)) for rule in RULES]
    terms = []
    if scope.source_kinds:
        kind = _first((fits, rule.kind) for rule, fits in rules)
        terms.append(f"{kind} IN ({_listed(scope.source_kinds)})")
    if scope.trusts:
        given = [(marked[name], trust) for name, trust in _TRUSTED.items()]
        trust = _first([*given, *((fits, rule.trust) for rule, fits in rules)])
        terms.append(f"{trust} IN ({_listed(scope.trusts)})")
    return " AND ".join(terms), dict(_MARKS)


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
