"""Files of a folder that change their names, their contents or both between two runs."""

import json
import os
import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.memory import Order, Scope
from simonides.engine.engine import Engine
from simonides.engine.filing.files import Sourcing
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner, MiningReport, Mode
from simonides.mining.names import recognise
from simonides.mining.places.manifest import Manifest, RoomRule

EXPORT = Path(__file__).parent / "conversations" / "samples" / "chatgpt.json"
ROOMS = (RoomRule("plans", ("plan*",)), RoomRule("old", ("old*",)))
NAMES = "abc"
WRITTEN, RENAMED, SWAPPED, COPIED, GROWN, DELETED, LINKED = range(7)
STEP = st.tuples(st.integers(WRITTEN, LINKED), st.sampled_from(NAMES), st.sampled_from(NAMES), st.integers(0, 7))
NUMBERS = count(1)


def line(conversation: str, number: int) -> str:
    message = {"role": "user", "content": f"In {conversation}, turn {number}: the plan has number {number}."}
    told = {"sessionId": conversation, "timestamp": f"2026-03-01T10:{number:02}:00.000Z"}
    return json.dumps({"type": "user", "uuid": f"{conversation}{number}", **told, "message": message}) + "\n"


def turns(conversation: str, numbers: range) -> str:
    return "".join(line(conversation, number) for number in numbers)


def mine(palace: Palace, folder: Path, mode: Mode = "projects", *, is_trial: bool = False) -> MiningReport:
    return Miner(palace, Job(folder, Manifest("wing_notes", ROOMS), mode, is_trial=is_trial)).run(listed(folder, mode))


def said_by(palace: Palace, path: Path) -> list[str]:
    return [memory.content.partition(":")[0] for memory in palace.sourcing.drawers(str(path))]


def is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def take(folder: Path, ending: str, step: tuple[int, str, str, int], texts: list[str]) -> None:
    """Do to some files of a folder what people and programs do to them; what is impossible is left undone."""
    what, one, other, number = step
    path, target = folder / f"{one}{ending}", folder / f"{other}{ending}"
    if what == WRITTEN:
        path.unlink(missing_ok=True)
        path.write_text(texts[number], encoding="utf-8")
    elif not is_file(path) or (path == target and what != GROWN):
        return
    elif what == RENAMED:
        path.rename(target)
    elif what == SWAPPED and is_file(target):
        for source, place in ((path, folder / "aside"), (target, path), (folder / "aside", target)):
            source.rename(place)
    elif what == GROWN:
        path.write_text(path.read_text(encoding="utf-8") + texts[number], encoding="utf-8")
    elif what == DELETED:
        path.unlink()
    elif what in (COPIED, LINKED):
        target.unlink(missing_ok=True)
        target.symlink_to(path) if what == LINKED else shutil.copy(path, target)


