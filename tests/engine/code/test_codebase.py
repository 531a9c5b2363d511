"""Codebases: a folder of source code is indexed once, kept up to date, searched and forgotten."""

import queue
import threading
from pathlib import Path

import pytest

from simonides.domain.code import ChunkHit, CodeScope, IndexReport, IndexState, Skipped, SourceFile
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.ids import Mint
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.palace import Equipment, Palace
from simonides.mining.code.folders import Folders
from simonides.ports.sources import SourceText
from support.clock import FixedClock
from support.homes import Home

ROUTER = '''"""Routing of requests."""

MAX_ROUTES = 100


class Router:
    """Finds handlers."""

    def add_route(self, path, handler):
        self.routes[path] = handler

    def find(self, path):
        return self.routes.get(path)
'''
USE = """from router import Router

def build_router():
    router = Router()
    router.add_route("/", home)
    return router

def find(x):
    return x
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "code" / "shop"
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "router.py").write_text(ROUTER)
    (folder / "app.py").write_text(USE)
    (folder / "main.go").write_text("package main\n\nfunc main() {\n\tserve()\n}\n")
    return folder


def names(hits: list[ChunkHit]) -> list[str]:
    return [f"{hit.chunk.path}:{hit.chunk.breadcrumb}" for hit in hits]


def test_a_folder_becomes_a_project_with_chunks(palace: Palace, folder: Path, clock: FixedClock) -> None:
    report = palace.codebase.index(str(folder))

    status = report.status
    assert (status.project.id, status.project.root) == ("shop", str(folder))
    assert (status.progress.state, status.progress.total_files, status.percent) == (IndexState.COMPLETED, 3, 100.0)
    assert (status.progress.started_at, status.progress.completed_at) == (clock.now, clock.now)
    assert (report.changed, report.removed, report.skipped, report.is_ours) == (3, 0, (), True)
    assert status.chunks == palace.codebase.count() == 9
    assert palace.codebase.status("shop") == status
    assert list(palace.store.check()) == []


@pytest.mark.requirement("code-incremental")
def test_indexing_again_touches_only_what_changed(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))
    before = palace.store.changes.latest()
    assert palace.codebase.index(str(folder)).changed == 0
    assert [change.kind for change in palace.store.changes.since(before)] == ["project", "project"]

    (folder / "lib" / "router.py").write_text(ROUTER.replace("return self.routes.get(path)", "return self.routes[path]"))
    (folder / "main.go").unlink()
    (folder / "new.py").write_text("def fresh(): ...\n")
    before = palace.store.changes.latest()
    report = palace.codebase.index(str(folder))

    assert (report.changed, report.removed) == (2, 1)
    lines = [(change.kind, change.operation) for change in palace.store.changes.since(before) if change.kind == "chunk"]
    assert sorted(lines) == [("chunk", "add")] * 2 + [("chunk", "delete")] * 3
    assert palace.codebase.search("fresh")[0].chunk.path == "new.py"
    assert palace.codebase.search("serve") == [] or "main.go" not in {hit.chunk.path for hit in palace.codebase.search("serve")}


@pytest.mark.requirement("code-incremental")
def test_a_file_with_another_time_and_the_same_words_is_not_cut_again(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))

    (folder / "app.py").write_text(USE)

    assert palace.codebase.index(str(folder)).changed == 0
    assert palace.codebase.index(str(folder), afresh=True).changed == 3


def test_a_file_that_turned_binary_leaves_the_index_with_a_reason(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))

    (folder / "app.py").write_bytes(b"\0\1\2")
    report = palace.codebase.index(str(folder))

    assert [(each.path, each.reason) for each in report.skipped] == [("app.py", "is not text")]
    assert "app.py" not in palace.store.code.files("shop")


@pytest.mark.requirement("code-projects")
def test_two_folders_of_one_name_are_two_projects_and_stay_so(palace: Palace, folder: Path, tmp_path: Path) -> None:
    twin = tmp_path / "elsewhere" / "shop"
    twin.mkdir(parents=True)
    (twin / "twin.py").write_text("def twin_only(): ...\n")
    link = tmp_path / "link"
    link.symlink_to(folder)

    ids = [palace.codebase.index(str(path)).status.project.id for path in (folder, twin, folder, link, twin)]

    assert ids == ["shop", "shop-2", "shop", "shop", "shop-2"]
    assert [project.id for project in palace.codebase.projects()] == ["shop", "shop-2"]
    assert names(palace.codebase.search("twin_only", CodeScope("shop-2"))) == ["twin.py:twin_only"]
    assert "twin.py:twin_only" not in names(palace.codebase.search("twin_only", CodeScope("shop")))


@pytest.mark.requirement("code-projects")
def test_a_deleted_project_is_gone_and_can_be_indexed_again(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))

    assert palace.codebase.delete("shop") == 9

    assert palace.codebase.projects() == []
    assert palace.codebase.search("Router") == []
    for call in (palace.codebase.delete, palace.codebase.status):
        with pytest.raises(NotFound):
            call("shop")
    assert palace.codebase.index(str(folder)).status.chunks == 9
    assert list(palace.store.check()) == []


@pytest.mark.parametrize("path", ["nowhere", "app.py"])
def test_a_path_that_is_no_folder_makes_no_project(palace: Palace, folder: Path, path: str) -> None:
    for index in (palace.codebase.index, palace.codebase.index_in_background):
        with pytest.raises(Invalid) as caught:
            index(str(folder / path))
        assert caught.value.argument == "path"
    assert palace.codebase.projects() == []


def test_a_folder_that_vanished_fails_and_keeps_what_is_known(palace: Palace, folder: Path) -> None:
    project = palace.codebase.index(str(folder)).status.project
    folder.rename(folder.with_name("away"))

    with pytest.raises(Invalid):
        palace.codebase.index(str(folder))
    assert palace.codebase.status(project.id).chunks == 9


@pytest.mark.parametrize("query", ["Router", "`Router`", "router"])
@pytest.mark.requirement("code-identifier-first")
def test_a_name_finds_its_definition_first(palace: Palace, folder: Path, query: str) -> None:
    palace.codebase.index(str(folder))

    hits = palace.codebase.search(query)

    assert names(hits)[0] == "lib/router.py:Router"
    assert hits[0].vector is None
    assert hits[0].score > hits[1].score


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Router.find", "lib/router.py:Router.find"),
        ("find", "app.py:find"),
        ("Router.add_route()", "lib/router.py:Router.add_route"),
        ("build_router", "app.py:build_router"),
        ("MAX_ROUTES", "lib/router.py:"),
        ("main", "main.go:main"),
    ],
)
@pytest.mark.requirement("code-identifier-first")
def test_qualified_names_and_constants_are_found_where_they_are_made(
    palace: Palace, folder: Path, query: str, first: str
) -> None:
    palace.codebase.index(str(folder))

    assert names(palace.codebase.search(query))[0] == first


def test_a_question_is_answered_by_meaning_and_by_word(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))

    hits = palace.codebase.search("add a route with its handler", limit=3)

    assert "lib/router.py:Router.add_route" in names(hits)
    assert len(hits) == 3
    assert all(hit.vector is not None for hit in hits)
    assert hits == sorted(hits, key=lambda hit: -hit.score)


def test_an_everyday_word_of_another_language_finds_the_code_that_says_it_in_english(palace: Palace, folder: Path) -> None:
    (folder / "flats.py").write_text(
        "def compute_rent(flat, month):\n    return flat.base + flat.heating(month)\n", encoding="utf-8"
    )
    palace.codebase.index(str(folder))

    hits = palace.codebase.search("Wo wird die Miete berechnet?", limit=1, vector_share=0.0)

    assert names(hits) == ["flats.py:compute_rent"]


def test_a_scope_keeps_everything_else_out(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))

    assert {hit.chunk.language for hit in palace.codebase.search("what does main serve", CodeScope(language="go"))} == {"go"}
    with pytest.raises(NotFound):
        palace.codebase.search("main", CodeScope("nowhere"))


@pytest.mark.parametrize("query", ["", " \n"])
def test_a_blank_question_is_refused(palace: Palace, query: str) -> None:
    with pytest.raises(Invalid) as caught:
        palace.codebase.search(query)

    assert caught.value.argument == "query"


@pytest.mark.requirement("code-background")
def test_indexing_in_the_background_returns_what_is_there(palace: Palace, folder: Path) -> None:
    status = palace.codebase.index_in_background(str(folder), patience_s=60)

    assert (status.project.id, status.progress.indexed_files, status.chunks) == ("shop", 3, 9)
    assert palace.codebase.index_in_background(str(folder), patience_s=0).project.id == "shop"


@pytest.mark.requirement("code-background")
def test_a_call_right_after_an_edit_always_sees_it(palace: Palace, folder: Path) -> None:
    for number in range(50):
        (folder / "app.py").write_text(f"def edited_{number}(): ...\n")
        palace.codebase.index_in_background(str(folder), patience_s=60)

        assert names(palace.codebase.search(f"edited_{number}")) == [f"app.py:edited_{number}"]


class HeldUp(Folders):
    """Folders whose first look into app.py takes until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.has_read = threading.Event()
        self.may_go_on = threading.Event()

    def read(self, root: Path, file: SourceFile) -> SourceText | Skipped:
        text = super().read(root, file)
        if file.path == "app.py":
            self.has_read.set()
            self.may_go_on.wait(60)
        return text


