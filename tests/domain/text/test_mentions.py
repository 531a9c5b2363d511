import pytest

from simonides.domain.text.mentions import NameIndex, candidate_names, mentioned


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


def test_symbols_at_the_edge_belong_to_a_name() -> None:
    names = ["c++", ".net", "node.js", "c#", "c", "net", "node"]

    assert mentioned("see C++ and .NET and node.js", names) == {"c++", ".net", "node.js"}
    assert mentioned("(C#/.NET, C++)", names) == {"c#", ".net", "c++"}
    assert mentioned("Visual C++ 6 is no C.", [*names, "visual_c++"]) == {"visual_c++", "c"}


def test_punctuation_is_no_part_of_a_name() -> None:
    assert mentioned("Well ...Ada, Bo. Cy## and a ++Di", ["ada", "bo", "cy", "di"]) == {"ada", "bo", "cy", "di"}


@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("Talk to M. Lindqvist about it.", ["m._lindqvist", "lindqvist"], {"m._lindqvist"}),
        ("Signed by Blue Anchor Ltd. in Felixstowe", ["blue_anchor_ltd.", "blue_anchor"], {"blue_anchor_ltd."}),
        ("We met J. R. R. Tolkien. He waved.", ["j._r._r._tolkien", "tolkien._he"], {"j._r._r._tolkien"}),
        ("Dr. Weber called", ["dr_weber"], {"dr_weber"}),
        ("It is over, Max. Lindqvist left.", ["max", "lindqvist"], {"max", "lindqvist"}),
        ("see node.js. And go.", ["node.js", "go"], {"node.js", "go"}),
    ],
)
def test_a_dot_after_a_word_may_belong_to_a_name(text: str, names: list[str], found: set[str]) -> None:
    assert mentioned(text, names) == found
    assert NameIndex(names).mentioned(text) == found
    assert found <= candidate_names(text)


def test_a_version_after_the_symbols_makes_another_name() -> None:
    assert mentioned("Written in C++17.", ["c++17", "c++", "c", "17"]) == {"c++17"}


@pytest.mark.requirement("languages-names")
@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("Вчера АННА Петрова уехала", ["анна_петрова", "анна", "петров"], {"анна_петрова"}),
        ("昨日田中さんが東京タワーに行った", ["田中", "東京", "東京タワー", "山田"], {"田中", "東京タワー"}),
        ("マリアンヌが来た", ["マリア", "マリアンヌ"], {"マリアンヌ"}),
        ("我们和李小龙在北京见面", ["李小龙", "北京", "小"], {"李小龙", "北京"}),
        ("어제 김철수씨가 서울에 왔다", ["김철수", "서울"], {"김철수", "서울"}),
        ("زرنا أحمد في القاهرة", ["أحمد", "القاهرة", "حمد"], {"أحمد", "القاهرة"}),
        ("使用Redis缓存", ["redis", "缓存"], {"redis", "缓存"}),
        # Folded, the first letter is two signs.
        ("Dün İstanbul Boğazı'nda", ["i\u0307stanbul", "ankara"], {"i\u0307stanbul"}),
    ],
)
def test_names_are_found_in_every_script(text: str, names: list[str], found: set[str]) -> None:
    assert mentioned(text, names) == found
    assert NameIndex(names).mentioned(text) == found
    assert found <= candidate_names(text)
