"""Chunking: a file is cut along its definitions, and nothing of it is lost."""

import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mining.code_samples import BY_STRUCTURE, CPP, PYTHON, TSX, WITH_GRAMMAR, Expected
from simonides.domain.code import Piece
from simonides.mining.code import grammars
from simonides.mining.code.cutting import CHARS_MAX, LINES_MAX, pieces_of
from simonides.mining.code.languages import language_of
from simonides.mining.code.outline import DEPTH_MAX
from simonides.mining.code.queries import QUERIES
from simonides.mining.code.structure import outline

EVERYTHING = {**WITH_GRAMMAR, **BY_STRUCTURE}
LINES = st.sampled_from(
    [
        "def f(x):", "    return x", "class A:", "    def g(self):", "        pass", "", "   ", "}", "{", "end", "# why", "x = 1",
        "function h() {", "  if (x) {", "  }", "@wraps", "/* open", " */", '"""', "def", "fn main() {", "\t\tpass",
        "é = '漢字'", "\f",
    ]
)  # fmt: skip


def found(pieces: list[Piece]) -> Expected:
    """The definitions, without what stands between them."""
    definitions = [piece for piece in pieces if piece.name is not None]
    return [
        (piece.kind, ".".join([*piece.enclosing, str(piece.name)]), piece.start_line, piece.end_line) for piece in definitions
    ]


def check_nothing_is_lost(text: str, pieces: list[Piece]) -> None:
    assert "".join(piece.content for piece in pieces) == text
    lines = text.split("\n")
    covered: set[int] = set()
    for piece in pieces:
        assert piece.content
        span = range(piece.start_line, piece.end_line + 1)
        # Only a line that is too long for one piece stands in several.
        assert not covered.intersection(span) or len(lines[piece.start_line - 1]) > CHARS_MAX
        covered.update(span)
    assert {number for number, line in enumerate(lines, 1) if line.strip()} <= covered


@pytest.mark.parametrize("language", WITH_GRAMMAR)
@pytest.mark.requirement("code-languages")
def test_a_grammar_finds_every_definition_with_kind_name_lines_and_enclosing_path(language: str) -> None:
    text, expected = WITH_GRAMMAR[language]

    pieces = pieces_of(text, language)

    assert found(pieces) == expected
    check_nothing_is_lost(text, pieces)


def test_there_is_a_sample_for_every_grammar() -> None:
    assert set(WITH_GRAMMAR) == set(QUERIES)


@pytest.mark.parametrize("language", BY_STRUCTURE)
@pytest.mark.requirement("code-languages")
def test_without_a_grammar_lines_and_indentation_tell(language: str) -> None:
    text, expected = BY_STRUCTURE[language]

    pieces = pieces_of(text, language)

    assert found(pieces) == expected
    check_nothing_is_lost(text, pieces)


def test_a_grammar_that_is_not_installed_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_python", None)
    grammars._grammar.cache_clear()

    pieces = pieces_of(PYTHON, "python")
    grammars._grammar.cache_clear()

    assert {name for _, name, _, _ in found(pieces)} == {"parse", "Router", "Router.add", "Router.size", "main"}
    check_nothing_is_lost(PYTHON, pieces)


def test_a_file_that_the_grammar_stumbles_over_is_cut_by_its_structure() -> None:
    text = "class Repo {\n    companion object { fun make() = Repo(Db()) }\n}\n\nobject Single {\n    fun go() {\n    }\n}\n"

    pieces = pieces_of(text, "kotlin")

    assert {"Repo", "Single", "Single.go"} <= {name for _, name, _, _ in found(pieces)}
    check_nothing_is_lost(text, pieces)


@pytest.mark.parametrize(("text", "language"), [(TSX, "typescript"), (CPP, "c")])
def test_a_suffix_that_two_grammars_share_is_read_by_the_one_that_fits(text: str, language: str) -> None:
    kin = {"typescript": "tsx", "c": "cpp"}[language]

    assert found(pieces_of(text, language)) == WITH_GRAMMAR[kin][1]


def test_what_stands_between_definitions_is_a_piece_of_its_own() -> None:
    pieces = pieces_of(PYTHON, "python")

    assert (pieces[0].kind, pieces[0].name, pieces[0].start_line, pieces[0].end_line) == ("module", None, 1, 5)


def test_a_configuration_is_one_block() -> None:
    [piece] = pieces_of('{\n  "name": "atlas"\n}\n', "json")

    assert (piece.kind, piece.name, piece.start_line, piece.end_line) == ("block", None, 1, 3)


