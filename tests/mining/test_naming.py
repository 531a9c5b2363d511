import pytest

from simonides.mining.naming import NameCount


def counted(*texts: str) -> NameCount:
    names = NameCount()
    for text in texts:
        names.add(text)
    return names


@pytest.mark.requirement("mine-entities")
def test_a_name_that_comes_back_in_several_texts_is_known() -> None:
    names = counted(
        "Yesterday we met with Priya about the migration, and later Priya agreed.",
        "The plan is by Priya and it is good; we will move Atlas over in May.",
        "So then Atlas moved, and the new Atlas is fine.",
    )

    assert names.known() == ["Atlas", "Priya"]
    assert names.people() == ["Priya"]


def test_a_word_that_is_also_written_small_is_no_name() -> None:
    assert counted("we saw the Deploy go, and a Deploy came", "then a Deploy of the deploy").known() == []


def test_a_name_that_stands_in_one_text_only_is_not_enough() -> None:
    assert counted("we met Priya, and then Priya left, so Priya is gone").known() == []


def test_where_every_noun_is_capitalised_only_full_names_count() -> None:
    text = "gestern haben wir im Haus mit Anna Schmidt über den Umbau der Küche und das Dach im Hof gesprochen"

    assert counted(text, text, text).known() == ["Anna Schmidt"]
