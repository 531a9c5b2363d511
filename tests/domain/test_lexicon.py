from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.mentions import NameIndex, mentioned

WORDS = st.sampled_from(["Ada", "Lovelace", "O'Neil", "atlas", "snake_case", "of", "x-y", "Ünal", "C++", ".NET", "C"])
TEXTS = st.lists(WORDS, max_size=12).map(" ".join)
NAMES = st.sets(
    st.sampled_from(
        ["ada", "ada_lovelace", "oneil", "snake_case", "atlas_of", "x-y", "ünal", "lovelace_oneil_atlas", "c++", ".net_c++", "c"]
    )
)


@given(TEXTS, NAMES)
def test_a_lexicon_finds_what_a_single_look_finds(text: str, names: set[str]) -> None:
    assert NameIndex(names).mentioned(text) == mentioned(text, names)
