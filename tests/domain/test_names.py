from simonides.domain.names import names_in


def test_runs_of_capitalised_words_are_names() -> None:
    assert names_in("We met Ada Lovelace in the Tower of London.") >= {"Ada Lovelace", "Tower of London"}


def test_a_long_name_counts_by_its_ends_too() -> None:
    assert {"Royal Academy", "Dramatic Art"} <= names_in("the Royal Academy of Dramatic Art")


def test_function_words_at_the_edges_are_left_out() -> None:
    assert names_in("The The Who") == set()
    assert "Beatles" in names_in("The Beatles")


def test_years_lead_on_too() -> None:
    assert "1969" in names_in("it was in 1969")
