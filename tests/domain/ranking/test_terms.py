from dataclasses import replace
from datetime import date

import numpy as np
import pytest

from simonides.domain.question.parsed import understand
from simonides.domain.ranking import terms, traits
from simonides.domain.ranking.candidates import Matches
from simonides.domain.ranking.fusion import Scores
from simonides.domain.ranking.recipe import HYBRID
from simonides.domain.ranking.text_matches import as_one, held_by, matches_among
from simonides.domain.ranking.traits import ConversationTraits, Traits
from simonides.domain.text.words import asked_words, in_all_forms


def candidates(flags: list[int], speakers: list[str | None] | None = None, days: list[int] | None = None) -> Traits:
    count = len(flags)
    return Traits(
        np.array(flags, np.int64),
        tuple(speakers or [None] * count),
        ("talk",) * count,
        np.arange(count),
        np.array(days or [0] * count, np.int64),
        np.ones(count, np.bool_),
        np.full(count, 20),
    )


def test_what_a_named_person_says_counts_more_but_a_role_is_nobody() -> None:
    named = terms.named_speaker(candidates([0, 0, 0], ["maria", "john", "user"]), understand("What did Maria tell the User?"))

    assert named.tolist() == [1, 0, 0]


def test_the_head_of_a_note_is_no_speaker() -> None:
    heads: list[str | None] = ["ops-1088", "ratehub agreed to a monthly cap", "mr. ferreira", "récord en lugo", "ana de lugo"]
    asked = understand("How was OPS-1088 solved in Lugo, and what does Mr. Ferreira say of RateHub?")

    assert terms.named_speaker(candidates([0] * 5, heads), asked).tolist() == [0, 0, 1, 0, 1]


def test_nearest_hits_of_code_make_a_question_one_about_code() -> None:
    code = candidates([traits.CODE] * 18 + [0] * 2)

    assert terms.code_share(np.linspace(1, 0, 20), code, understand("check if a variable is iterable")) == 1.0
    assert terms.code_share(np.linspace(1, 0, 20), code, understand("where is getUserName defined")) == 0.0


def test_an_answer_inherits_from_the_turn_before_it_but_a_machine_does_not() -> None:
    pairs = terms.Pairs(np.array([1, 2]), np.array([0, 1]))

    best = terms.best_neighbour(np.array([1.0, 0.1, 0.0]), pairs, candidates([0, 0, traits.ASSISTANT]))

    assert best.tolist() == [0.0, 1.0, 0.0]


def test_the_meaning_of_a_turn_is_drawn_to_that_of_a_nearer_turn_before_it() -> None:
    pairs, turns = terms.Pairs(np.array([0, 1, 1, 2]), np.array([1, 0, 2, 1])), candidates([0, 0, 0])

    before = terms.preceded(pairs, turns)

    assert terms.drawn_back(np.array([0.5, 0.25, 0.75]), before, turns).tolist() == [0, 0.25, 0]
    assert terms.drawn_back(np.array([0.5, 0.25, 0.0]), before, candidates([0, 0, traits.ASSISTANT])).tolist() == [0, 0.25, 0]


ASKS = 15 << traits.QUESTION_SHIFT


def replied_among(flags: list[int], speakers: list[str | None]) -> Scores:
    pairs = terms.Pairs(np.array([0, 1, 1, 2]), np.array([1, 0, 2, 1]))
    turns = candidates(flags, speakers)
    return terms.replied(np.array([1.0, 0.4, 0.2]), terms.preceded(pairs, turns), turns)


def test_a_reply_gains_the_score_of_the_question_that_it_follows() -> None:
    assert replied_among([ASKS, 0, 0], ["ada", "ben", "ada"]).tolist() == [0, 1, 0]
    assert replied_among([0, ASKS, 0], ["ada", "ben", "ada"]).tolist() == [0, 0, 0.4]


def test_who_asks_and_goes_on_replies_to_nobody() -> None:
    assert replied_among([ASKS, 0, 0], ["ada", "ada", "ben"]).tolist() == [0, 0, 0]
    assert replied_among([ASKS, 0, 0], [None, None, None]).tolist() == [0, 1, 0]


