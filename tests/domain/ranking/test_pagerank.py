import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.ranking.pagerank import CONTINUE, Links, Web

NODES = st.integers(-6, 6).filter(bool)
TIES = st.lists(st.tuples(NODES, NODES, st.floats(0.01, 1)).filter(lambda tie: tie[0] != tie[1]), min_size=1, max_size=30)


def links(*ties: tuple[int, int, float]) -> Links:
    first, second, weights = zip(*ties, strict=True)
    return Links(np.array(first, np.int64), np.array(second, np.int64), np.array(weights, np.float64))


def attention(web: Web, seeds: dict[int, float]) -> dict[int, float]:
    return dict(zip(web.nodes.tolist(), web.attention(seeds).tolist(), strict=True))


def test_attention_reaches_a_memory_over_two_entities_and_falls_with_the_distance() -> None:
    web = Web.of(links((1, -1, 1), (-1, -2, 1), (2, -2, 1)))

    reached = attention(web, {1: 1.0})

    assert reached[1] > reached[2] > 0.5


def test_the_stronger_tie_carries_more() -> None:
    web = Web.of(links((1, -1, 1), (-1, -2, 1.0), (-1, -3, 0.2), (2, -2, 1), (3, -3, 1)))

    reached = attention(web, {1: 1.0})

    assert reached[2] > 1.5 * reached[3]


def test_a_name_that_everybody_mentions_says_little_of_each() -> None:
    rare = Web.of(links((1, -1, 1), (2, -1, 1)))
    common = Web.of(links(*((memory, -1, 1.0) for memory in range(1, 50))))

    assert attention(rare, {1: 1.0})[2] == pytest.approx(1)
    assert attention(common, {1: 1.0})[2] < 0.25


def test_the_links_of_a_poor_seed_lead_to_nothing_better_than_itself() -> None:
    assert max(attention(Web.of(links((1, -1, 1), (2, -1, 1))), {1: 0.3}).values()) == pytest.approx(0.3)


def test_links_without_weight_tie_nothing() -> None:
    web = Web.of(links((1, -1, 0), (2, -2, 1)))

    assert web.nodes.tolist() == [-2, 2]


@pytest.mark.parametrize("seeds", [{}, {99: 1.0}, {1: 0.0}, {1: -1.0}])
def test_without_a_seed_in_the_web_nothing_is_reached(seeds: dict[int, float]) -> None:
    assert not any(attention(Web.of(links((1, -1, 1))), seeds).values())


def test_an_empty_web_is_reached_by_nothing() -> None:
    assert len(Web.of(Links.none()).attention({1: 1.0})) == 0


def test_a_tie_told_from_both_ends_counts_once() -> None:
    told = links((1, -1, 1), (-1, 1, 1), (-1, -2, 0.5)).distinct()

    assert sorted(zip(told.first.tolist(), told.second.tolist(), told.weights.tolist(), strict=True)) == [
        (-2, -1, 0.5),
        (-1, 1, 1),
    ]


@given(TIES, st.dictionaries(NODES, st.floats(0.1, 1), min_size=1))
def test_what_is_handed_on_is_neither_lost_nor_made(ties: list[tuple[int, int, float]], seeds: dict[int, float]) -> None:
    web = Web.of(links(*ties))

    received = web.received(seeds)

    expected = CONTINUE if set(seeds) & set(web.nodes.tolist()) else 0.0
    assert received.sum() == pytest.approx(expected)
    assert (received >= 0).all()


@given(TIES, NODES)
def test_the_direction_of_a_tie_does_not_matter(ties: list[tuple[int, int, float]], seed: int) -> None:
    turned = [(second, first, weight) for first, second, weight in ties]

    assert attention(Web.of(links(*ties)), {seed: 1.0}) == pytest.approx(attention(Web.of(links(*turned)), {seed: 1.0}))


@given(TIES, st.dictionaries(NODES, st.floats(0.1, 1), min_size=1))
def test_attention_stays_between_nought_and_the_strongest_seed(
    ties: list[tuple[int, int, float]], seeds: dict[int, float]
) -> None:
    reached = Web.of(links(*ties)).attention(seeds)

    assert (reached >= 0).all()
    assert (reached <= max(seeds.values())).all()
