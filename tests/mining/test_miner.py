import base64
import os
import random
import textwrap
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.memory import Scope
from simonides.engine.palace import Palace
from simonides.mining.conversations import Format, format_of
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner, MiningReport, Mode
from simonides.mining.names import recognise
from simonides.mining.places.manifest import Manifest, RoomRule

DOCS = Path(__file__).parent.parent.parent / "docs"
EXPORT = Path(__file__).parent / "conversations" / "samples" / "chatgpt.json"
MANIFEST = Manifest("wing_notes", (RoomRule("billing", ("invoice",)), RoomRule("documentation", ("*.md",))))


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "plan.md").write_text("# Plan\n\n" + "The plan is by Priya. " * 200, encoding="utf-8")
    (folder / "invoice.txt").write_text("We asked Priya about it, and then Priya paid.\n", encoding="utf-8")
    return folder


def mine(palace: Palace, folder: Path, mode: Mode = "projects", manifest: Manifest = MANIFEST, **more: int) -> MiningReport:
    job = Job(folder, manifest, mode, more.get("limit"), is_trial=bool(more.get("is_trial")))
    return Miner(palace, job).run(listed(folder, mode))


@pytest.mark.requirement("mine-incremental")
@pytest.mark.parametrize("mode", ["projects", "general"])
def test_mining_twice_files_nothing_the_second_time(palace: Palace, mode: Mode) -> None:
    first = mine(palace, DOCS, mode)
    second = mine(palace, DOCS, mode)

    assert first.filed == palace.memories.count() > 50
    assert (second.filed, second.removed, second.read, second.unchanged) == (0, 0, 0, first.files - len(first.skipped))
    assert all(each.path.endswith(".png") for each in first.skipped)