def test_a_question_in_return_and_a_machine_gain_nothing_as_replies() -> None:
    assert replied_among([ASKS, ASKS, 0], ["ada", "ben", "ben"]).tolist() == [0, 0, 0]
    assert replied_among([ASKS, traits.ASSISTANT, 0], ["ada", "ai", "ada"]).tolist() == [0, 0, 0]


def test_replies_are_unknown_where_nobody_stands_beside_anybody() -> None:
    nobody = np.zeros(0, np.intp)

    assert terms.replied(np.array([1.0]), terms.Pairs(nobody, nobody), candidates([ASKS])).tolist() == [0]


def test_only_what_is_part_of_no_conversation_stands_apart() -> None:
    alone = replace(candidates([0, 0]), conversations=("talk", None))

    assert alone.is_apart.tolist() == [False, True]


def test_a_wish_of_the_user_counts_and_a_machines_does_not() -> None:
    wishes = terms.directive(candidates([traits.DIRECTIVE, traits.DIRECTIVE | traits.ASSISTANT, 0]))

    assert wishes.tolist() == [1, 0, 0]


def test_what_a_machine_said_is_damped() -> None:
    scores = np.array([1.0, 1.0, -1.0])

    damped = scores + terms.damping(HYBRID, scores, candidates([0, traits.ASSISTANT, traits.ASSISTANT]))

    assert damped.tolist() == [1.0, HYBRID.assistant_factor, -1.0]


def test_every_trait_is_a_term_of_its_own() -> None:
    asked = understand("When did Ada leave, on May 3, 2023?")
    given = dict(terms.of_traits(HYBRID, candidates([traits.DIRECTIVE]), asked))

    assert list(given) == ["speaker", "date", "kind", "directive", "asking"]
    assert given["directive"].tolist() == [HYBRID.directive_weight]


def test_what_a_question_does_not_name_is_no_term() -> None:
    given = dict(terms.of_traits(HYBRID, candidates([traits.DIRECTIVE]), understand("anything")))

    assert list(given) == ["directive", "asking"]


def test_a_date_counts_only_where_the_event_is_dated() -> None:
    dated = candidates([0, 0], days=[19480, 19480])

    fits = terms.fitting_date(dated, understand("what happened on May 3, 2023?"))

    assert fits.tolist() == [1.0, 1.0]


def conversations(counts: list[list[int]], frequencies: list[int]) -> Scores:
    """The scores of conversations of one memory each that hold the words so often."""
    matches = Matches(
        keys=np.array([1, 2, 3]),
        lengths=np.array([10, 10, 10], np.int32),
        counts=np.array(counts, np.float32),
        pairs=np.zeros((1, 3), np.float32),
        frequencies=np.array(frequencies),
        pair_frequencies=np.array([0]),
        skipped=(),
        total=60,
        mean_length=10.0,
    )
    return terms.conversation_scores(matches, np.arange(3), np.arange(3), [ConversationTraits(20, 200)] * 3)


def test_the_conversation_that_holds_more_of_the_words_scores_higher() -> None:
    scores = conversations([[1, 1, 0], [1, 0, 1]], frequencies=[2, 2])

    assert scores[0] > scores[1]
    assert scores.max() == 1.0


def test_a_conversation_that_holds_little_of_the_question_is_no_context() -> None:
    scores = conversations([[2, 1, 0], [0, 0, 0]], frequencies=[40, 1])

    assert 0 < scores.max() < 0.1


def test_a_turn_of_few_words_is_brief_and_a_note_never() -> None:
    said = replace(candidates([0] * 5), lengths=np.array([0, 2, 8, 30, 1]), conversations=("talk",) * 4 + (None,))

    assert terms.brief(said).tolist() == [1, 0.75, 0, 0, 0]


def test_a_long_turn_counts_by_how_often_its_length_doubles_but_not_a_machines_nor_a_note() -> None:
    flags = [0, 0, 0, traits.ASSISTANT, 0]
    said = replace(candidates(flags), lengths=np.array([5, 40, 160, 160, 160]), conversations=("talk",) * 4 + (None,))

    assert np.allclose(terms.long(said), [0, 0, np.log(4), 0, 0])
    assert terms.long(replace(said, lengths=np.array([0, -3, 0, 0, 0]))).tolist() == [0] * 5


