"""Likely names: narrow rules about how two names are written, and what tells two things apart."""

import pytest

from simonides.domain.text.likely_names import TypedName, likely_pairs


def pairs(*names: str, kind: str = "person") -> list[tuple[str, str]]:
    return [(each.shorter, each.fuller) for each in likely_pairs([TypedName(name, kind) for name in names])]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("PostgreSQL", "Postgre-SQL"),
        ("Jose Nunez", "José Núñez"),
        ("Mara", "Mara Lindqvist"),
        ("Lindqvist", "Mara Lindqvist"),
        ("M. Lindqvist", "Mara Lindqvist"),
        ("Mara Lindqvist", "Mara Elin Lindqvist"),
        ("Mara Lindqist", "Mara Lindqvist"),
        ("Mara Lindvqist", "Mara Lindqvist"),
        ("Кириленко А", "Кириленко-А"),
    ],
)
def test_two_spellings_of_one_name_are_a_pair(first: str, second: str) -> None:
    assert [set(each) for each in pairs(first, second)] == [{first, second}]


@pytest.mark.parametrize(
    "names",
    [
        ("HRB-412", "HRB-413"),
        ("Martin", "Marvin"),
        ("Mara", "Mara Lindqvist", "Mara Jones"),
        ("Al", "Al Pacino"),
        ("Ada Lovelace", "Grace Hopper"),
        ("神田", "神山"),
        ("ガス", "カス"),
        ("!!", "??"),
        ("", " "),
    ],
)
def test_names_of_two_are_no_pair(names: tuple[str, ...]) -> None:
    assert pairs(*names) == []


def test_a_short_form_is_told_of_people_alone_and_types_tell_apart() -> None:
    assert pairs("billing", "billing team", kind="project") == []
    assert likely_pairs([TypedName("PostgreSQL", "tool"), TypedName("Postgre SQL", "person")]) == []
    assert len(likely_pairs([TypedName("PostgreSQL", "tool"), TypedName("Postgre SQL", "unknown")])) == 1


def test_the_surest_come_first_and_a_short_form_stands_once() -> None:
    found = likely_pairs([TypedName(name, "person") for name in ("Mara Lindqvist", "Mara-Lindqvist", "Jonas", "Jonas Berg")])

    assert [each.likeness for each in found] == sorted((each.likeness for each in found), reverse=True)
    assert len({each.shorter for each in found}) == len(found) == 2