@pytest.mark.requirement("mine-incremental")
def test_a_changed_file_touches_only_what_changed(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    before = {memory.id for memory in palace.sourcing.drawers(str(notes / "plan.md"))}
    with (notes / "plan.md").open("a", encoding="utf-8") as file:
        file.write("\n\n" + "An afterthought of some length, which stands by itself. " * 20)

    report = mine(palace, notes)
    after = {memory.id for memory in palace.sourcing.drawers(str(notes / "plan.md"))}

    assert report.read == 1
    assert (len(after - before), len(before - after)) == (report.filed, report.removed)
    assert report.removed <= 1
    assert len(before & after) == report.kept == len(before) - report.removed
    assert palace.sourcing.text(str(notes / "plan.md")) == (notes / "plan.md").read_text(encoding="utf-8")


@pytest.mark.requirement("mine-twins")
def test_the_same_content_under_another_name_is_not_filed_twice(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    (notes / "copy.md").write_bytes((notes / "plan.md").read_bytes())

    report = mine(palace, notes)

    assert (report.filed, report.twins) == (0, 1)
    assert mine(palace, notes).unchanged == 3


@pytest.mark.requirement("mine-twins")
def test_a_copy_is_filed_when_the_file_that_stood_for_it_changes(palace: Palace, notes: Path) -> None:
    text = (notes / "plan.md").read_text(encoding="utf-8")
    (notes / "zz.md").write_text(text, encoding="utf-8")
    (notes / "aa.md").write_text(text, encoding="utf-8")
    mine(palace, notes)

    (notes / "aa.md").write_text("Something else altogether.", encoding="utf-8")
    mine(palace, notes)

    assert palace.sourcing.text(str(notes / "aa.md")) == "Something else altogether."
    assert text in {palace.sourcing.text(str(notes / name)) for name in ("plan.md", "zz.md")}
    assert mine(palace, notes).read == 0


@pytest.mark.requirement("mine-twins")
def test_the_drawers_of_a_file_go_with_it_when_it_is_renamed(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    before = {memory.id for memory in palace.sourcing.drawers(str(notes / "plan.md"))}
    (notes / "plan.md").rename(notes / "later.md")

    report = mine(palace, notes)

    assert {memory.id for memory in palace.sourcing.drawers(str(notes / "later.md"))} == before
    assert (report.filed, report.twins, report.removed, palace.sourcing.drawers(str(notes / "plan.md"))) == (0, 0, 0, [])
    assert mine(palace, notes).read == 0


@pytest.mark.requirement("mine-twins")
def test_the_drawers_of_a_deleted_file_go_to_its_copies(palace: Palace, notes: Path) -> None:
    for name in ("zy.md", "zz.md"):
        (notes / name).write_bytes((notes / "plan.md").read_bytes())
    mine(palace, notes)
    before = palace.memories.count()
    (notes / "plan.md").unlink()

    mine(palace, notes)

    assert palace.sourcing.text(str(notes / "zy.md")) == (notes / "zz.md").read_text(encoding="utf-8")
    assert (palace.memories.count(), palace.sourcing.drawers(str(notes / "plan.md"))) == (before, [])
    assert mine(palace, notes).read == 0


@pytest.mark.requirement("mine-twins")
def test_files_that_were_written_at_once_and_moved_up_by_one_lose_nothing(palace: Palace, tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).write_text(f"This is about {name.upper()}.\n", encoding="utf-8")
        os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))
    mine(palace, tmp_path)

    for name, after in (("c", "d"), ("b", "c"), ("a", "b")):
        (tmp_path / name).rename(tmp_path / after)
    mine(palace, tmp_path)

    said = {name: palace.sourcing.text(str(tmp_path / name)) for name in "abcd"}
    assert said == {"a": "", "b": "This is about A.\n", "c": "This is about B.\n", "d": "This is about C.\n"}


@pytest.mark.requirement("mine-twins")
@pytest.mark.parametrize("at_once", [1, 128])
@pytest.mark.parametrize("texts", [("B", "A", "C"), ("C", "A", "B"), ("new", "A", "B")])
def test_nothing_is_lost_when_files_take_the_names_of_each_other(
    palace: Palace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, texts: tuple[str, ...], at_once: int
) -> None:
    monkeypatch.setattr("simonides.mining.miner.GROUP_FILES", at_once)
    after = dict(zip("abc", texts, strict=True))
    for name in "abc":
        (tmp_path / name).write_text(f"This is about {name.upper()}.\n", encoding="utf-8")
    mine(palace, tmp_path)
    before = {memory.content: memory.id for name in "abc" for memory in palace.sourcing.drawers(str(tmp_path / name))}

    for name, text in after.items():
        (tmp_path / name).write_text(f"This is about {text}.\n", encoding="utf-8")
    mine(palace, tmp_path)

    now = {name: palace.sourcing.drawers(str(tmp_path / name)) for name in after}
    assert {name: [memory.content for memory in found] for name, found in now.items()} == {
        name: [f"This is about {text}.\n"] for name, text in after.items()
    }
    assert all(before.get(memory.content, memory.id) == memory.id for found in now.values() for memory in found)
    assert mine(palace, tmp_path).read == 0


@pytest.mark.requirement("mine-conversations")
def test_an_export_that_was_filed_as_json_is_read_by_turns_once_it_is_named_and_stays_so(palace: Palace, notes: Path) -> None:
    export, copy = notes / "conversations.json", notes / "a-copy.json"
    for path in (export, copy):
        path.write_bytes(EXPORT.read_bytes())
    mine(palace, notes)

    named, again, folder = mine(palace, export), mine(palace, export), mine(palace, notes)

    assert (named.read, named.twins, again.unchanged) == (1, 0, 1)
    assert (folder.read, folder.removed, folder.unchanged) == (0, 0, 4)
    assert {each.origin.role for each in palace.sourcing.drawers(str(export))} >= {"user", "assistant"}
    assert mine(palace, export, "convos").unchanged == 1

    for path in (export, copy):
        path.write_bytes(EXPORT.read_bytes() + b"\n")
    assert (mine(palace, notes).exports, palace.sourcing.known(str(notes))[str(export)].mode) == (["a-copy.json"], "convos")
    assert {each.origin.role for each in palace.sourcing.drawers(str(export))} >= {"user", "assistant"}


@pytest.mark.requirement("mine-conversations")
def test_an_export_that_was_named_alone_in_another_wing_stays_by_turns_when_its_folder_is_mined(
    palace: Palace, notes: Path
) -> None:
    export = notes / "conversations.json"
    export.write_bytes(EXPORT.read_bytes())
    mine(palace, export, manifest=Manifest("wing_talks"))

    folder, again = mine(palace, notes), mine(palace, notes)

    assert (folder.exports, palace.sourcing.known(str(notes))[str(export)].mode) == ([], "convos")
    assert {each.origin.role for each in palace.sourcing.drawers(str(export))} >= {"user", "assistant"}
    assert again.read == 0


@pytest.mark.parametrize("mode", ["projects", "convos"])
def test_a_file_that_was_named_alone_is_named_when_it_cannot_be_read(palace: Palace, notes: Path, mode: Mode) -> None:
    (notes / "sound.txt").write_bytes(b"\0" * 100)

    report = mine(palace, notes / "sound.txt", mode)

    assert [each.path for each in report.skipped] == ["sound.txt"]


@pytest.mark.requirement("mine-conversations", "code-secrets")
@pytest.mark.parametrize("mode", ["projects", "general"])
def test_a_file_with_the_name_of_a_secret_is_not_opened_to_see_whether_it_is_an_export(
    palace: Palace, notes: Path, mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def looked_at(path: Path) -> Format | None:
        opened.append(path.name)
        return format_of(path)

    monkeypatch.setattr("simonides.mining.files.listing.format_of", looked_at)
    for name in ("credentials.json", "talks.json"):
        (notes / name).write_bytes(EXPORT.read_bytes())

    report = mine(palace, notes, mode)

    assert [each.path for each in report.skipped] == ["credentials.json"]
    assert set(opened) == {"talks.json"}
    assert report.exports == (["talks.json"] if mode == "projects" else [])


@pytest.mark.requirement("mine-nothing-cut")
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(["word ", "\n", "\n\n", "def f():\n    return 1\n", "x" * 900, "\r\n", "é "]), max_size=80).map(
        "".join
    )
)
@pytest.mark.parametrize("name", ["a.txt", "a.py", "a.md"])
def test_the_drawers_of_a_file_give_the_file_back(palace: Palace, tmp_path: Path, name: str, text: str) -> None:
    folder = tmp_path / "made"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(text.encode())

    mine(palace, folder)

    assert palace.sourcing.text(str(folder / name)) == (text if text.strip() else "")


