"""Turns of conversations: brief ones say little, long ones a little of everything, and the first what all is about."""

from dataclasses import replace

from simonides.domain.memory import EVERYTHING, Hit, Origin, Place
from simonides.domain.ranking.recipe import HYBRID, Recipe
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace


def talk(palace: Palace, *turns: str, conversation: str | None = "tuesday") -> None:
    for position, text in enumerate(turns):
        origin = Origin(conversation=conversation, position=position if conversation else None)
        palace.memories.remember(Draft(text, Place("wing_app", "talk"), origin=origin))


def found(palace: Palace, question: str, recipe: Recipe = HYBRID) -> dict[str, Hit]:
    hits = palace.recall(question, EVERYTHING, 10, recipe)
    return {hit.memory.content: hit for hit in hits}


def test_an_exclamation_gives_way_to_a_sentence_of_the_same_person(palace: Palace) -> None:
    brief = "Ross Geller: Ohhh!"
    told = "Ross Geller: The museum has offered me three weeks at an excavation site near Cairo, beginning with October."
    talk(palace, "Ann: Hello.", "Ann: Well.", "Ann: Who is next?", brief, "Ann: Now tell us.", told)

    hits, without = (found(palace, "What did Ross Geller say?", each) for each in (HYBRID, replace(HYBRID, brief_weight=0.0)))

    assert hits[brief].reasons["brief"] < 0
    assert "brief" not in hits[told].reasons
    assert hits[brief].score < without[brief].score
    assert hits[told].score == without[told].score


def test_the_first_turn_gains_most_and_notes_as_much_as_any_turn(palace: Palace) -> None:
    turns = [f"The harbour ferry number {name} sails to the southern islands every day" for name in ("one", "two", "six")]
    note = "A harbour ferry sails to the northern islands on Sundays, number nine"
    talk(palace, *turns)
    talk(palace, note, conversation=None)

    hits = found(palace, "harbour ferry islands")

    gained = [round(hits[text].reasons["opening"] / HYBRID.opening_weight, 3) for text in (*turns, note)]
    assert gained == [1, 0.5, 0.333, 0.3]


def test_of_two_turns_the_one_that_says_no_more_than_what_is_asked_for_goes_first(palace: Palace) -> None:
    wanted = "the harbour ferry sails to the southern islands at seven every morning"
    rest = " ".join(f"topic{number}" for number in range(70))
    talk(palace, "Ann: The first turn of this talk is about the weather of today.", f"Ann: {wanted} {rest}", f"Bo: {wanted}")
    talk(palace, f"assistant: {wanted} {rest}", conversation="monday")

    hits = found(palace, wanted)

    assert next(iter(hits)) == f"Bo: {wanted}"
    assert {text.partition(":")[0] for text, hit in hits.items() if hit.reasons.get("long", 0.0) < 0} == {"Ann"}


def test_where_nobody_talks_none_of_them_counts(palace: Palace) -> None:
    talk(palace, "Ferry: late", "The harbour ferry sails to the southern islands every day", conversation=None)

    hits = found(palace, "harbour ferry islands")

    assert all(hit.reasons.keys().isdisjoint({"brief", "opening", "long"}) for hit in hits.values())
    bare = replace(HYBRID, brief_weight=0.0, opening_weight=0.0, long_weight=0.0)
    assert list(found(palace, "harbour ferry islands", bare)) == list(hits)
