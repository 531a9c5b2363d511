import pytest

from simonides.domain.text.names import names_in


def test_runs_of_capitalised_words_are_names() -> None:
    assert names_in("We met Ada Lovelace in the Tower of London.") >= {"Ada Lovelace", "Tower of London"}


def test_a_long_name_counts_by_its_ends_too() -> None:
    assert {"Royal Academy", "Dramatic Art"} <= names_in("the Royal Academy of Dramatic Art")


def test_function_words_at_the_edges_are_left_out() -> None:
    assert names_in("The The Who") == set()
    assert "Beatles" in names_in("The Beatles")


def test_years_lead_on_too() -> None:
    assert "1969" in names_in("it was in 1969")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("вчера Анна Петрова уехала", "Анна Петрова"),
        ("hier Élodie Durand est partie", "Élodie Durand"),
        ("wczoraj w Łodzi padało", "Łodzi"),
        ("昨日、田中さんが来ました", "田中"),
        ("彼はマイクロソフトで働く", "マイクロソフト"),
        ("「桜計画」が始まる", "桜計画"),
        ("他在读《红楼梦》", "红楼梦"),
        ("어제 김철수씨가 왔다", "김철수"),
    ],
)
def test_names_stand_in_every_script(text: str, name: str) -> None:
    assert name in names_in(text)