@pytest.mark.requirement("mine-faults")
def test_a_file_of_which_some_bytes_were_replaced_is_reported_with_the_line(palace: Palace, notes: Path) -> None:
    (notes / "old.txt").write_bytes("Received.\nWe spoke to J\u00fcrgen about the rent of the flat.\n".encode("latin-1"))
    (notes / "cut.txt").write_bytes("Half a sign".encode("utf-16")[:-1])

    report = mine(palace, notes)

    lost = "some bytes from here on are not {} and were replaced by U+FFFD"
    assert [(each.path, each.reason) for each in report.partly] == [
        ("cut.txt", f"partly unreadable: line 1: {lost.format('UTF-16')}"),
        ("old.txt", f"partly unreadable: line 2: {lost.format('UTF-8')}"),
    ]


@pytest.mark.requirement("mine-encoded")
def test_encoded_data_is_left_out_and_named_and_the_words_around_it_are_filed(palace: Palace, notes: Path) -> None:
    data = base64.b64encode(random.Random(3).randbytes(60_000)).decode()
    (notes / "shot.b64").write_text("\n".join(textwrap.wrap(data, 76)), encoding="utf-8")
    (notes / "page.md").write_text(f"Ada chose Clerk.\n\n![](data:image/png;base64,{data})\n\nCyrus agreed.\n", encoding="utf-8")

    trial, report, again = mine(palace, notes, is_trial=1), mine(palace, notes), mine(palace, notes)

    assert (trial.skipped, trial.partly) == (report.skipped, report.partly)
    assert [(each.path, each.reason) for each in report.skipped] == [
        ("shot.b64", f"holds no words, only {len(data) + len(data) // 76:,} characters of encoded data")
    ]
    assert [(each.path, each.reason) for each in report.partly] == [
        ("page.md", f"left out {len(data):,} characters of encoded data, line 3")
    ]
    assert palace.sourcing.text(str(notes / "page.md")) == (
        "Ada chose Clerk.\n\n![](data:image/png;base64,[\u2026])\n\nCyrus agreed.\n"
    )
    assert list(palace.sourcing.drawers(str(notes / "shot.b64"))) == []
    assert (again.read, again.unchanged, again.skipped, again.partly) == (0, 4, [], [])


