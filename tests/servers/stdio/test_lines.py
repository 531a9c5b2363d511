"""Lines from bytes, whatever pieces the bytes arrive in."""

from hypothesis import given
from hypothesis import strategies as st

from simonides.servers.stdio.lines import Lines


def lines_of(*chunks: bytes, limit: int = 1000) -> list[bytes | None]:
    lines = Lines(limit)
    found = [line for chunk in chunks for line in lines.feed(chunk)]
    return [*found, *lines.end()]


def test_lines_end_at_newlines_and_the_last_one_at_the_end() -> None:
    assert lines_of(b"a\nb", b"c\nd") == [b"a", b"bc", b"d"]


def test_blank_lines_are_nothing() -> None:
    assert lines_of(b"\n\r\n  \na\r\n\n") == [b"a\r"]


def test_a_byte_order_mark_is_forgiven_once_at_the_start() -> None:
    assert lines_of(b"\xef\xbb", b"\xbfa\n\xef\xbb\xbfb\n") == [b"a", b"\xef\xbb\xbfb"]


def test_an_overlong_line_is_told_at_once_and_skipped() -> None:
    lines = Lines(limit=3)

    assert list(lines.feed(b"abcd")) == [None]
    assert list(lines.feed(b"efgh")) == []
    assert list(lines.feed(b"i\nok\n")) == [b"ok"]


@given(st.lists(st.binary(min_size=1).filter(lambda line: b"\n" not in line and line.strip()), max_size=8), st.integers(1, 9))
def test_how_the_bytes_are_cut_does_not_matter(lines: list[bytes], size: int) -> None:
    stream = b"first\n" + b"\n".join(lines)

    assert lines_of(*(stream[at : at + size] for at in range(0, len(stream), size))) == [b"first", *lines]
