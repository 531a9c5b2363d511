"""The hand-written evaluation sets are complete, consistent, and split into two like halves."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Protocol

import pytest
from bench.sets import (
    FIRST_WEEKS,
    HALVES,
    Update,
    read_afresh,
    read_answerable,
    read_bystanders,
    read_perspectives,
    read_sameness,
    read_second_hops,
    read_tool_tasks,
    read_trial,
    read_updates,
)

PERSPECTIVES = {"general", "technical", "relational", "temporal", "project"}
TOOLS = {"remember", "recall", "read", "facts", "revise", "overview"}
LANGUAGES = {"en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl", "zh", "ja", "ko"}


class Item(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def half(self) -> str: ...


def check_ids_and_halves(items: Sequence[Item]) -> None:
    assert len({item.id for item in items}) == len(items)
    assert {item.half for item in items} == set(HALVES)
    halves_of: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        halves_of[item.kind][item.half] += 1
    for kind, halves in halves_of.items():
        assert abs(halves["open"] - halves["aside"]) <= 1, f"the halves of {kind} differ: {dict(halves)}"


def test_pairs_of_notes_come_in_all_languages_and_both_verdicts() -> None:
    pairs = read_sameness()

    check_ids_and_halves(pairs)
    languages = Counter(pair.language for pair in pairs)
    assert len(pairs) >= 260
    assert languages["en"] >= 130
    assert languages["code"] >= 20
    assert languages.keys() - {"code"} == LANGUAGES
    assert min(languages.values()) >= 10
    assert 0.35 <= sum(pair.same for pair in pairs) / len(pairs) <= 0.45


def test_second_hops_lead_from_one_note_to_another_of_the_same_palace() -> None:
    told = read_second_hops()
    ids = {palace.palace: {note.id for note in palace.notes} for palace in told.palaces}

    check_ids_and_halves(told.hops)
    assert len(told.hops) >= 50
    assert len(ids) >= 4
    assert all({hop.through, hop.answer} <= ids[hop.palace] and hop.through != hop.answer for hop in told.hops)


def test_a_question_about_bystanders_is_answered_by_one_note_of_its_palace() -> None:
    palaces = read_bystanders()

    assert len({palace.palace for palace in palaces}) == len(palaces)
    assert {palace.kind for palace in palaces} == {"matter", "refusal", "change", "clause", "inside", "dated"}
    for palace in palaces:
        texts = [note.text for note in palace.notes]
        assert len(set(texts)) == len(texts)
        assert {each.answer for each in palace.questions} <= set(texts)


def test_no_pair_is_told_twice_or_compares_a_note_with_itself() -> None:
    pairs = read_sameness()

    assert all(pair.a.strip() and pair.b.strip() and pair.a != pair.b for pair in pairs)
    assert len({frozenset((pair.a, pair.b)) for pair in pairs}) == len(pairs)


def test_updates_hold_notes_that_replace_and_notes_that_only_look_like_it() -> None:
    updates = read_updates()

    check_ids_and_halves(updates)
    first = [item for item in updates if item.round == 1]
    languages = Counter(item.language for item in first)
    assert sum(item.update for item in first) >= 125
    assert sum(not item.update for item in first) >= 45
    assert languages["en"] >= 80
    assert languages.keys() == {"en", "de", "fr", "es", "zh", "ja", "ru"}
    assert min(languages.values()) >= 12
    second = [item for item in updates if item.round == 2]
    assert sum(item.update for item in second) >= 75
    assert sum(not item.update for item in second) >= 30
    assert len({item.language for item in second}) >= 12
    third = [item for item in updates if item.round == 3]
    check_ids_and_halves(third)
    verdicts = Counter((item.update, item.half) for item in third)
    assert {verdicts[True, half] for half in HALVES} == {30}
    assert {verdicts[False, half] for half in HALVES} == {12}
    assert Counter(item.language for item in third).most_common(1) == [("en", 40)]
    check_the_ordinary_pairs([item for item in updates if item.round == 4])
    assert all(item.earlier.date < item.later.date for item in updates)
    assert len({item.question for item in updates}) == len(updates)


def check_the_ordinary_pairs(pairs: Sequence[Update]) -> None:
    check_ids_and_halves(pairs)
    tellings = Counter((item.telling, item.half) for item in pairs if item.update)
    assert tellings == {(telling, half): 12 for telling in ("parallel", "event", "casual") for half in HALVES}
    assert sum(not item.update for item in pairs) == 28
    languages = Counter((item.language, item.half) for item in pairs)
    assert all(languages[language, "open"] == languages[language, "aside"] for language, _ in languages)
    assert {language for language, _ in languages} == {"en", "de", "fr", "es", "zh", "ru"}


def test_the_trial_year_has_notes_long_notes_and_conversations() -> None:
    notes = read_trial().notes
    turns = defaultdict(list)
    for note in notes:
        if note.conversation:
            turns[note.conversation].append(note)

    assert len({note.id for note in notes}) == len(notes) >= 130
    assert {note.language for note in notes} == {"en", "de", "zh"}
    assert sum(len(note.text.encode()) >= 1000 for note in notes) >= 5
    assert len(turns) == 8
    for conversation in turns.values():
        assert 8 <= len(conversation) <= 15
        assert [turn.position for turn in conversation] == list(range(1, len(conversation) + 1))
        assert all(turn.author and turn.role in {"user", "assistant"} for turn in conversation)


def test_questions_written_afresh_name_notes_that_exist_and_are_asked_once() -> None:
    notes, known = {note.id for note in read_trial().notes}, {item.question for item in read_trial().questions}
    asked = read_afresh()

    assert len({item.question for item in asked}) == len({item.id for item in asked}) == len(asked) == 150
    assert all(item.answers and notes.issuperset(item.answers) and item.half == "open" for item in asked)
    assert sum(item.question in known for item in asked) <= 3
    assert {item.language for item in asked} == {"en", "de", "zh"}


def test_questions_about_the_trial_year_name_notes_that_exist() -> None:
    trial = read_trial()
    notes = {note.id for note in trial.notes}

    check_ids_and_halves(trial.questions)
    kinds = Counter(item.kind for item in trial.questions)
    assert len(trial.questions) >= 165
    assert kinds["no-answer"] >= 25
    assert min(kinds.values()) >= 8
    assert {item.language for item in trial.questions} == {"en", "de", "zh"}
    for item in trial.questions:
        assert set(item.answers) <= notes
        assert bool(item.answers) == (item.kind != "no-answer")


@pytest.mark.parametrize("name", ["household", "shop", "farm"])
def test_the_smaller_years_have_questions_of_every_kind_and_notes_that_answer_them(name: str) -> None:
    year = read_trial(name)
    notes = {note.id for note in year.notes}

    check_ids_and_halves(year.questions)
    assert {item.kind for item in year.questions} - {"multi-hop"} == {
        "paraphrase",
        "person",
        "list",
        "date",
        "reversal",
        "number",
        "no-answer",
    }
    assert len(notes) == len(year.notes) >= 50
    assert len(year.questions) >= 40
    for item in year.questions:
        assert set(item.answers) <= notes
        assert bool(item.answers) == (item.kind != "no-answer")


@pytest.mark.parametrize("name", FIRST_WEEKS)
def test_the_first_weeks_of_a_team_name_notes_and_quotes_that_exist(name: str) -> None:
    team = read_trial(name)
    notes, lines = {note.id for note in team.notes}, [line for file in team.files for line in file.text.splitlines()]

    check_ids_and_halves(team.questions)
    assert len(notes) == len(team.notes) == 130
    assert len(team.questions) == len({item.question for item in team.questions}) == 165
    assert len({note.language for note in team.notes}) == len({item.language for item in team.questions}) == 3
    assert {file.path.split("/")[0] for file in team.files} == {"conversations", "repo"}
    for item in team.questions:
        assert set(item.answers) <= notes
        assert all(any(quote in line for line in lines) for quote in item.quotes)
        assert bool(item.answers or item.quotes) == (item.kind != "no-answer")
        assert item.answers or item.kind != "list"


def test_the_list_of_incidents_of_a_year_is_all_of_the_room() -> None:
    trial = read_trial()
    incidents = {note.id for note in trial.notes if note.room == "incidents" and note.date.startswith("2026")}

    [asked] = [item for item in trial.questions if item.question == "all incidents in 2026"]

    assert set(asked.answers) == incidents


def test_half_of_the_questions_over_a_few_notes_are_answered_by_them() -> None:
    items = read_answerable()

    check_ids_and_halves(items)
    languages = Counter(item.language for item in items)
    assert len(items) >= 120
    assert 0.45 <= sum(item.answered for item in items) / len(items) <= 0.55
    assert languages.keys() == {"en", "de", "fr", "es", "zh", "ja"}
    assert min(languages.values()) >= 12
    assert all(8 <= len(item.texts) <= 20 for item in items)
    assert len({item.question for item in items}) == len(items)


def test_every_tool_has_tasks() -> None:
    tasks = read_tool_tasks()

    check_ids_and_halves(tasks)
    tools = Counter(item.tool for item in tasks)
    assert len(tasks) >= 130
    assert tools.keys() == TOOLS
    assert min(tools.values()) >= 20
    assert len({item.task for item in tasks}) == len(tasks)


def test_questions_about_nodes_come_from_every_perspective_and_name_nodes_that_exist() -> None:
    graph = read_perspectives()
    names = {node.name for node in graph.nodes}

    check_ids_and_halves(graph.questions)
    assert len(names) == len(graph.nodes) == 62
    assert len(graph.questions) >= 110
    assert {item.perspective for item in graph.questions} == PERSPECTIVES
    assert all(node.observations for node in graph.nodes)
    assert all(item.nodes and set(item.nodes) <= names for item in graph.questions)
