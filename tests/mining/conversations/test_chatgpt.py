"""ChatGPT: an export gives the visible branch, and every other branch without repeating what they share."""

import json
from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said


@pytest.mark.requirement("convos-formats")
def test_the_current_branch_is_the_conversation() -> None:
    (boat, *_), faults = read(SAMPLES / "chatgpt.json")

    assert faults == []
    assert (boat.key, boat.title, boat.started_at) == ("gpt-1", "Naming a boat", at("2026-01-01T00:00:00.5"))
    assert said(boat) == [
        ("user", "[image]\nName this boat.\n[file: boat.png]"),
        ("assistant", "Call it Petrel."),
        ("user", "How many letters has it?"),
        ("assistant", ""),
        ("assistant", "Six letters."),
    ]
    assert boat.turns[3].tools == ("[tool] python len('Petrel')\n-> 6",)
    assert boat.turns[4].time == at("2026-01-01T00:00:50")
    assert boat.turns[4].speaker == "gpt-4o"


@pytest.mark.requirement("convos-split")
def test_other_branches_hold_only_what_is_theirs() -> None:
    (_, other, edited, second), _ = read(SAMPLES / "chatgpt.json")

    assert (other.key, said(other)) == ("gpt-1/branch/n2a", [("assistant", "Call it Halcyon.")])
    assert edited.key == "gpt-1/branch/n3x"
    assert said(edited) == [("user", "Is it taken?"), ("assistant", "Twice, in the register.")]
    assert (second.key, said(second)) == ("gpt-2", [("user", "Hi."), ("assistant", "Hello.")])


@pytest.mark.requirement("convos-noise")
def test_hidden_messages_are_left_out() -> None:
    conversations, _ = read(SAMPLES / "chatgpt.json")

    assert not any("Sails." in turn.text or turn.role == "system" for found in conversations for turn in found.turns)


@pytest.mark.requirement("convos-broken")
def test_a_tree_that_runs_in_a_circle_ends(tmp_path: Path) -> None:
    def node(parent: str, child: str) -> dict[str, object]:
        content = {"content_type": "text", "parts": [parent]}
        return {"parent": parent, "children": [child], "message": {"author": {"role": "user"}, "content": content}}

    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([{"mapping": {"a": node("b", "b"), "b": node("a", "a")}, "current_node": "a"}]))

    (conversation,), _ = read(path)

    assert len(conversation.turns) == 2
