"""The questions across languages."""

import json

from bench.languages.across import ACROSS, read_across


def test_no_question_is_in_the_language_of_its_note_and_the_halves_are_as_large() -> None:
    notes: list[dict[str, str]] = []
    for row in map(json.loads, ACROSS.read_text(encoding="utf-8").splitlines()):
        notes = row.get("notes", notes)
        assert "notes" in row or row["language"] != notes[row["answer"]]["language"]

    assert [sum(len(each.pool.questions) for each in read_across(half)) for half in ("open", "aside")] == [97, 97]
