from pathlib import Path

import pytest

from simonides.domain.errors import Invalid
from simonides.mining.places.manifest import NAME, Manifest, RoomRule, read, write


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    manifest = Manifest(
        "wing_日本", (RoomRule("billing", ("invoice", "docs/", "*.md")), RoomRule("x")), ("Ada O'Neil",), ("Atlas",)
    )

    write(tmp_path, manifest)

    assert read(tmp_path) == manifest


def test_a_person_may_write_less(tmp_path: Path) -> None:
    (tmp_path / NAME).write_text("wing: wing_app\nrooms: [billing, {name: search}]\n", encoding="utf-8")

    assert read(tmp_path) == Manifest("wing_app", (RoomRule("billing"), RoomRule("search")))


def test_without_a_file_nothing_is_said(tmp_path: Path) -> None:
    assert read(tmp_path) is None


@pytest.mark.parametrize("text", ["", "- a\n", "wing: [", "wing: ../up\n", "wing: w\nrooms: 5\n", "rooms: []\n"])
def test_a_file_that_makes_no_sense_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text, encoding="utf-8")

    with pytest.raises(Invalid):
        read(tmp_path)
