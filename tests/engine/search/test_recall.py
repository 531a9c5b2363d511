from dataclasses import replace

import pytest

from simonides.domain.errors import Invalid
from simonides.domain.memory import EVERYTHING, Memory, Origin, Place, Scope
from simonides.domain.ranking.recipe import HYBRID, LEXICAL, SEMANTIC
from simonides.domain.time import system_clock
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace


def remember(palace: Palace, *texts: str, wing: str = "wing_app", room: str = "notes") -> None:
    for text in texts:
        palace.memories.remember(Draft(text, Place(wing, room)))


def texts(palace: Palace, question: str, limit: int = 10, **scope: str) -> list[str]:
    return [hit.memory.content for hit in palace.recall(question, Scope(**scope), limit)]  # type: ignore[arg-type]


def test_an_empty_palace_answers_with_nothing(palace: Palace) -> None:
    assert palace.recall("anything") == []


@pytest.mark.parametrize("question", ["", "  \n"])
@pytest.mark.requirement("bad-input")
def test_a_blank_question_is_refused(palace: Palace, question: str) -> None:
    with pytest.raises(Invalid) as caught:
        palace.recall(question)

    assert caught.value.argument == "query"


@pytest.mark.requirement("exact-identifiers")
def test_the_exact_ticket_is_first_among_notes_that_differ_only_in_it(palace: Palace) -> None:
    for number in range(1040, 1050):
        remember(palace, f"The nightly export failed again and was restarted by hand, see ticket OPS-{number}.")

    for number in range(1040, 1050):
        assert f"OPS-{number}" in texts(palace, f"what happened with OPS-{number}?")[0]


@pytest.mark.parametrize("question", ["東京", "会議", "決定", "缓存", "存"])
@pytest.mark.requirement("cjk-substrings")
def test_chinese_and_japanese_substrings_are_found(palace: Palace, question: str) -> None:
    remember(palace, "来週の東京での会議で決定した", "我们决定使用缓存服务器", *(f"note number {number}" for number in range(20)))

    assert question in texts(palace, question)[0]


@pytest.mark.requirement("palace-search-filters")
def test_a_scope_keeps_everything_else_out(palace: Palace) -> None:
    remember(palace, "Clerk was chosen for sign-in", wing="wing_app", room="auth")
    remember(palace, "Clerk was mentioned at lunch", wing="wing_user", room="auth")
    remember(palace, "Clerk pricing changed", wing="wing_app", room="costs")

    assert texts(palace, "Clerk", wing="wing_app", room="auth") == ["Clerk was chosen for sign-in"]
    assert len(texts(palace, "Clerk", wing="wing_app")) == 2
    assert texts(palace, "Clerk", wing="wing_nowhere") == []


def test_a_word_is_as_rare_as_it_is_in_the_wing_that_is_searched(palace: Palace) -> None:
    shop = [f"The export of shop {number} is done" for number in range(100)]
    bank = [f"The {'ledger' if number % 2 else 'vault'} of branch {number} is closed" for number in range(400)]
    wanted = "The ledger of somebody else is lost"
    filed = [(text, Place("wing_shop")) for text in (*shop, wanted)] + [(text, Place("wing_bank")) for text in bank]
    memories = [Memory(f"m{number}", text, place, system_clock()) for number, (text, place) in enumerate(filed)]
    palace.memories.restore(memories, {})

    [hit] = palace.recall("export ledger", Scope(wing="wing_shop"), 1, LEXICAL)

    assert hit.memory.content == wanted


def test_words_alone_and_meaning_alone_answer_too(palace: Palace) -> None:
    remember(palace, "the database was migrated to PostgreSQL", "lunch was good")

    assert palace.recall("PostgreSQL migration", recipe=LEXICAL)[0].memory.content.startswith("the database")
    assert palace.recall("database migrated", recipe=SEMANTIC)[0].memory.content.startswith("the database")


def test_a_hit_says_why(palace: Palace) -> None:
    remember(palace, "ticket OPS-1042 is open")

    [hit] = palace.recall("OPS-1042")

    assert hit.reasons["exact"] > 0
    assert hit.reasons["words"] > 0
    assert hit.similarity is not None


def test_a_whole_prompt_pasted_as_a_question_still_finds(palace: Palace) -> None:
    remember(palace, "the deploy key is rotated every month", *(f"unrelated note {number}" for number in range(50)))

    assert texts(palace, "when is the deploy key rotated? " + "You are a helpful assistant. " * 500, limit=3)[0].startswith(
        "the deploy"
    )


def test_the_reply_to_a_question_that_is_asked_again_is_found_first(palace: Palace) -> None:
    talk = ("Ben: Nice weather.", "Ada: Where did you buy the green lamp?", "Ben: At the flea market.", "Ada: Lovely.")
    for position, text in enumerate(talk):
        origin = Origin(conversation="tuesday", position=position)
        palace.memories.remember(Draft(text, Place("wing_app", "talk"), origin=origin))
    remember(palace, *(f"Note number {number} is about something else." for number in range(20)))

    question = "where did Ben buy the green lamp"
    hits = palace.recall(question, limit=4)
    replies = {hit.memory.content: hit.reasons.get("reply", 0.0) for hit in hits}
    without = palace.recall(question, EVERYTHING, 4, replace(HYBRID, reply_weight=0.0))

    assert hits[0].memory.content == talk[2]
    assert [text for text, points in replies.items() if points > 0] == [talk[2]]
    assert all("reply" not in hit.reasons for hit in without)
