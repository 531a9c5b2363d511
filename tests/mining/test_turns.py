import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simonides.domain.memory import Scope
from simonides.engine.palace import Palace
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner, MiningReport, Mode
from simonides.mining.places.manifest import Manifest


def line(number: int) -> str:
    role = "user" if number % 2 == 0 else "assistant"
    text = f"Turn {number}: we decided on plan {number}, because it is simpler."
    content = text if role == "user" else [{"type": "text", "text": text}]
    return json.dumps(
        {
            "type": role,
            "uuid": f"u{number}",
            "parentUuid": f"u{number - 1}" if number else None,
            "sessionId": "s1",
            "timestamp": f"2026-03-01T10:{number:02}:00.000Z",
            "message": {"role": role, "content": content},
        }
    )


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "session.jsonl").write_text("".join(line(number) + "\n" for number in range(6)), encoding="utf-8")
    (folder / "noise.json").write_text('{"no": "talk"}', encoding="utf-8")
    return folder


def mine(palace: Palace, folder: Path, mode: Mode = "convos") -> MiningReport:
    return Miner(palace, Job(folder, Manifest("wing_talks"), mode)).run(listed(folder, mode))


@pytest.mark.requirement("mine-conversations")
def test_every_turn_is_a_drawer_with_speaker_time_and_number(palace: Palace, talks: Path) -> None:
    report = mine(palace, talks)
    drawers = palace.sourcing.drawers(str(talks / "session.jsonl"))

    assert report.filed == 6
    assert [each.path for each in report.skipped] == ["noise.json"]
    assert [memory.origin.position for memory in drawers] == list(range(6))
    assert [memory.origin.role for memory in drawers] == ["user", "assistant"] * 3
    assert [memory.origin.event_time.minute for memory in drawers if memory.origin.event_time] == list(range(6))
    assert {memory.origin.conversation for memory in drawers} == {drawers[0].origin.conversation}
    assert {memory.place.room for memory in drawers} == {"conversations"}


@pytest.mark.requirement("mine-twins")
@pytest.mark.parametrize("is_later_run", [True, False])
def test_a_later_export_adds_only_the_turns_that_no_other_file_has(palace: Palace, talks: Path, is_later_run: bool) -> None:
    if is_later_run:
        mine(palace, talks)
    (talks / "taken-up.jsonl").write_text("".join(line(number) + "\n" for number in range(9)), encoding="utf-8")
    trial = Miner(palace, Job(talks, Manifest("wing_talks"), "convos", is_trial=True)).run(listed(talks, "convos"))

    report = mine(palace, talks)

    assert (report.filed, report.repeated) == (trial.filed, trial.repeated) == (3 if is_later_run else 9, 6)
    assert palace.memories.count() == 9
    assert [each.origin.position for each in palace.sourcing.drawers(str(talks / "taken-up.jsonl"))] == [6, 7, 8]
    assert mine(palace, talks).read == 0


@pytest.mark.requirement("mine-twins")
def test_a_turn_that_vanishes_from_one_export_stays_while_another_has_it(palace: Palace, talks: Path) -> None:
    mine(palace, talks)
    (talks / "archive.jsonl").write_text("".join(line(number) + "\n" for number in range(9)), encoding="utf-8")
    mine(palace, talks)

    (talks / "session.jsonl").write_text(line(0) + "\n" + line(20) + "\n", encoding="utf-8")
    mine(palace, talks)

    kept = [memory for name in ("session.jsonl", "archive.jsonl") for memory in palace.sourcing.drawers(str(talks / name))]
    said = {memory.content.partition(":")[0] for memory in kept}
    assert said == {f"Turn {number}" for number in (*range(9), 20)}
    assert palace.memories.count() == len(kept) == 10


@pytest.mark.requirement("mine-conversations")
def test_the_same_words_in_another_conversation_or_at_another_time_are_turns_of_their_own(palace: Palace, talks: Path) -> None:
    mine(palace, talks)
    other, later = line(0).replace('"s1"', '"s2"'), line(0).replace("T10:00", "T11:00")
    (talks / "others.jsonl").write_text(f"{other}\n{later}\n", encoding="utf-8")

    report = mine(palace, talks)

    assert (report.filed, report.repeated) == (2, 0)


@pytest.mark.requirement("mine-conversations")
def test_a_grown_transcript_files_only_its_new_turns(palace: Palace, talks: Path) -> None:
    mine(palace, talks)
    with (talks / "session.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(line(number) + "\n" for number in range(6, 16))

    grown, again = mine(palace, talks), mine(palace, talks)

    assert (grown.filed, grown.removed, grown.kept) == (10, 0, 6)
    assert (again.filed, again.read) == (0, 0)


@pytest.mark.requirement("mine-general")
def test_general_mining_sorts_turns_by_kind(palace: Palace, talks: Path) -> None:
    mine(palace, talks, "general")

    assert palace.memories.count(Scope(room="decisions")) == 6


@pytest.mark.requirement("mine-incremental", "mine-conversations")
def test_a_folder_of_every_format_is_mined_once(palace: Palace) -> None:
    samples = Path(__file__).parent / "conversations" / "samples"

    first, second = mine(palace, samples), mine(palace, samples)

    assert first.filed == palace.memories.count() > 50
    assert not first.skipped
    assert (second.filed, second.read, second.unchanged) == (0, 0, first.files)


@pytest.mark.requirement("mine-conversations")
def test_tools_that_were_called_before_the_first_word_stand_with_the_answer(palace: Palace, tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "plan.md"}
    blocks = [
        ("user", "What is there?"),
        ("assistant", [call]),
        ("user", [result]),
        ("assistant", [{"type": "text", "text": "A plan."}]),
    ]
    lines = [{"type": role, "sessionId": "s1", "message": {"role": role, "content": content}} for role, content in blocks]
    (tmp_path / "session.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")

    mine(palace, tmp_path)

    question, answer = palace.sourcing.drawers(str(tmp_path / "session.jsonl"))
    assert (question.content, question.metadata.get("tools")) == ("What is there?", None)
    assert (answer.content, answer.metadata["tools"]) == ("A plan.", ['[tool] Bash {"command": "ls"}\n-> plan.md'])


def test_a_turn_without_a_time_of_its_own_happened_when_its_conversation_began(palace: Palace, tmp_path: Path) -> None:
    said = "# aider chat started at 2026-02-01 09:30:00\n\n#### rename the importer\n\nDone, it is called reader now.\n"
    (tmp_path / ".aider.chat.history.md").write_text(said, encoding="utf-8")

    mine(palace, tmp_path)

    drawers = palace.sourcing.drawers(str(tmp_path / ".aider.chat.history.md"))
    assert [each.origin.event_time for each in drawers] == [datetime(2026, 2, 1, 9, 30, tzinfo=UTC)] * 2