@pytest.mark.requirement("mine-faults")
def test_files_that_cannot_be_read_are_reported_and_the_rest_is_filed(palace: Palace, notes: Path) -> None:
    (notes / "picture.bin").write_bytes(b"\x00\x01" * 500)
    (notes / "broken.pdf").write_bytes(b"%PDF-1.7 truncated")
    (notes / "broken.docx").write_bytes(b"PK\x03\x04")
    (notes / "huge.txt").write_bytes(b"")
    os.truncate(notes / "huge.txt", 50_000_000)
    (notes / "empty.txt").touch()

    report = mine(palace, notes)

    assert {each.path for each in report.skipped} == {"picture.bin", "broken.pdf", "broken.docx", "huge.txt"}
    assert all(each.reason for each in report.skipped)
    assert palace.memories.count(Scope(source=str(notes / "plan.md"))) > 1


@pytest.mark.requirement("mine-rooms")
def test_rooms_follow_the_manifest_and_change_with_it(palace: Palace, notes: Path) -> None:
    mine(palace, notes)
    before = {memory.id: memory.place.room for memory in palace.memories.page(limit=100)}

    report = mine(
        palace, notes, manifest=Manifest("wing_notes", (RoomRule("plans", ("plan",)), RoomRule("billing", ("invoice",))))
    )
    after = {memory.id: memory.place.room for memory in palace.memories.page(limit=100)}

    assert set(before.values()) == {"billing", "documentation"}
    assert set(after.values()) == {"billing", "plans"}
    assert (before.keys(), report.filed) == (after.keys(), 0)


@pytest.mark.requirement("mine-general")
def test_general_mining_puts_a_passage_into_the_room_of_its_kind(palace: Palace, notes: Path) -> None:
    text = "# Log\n\nWe decided to use Clerk instead of Auth0, because it is cheaper and simpler to run.\n\n" + "Weather. " * 30
    (notes / "log.md").write_text(text, encoding="utf-8")

    mine(palace, notes, "general")
    [decision] = palace.memories.page(Scope(room="decisions"))

    assert "Clerk instead of Auth0" in decision.content
    assert (decision.tags, decision.metadata["kind"]) == (("decisions",), "decisions")
    assert palace.sourcing.text(str(notes / "log.md")) == text


@pytest.mark.requirement("mine-limits")
def test_a_trial_files_nothing_and_a_limit_is_taken_up_where_it_ended(palace: Palace, notes: Path) -> None:
    trial = mine(palace, notes, is_trial=1)
    assert (palace.memories.count(), trial.filed > 2) == (0, True)

    reports = [mine(palace, notes, limit=1), mine(palace, notes, limit=1), mine(palace, notes, limit=1)]

    assert [report.read for report in reports] == [1, 1, 0]
    assert palace.memories.count() == trial.filed


@pytest.mark.requirement("mine-resume")
def test_after_an_interruption_mining_goes_on_where_it_was(palace: Palace, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(150):
        (folder / f"{number:03}.txt").write_text(f"Note number {number}.", encoding="utf-8")

    def interrupt(_done: int, _drawers: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Miner(palace, Job(folder, MANIFEST)).run(listed(folder, "projects"), interrupt)
    there = palace.memories.count()
    report = mine(palace, folder)

    assert 0 < there < 150
    assert (report.filed, report.unchanged) == (150 - there, there)


@pytest.mark.requirement("mine-entities")
def test_names_in_the_notes_become_entities_with_mentions(palace: Palace, notes: Path) -> None:
    report = mine(palace, notes)

    fresh = recognise(palace, Manifest("wing_notes", people=("Ada",)), report.names)
    facts = palace.facts.about("priya")

    assert fresh == ["Ada", "Priya"]
    assert {fact.predicate for fact in facts} == {"mentioned_in"}
    assert {fact.object for fact in facts} == {"wing_notes/documentation", "wing_notes/billing"}
    assert palace.store.graph.entity("ada").type == "person"


def test_what_was_forgotten_is_filed_again_when_mined_again(palace: Palace, notes: Path) -> None:
    filed = mine(palace, notes).filed

    assert palace.sourcing.forget(Scope(wing="wing_notes")) == filed
    assert mine(palace, notes).filed == filed


def test_a_cleared_palace_is_mined_afresh(palace: Palace, notes: Path) -> None:
    filed = mine(palace, notes).filed
    palace.clear()

    assert mine(palace, notes).filed == filed
