"""Text of every script in a terminal: no line is wider than the window."""

import io
from collections.abc import Callable
from contextlib import redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.conftest import Run
from simonides.cli.cells import text_width, wrapped
from simonides.cli.output import Output, visible
from simonides.cli.tables import TableColumn, fitted

WIDTH = 40
TEXTS = [
    "先週、データベースを新しいサーバーに移すことに決めました。古いサーバーは遅すぎたからです。" * 3,
    "지난주에 데이터베이스를 새 서버로 옮기기로 결정했습니다. " * 4,
    "لقد قررنا نقل قاعدة البيانات إلى خادم جديد في الأسبوع القادم. " * 4,
    "העברנו את מסד הנתונים לשרת חדש בשבוע שעבר. " * 4,
    "पिछले हफ़्ते हमने डेटाबेस को नए सर्वर पर ले जाने का फ़ैसला किया। " * 4,
    "เราย้ายฐานข้อมูลไปยังเซิร์ฟเวอร์ใหม่เมื่อสัปดาห์ที่แล้ว" * 4,
    "🙂👩‍👩‍👧 ok " * 20,
]


def printed(show: Callable[[Output], None]) -> list[str]:
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(terminal), pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(WIDTH))
        show(Output())
    terminal.seek(0)
    return terminal.read().splitlines()


@pytest.mark.requirement("languages-terminal")
@pytest.mark.parametrize("text", TEXTS)
def test_a_passage_is_wrapped_by_what_its_signs_take(text: str) -> None:
    heading, *lines = printed(lambda out: out.passage(["heading"], text))

    assert heading == "heading"
    assert all(cell_len(line) <= WIDTH for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.requirement("languages-terminal")
@pytest.mark.parametrize("text", TEXTS)
def test_the_columns_of_a_table_stay_in_line(text: str) -> None:
    lines = printed(lambda out: out.table(("wing", "count"), [(text[:12], 1), ("plain", 20)], numeric=("count",)))

    assert {cell_len(line) for line in lines} == {cell_len(lines[0])}
    assert cell_len(lines[0]) <= WIDTH


@pytest.mark.requirement("cli-whole-words")
def test_a_table_breaks_neither_paths_nor_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    path, moment = "/home/ann/Meine Dateien/palaces/work", "2026-03-04 17:05"
    rows = [("a note that is much too long for the window that it is shown in", moment, path)]

    lines = printed(lambda out: out.table(("note", "since", "path"), rows))

    assert any(path in line for line in lines)
    assert any(moment in line for line in lines)


@pytest.mark.requirement("cli-whole-words")
def test_a_table_does_not_break_the_rooms_that_most_palaces_have() -> None:
    rows = [("wing_talks", room, 7, "2026-03-04") for room in ("conversations", "documentation")]

    lines = printed(lambda out: out.table(("wing", "room", "memories", "latest"), rows, numeric=("memories",)))

    assert [line.split()[1] for line in lines[2:]] == ["conversations", "documentation"]


@pytest.mark.requirement("cli-whole-words")
def test_a_heading_is_not_broken() -> None:
    heading = "1. 0.61  wing_app / auth  2026-03-04  /home/ann/code/atlas/docs/decisions.md:17"

    assert printed(lambda out: out.passage([heading], "text"))[0] == heading


@pytest.mark.requirement("cli-columns")
@pytest.mark.parametrize(("columns", "longest"), [("40", 40), ("120", 120), (None, 200)])
def test_piped_output_is_as_wide_as_columns_says(
    columns: str | None, longest: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", columns)

    Output().passage(["heading"], "word " * 400)

    assert longest - 6 <= max(map(len, capsys.readouterr().out.splitlines())) <= longest


@pytest.mark.requirement("languages-terminal")
@given(st.text(st.characters(exclude_categories=["Cs", "Cn", "Co", "Cc", "Zl", "Zp", "So", "No", "Lm"])), st.integers(2, 30))
def test_wrapping_keeps_every_word_and_no_line_is_too_wide(text: str, width: int) -> None:
    lines = list(wrapped(text, width))

    assert "".join("".join(lines).split()) == "".join(text.split())
    assert all(text_width(line) <= width for line in lines)


def test_indents_stay_and_words_that_are_too_long_are_broken() -> None:
    assert list(wrapped("  abcdefgh ij\n\n    k", 6)) == ["abcdef", "gh ij", "", "    k"]
    assert list(wrapped("abcdefgh ij", 4)) == ["abcd", "efgh", "ij"]


@pytest.mark.parametrize("sign", ["a", "ä", "漢", "👩‍👩‍👧", "❤️", "👍🏽", "हिन्दी", "ซิร์", "🇩🇪", "한국어"])
def test_signs_are_as_wide_as_others_find_them(sign: str) -> None:
    assert text_width(sign) == cell_len(sign)


def test_the_widest_columns_become_narrower_first() -> None:
    columns = [TableColumn("a", ["short"]), TableColumn("b", ["x" * 50]), TableColumn("since", ["2026-03-04 17:05"])]

    assert fitted(columns, 100) == [5, 50, 16]
    assert fitted(columns, 40) == [5, 19, 16]
    # No window is wide enough for a long path: then words of a usual length stay whole all the same.
    assert fitted(columns, 10) == [5, 13, 16]


def test_a_bar_becomes_shorter_before_a_word_is_broken() -> None:
    room, bar = TableColumn("room", ["documentation"]), TableColumn("", ["\u2588" * 12])

    assert fitted([room, bar], 20) == [13, 7]
    assert fitted([room, bar], 10) == [13, 4]


def test_signs_that_turn_the_writing_around_are_spelled_out() -> None:
    assert visible("a\u202eb\u2067c") == "a\\u202eb\\u2067c"
    assert visible("שלום \u200f!") == "שלום \u200f!"


def test_a_text_in_one_line_fits_the_window_and_says_that_more_follows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    run("remember", "The crane at the east quay was painted green in June by the night shift")
    run("remember", "東の埠頭のクレーンは六月に夜勤によって緑色に塗られました。次は八月です。")
    run("remember", "Short and\nwhole")

    listed, changed = run("recent").out.splitlines(), run("changes").out.splitlines()

    assert max(text_width(line) for line in (*listed, *changed)) <= 60
    texts = [line for line in (*listed, *changed) if line.startswith(("    ", "  +")) and "drawer_" not in line]
    assert len(texts) == 6
    assert "    The crane at the east quay was painted green in June …" in texts
    assert [line.endswith("…") for line in texts] == [False, True, True, False, True, True]
    assert "    Short and whole" in texts


def test_a_list_tells_when_it_happened_and_when_it_was_filed(run: Run) -> None:
    filed = run("remember", "The quince was planted", "--date", "2024-05-17", "--json").json["memory"]["created_at"][:10]

    assert run("recent").out.startswith(f"2024-05-17, filed {filed}  general / general")
    run("remember", "The pear was planted")
    assert run("recent", "1").out.startswith(f"filed {filed}  general / general")