@pytest.mark.requirement("code-background")
@pytest.mark.parametrize("watch", [False, True])
def test_a_call_during_a_run_is_answered_by_another_one(home: Home, folder: Path, clock: FixedClock, watch: bool) -> None:
    sources = HeldUp()
    engine = Engine(home.shelf(), Equipment(HashingEmbedder(), clock, Mint(), 5, sources))
    codebase = engine.create("test").codebase
    codebase.index_in_background(str(folder), patience_s=0)
    assert sources.has_read.wait(60)

    (folder / "app.py").write_text("def edited_meanwhile(): ...\n")
    codebase.index_in_background(str(folder), watch=watch, patience_s=0)
    [thread] = [each for each in threading.enumerate() if each.name == "indexing shop"]
    sources.may_go_on.set()
    for _ in range(6_000):
        if (found := names(codebase.search("edited_meanwhile"))) == ["app.py:edited_meanwhile"] or not thread.is_alive():
            break
        thread.join(0.01)
    if not watch:
        thread.join(60)
        found = names(codebase.search("edited_meanwhile"))

    assert found == ["app.py:edited_meanwhile"]
    assert thread.is_alive() == watch
    engine.close()
    assert not thread.is_alive()


@pytest.mark.requirement("code-background")
def test_vectors_follow_the_text_batch_by_batch(palace: Palace, folder: Path) -> None:
    assert palace.codebase.index(str(folder)).status.embedded == 0
    assert palace.vectors.pending() == 9

    assert palace.vectors.catch_up() == 9

    assert palace.codebase.status("shop").embedded == 9
    assert palace.vectors.pending() == 0
    assert list(palace.store.check()) == []


