"""Projects, files and chunks of source code, and the indexes over them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from simonides.domain.code import ALL_CODE, Chunk, CodeScope, IndexedFile, IndexState, Piece, Progress, Project, chunks_of
from simonides.domain.errors import Conflict, NotFound
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, at, unit_vectors

if TYPE_CHECKING:
    from collections.abc import Callable

ATLAS = Project("atlas", "/code/atlas", NOW)


def file(path: str, digest: bytes = b"1", language: str = "python") -> IndexedFile:
    return IndexedFile(path, language, 10, 1_000, digest)


def piece(name: str, content: str, line: int = 1) -> Piece:
    return Piece("function", name, ("Router",), line, line + 1, content)


def chunks(path: str, *pieces: Piece, project: str = "atlas", language: str = "python") -> list[Chunk]:
    return chunks_of(project, path, language, pieces)


def keys(store: Store) -> dict[str, int]:
    found = (
        item
        for project in store.code.projects()
        for path in store.code.files(project.id)
        for item in store.code.chunks_of(project.id, path).items()
    )
    return {str(chunk.name): key for key, chunk in found}


@pytest.fixture
def filled(store: Store) -> Store:
    store.code.add_project(ATLAS)
    store.code.add_project(Project("borea", "/code/borea", NOW))
    pieces = (piece("add", "def add(): pass"), piece("drop", "def drop(): 1"))
    store.code.put_file("atlas", file("src/a.py"), chunks("src/a.py", *pieces))
    store.code.put_file("atlas", file("b.go", language="go"), chunks("b.go", piece("Add", "func Add() {}"), language="go"))
    store.code.put_file("borea", file("a.py"), chunks("a.py", piece("add_up", "def add_up(): other"), project="borea"))
    return store


def test_a_project_is_found_by_id_and_by_root(store: Store) -> None:
    store.code.add_project(ATLAS)

    assert store.code.project("atlas") == ATLAS
    assert store.code.project_at("/code/atlas") == ATLAS
    assert store.code.project_at("/code/other") is None
    assert store.code.projects() == [ATLAS]
    assert store.code.progress("atlas") == Progress()


@pytest.mark.parametrize("twin", [replace(ATLAS, root="/else"), replace(ATLAS, id="else")])
def test_neither_an_id_nor_a_root_is_taken_twice(store: Store, twin: Project) -> None:
    store.code.add_project(ATLAS)

    with pytest.raises(Conflict):
        store.code.add_project(twin)


def test_an_unknown_project_is_reported_by_kind_and_key(store: Store) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.code.project("nope"),
        lambda: store.code.progress("nope"),
        lambda: store.code.note_progress("nope", Progress()),
        lambda: store.code.files("nope"),
        lambda: store.code.put_file("nope", file("a.py"), []),
        lambda: store.code.drop_files("nope", ["a.py"]),
        lambda: store.code.count("nope"),
        lambda: store.code.delete_project("nope"),
    ]
    for call in calls:
        with pytest.raises(NotFound) as caught:
            call()
        assert (caught.value.kind, caught.value.key) == ("project", "nope")


def test_progress_is_seen_by_others(store: Store, other: Store) -> None:
    store.code.add_project(ATLAS)
    progress = Progress(IndexState.FAILED, 42, 21, at(0), at(5), "the disk is full")

    store.code.note_progress("atlas", progress)

    assert other.code.progress("atlas") == progress


def test_a_chunk_comes_back_as_it_was(filled: Store) -> None:
    [expected, _] = chunks("src/a.py", piece("add", "def add(): pass"), piece("drop", "def drop(): 1"))

    assert filled.code.chunk(expected.id) == expected
    assert expected in filled.code.at(list(keys(filled).values())).values()
    with pytest.raises(NotFound):
        filled.code.chunk("nope")


def test_a_file_is_replaced_whole_and_what_did_not_change_keeps_its_vectors(filled: Store) -> None:
    filled.claim(IDENTITY)
    before = keys(filled)
    filled.code_search.put({key: unit_vectors(2, seed=key) for key in before.values()})

    moved = replace(piece("add", "def add(): pass"), start_line=7, end_line=8)
    filled.code.put_file("atlas", file("src/a.py", b"2"), chunks("src/a.py", piece("fresh", "def fresh(): 2"), moved))

    after = keys(filled)
    assert "drop" not in after
    assert after["add"] == before["add"]
    assert filled.code.count("atlas") == (3, 2)
    assert [chunk.name for _, chunk in filled.code_search.pending(10)] == ["fresh"]
    [kept] = [chunk for chunk in filled.code.at(list(after.values())).values() if (chunk.name, chunk.project) == ("add", "atlas")]
    assert (kept.start_line, kept.end_line) == (7, 8)
    assert list(filled.check()) == []


def test_files_are_listed_noted_and_dropped(filled: Store) -> None:
    assert filled.code.files("atlas") == {"b.go": file("b.go", language="go"), "src/a.py": file("src/a.py")}

    filled.code.note_file("atlas", replace(file("src/a.py"), modified_ns=-1, size=11))
    filled.code.drop_files("atlas", ["b.go", "unknown.py"])

    assert filled.code.files("atlas") == {"src/a.py": replace(file("src/a.py"), modified_ns=-1, size=11)}
    assert filled.code.count("atlas") == (2, 0)
    assert filled.code.count() == (3, 0)
    assert list(filled.check()) == []


def test_a_deleted_project_takes_files_chunks_words_and_vectors_along(filled: Store) -> None:
    filled.claim(IDENTITY)
    filled.code_search.put({key: unit_vectors(1, seed=key) for key in keys(filled).values()})

    filled.code.delete_project("atlas")

    assert [project.id for project in filled.code.projects()] == ["borea"]
    assert filled.code.count() == (1, 1)
    assert filled.code_search.matches(["drop"]).keys.tolist() == []
    assert len(filled.code_search.nearest(unit_vectors(1), limit=10).keys) == 1
    assert list(filled.check()) == []


def test_a_name_is_found_in_any_case_and_in_scope(filled: Store) -> None:
    search = filled.code_search

    assert len(search.named("ADD")) == 2
    assert search.named("add", CodeScope("borea")) == []
    assert len(search.named("add", CodeScope("atlas", "go"))) == 1
    assert search.named("add", CodeScope("atlas", "rust")) == []
    assert len(search.named("add", limit=1)) == 1
    assert search.named("nope") == []


def test_words_are_found_in_content_path_and_names(filled: Store) -> None:
    def found(word: str, scope: CodeScope = ALL_CODE) -> list[str]:
        matched = filled.code.at(filled.code_search.matches([word], scope).keys.tolist())
        return sorted(f"{chunk.project}/{chunk.path}:{chunk.name}" for chunk in matched.values())

    assert found("drop") == ["atlas/src/a.py:drop"]
    assert found("func") == ["atlas/b.go:Add"]
    assert found("src_a_py") == ["atlas/src/a.py:add", "atlas/src/a.py:drop"]
    assert len(found("router")) == 4
    assert found("router", CodeScope("borea")) == ["borea/a.py:add_up"]
    assert found("router", CodeScope(language="go")) == ["atlas/b.go:Add"]
    assert filled.code_search.matches(["router"]).total == 4


def test_the_nearest_chunks_are_found_in_scope_by_everybody(filled: Store, other: Store) -> None:
    filled.claim(IDENTITY)
    vectors = {key: unit_vectors(1, seed=key) for key in keys(filled).values()}
    [other_add] = [key for key, chunk in filled.code_search.pending(10) if chunk.project == "borea"]
    vectors[other_add] = unit_vectors(1, seed=99)
    filled.code_search.put(vectors)
    [go] = filled.code_search.named("add", CodeScope(language="go"))

    assert other.code_search.nearest(unit_vectors(1, seed=99), limit=1).keys.tolist() == [other_add]
    assert other.code_search.nearest(unit_vectors(1, seed=99), CodeScope("atlas", "go")).keys.tolist() == [go]
    assert other.code_search.cosines(unit_vectors(1, seed=99), [other_add])[0] == pytest.approx(1.0, abs=1e-3)
    assert np.isnan(other.code_search.cosines(unit_vectors(1), [other_add + 10_000])[0])


def test_vectors_are_forgotten_and_pending_again(filled: Store) -> None:
    filled.claim(IDENTITY)
    filled.code_search.put({key: unit_vectors(1, seed=key) for key, _ in filled.code_search.pending(10)})
    assert filled.code.count() == (4, 4)

    filled.code_search.forget_vectors()

    assert filled.code.count() == (4, 0)
    assert filled.code.count("atlas") == (3, 0)
    assert len(filled.code_search.pending(10)) == 4
    assert filled.code_search.nearest(unit_vectors(1), limit=5).keys.tolist() == []


def test_chunks_and_projects_stand_in_the_change_log(filled: Store) -> None:
    with filled.writing("indexer"):
        filled.code.delete_project("borea")

    lines = [(change.kind, change.operation, change.actor) for change in filled.changes.since(0)]

    assert lines.count(("chunk", "add", "api")) == 4
    assert lines[-2:] in (
        [("chunk", "delete", "indexer"), ("project", "delete", "indexer")],
        [("project", "delete", "indexer"), ("chunk", "delete", "indexer")],
    )
