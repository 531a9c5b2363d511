import random

from simonides.domain.question.probes import forms_in, gist_of, heading_of, rare_words_of

NOTE = "# Backup policy\n\nWe keep the nightly export in cold storage for ninety days. Then the quartermaster deletes it."


def test_a_first_line_that_reads_like_a_title_is_a_heading() -> None:
    assert heading_of(NOTE) == "Backup policy"
    assert heading_of("Just one line about backups") is None
    assert heading_of("Short\nbut one telling word is no title of anything that follows") is None
    assert heading_of("") is None


def test_a_gist_keeps_two_thirds_of_the_words_of_one_sentence_in_their_order() -> None:
    sentence = "one two three four five six seven eight nine"

    gist = gist_of(f"{sentence}.", random.Random(1))

    assert gist is not None
    words = gist.split()
    assert len(words) == 6
    assert [word for word in sentence.split() if word in words] == words


def test_a_gist_of_a_script_without_spaces_is_a_piece_of_it() -> None:
    text = "我们把每晚的导出文件保存在冷存储中九十天然后删除"

    gist = gist_of(text, random.Random(1))

    assert gist is not None
    assert gist in text
    assert len(gist) < len(text)


def test_too_little_text_has_no_gist() -> None:
    assert gist_of("too short", random.Random(1)) is None


def test_rare_words_are_those_that_the_fewest_hold_in_their_order() -> None:
    frequencies = dict.fromkeys(forms_in(NOTE).values(), 50)
    frequencies |= {forms_in(NOTE)[word]: 1 for word in ("quartermaster", "ninety", "nightly")}

    assert rare_words_of(NOTE, frequencies) == "nightly ninety quartermaster"
    assert rare_words_of("the of and", {}) is None
