import json
from pathlib import Path

import pytest

from cli.conftest import Run

SUBJECTS = ("harbour", "lighthouse", "quarry", "observatory", "cannery", "windmill", "brewery", "tannery")
VERBS = ("closes", "reopens", "burns", "expands", "floods", "moves")


@pytest.fixture
def notes(run: Run, tmp_path: Path) -> list[str]:
    """A palace of notes that differ, filed by import."""
    texts = [
        f"Note on the {subject}\n\nThe {subject} {verb} in week {number}{index} because inspector {subject}{index} said so twice."
        for number, subject in enumerate(SUBJECTS)
        for index, verb in enumerate(VERBS)
    ]
    source = tmp_path / "notes.jsonl"
    lines = [json.dumps({"id": f"n{number}", "content": text}) for number, text in enumerate(texts)]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run("import", str(source)).code == 0
    return texts


@pytest.mark.requirement("bench-own-palace")
def test_a_palace_is_asked_about_its_own_memories(run: Run, notes: list[str]) -> None:
    seen = run("bench", "--questions", "20", "--json").json

    assert (seen["palace"], seen["memories"], seen["questions"], seen["seed"]) == ("default", len(notes), 20, 0)
    assert [figures["recipe"] for figures in seen["recipes"]] == ["hybrid", "lexical", "semantic"]
    for figures in seen["recipes"]:
        assert 0 <= figures["any@1"] <= figures["any@5"] <= figures["any@10"] <= 1
        assert figures["any@1"] <= figures["mrr@10"] <= figures["any@10"]
        assert figures["p50_ms"] <= figures["p95_ms"]
        assert set(figures["any@5_by_kind"]) == {"rare words", "gist", "heading"}
    hybrid, lexical, _ = seen["recipes"]
    assert hybrid["any@5_by_kind"]["rare words"] == lexical["any@5_by_kind"]["rare words"] == 1.0


@pytest.mark.requirement("bench-own-palace")
def test_the_figures_are_shown_as_a_table(run: Run, notes: list[str]) -> None:
    shown = run("bench", "--questions", "9")

    assert shown.code == 0
    assert f"9 questions made from {len(notes)} memories" in shown.out
    assert [name for name in ("hybrid", "words alone", "meaning alone") if name in shown.out] != []
    assert "any@5" in shown.out


@pytest.mark.requirement("bench-same-seed")
def test_the_same_seed_asks_the_same_and_another_asks_otherwise(run: Run, notes: list[str]) -> None:
    def ranks(seed: int) -> list[object]:
        seen = run("bench", "--questions", "15", "--seed", str(seed), "--json").json
        return [{name: value for name, value in each.items() if not name.endswith("_ms")} for each in seen["recipes"]]

    assert ranks(1) == ranks(1)
    assert any(ranks(1) != ranks(seed) for seed in (2, 3, 4))


@pytest.mark.requirement("bench-read-only")
def test_asking_changes_nothing(run: Run, notes: list[str], tmp_path: Path) -> None:
    run("export", str(tmp_path / "before.jsonl"))

    run("bench", "--questions", "12")

    run("export", str(tmp_path / "after.jsonl"))
    before, after = (_memories(tmp_path / f"{name}.jsonl") for name in ("before", "after"))
    assert len(before) == len(notes)
    assert after == before


def _memories(path: Path) -> list[object]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if "content" in line]


def test_an_empty_palace_has_nothing_to_be_asked_about(run: Run) -> None:
    run("palace", "create", "empty")

    assert run("bench", "--palace", "empty").out.startswith("No questions can be made")
    assert run("bench", "--palace", "empty", "--json").json["questions"] == 0


def test_a_palace_that_is_not_there_is_an_error(run: Run) -> None:
    assert run("bench", "--palace", "nowhere").code == 1


@pytest.mark.parametrize("words", [("--questions", "0"), ("--budget", "0"), ("--budget", "soon"), ("--seed", "x")])
def test_what_cannot_be_asked_is_refused(run: Run, words: tuple[str, str]) -> None:
    assert run("bench", *words).code == 2


def test_time_is_bounded(run: Run, notes: list[str]) -> None:
    assert run("bench", "--questions", "40", "--budget", "0.000001", "--json").json["questions"] == 1
