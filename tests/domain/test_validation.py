import pytest

from simonides.domain.errors import Invalid
from simonides.domain.validation import CONTENT_MAX_BYTES, check_content, check_name, check_place_name, fold_name


@pytest.mark.parametrize("name", ["", "   ", "x" * 129, "a\x00b", "a\nb", "a\u2028b", "a\ud800b"])
@pytest.mark.requirement("bad-input")
def test_a_bad_name_is_refused_by_argument(name: str) -> None:
    with pytest.raises(Invalid) as caught:
        check_name(name, "wing")

    assert caught.value.argument == "wing"


@pytest.mark.parametrize("name", ["..", "../etc", "a/../b", "/etc", "~/x", "a\\b", "a//b", "a/", "."])
@pytest.mark.requirement("bad-input")
def test_a_name_that_plays_path_tricks_is_refused(name: str) -> None:
    with pytest.raises(Invalid):
        check_place_name(name, "room")


@pytest.mark.parametrize("name", ["wing_user", "team/alpha", "会议室", "Custom(x)", "a.b", "..."])
def test_a_plain_name_is_kept(name: str) -> None:
    assert check_place_name(name, "room") == name


@pytest.mark.requirement("bad-input")
def test_nul_and_lone_surrogates_become_replacement_characters() -> None:
    assert check_content("a\x00b\ud83dc") == "a\ufffdb\ufffdc"


@pytest.mark.parametrize("text", ["", " \n\t ", "x" * (CONTENT_MAX_BYTES + 1), "é" * CONTENT_MAX_BYTES])
@pytest.mark.requirement("bad-input")
def test_blank_and_endless_texts_are_refused(text: str) -> None:
    with pytest.raises(Invalid) as caught:
        check_content(text)

    assert caught.value.argument == "content"


def test_case_spacing_and_apostrophes_do_not_make_another_name() -> None:
    assert fold_name("Max's  Team") == fold_name("maxs_team") == "maxs_team"