def test_another_embedder_embeds_chunks_again(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))
    palace.vectors.catch_up()

    palace.vectors.start_over()

    assert palace.codebase.status("shop").embedded == 0
    assert palace.vectors.catch_up() == 9


def test_progress_tells_files_percent_and_time_left(palace: Palace, folder: Path, clock: FixedClock) -> None:
    seen = []

    def look(progress: object) -> None:
        clock.pass_time(seconds=10)
        seen.append(palace.codebase.status("shop"))

    palace.codebase.index(str(folder), look)

    assert [status.progress.state for status in seen] == [IndexState.INDEXING, IndexState.COMPLETED]
    assert (seen[0].percent, seen[0].eta_s, seen[0].chunks) == (100.0, 0, 9)
    assert seen[1].eta_s is None


@pytest.mark.requirement("code-watch")
def test_a_watched_folder_is_indexed_again_after_a_save(palace: Palace, folder: Path) -> None:
    reports: queue.Queue[IndexReport] = queue.Queue()
    stop = threading.Event()

    def listen() -> None:
        for report in palace.codebase.watch(str(folder), stop):
            reports.put(report)

    thread = threading.Thread(target=listen)
    thread.start()
    assert reports.get(timeout=60).changed == 3

    (folder / "lib" / "late.py").write_text("def saved_just_now(): ...\n")
    while reports.get(timeout=60).changed == 0:
        pass
    found = names(palace.codebase.search("saved_just_now"))
    (folder / "lib").rename(folder.parent / "moved_away")
    while reports.get(timeout=60).removed == 0:
        pass
    stop.set()
    thread.join(timeout=60)

    assert found == ["lib/late.py:saved_just_now"]
    assert set(palace.store.code.files("shop")) == {"app.py", "main.go"}
    assert not thread.is_alive()


@pytest.mark.requirement("code-watch")
def test_a_call_for_a_watched_folder_is_answered_by_a_run_of_its_own(palace: Palace, folder: Path) -> None:
    palace.codebase.index_in_background(str(folder), watch=True, patience_s=60)
    (folder / "late.py").write_text("def saved_just_now(): ...\n")

    status = palace.codebase.index_in_background(str(folder), patience_s=60)

    assert (status.progress.total_files, status.progress.new_chunks) == (4, 1)
    assert names(palace.codebase.search("saved_just_now")) == ["late.py:saved_just_now"]
    assert palace.codebase.is_watched("shop")


@pytest.mark.requirement("code-watch")
def test_closing_a_palace_ends_its_watching(palace: Palace, folder: Path) -> None:
    palace.codebase.index_in_background(str(folder), watch=True, patience_s=60)
    watching = [thread for thread in threading.enumerate() if thread.name == "indexing shop"]

    palace.codebase.close()

    assert len(watching) == 1
    assert not watching[0].is_alive()


def test_a_line_of_very_many_digits_is_in_no_file(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))
    chunk = palace.codebase.search("login")[0].chunk

    with pytest.raises(NotFound):
        palace.codebase.at(f"{chunk.project}/{chunk.path}:{'9' * 5_000}")
