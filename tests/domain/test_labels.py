from simonides.domain.text.keywords import telling_terms

TEXTS = ["The parser reads tokens", "Parsers report errors", "a parser of tokens"]


def test_a_label_has_the_words_that_the_texts_share_and_others_do_not() -> None:
    frequencies = {"parser": 3, "token": 2}

    label = telling_terms(TEXTS, lambda stem: frequencies.get(stem, 900), 1000)

    assert label is not None
    assert label.split(", ")[:2] == ["parser", "tokens"]


def test_texts_without_words_have_no_label() -> None:
    assert telling_terms(["", "!!", "42"], lambda _: 0, 10) is None


def test_a_group_of_texts_without_spaces_has_a_label_too() -> None:
    texts = ["サーバーの移行を決めました", "新しいサーバーに移す", "サーバーの費用について"]

    label = telling_terms(texts, lambda _: 1, 1000)

    assert label is not None
    assert label.startswith("サーバー")
