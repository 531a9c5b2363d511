"""Excerpts for lean answers."""

from pathlib import Path

from simonides.domain.text.passages import coverage, excerpt_of
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.answers.excerpts import Excerpts
from simonides.models import build_embedder
from simonides.settings import Settings

FILLER = "The committee met again and went through the minutes of its last meeting. " * 6
TEXT = f"{FILLER}The boat papers lie in the blue folder. {FILLER}"


def test_a_short_text_is_whole_and_on_one_line() -> None:
    assert excerpt_of("one\n two", "two", 240) == "one two"


def test_a_long_text_is_cut_where_the_words_of_the_question_stand() -> None:
    excerpt = excerpt_of(TEXT, "where are the boat papers?", 120)

    assert "boat papers" in excerpt
    assert (excerpt[0], excerpt[-1]) == ("…", "…")
    assert len(excerpt) <= 122


def test_the_end_of_a_text_fills_the_excerpt() -> None:
    excerpt = excerpt_of(f"{FILLER}The boat is blue.", "boat", 120)

    assert excerpt.endswith("The boat is blue.")
    assert len(excerpt) > 80


def test_coverage_is_the_share_of_the_words_that_are_held() -> None:
    assert coverage("The boat papers", "boat papers folder") == 2 / 3
    assert coverage("anything", "?") == 1.0


def test_where_words_fail_the_nearest_sentence_is_shown(tmp_path: Path) -> None:
    embedder = build_embedder(Settings(data_dir=tmp_path))
    question = "Wo sind die Unterlagen vom Schiff?"
    embedder.wait(60, [question, TEXT])

    excerpt = Excerpts(embedder)(TEXT, question, 120)

    assert "boat papers" not in excerpt_of(TEXT, question, 120)
    assert "boat papers" in excerpt


def test_without_a_question_or_with_a_short_text_nothing_is_compared() -> None:
    excerpts = Excerpts(HashingEmbedder())

    assert excerpts("short", "zzz", 120) == "short"
    assert excerpts(TEXT, "", 120) == excerpt_of(TEXT, "", 120)
