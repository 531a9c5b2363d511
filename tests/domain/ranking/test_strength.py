from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.ranking.strength import Evidence, Strength, likelihood, strength

SHARE = st.floats(0, 1)
EVIDENCE = st.builds(
    Evidence,
    st.none() | SHARE,
    SHARE,
    SHARE,
    st.integers(0, 10**6),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.none() | st.booleans(),
)


@given(EVIDENCE)
def test_a_likelihood_is_a_share_and_what_is_lacking_never_raises_it(evidence: Evidence) -> None:
    whole = likelihood(replace(evidence, lacks_name=False, lacks_kind=False))

    assert 0 <= likelihood(evidence) <= whole <= 1
    assert likelihood(replace(evidence, absent=1.0)) <= likelihood(replace(evidence, absent=0.0))


@given(EVIDENCE)
def test_a_hit_without_a_vector_is_judged_by_its_words(evidence: Evidence) -> None:
    assert likelihood(replace(evidence, cosine=None)) == likelihood(replace(evidence, cosine=0.0))


def test_a_hit_that_holds_every_word_is_strong_and_one_that_holds_none_is_weak() -> None:
    assert strength(Evidence(0.7, 1.0, 0.0, 1000)) is Strength.STRONG
    assert strength(Evidence(0.2, 0.0, 0.9, 1000)) is Strength.WEAK
    assert strength(Evidence(0.5, 0.4, 0.2, 1000)) is Strength.FAIR


def test_words_that_are_missing_tell_nothing_of_a_hit_in_another_language() -> None:
    abroad = Evidence(0.6, 0.0, 1.0, 1000, lacks_name=True, is_foreign=True)

    assert strength(replace(abroad, is_foreign=False)) is Strength.WEAK
    assert strength(abroad) is Strength.STRONG
    assert strength(replace(abroad, cosine=0.2)) is Strength.WEAK
    assert likelihood(abroad) == likelihood(replace(abroad, absent=0.0, lacks_name=False))
    assert likelihood(replace(abroad, cosine=0.2, held=0.6)) > 0.5
