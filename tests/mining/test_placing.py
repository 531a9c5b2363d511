import pytest

from simonides.mining.places.manifest import Manifest, RoomRule
from simonides.mining.places.placement import Placer

PLACER = Placer(
    Manifest(
        "wing_x",
        (
            RoomRule("billing", ("invoice", "payment run")),
            RoomRule("documentation", ("docs/", "*.md")),
            RoomRule("search-engine"),
        ),
    )
)


@pytest.mark.requirement("mine-rooms")
@pytest.mark.parametrize(
    ("path", "text", "room"),
    [
        ("src/billing/a.py", "", "billing"),
        ("docs/billing/a.py", "", "documentation"),
        ("src/search-engine/a.py", "", "search-engine"),
        ("notes/invoice_2026.txt", "", "billing"),
        ("notes/x.txt", "The invoice is late. That invoice!", "billing"),
        ("notes/x.txt", "A payment run, and one more payment run.", "billing"),
        ("README.md", "", "documentation"),
        ("notes/x.txt", "One invoice.", "general"),
    ],
)
def test_a_file_goes_by_folder_then_name_then_words_then_ending(path: str, text: str, room: str) -> None:
    assert PLACER.room(path, text) == room


@pytest.mark.requirement("languages-rooms")
@pytest.mark.parametrize(
    ("path", "text", "room"),
    [
        ("notizen/x.txt", "Die Rechnung fehlt noch. Welche RECHNUNG?", "buchhaltung"),
        ("notizen/x.txt", "Die Gebühr ist hoch, die Gebuhr aber bezahlt.", "buchhaltung"),
        ("notizen/Gebühr_2026.txt", "", "buchhaltung"),
        ("メモ/x.txt", "請求書を送りました。請求書の番号は三です。", "経理"),
        ("заметки/x.txt", "Счёт за март. Где этот счет?", "бухгалтерия"),
        ("हिन्दी/x.txt", "", "हिन्दी"),
    ],
)
def test_keywords_are_found_in_every_script(path: str, text: str, room: str) -> None:
    rules = (
        RoomRule("buchhaltung", ("Rechnung", "Gebühr")),
        RoomRule("経理", ("請求書",)),
        RoomRule("бухгалтерия", ("счёт",)),
        RoomRule("हिन्दी"),
    )

    assert Placer(Manifest("wing_x", rules)).room(path, text) == room
