"""The texts that the encoders learnt from."""

import json
from pathlib import Path

import pytest
from training.worlds import FOLDER, read_worlds

FILES = sorted(FOLDER.glob("*-?.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_question_is_answered_by_notes_of_its_world(path: Path) -> None:
    split = read_worlds(path.name)

    worlds = (*split.learnt, *split.held_out)

    assert worlds
    assert all(question.answers for world in worlds for question in world.questions)
    assert all(max(question.answers) < len(world.notes) for world in worlds for question in world.questions)


def test_a_fifth_of_the_worlds_is_held_out_and_none_of_their_notes_is_learnt() -> None:
    split = read_worlds("*-?.jsonl")

    learnt = {note.text for world in split.learnt for note in world.notes}
    held_out = {note.text for world in split.held_out for note in world.notes}

    assert 0.18 < len(split.held_out) / len(split.learnt + split.held_out) < 0.21
    assert not learnt & held_out


def test_texts_in_other_languages_have_their_translation() -> None:
    rows = [json.loads(line) for path in FOLDER.glob("x-?.jsonl") for line in path.read_text(encoding="utf-8").splitlines()]

    assert all(note["e"] for row in rows for note in (*row["notes"], *row["questions"]))
    assert len({note["l"] for row in rows for note in row["notes"]} - {"en"}) == 19
