from simonides.domain.mentions import candidate_names, mentioned


def test_a_name_is_found_as_whole_words_in_any_case() -> None:
    assert mentioned("Yesterday MAX met Anna.", ["max", "ann"]) == {"max"}


def test_the_longest_name_wins() -> None:
    assert mentioned("We moved to New York City", ["new_york", "new_york_city", "city"]) == {"new_york_city"}


def test_a_short_name_counts_where_it_stands_alone() -> None:
    assert mentioned("York is not New York", ["york", "new_york"]) == {"york", "new_york"}


def test_identifiers_are_names_too() -> None:
    assert mentioned("see auth-service in src/auth/jwt.py", ["auth-service", "src/auth/jwt.py"]) == {
        "auth-service",
        "src/auth/jwt.py",
    }


def test_candidates_are_every_run_of_words() -> None:
    assert candidate_names("a b") == {"a", "b", "a_b"}