def test_the_first_turns_open_a_conversation_and_a_note_is_like_any_turn() -> None:
    said = replace(candidates([0] * 5), positions=np.array([0, 1, 3, -1, -1]), conversations=("talk",) * 4 + (None,))

    assert terms.opening(said).tolist() == [1, 0.5, 0.25, 0.3, 0.3]
    assert terms.opening(replace(said, lengths=np.array([0, 4, 8, 8, 0]))).tolist() == [0, 0.25, 0.25, 0.3, 0.3]


def test_the_best_of_a_conversation_speaks_for_all_of_it_and_a_passage_for_itself() -> None:
    known = replace(candidates([0] * 4), conversations=("talk", "talk", None, None))

    assert terms.peak(np.array([0.2, 0.8, 0.4, -0.1]), known).tolist() == [1.0, 1.0, 0.5, 0.0]


def test_under_a_label_what_is_of_another_time_than_the_question_names_counts_nothing() -> None:
    days = [(date(2026, 5, 30) - date(1970, 1, 1)).days + offset for offset in (0, 2, 33, 60)]

    counted = terms.at_times(candidates([0] * 4, days=days), understand("meetings in June 2026", date(2026, 11, 16)))

    assert counted.tolist() == [0, 1, 0.5, 0]


def test_a_short_question_in_english_is_known_by_its_meaning() -> None:
    def weight(question: str, code: float = 0.0) -> float:
        return round(terms.vector_weight(HYBRID, understand(question), asked_words(question), code), 2)

    assert weight("days off") == 0.82
    assert weight("which carrier gets the booking interface this autumn") == 0.78
    assert weight("which carrier gets the booking interface this autumn in Hamburg and Rotterdam") == 0.7
    assert weight("Welcher Spediteur bekommt die Schnittstelle?") == 0.7
    assert weight("days off", code=1.0) == 0.9
    assert weight("OPS-1088") == 0.7
    given = replace(HYBRID, vector_weight=0.9)
    assert 0.9 < terms.vector_weight(given, understand("days off"), asked_words("days off")) < 0.95


@pytest.mark.requirement("recall-lists")
@pytest.mark.parametrize(
    ("question", "weights"),
    [
        ("all incidents with cranes", [0.5, 1.125]),
        ("incidents with cranes", [0.25, 0.5625]),
        ("did incidents with cranes end?", [0.0, 0.0]),
        ("cranes with incidents", [0.0, 0.0]),
    ],
)
def test_under_a_label_what_holds_the_rest_of_a_list_gains_most(question: str, weights: list[float]) -> None:
    asked = understand(question)
    words = [each._replace(is_telling=each.is_telling and each.word not in asked.unsaid) for each in asked_words(question)]
    label = frozenset(row for row, each in enumerate(words) if each.word == "incid")
    # The second of two memories under the label tells of cranes.
    held = np.array([[False, each.word == "crane"] for each in words])

    assert terms.label_weights(HYBRID, asked, words, label, held).tolist() == pytest.approx(weights)


def test_the_names_of_a_question_count_where_few_memories_hold_them() -> None:
    def shares(question: str, *texts: str) -> list[float]:
        words = asked_words(question)
        matches = as_one(matches_among(in_all_forms(words), dict(enumerate(texts))), words)
        asked, held = understand(question, date(2026, 11, 19)), held_by(matches, np.arange(len(texts)))
        return [float(each) for each in terms.rare_names(asked, words, matches, held)]

    few = ("Contact at Velo Paczka is Marek", "Roule Douce in Lyon buys lockers", "Roule is French for rolls")

    assert shares("contact at Roule Douce", *few) == [0.0, 1.0, 0.5]
    assert shares("what does Marek say of Roule Douce", *few) == pytest.approx([1 / 3, 2 / 3, 1 / 3])
    assert shares("contact at the bakery", *few) == [0.0, 0.0, 0.0]
    assert shares("what is open in March 2026", "Roule Douce signs in March 2026", *few) == [0.0] * 4
    assert shares("contact at Roule Douce", *(f"Roule Douce {number}" for number in range(9))) == [0.0] * 9
