"""Claude Code: a session gives what people and models said, and nothing that the program inserted."""

import json
from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said
from simonides.mining.conversations import Conversation, UnreadableConversation, read_conversations
from simonides.mining.conversations.calls import CALL_MAX
from simonides.mining.conversations.formats.claude_noise import said as words

SESSION = "5d1c0f0e-77aa-4b1e-9a34-0d7a4f1f0c11"


def line(kind: str, content: object, **more: object) -> str:
    message = {"role": kind, "content": content}
    return json.dumps({"type": kind, "sessionId": "s", "message": message, "timestamp": "2026-03-02T09:00:00Z", **more})


@pytest.mark.requirement("convos-formats")
def test_turns_speakers_times_and_order_are_those_of_the_session() -> None:
    (main, _), faults = read(SAMPLES / "claude-code.jsonl")

    assert faults == []
    assert (main.key, main.title, main.format) == (SESSION, "Pick a queue for the billing worker", "claude-code")
    assert said(main) == [
        ("user", "Which queue should the billing worker use? Tell me what <system-reminder> tags are for, too.\n"),
        ("assistant", "Let me see what is installed."),
        ("assistant", "Use **procrastinate**: it keeps its jobs in Postgres.\n\nSecond paragraph, to the letter.  "),
        ("user", "/review the worker only"),
    ]
    assert [turn.speaker for turn in main.turns] == [None, "claude-opus-4", "claude-opus-4", None]
    assert main.turns[0].time == main.started_at == at("2026-03-02T09:15:00.250")
    assert main.turns[1].tools == ('[tool] Bash {"command": "pip list | grep -i queue"}\n-> procrastinate 3.2\n',)


@pytest.mark.requirement("convos-split")
def test_the_side_chain_of_an_agent_is_a_conversation_of_its_own() -> None:
    (_, side), _ = read(SAMPLES / "claude-code.jsonl")

    assert side.key == f"{SESSION}/agent/s-1"
    assert said(side) == [("user", "Search the code for uses of the old queue."), ("assistant", "Two uses, both in worker.py.")]


@pytest.mark.requirement("convos-split")
def test_what_a_branch_copies_of_its_session_belongs_to_that_session(tmp_path: Path) -> None:
    path = tmp_path / "branch.jsonl"
    copied = {"sessionId": "branch", "forkedFrom": {"sessionId": "trunk", "messageUuid": "u1"}}
    path.write_text(
        "\n".join([line("user", "Paint it red.", **copied), line("user", "Paint it blue instead.", sessionId="branch")])
    )

    (trunk, branch), _ = read(path)

    assert [(trunk.key, said(trunk)), (branch.key, said(branch))] == [
        ("trunk", [("user", "Paint it red.")]),
        ("branch", [("user", "Paint it blue instead.")]),
    ]


def meanwhile(prompt: object, **more: object) -> str:
    attachment = {"type": "queued_command", "prompt": prompt, **more}
    return json.dumps({"type": "attachment", "sessionId": "s", "timestamp": "2026-03-02T09:00:01Z", "attachment": attachment})


@pytest.mark.requirement("convos-formats")
@pytest.mark.parametrize("prompt", ["Use the green rope.", [{"type": "text", "text": "Use the green rope."}]])
@pytest.mark.parametrize("marks", [{}, {"commandMode": "prompt"}, {"commandMode": "prompt", "origin": {"kind": "human"}}])
def test_what_a_person_typed_while_the_model_worked_is_a_turn(tmp_path: Path, prompt: object, marks: dict[str, object]) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join([line("user", "Tie it up."), meanwhile(prompt, **marks), line("assistant", "It is tied.")]))

    (conversation,), faults = read(path)

    assert faults == []
    assert said(conversation) == [("user", "Tie it up."), ("user", "Use the green rope."), ("assistant", "It is tied.")]
    assert conversation.turns[1].time == at("2026-03-02T09:00:01")


@pytest.mark.requirement("convos-noise")
@pytest.mark.parametrize(
    "noise",
    [
        meanwhile("<task-notification>\n<task-id>b1</task-id>\n</task-notification>", commandMode="task-notification"),
        meanwhile("<task-notification>\n<task-id>b1</task-id>\n</task-notification>"),
        meanwhile("The review is written.", commandMode="prompt", origin={"kind": "peer", "from": "a1"}),
        meanwhile({"text": "of an unknown form"}),
        json.dumps({"type": "attachment", "sessionId": "s", "attachment": {"type": "file", "prompt": "No words of a person."}}),
        json.dumps({"type": "attachment", "sessionId": "s", "attachment": "nothing"}),
    ],
)
def test_what_others_put_into_a_running_turn_is_left_out(tmp_path: Path, noise: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join([line("user", "Tie it up."), noise]))

    (conversation,), _ = read(path)

    assert said(conversation) == [("user", "Tie it up.")]


