"""Rooms, wings, tags and authors that a question names."""

from datetime import UTC, datetime

import pytest

from simonides.domain.actor import PROGRAMS
from simonides.domain.memory import EVERYTHING, Origin, Place, Scope
from simonides.domain.ranking.strength import Strength
from simonides.domain.text.words import phrase_words
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.search.labels import writers
from simonides.engine.search.labels.named import files_named
from simonides.languages.label_words import meaning_the_same
from simonides.peers.kinds import KINDS
from simonides.ports.ledger import Mined

OTHERS = ("The lift is inspected in May", "Gravel comes by barge", "The printer is on the second floor", "Lunch is at noon")


def remember(palace: Palace, text: str, room: str, by: str = "mcp", day: datetime | None = None, wing: str = "yard") -> None:
    palace.memories.remember(Draft(text, Place(wing, room), Origin(event_time=day, added_by=by)))


def texts(palace: Palace, question: str, limit: int, scope: Scope = EVERYTHING) -> list[str]:
    return [hit.memory.content for hit in palace.recall(question, scope, limit=limit)]


@pytest.mark.requirement("recall-lists")
def test_a_list_names_a_room_in_another_language(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Crane 2 stood still for three hours", "incidents")
    remember(palace, "A hose burst at quay 4", "incidents")
    questions = [
        "all incidents", "Alle Störungen", "tous les incidents", "todos los incidentes", "tutti gli incidenti", "alle storingen",
        "všechny výpadky", "все инциденты", "усі інциденти", "tüm arızalar", "كل الحوادث", "सभी घटनाएं", "모든 장애", "所有事故",
    ]  # fmt: skip

    found = {question: set(texts(palace, question, 2)) for question in questions}

    assert found == {question: {"Crane 2 stood still for three hours", "A hose burst at quay 4"} for question in questions}


def test_a_word_with_a_hyphen_names_a_room_in_one_word(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Odd weeks are Deniz's, even weeks Rasmus takes", "oncall")

    assert texts(palace, "everything about on-call", 1) == ["Odd weeks are Deniz's, even weeks Rasmus takes"]


@pytest.mark.requirement("recall-lists")
def test_what_is_of_the_time_that_a_list_names_comes_first(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Release day moves to Tuesday, so all decisions wait", "decisions", day=datetime(2026, 5, 4, tzinfo=UTC))
    remember(palace, "Keycloak it is", "decisions", day=datetime(2026, 3, 9, tzinfo=UTC))

    assert texts(palace, "all decisions in March 2026", 1) == ["Keycloak it is"]


def test_the_name_of_a_room_and_a_time_ask_for_what_is_there(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "The meetings of the club are always long", "notes", day=datetime(2026, 6, 3, tzinfo=UTC))
    remember(palace, "Nordwind wants its letters in Danish", "meetings", day=datetime(2026, 6, 2, tzinfo=UTC))
    remember(palace, "Blue Anchor wants reefers", "meetings", day=datetime(2026, 2, 2, tzinfo=UTC))

    assert texts(palace, "meetings in the first half of June 2026", 1) == ["Nordwind wants its letters in Danish"]


@pytest.mark.requirement("recall-authors")
@pytest.mark.parametrize(
    "question", ["what did Ngozi report about the crane", "Was hat Ngozi zum Crane geschrieben?", "notes by Ngozi on the crane"]
)
def test_a_question_for_somebodys_words_finds_what_they_filed(palace: Palace, question: str) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Ngozi is away until Monday, ask Theo about the crane", "notes", by="Theo Marsh")
    remember(palace, "The crane needs a new rope", "notes", by="Ngozi Eze")

    assert texts(palace, question, 1) == ["The crane needs a new rope"]
    assert texts(palace, "when is Ngozi away", 1) == ["Ngozi is away until Monday, ask Theo about the crane"]


@pytest.mark.requirement("recall-authors")
@pytest.mark.parametrize("question", ["When does Ngozi retire?", "Warum hört Ngozi auf?", "ngozi holiday"])
def test_what_somebody_wrote_of_themselves_holds_their_name(palace: Palace, question: str) -> None:
    for text in OTHERS:
        remember(palace, text, "notes", by="Theo Marsh")
    remember(palace, "Hooks are counted on the ship", "notes", by="Ngozi Eze")
    remember(palace, "I stop here at the end of June, since my sister opens a school", "notes", by="Ngozi Eze")

    assert texts(palace, question, 1) == ["I stop here at the end of June, since my sister opens a school"]


@pytest.mark.requirement("recall-authors")
def test_who_asks_for_the_words_of_one_gets_nothing_of_another_who_is_named(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes", by="Theo Marsh")
    remember(palace, "I stop here at the end of June", "notes", by="Ngozi Eze")

    assert set(texts(palace, "When does Ngozi stop?", 9, Scope(added_by="Theo Marsh"))) == set(OTHERS)


@pytest.mark.requirement("recall-authors")
def test_what_somebody_wrote_of_themselves_is_found_among_much_that_they_filed(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes", by="Theo Marsh")
    for number in range(90):
        remember(palace, f"Winch {number} stands still", "notes", by="Ngozi Eze" if number % 2 else "Theo Marsh")
    remember(palace, "I stop here at the end of June", "notes", by="Ngozi Eze")

    assert texts(palace, "When does Ngozi retire?", 1) == ["I stop here at the end of June"]


@pytest.mark.requirement("recall-note-updates")
def test_a_line_that_begins_with_the_name_of_a_room_asks_for_what_holds_now(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "The blog runs on Netlify, the hosting costs nothing", "hosting", day=datetime(2024, 1, 5, tzinfo=UTC))
    remember(
        palace, "The blog runs on Cloudflare now, the hosting costs nothing", "hosting", day=datetime(2024, 5, 5, tzinfo=UTC)
    )

    assert texts(palace, "hosting of the blog", 1) == ["The blog runs on Cloudflare now, the hosting costs nothing"]


@pytest.mark.requirement("recall-authors")
def test_of_a_family_the_one_whose_whole_name_a_question_has_is_meant(palace: Palace) -> None:
    for name in ("Anna", "Bert", "Carl", "Dora"):
        for day in ("Monday", "Tuesday", "Friday"):
            remember(palace, f"The crane stood still on {day}, {name} saw it", "notes", by=f"{name} Schmidt")
    remember(palace, "Its rope is worn", "notes", by="Peter Schmidt")

    assert texts(palace, "what did Peter Schmidt report", 1) == ["Its rope is worn"]
    # It is unlike all the others, but not for that less of an answer.
    assert texts(palace, "what did Peter Schmidt report about the crane", 1) == ["Its rope is worn"]


def test_a_door_or_a_program_says_nothing(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes", by="Theo")
    remember(palace, "Limits of the crane: 40 tons", "notes", by="api")
    remember(palace, "The limits that the API puts on calls are told in its handbook, on a page of their own", "notes", by="Theo")

    assert texts(palace, "what does the API say about limits on calls", 1) == [
        "The limits that the API puts on calls are told in its handbook, on a page of their own"
    ]


def test_every_program_that_is_imported_from_is_known_as_one() -> None:
    # Notes of a vault and what a chat remembers are signed `notes` and `chat`.
    assert {kind.name for kind in KINDS} - PROGRAMS == {"obsidian", "chat-memory"}


@pytest.mark.requirement("recall-authors")
def test_a_new_author_is_known_before_all_are_counted_again(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "RECOUNT", 1)
    for text in (*OTHERS, "The crane stood still"):
        remember(palace, text, "notes", by="Theo Marsh")
    assert "The crane stood still" in texts(palace, "what did Theo report about the crane", 5)
    remember(palace, "Its rope is worn", "notes", by="Ngozi Eze")

    assert texts(palace, "what did Ngozi report", 1) == ["Its rope is worn"]


@pytest.mark.requirement("recall-lists")
def test_a_label_counts_as_often_as_it_is_in_scope(palace: Palace) -> None:
    for number in range(24):
        remember(palace, f"Winch {number} stood still", "incidents", wing="north")
        remember(palace, f"Ship {number} leaves at noon", "notes", wing="north")
    for number in range(12):
        remember(palace, f"Shift {number} unloads gravel and sand at all hours", "notes", wing="south")
    remember(palace, "A hose burst at quay 4", "incidents", wing="south")
    remember(palace, "Crane 2 stood still", "incidents", wing="south")

    assert set(texts(palace, "all incidents", 2, Scope(wing="south"))) == {"A hose burst at quay 4", "Crane 2 stood still"}


@pytest.mark.requirement("recall-lists")
@pytest.mark.parametrize(
    "question", ["all decisions recorded by Ngozi", "list every decision of Ngozi Eze", "Ngozis decisions in 2026"]
)
def test_a_list_of_what_somebody_filed_in_a_room_begins_with_that(palace: Palace, question: str) -> None:
    for text in (*OTHERS, "Ngozi speaks in all the pauses", "Ngozi is away until Monday"):
        remember(palace, text, "notes", by="Theo Marsh")
    for number in range(8):
        remember(palace, f"Winch {number} gets another rope, that is decided", "decisions", by="Theo Marsh")
        remember(palace, f"Ship {number} leaves at noon", "notes", by="Theo Marsh")
    told = {"Keycloak it is", "Gravel goes to quay 4"}
    for text in told:
        remember(palace, text, "decisions", by="Ngozi Eze", day=datetime(2026, 3, 9, tzinfo=UTC))

    assert set(texts(palace, question, 2)) == told


@pytest.mark.requirement("recall-lists")
def test_a_list_of_what_is_in_a_room_of_a_wing_begins_with_that(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
        remember(palace, f"{text}, as in every year", "notes", wing="north")
    for number in range(8):
        remember(palace, f"Winch {number} of the north stood still", "incidents")
        remember(palace, f"Ship {number} leaves at noon", "notes")
    told = {"A hose burst at quay 4", "Crane 2 lost its hook"}
    for text in told:
        remember(palace, text, "incidents", wing="north")

    assert set(texts(palace, "all incidents in the north", 2)) == told


@pytest.mark.requirement("recall-lists")
@pytest.mark.parametrize("question", ["all decisions about gravel", "decisions on gravel", "Entscheidungen zu gravel"])
def test_a_list_of_a_room_begins_with_what_holds_the_rest_of_the_question(palace: Palace, question: str) -> None:
    for text in ("Lunch is at noon", "The list of winter says what sand, gravel, salt and stone cost on each quay"):
        remember(palace, text, "notes")
    for number in range(6):
        remember(palace, f"Winch {number} gets another rope", "decisions")
    remember(palace, "From May on the gravel of both yards goes to quay 4", "decisions")

    assert texts(palace, question, 1) == ["From May on the gravel of both yards goes to quay 4"]


@pytest.mark.requirement("recall-lists")
@pytest.mark.parametrize(
    "question",
    [
        "all notes that mention Nordwind", "everything we know about Nordwind", "alle Notizen, die Nordwind erwähnen",
        "toutes les notes qui mentionnent Nordwind", "todas las notas en las que aparece Nordwind",
        "tutte le note in cui compare Nordwind", "todas as notas que mencionam Nordwind",
        "alle notities over Nordwind", "wszystkie notatki, w których pojawia się Nordwind", "все заметки про Nordwind",
        "所有提到Nordwind的记录", "усі нотатки про Nordwind", "všechny poznámky o Nordwind",
        "alla anteckningar om Nordwind", "Nordwindに関するすべてのメモ", "Nordwind에 관한 모든 메모",
        "alles was wir über Nordwind wissen", "todo lo que sabemos de Nordwind", "tout ce que nous savons de Nordwind",
    ],
)  # fmt: skip
def test_a_list_of_notes_on_somebody_asks_for_nothing_but_the_name(palace: Palace, question: str) -> None:
    for text in (*OTHERS, "They mention the notes", "Le note compare in cui", "Las notas que mencionan", "Die Notizen erwähnen"):
        remember(palace, text, "notes")
    told = {"Letters to Nordwind go out in Danish", "The mayor had lunch with Nordwind"}
    for text in told:
        remember(palace, text, "notes")

    assert told <= set(texts(palace, question, 3))


@pytest.mark.parametrize(
    ("question", "strength"),
    [
        ("incidents in June 2026", Strength.STRONG),
        ("all incidents in June 2026", Strength.STRONG),
        ("incidents in August 2026", Strength.WEAK),
        ("incidents", Strength.STRONG),
    ],
)
def test_what_is_in_a_room_at_the_asked_time_answers_a_question_for_that(
    palace: Palace, question: str, strength: Strength
) -> None:
    for text in (*OTHERS, "The harbour was full of incidents"):
        remember(palace, text, "notes", day=datetime(2026, 1, 7, tzinfo=UTC))
    remember(palace, "A hose burst at quay 4", "incidents", day=datetime(2026, 6, 3, tzinfo=UTC))

    assert palace.answer(question).strength is strength


@pytest.mark.requirement("recall-lists")
def test_words_for_notes_in_general_name_rooms(palace: Palace) -> None:
    for text in (*OTHERS, "We talked about the new files at work"):
        remember(palace, text, "notes")
    remember(palace, "Nordwind wants its letters in Danish", "meetings")
    remember(palace, "Everything over 10 MB goes to the archive", "files")

    assert texts(palace, "All meetings", 1) == ["Nordwind wants its letters in Danish"]
    assert texts(palace, "list all files", 1) == ["Everything over 10 MB goes to the archive"]


def test_no_word_of_another_language_is_indexed_like_an_english_one_of_another_meaning() -> None:
    english = "stores planes reception equipment assistants lessen IDE"
    forms = {form for word in english.split() for form in phrase_words(word)}
    lines = ("incident", "plan", "recipe", "team", "support", "lesson", "idea")

    found = {phrase for line in lines for phrase in meaning_the_same(line) if not forms.isdisjoint(phrase_words(phrase))}

    assert found == set()


def test_the_names_of_files_in_a_question_are_told_from_addresses_and_ends_of_sentences() -> None:
    question = (
        "Does web/map.ts:12 (or 'notes.old.md') hold what https://a.example/b.html says? See it at 9.30, e.g. in C:\\x\\plan.md."
    )

    assert files_named(question) == ["web/map.ts", "notes.old.md", "e.g", "C:\\x\\plan.md"]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what is in ./docs/plan.md", ["docs/plan.md"]),
        ("what does @src/map.ts do", ["src/map.ts"]),
        ("see ../plan.md and ~/notes/old.md", ["plan.md", "/notes/old.md"]),
        ("docs/plan.md#crane and map.ts#L12", ["docs/plan.md", "map.ts"]),
        ("is .github/ci.yml old", [".github/ci.yml"]),
        ("que dit «plan.md» ?", ["plan.md"]),
        ("plan.md里写了什么？", ["plan.md"]),
        ("在notes/plan.md里写了什么？", ["在notes/plan.md", "notes/plan.md"]),
        ("「plan.md」には何がありますか", ["plan.md"]),
        ("会议记录.md。", ["会议记录.md"]),
        ("plan.md에 뭐가 있어?", ["plan.md"]),
    ],
)
def test_the_names_of_files_are_found_in_every_script_and_as_agents_write_them(question: str, names: list[str]) -> None:
    assert files_named(question) == names


def test_a_question_that_names_a_mined_file_gets_what_was_read_from_it(palace: Palace) -> None:
    mined = datetime(2026, 1, 1, tzinfo=UTC)
    for path, text in (("/ann/notes/cahier.md", "Gravel comes by barge"), ("/ann/old/plan.md", "Lunch is at noon")):
        palace.store.ledger.put([Mined(path, path.encode(), 1, 1, "projects", "yard", "x", 1, mined)])
        palace.memories.remember(Draft(text, Place("yard", "notes"), Origin(source=path)))
    for text in (*OTHERS[:1], "We plan the notes of the cahier", "The plan is old", "A new plan for the old crane"):
        remember(palace, text, "notes")

    assert texts(palace, "cahier.md", 1) == ["Gravel comes by barge"]
    assert texts(palace, "what is in old/plan.md?", 1) == ["Lunch is at noon"]
    assert texts(palace, "what is in notes/plan.md?", 1) != ["Lunch is at noon"]