def test_an_empty_file_has_no_pieces() -> None:
    assert pieces_of("", "python") == []


@pytest.mark.requirement("code-nothing-lost")
def test_a_long_function_is_split_at_blank_lines_and_keeps_its_name() -> None:
    body = "".join(f"    step_{number} = compute({number})\n{'' if number % 7 else chr(10)}" for number in range(400))
    text = f"def long(x):\n{body}    return x\n"

    pieces = pieces_of(text, "python")

    assert {(piece.kind, piece.name) for piece in pieces} == {("function", "long")}
    assert [piece.part for piece in pieces] == list(range(len(pieces)))
    assert all(len(piece.content) <= CHARS_MAX and piece.content.count("\n") <= LINES_MAX for piece in pieces)
    assert all(piece.content.endswith("\n\n") for piece in pieces[:-1])
    check_nothing_is_lost(text, pieces)


def test_a_long_function_is_split_at_the_functions_inside_of_it() -> None:
    inner = "".join(f"    def part_{number}():\n" + "        work()\n" * 40 + "\n" for number in range(5))
    text = f"def build():\n{inner}    return part_0\n"

    names = {name for _, name, _, _ in found(pieces_of(text, "python"))}

    assert names == {"build", *(f"build.part_{number}" for number in range(5))}


@pytest.mark.requirement("code-nothing-lost")
def test_a_line_of_a_megabyte_is_cut_too() -> None:
    text = "var data = [" + "1234567890," * 90_000 + "];\nfunction last() {\n}\n"

    pieces = pieces_of(text, "javascript")

    assert max(len(piece.content) for piece in pieces) <= CHARS_MAX + len("function last() {\n}\n")
    check_nothing_is_lost(text, pieces)


@settings(deadline=None)
@given(lines=st.lists(LINES, max_size=60), language=st.sampled_from(sorted(EVERYTHING)), end=st.sampled_from(["", "\n"]))
@pytest.mark.requirement("code-nothing-lost")
def test_no_line_is_lost_whatever_the_file_looks_like(lines: list[str], language: str, end: str) -> None:
    text = "\n".join(lines) + end

    check_nothing_is_lost(text, pieces_of(text, language))


@settings(deadline=None)
@given(text=st.text(max_size=300), language=st.sampled_from(sorted(EVERYTHING)))
def test_no_character_is_lost_of_any_text(text: str, language: str) -> None:
    assert "".join(piece.content for piece in pieces_of(text, language)) == text


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/app.py", "python"),
        ("App.TSX", "typescript"),
        ("include/list.h", "c"),
        ("Makefile", "make"),
        ("Dockerfile.dev", "dockerfile"),
        ("notes", None),
        ("photo.png", None),
        ("dist/app.min.js", None),
        ("package-lock.json", None),
    ],
)
def test_a_files_name_tells_its_language(path: str, language: str | None) -> None:
    assert language_of(path) == language


def test_definitions_that_are_nested_ever_deeper_take_time_in_proportion_to_the_text() -> None:
    def cpu(depth: int) -> float:
        text = "\n".join(f"{' ' * at}def f{at}():" for at in range(depth)) + f"\n{' ' * depth}pass" * depth
        begun = time.process_time()
        outline(text, "nim")
        return time.process_time() - begun

    # The text grows by 16, the pairs of its lines, too.
    assert cpu(800) < 60 * max(cpu(200), 0.004)


@pytest.mark.parametrize(("opening", "language"), [("def f{}():", "python"), ("def f{}", "nim")], ids=["by grammar", "by lines"])
def test_a_file_of_definitions_a_thousand_deep_is_cut_all_the_same(opening: str, language: str) -> None:
    text = "".join(f"{' ' * depth}{opening.format(depth)}\n" for depth in range(1_000)) + " " * 1_000 + "pass\n"

    pieces = pieces_of(text, language)

    assert "".join(piece.content for piece in pieces) == text
    assert max(len(piece.enclosing) for piece in pieces) == DEPTH_MAX


def test_headings_take_time_in_proportion_to_their_number() -> None:
    def cpu(count: int) -> float:
        text = "# a\n" * count
        begun = time.process_time()
        outline(text, "markdown")
        return time.process_time() - begun

    # The text grows by 16, the pairs of its headings by 256.
    assert cpu(48_000) < 60 * max(cpu(3_000), 0.004)