@pytest.mark.requirement("convos-noise")
@pytest.mark.parametrize(
    "noise",
    [
        "<local-command-stdout>ok</local-command-stdout>",
        "<command-name>/clear</command-name>\n<command-args></command-args>",
        "[Request interrupted by user]",
        "<system-reminder>\nBe brief.\n</system-reminder>",
        "<user-prompt-submit-hook>saved</user-prompt-submit-hook>",
        '<teammate-message teammate_id="lead" color="blue" summary="a > b">\nDo it.\n</teammate-message>',
        '<cross-session-message from="s-2">\nDo it.\n</cross-session-message>',
        'Another Claude session sent a message:\n<teammate-message teammate_id="lead">\nDo it.\n</teammate-message>\nAnswer it.',
    ],
)
def test_what_the_program_put_in_is_left_out(tmp_path: Path, noise: str) -> None:
    path = tmp_path / "s.jsonl"
    blocks = [{"type": "text", "text": noise}]
    path.write_text("\n".join([line("user", "Hello."), line("user", noise), line("user", blocks), line("assistant", "Hi.")]))

    (conversation,), _ = read(path)

    assert said(conversation) == [("user", "Hello."), ("assistant", "Hi.")]


@pytest.mark.requirement("convos-noise")
@pytest.mark.parametrize("sender", ["peer", "task-notification", "auto-continuation"])
def test_what_no_person_sent_is_not_put_in_the_person_s_mouth(tmp_path: Path, sender: str) -> None:
    path = tmp_path / "s.jsonl"
    sent = [line("user", f"Sent by {kind}.", origin={"kind": kind}) for kind in ("human", sender, "channel")]
    path.write_text("\n".join(sent))

    (conversation,), _ = read(path)

    assert [text for _, text in said(conversation)] == ["Sent by human.", "Sent by channel."]


@pytest.mark.requirement("convos-noise")
def test_an_answer_that_no_model_gave_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    blank = {"role": "assistant", "model": "<synthetic>", "content": [{"type": "text", "text": "No response requested."}]}
    path.write_text("\n".join([line("user", "Stop."), json.dumps({"type": "assistant", "sessionId": "s", "message": blank})]))

    (conversation,), _ = read(path)

    assert said(conversation) == [("user", "Stop.")]


@pytest.mark.requirement("convos-noise")
def test_a_long_result_keeps_its_head_and_its_tail(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    call = {"type": "tool_use", "id": "t", "name": "Read", "input": {"path": "a" * 5_000}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "HEAD" + "x" * 3_000_000 + "TAIL"}
    path.write_text("\n".join([line("user", "Read it."), line("assistant", [call]), line("user", [result])]))

    (conversation,), faults = read(path)
    (rendering,) = conversation.turns[1].tools

    assert faults == []
    assert len(rendering) <= CALL_MAX
    assert rendering.startswith("[tool] Read")
    assert "-> HEAD" in rendering
    assert rendering.endswith("TAIL")


@pytest.mark.requirement("convos-noise")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("<bash-input>ls</bash-input>", "! ls"),
        ("one\n<system-reminder>a</system-reminder>\ntwo\n<system-reminder>b</system-reminder>", "one\ntwo\n"),
        ("<system-reminder>never closed\nwords", "<system-reminder>never closed\nwords"),
        ("what is <system-reminder>x</system-reminder>?", "what is <system-reminder>x</system-reminder>?"),
    ],
)
def test_only_whole_blocks_on_lines_of_their_own_are_taken_for_noise(text: str, kept: str) -> None:
    assert words(text) == kept


def test_a_text_full_of_open_tags_takes_no_time() -> None:
    assert len(words("<system-reminder>\n" * 200_000)) == 200_000 * 18


def test_the_result_of_an_unknown_call_is_a_turn_of_the_tool(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(line("user", [{"type": "tool_result", "tool_use_id": "gone", "content": "42"}]))

    (conversation,), _ = read(path)

    assert said(conversation) == [("tool", "42")]


@pytest.mark.requirement("convos-growth")
def test_ten_more_turns_come_after_those_that_were_there(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text("".join(line("user", f"Turn {number}.") + "\n" for number in range(5)))
    (before,), _ = read(path)
    with path.open("a") as file:
        file.writelines(line("assistant", f"More {number}.") + "\n" for number in range(10))

    (after,), _ = read(path)

    assert after.key == before.key
    assert after.turns[:5] == before.turns
    assert [turn.text for turn in after.turns[5:]] == [f"More {number}." for number in range(10)]


@pytest.mark.requirement("convos-growth")
def test_a_line_that_is_completed_while_it_is_read_waits_for_the_next_reading(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    growing = line("assistant", "It lifts forty tons.")
    path.write_text(line("user", "What does the crane lift?") + "\n" + growing[:40])
    reading = read_conversations(path)
    cut = next(reading)
    with path.open("a") as file:
        file.write(growing[40:] + "\n" + line("user", "And the small one?") + "\n")

    before, (after,) = list(reading), list(read_conversations(path))

    assert isinstance(cut, UnreadableConversation)
    assert (cut.reason, cut.line) == ("the line is cut off", 2)
    assert [said(each) for each in before if isinstance(each, Conversation)] == [[("user", "What does the crane lift?")]]
    assert isinstance(after, Conversation)
    assert [text for _, text in said(after)] == ["What does the crane lift?", "It lifts forty tons.", "And the small one?"]