TEXTS = ["", *(f"Part {number}.{' It is told at length.' * 40 * number}\n\n" for number in range(1, 8))]
TALKS = [turns(("one", "two")[number % 2], range(number // 3, number + 1)) + "\n" * number**3 for number in range(8)]


@pytest.mark.requirement("mine-twins")
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(runs=st.lists(st.lists(STEP, min_size=1, max_size=4), min_size=1, max_size=5), at_once=st.sampled_from([1, 128]))
@pytest.mark.parametrize("mode", ["projects", "convos"])
def test_every_file_is_told_by_its_drawers_whatever_became_of_its_name(
    engine: Engine, tmp_path: Path, mode: Mode, runs: list[list[tuple[int, str, str, int]]], at_once: int
) -> None:
    folder = tmp_path / f"folder{next(NUMBERS)}"
    folder.mkdir()
    palace = engine.create(folder.name)
    ending, texts = (".jsonl", TALKS) if mode == "convos" else (".md", TEXTS)

    for steps in runs:
        for step in steps:
            take(folder, ending, step, texts)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("simonides.mining.miner.GROUP_FILES", at_once)
            mine(palace, folder, mode)
        lines = palace.sourcing.known(str(folder))
        everything = {memory.content for memory in palace.memories.page(Scope(with_ended=True), Order.OLDEST, 1000)}

        for path in filter(is_file, folder.iterdir()):
            text = path.read_text(encoding="utf-8")
            own = {memory.content for memory in palace.sourcing.drawers(str(path))}
            if mode == "convos":
                told = {json.loads(each)["message"]["content"] for each in text.splitlines() if each}
                assert (told - everything, own - told if told else set()) == (set(), set())
            else:
                assert palace.sourcing.text(lines[str(path)].twin_of or str(path)) == text
        assert mine(palace, folder, mode).read == 0
    engine.delete(folder.name)


@pytest.mark.requirement("mine-twins")
@pytest.mark.parametrize("at_once", [1, 128])
def test_conversations_that_leave_turns_to_each_other_lose_none_when_their_files_change_places(
    palace: Palace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    monkeypatch.setattr("simonides.mining.miner.GROUP_FILES", at_once)
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    a.write_text(turns("one", range(2)), encoding="utf-8")
    b.write_text(turns("one", range(1)) + turns("two", range(3)), encoding="utf-8")
    mine(palace, tmp_path, "convos")
    before = {memory.id for memory in palace.memories.page()}

    for source, target in ((a, tmp_path / "c"), (b, a), (tmp_path / "c", b)):
        source.rename(target)
    mine(palace, tmp_path, "convos")

    assert {memory.id for memory in palace.memories.page()} == before
    assert len(before) == 5
    assert mine(palace, tmp_path, "convos").read == 0


@pytest.mark.requirement("mine-resume")
def test_moves_that_were_interrupted_go_on_in_the_next_run(
    palace: Palace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        (tmp_path / f"{name}.md").write_text(f"This is about {name.upper()}.\n", encoding="utf-8")
    mine(palace, tmp_path)
    before = {memory.content: memory.id for memory in palace.memories.page()}
    for name, after in (("c", "d"), ("b", "c"), ("a", "b")):
        (tmp_path / f"{name}.md").rename(tmp_path / f"{after}.md")
    move, calls = Sourcing.move, count()

    def interrupted(sourcing: Sourcing, former: str, drafts: Sequence[Draft]) -> None:
        if next(calls) == 1:
            raise KeyboardInterrupt
        move(sourcing, former, drafts)

    with monkeypatch.context() as patch:
        patch.setattr(Sourcing, "move", interrupted)
        with pytest.raises(KeyboardInterrupt):
            mine(palace, tmp_path)
    mine(palace, tmp_path)

    assert {memory.content: memory.id for memory in palace.memories.page()} == before
    assert [palace.sourcing.text(str(tmp_path / f"{name}.md"))[-3:-2] for name in "abcd"] == ["", "A", "B", "C"]


@pytest.mark.requirement("mine-twins")
def test_a_file_that_left_turns_to_several_is_read_again_when_any_of_them_loses_some(palace: Palace, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(turns("one", range(5)), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(turns("two", range(2)), encoding="utf-8")
    (tmp_path / "everything.jsonl").write_text(turns("one", range(5)) + turns("two", range(2)), encoding="utf-8")
    mine(palace, tmp_path, "convos")

    (tmp_path / "b.jsonl").write_text(turns("three", range(1)), encoding="utf-8")
    report = mine(palace, tmp_path, "convos")

    assert said_by(palace, tmp_path / "everything.jsonl") == ["In two, turn 0", "In two, turn 1"]
    assert (palace.memories.count(), report.files) == (8, len(list(listed(tmp_path, "convos"))))


@pytest.mark.requirement("mine-incremental")
def test_a_file_that_grows_has_none_read_again_that_left_turns_to_it(palace: Palace, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(turns("one", range(5)), encoding="utf-8")
    (tmp_path / "b.jsonl").write_text(turns("one", range(3)) + turns("two", range(2)), encoding="utf-8")
    mine(palace, tmp_path, "convos")

    (tmp_path / "a.jsonl").write_text(turns("one", range(7)), encoding="utf-8")
    report = mine(palace, tmp_path, "convos")

    assert (report.read, report.filed) == (1, 2)


@pytest.mark.requirement("mine-twins")
def test_a_copy_takes_the_drawers_of_a_file_that_is_a_link_by_now(palace: Palace, tmp_path: Path) -> None:
    for name in ("plan.md", "twin.md"):
        (tmp_path / name).write_text("The plan is by Priya.\n", encoding="utf-8")
    mine(palace, tmp_path)
    [before] = palace.sourcing.drawers(str(tmp_path / "plan.md"))

    (tmp_path / "plan.md").unlink()
    (tmp_path / "plan.md").symlink_to(tmp_path / "twin.md")
    mine(palace, tmp_path)

    assert [memory.id for memory in palace.sourcing.drawers(str(tmp_path / "twin.md"))] == [before.id]


@pytest.mark.requirement("mine-twins")
def test_a_copy_takes_the_drawers_of_a_file_that_says_something_else(palace: Palace, tmp_path: Path) -> None:
    for name in ("plan.md", "twin.md"):
        (tmp_path / name).write_text("The plan is by Priya.\n", encoding="utf-8")
    mine(palace, tmp_path)
    [before] = palace.sourcing.drawers(str(tmp_path / "plan.md"))

    (tmp_path / "plan.md").write_text("Nobody has a plan any more.\n", encoding="utf-8")
    trial, report = mine(palace, tmp_path, is_trial=True), mine(palace, tmp_path)

    assert [memory.id for memory in palace.sourcing.drawers(str(tmp_path / "twin.md"))] == [before.id]
    assert trial.filed == report.filed == 1


@pytest.mark.requirement("mine-whereabouts")
def test_where_somebody_is_named_follows_a_file_into_another_room(palace: Palace, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text("The plan is by Priya, and Priya keeps it.\n", encoding="utf-8")
    how = Manifest("wing_notes", ROOMS, people=("Priya",))
    recognise(palace, how, mine(palace, tmp_path).names)
    (tmp_path / "plan.md").rename(tmp_path / "old.md")

    mine(palace, tmp_path)

    assert {fact.object for fact in palace.facts.about("priya")} == {"wing_notes/old"}


@pytest.mark.requirement("mine-conversations")
def test_an_export_that_is_read_by_turns_is_so_under_another_name(palace: Palace, tmp_path: Path) -> None:
    export = tmp_path / "conversations.json"
    export.write_bytes(EXPORT.read_bytes())
    mine(palace, export)
    mine(palace, tmp_path)
    before = {memory.id for memory in palace.memories.page()}

    export.rename(tmp_path / "exported.json")
    mine(palace, tmp_path)

    assert {memory.id for memory in palace.sourcing.drawers(str(tmp_path / "exported.json"))} == before
    assert mine(palace, tmp_path).read == 0


@pytest.mark.requirement("mine-twins")
def test_of_several_copies_of_a_file_that_is_gone_one_has_its_drawers(palace: Palace, tmp_path: Path) -> None:
    (tmp_path / "m.md").write_text("The plan is by Priya.\n", encoding="utf-8")
    os.utime(tmp_path / "m.md", (1_700_000_000, 1_700_000_000))
    mine(palace, tmp_path)
    [before] = palace.memories.page()

    for name in ("z.md", "a.md"):
        shutil.copy2(tmp_path / "m.md", tmp_path / name)
    (tmp_path / "m.md").unlink()
    report = mine(palace, tmp_path)

    assert [memory.id for memory in palace.memories.page()] == [before.id]
    assert (report.filed, report.twins, mine(palace, tmp_path).read) == (0, 1, 0)
