from pathlib import Path

from simonides.engine.graph.entities import EntityDraft
from simonides.peers.found import Found, Line
from simonides.peers.instruction_files import read_instructions, sections
from simonides.peers.notes_folder import read_notes

NOTE = """\
---
title: Coffee brewing
type: guide
permalink: coffee/brewing
tags: [coffee, brewing]
created: 2026-04-05
---
# Coffee

- [method] Pour over is slow #taste
- [ ] buy filters
- requires [[Proper grinder]]

See [[Tea|the tea note]] too.
"""


def lines(found: list[Found], kind: str) -> list[Line]:
    return [each for each in found if isinstance(each, dict) and each["type"] == kind]


def notes(folder: Path, text: str, name: str = "coffee/brewing.md") -> list[Found]:
    path = folder / "vault" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return list(read_notes(folder / "vault"))


def test_a_note_is_kept_word_for_word_with_its_place_tags_and_date(tmp_path: Path) -> None:
    [line] = lines(notes(tmp_path, NOTE), "memory")

    assert str(line["content"]).startswith("# Coffee\n\n- [method] Pour over is slow #taste")
    assert (line["wing"], line["room"], line["source"]) == ("vault", "coffee", "coffee/brewing.md")
    assert line["tags"] == ["coffee", "brewing", "taste"]
    assert line["event_time"] == "2026-04-05T00:00:00Z"
    assert "permalink: coffee/brewing" in str(line["metadata"])


def test_observations_and_links_become_a_node_and_facts(tmp_path: Path) -> None:
    found = notes(tmp_path, NOTE)

    assert [each for each in found if isinstance(each, EntityDraft)] == [
        EntityDraft("Coffee brewing", "guide", ["[method] Pour over is slow #taste"])
    ]
    assert [(fact["subject"], fact["predicate"], fact["object"]) for fact in lines(found, "fact")] == [
        ("Coffee brewing", "requires", "Proper grinder"), ("Coffee brewing", "links_to", "Tea"),
    ]  # fmt: skip


def test_a_link_leads_to_the_note_that_it_calls_by_path_permalink_or_file(tmp_path: Path) -> None:
    notes(tmp_path, "---\ntitle: Hot drinks\npermalink: main/hot\n---\ntext\n", "guides/Drinks.md")

    found = notes(tmp_path, "[[guides/Drinks]] [[main/hot]] [[drinks]] [[Hot Drinks]] [[Milk]]\n", "a.md")

    assert [fact["object"] for fact in lines(found, "fact")] == ["Hot drinks", "Milk"]


def test_hidden_folders_and_other_files_stay_behind(tmp_path: Path) -> None:
    notes(tmp_path, "hidden", ".obsidian/x.md")
    (tmp_path / "vault" / "picture.png").write_bytes(b"x")

    found = notes(tmp_path, "plain words")

    assert [line["content"] for line in lines(found, "memory")] == ["plain words"]
    assert str(found[-1]).startswith("LeftBehind(what='files', count=1")


def test_front_matter_that_is_not_readable_stays_in_the_text(tmp_path: Path) -> None:
    [line] = lines(notes(tmp_path, "---\n: : [\n---\ntext\n"), "memory")

    assert line["content"] == "---\n: : [\n---\ntext"


def test_aliases_in_front_matter_cannot_grow(tmp_path: Path) -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{name}: &{name} [*{before}, *{before}]\n"
        for before, name in zip("abcdefghijklmnopqrstuvwxy", "bcdefghijklmnopqrstuvwxyz", strict=True)
    )

    [line] = lines(notes(tmp_path, f"---\n{bomb}title: *z\n---\ntext\n"), "memory")

    assert line["content"] == "text"
    assert len(str(line)) < 5_000


def test_sections_together_are_the_whole_file() -> None:
    text = "Intro\n\n# One\nbody\n```\n# no heading\n```\n## Two\nend"

    found = list(sections(text))

    assert [title for title, _ in found] == ["", "One", "Two"]
    assert "".join(section for _, section in found) == text


def test_instruction_files_below_a_folder_become_memories(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "CLAUDE.md").write_text("# Style\nUse tabs.\n# Tests\nRun make test.\n", encoding="utf-8")
    (tmp_path / "sub" / "AGENTS.md").write_text("Be brief.\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("no instruction\n", encoding="utf-8")

    found = lines(list(read_instructions(tmp_path)), "memory")

    assert [(line["content"], line["source"]) for line in found] == [
        ("# Style\nUse tabs.", "CLAUDE.md"), ("# Tests\nRun make test.", "CLAUDE.md"), ("Be brief.", "sub/AGENTS.md"),
    ]  # fmt: skip
