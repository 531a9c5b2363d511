"""A palace as a whole over REST: whom it serves, export and import, its health, and its end; from real servers over HTTP."""

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from servers.http_process import PRODUCT, HttpProcess, product_environment

MASTER = {"Authorization": "Bearer the-master"}
PALACES = "/api/v1/palaces"


class Whole:
    """A server with a palace, and tokens that may less than the server's own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.process = HttpProcess([*PRODUCT, "--http-only", "--token", "the-master"], product_environment(home))
        self.made = 0

    def palace(self, *texts: str) -> str:
        """A new palace with some memories."""
        self.made += 1
        name = f"palace {self.made}"
        self.done("POST", "", {"name": name})
        for text in texts:
            self.done("POST", f"/{name}/drawers", {"content": text, "wing": "w", "room": "r"})
        # The model may still be loading when the first of them is filed.
        while self.done("POST", f"/{name}/mend", {"what": "pending"})["left"]:
            pass
        return name

    def send(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None, query: Any = None) -> Any:
        options: dict[str, Any] = {"params": query} if query else {}
        options |= {"json": body} if body is not None else {}
        return self.process.send(method, f"{PALACES}{path}", headers=headers or MASTER, **options)

    def done(self, method: str, path: str, body: Any = None, query: Any = None) -> Any:
        reply = self.send(method, path, body, query=query)
        assert reply.is_success, reply.text
        return reply.json()

    def token(self, palace: str, *, read_only: bool) -> dict[str, str]:
        made = self.process.send("POST", "/api/v1/tokens", headers=MASTER, json={"palace": palace, "read_only": read_only})
        return {"Authorization": f"Bearer {made.json()['secret']}"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    server = Whole(tmp_path_factory.mktemp("home"))
    yield server
    server.process.end()


@pytest.mark.requirement("web-identity")
def test_the_text_about_whom_a_palace_serves_is_read_and_changed_by_who_may(whole: Whole) -> None:
    name = whole.palace("One.")
    reader = whole.token(name, read_only=True)

    before = whole.done("GET", f"/{name}/identity")
    after = whole.done("PATCH", f"/{name}/identity", {"text": "Ada, who builds harbours.\n"})

    assert (before["text"], after["text"]) == ("", "Ada, who builds harbours.\n")
    assert "Ada, who builds harbours." in whole.done("GET", f"/{name}/wake-up")["text"]
    assert whole.send("GET", f"/{name}/identity", headers=reader).json() == after
    assert whole.send("PATCH", f"/{name}/identity", {"text": "x"}, reader).status_code == 403
    refused = whole.send("PATCH", f"/{name}/identity", {"text": "x" * 65_537})
    assert (refused.status_code, "at most 65,536" in refused.json()["error"]) == (400, True)
    assert whole.done("GET", f"/{name}/identity") == after


@pytest.mark.requirement("web-exchange")
def test_an_export_is_a_file_that_an_import_takes_and_a_second_import_finds_everything_known(whole: Whole) -> None:
    name, other = whole.palace("The lamp is green.", "The lamp is red.\nTwo lines, and 灯."), whole.palace()
    whole.done("POST", f"/{name}/facts", {"subject": "Ada", "predicate": "owns", "object": "lamp"})
    whole.done("PATCH", f"/{name}/identity", {"text": "Ada"})

    reply = whole.send("GET", f"/{name}/export")
    lines = reply.text.splitlines()
    dry = whole.done("POST", f"/{other}/import", {"lines": lines, "dry_run": True})
    untouched = whole.done("GET", f"/{other}")["drawer_count"], whole.done("GET", f"/{other}/identity")["text"]
    filed = whole.done("POST", f"/{other}/import", {"lines": lines})
    again = whole.done("POST", f"/{other}/import", {"lines": lines, "dry_run": True})

    assert reply.headers["content-type"].startswith("application/x-ndjson")
    assert reply.headers["content-disposition"] == f"attachment; filename*=UTF-8''palace%20{name.split()[1]}.jsonl"
    assert reply.headers["cache-control"] == "no-store"
    assert untouched == (0, "")
    assert {key: value for key, value in dry.items() if key != "dry_run"} == {
        key: value for key, value in filed.items() if key != "dry_run"
    }
    assert (filed["memories"], filed["facts"], filed["refused"], filed["known"]) == (2, 1, 0, 0)
    assert {"log", "change"} == set(filed["left_out"])
    assert (again["memories"], again["facts"], again["known"]) == (0, 0, filed["memories"] + filed["facts"] + filed["entities"])
    assert whole.done("GET", f"/{other}/identity")["text"] == "Ada"
    assert _contents(whole, other) == _contents(whole, name)


def _contents(whole: Whole, name: str) -> list[Any]:
    lines = map(json.loads, whole.send("GET", f"/{name}/export", query={"log": False}).text.splitlines())
    return sorted(
        (line.get("type", "memory"), line.get("content") or line.get("name") or line.get("subject", "")) for line in lines
    )


@pytest.mark.requirement("web-exchange")
def test_bad_lines_stop_nothing_and_are_named_by_their_number_in_the_file(whole: Whole) -> None:
    name = whole.palace()
    lines = ['{"content": "Good."}', "not json", '{"type": "riddle"}', '{"type": "token", "id": "t"}', '{"content": ""}', ""]

    dry = whole.done("POST", f"/{name}/import", {"lines": lines, "first": 101, "dry_run": True})
    filed = whole.done("POST", f"/{name}/import", {"lines": lines, "first": 101})

    assert [bad["line"] for bad in dry["bad"]] == [bad["line"] for bad in filed["bad"]] == [102, 103, 105]
    assert (dry["memories"], filed["memories"], filed["refused"], filed["left_out"]) == (1, 1, 3, {"token": 1})
    assert whole.send("POST", f"/{name}/import", {"lines": ["{}"] * 5_001}).status_code == 400
    too_large = whole.send("POST", f"/{name}/import", {"lines": ["x" * 5_000_000]})
    assert (too_large.status_code, too_large.text.count("\n")) == (413, 0)
    assert whole.send("POST", "/nowhere/import", {"lines": lines}).status_code == 404


@pytest.mark.requirement("web-exchange")
def test_vectors_travel_with_the_header_of_their_file(whole: Whole) -> None:
    name, other = whole.palace("The lamp is green."), whole.palace()
    head, *lines = whole.send("GET", f"/{name}/export", query={"vectors": True, "log": False}).text.splitlines()

    without = whole.done("POST", f"/{other}/import", {"lines": lines, "dry_run": True})
    filed = whole.done("POST", f"/{other}/import", {"lines": lines, "first": 2, "header": head})

    assert json.loads(head)["type"] == "header"
    assert (without["vectors"], "without a header" in without["notice"]) == (0, True)
    assert (filed["vectors"], filed["notice"], filed["lines"]) == (1, None, len(lines))
    assert whole.done("GET", f"/{other}")["vector_count"] == 1


@pytest.mark.requirement("web-exchange")
def test_an_export_speaks_the_formats_of_others(whole: Whole) -> None:
    name = whole.palace("The lamp is green.", "The lamp is red.")
    whole.done("POST", f"/{name}/facts", {"subject": "Ada", "predicate": "owns", "object": "lamp"})

    notes = whole.send("GET", f"/{name}/export", query={"as": "markdown"})
    table = whole.send("GET", f"/{name}/export", query={"as": "csv"})
    graph = whole.send("GET", f"/{name}/export", query={"as": "server-memory"})

    with zipfile.ZipFile(io.BytesIO(notes.content)) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert {each.split("/")[0] for each in names} == {"w", "entities"}
        assert any("The lamp is green." in archive.read(each).decode() for each in names)
    assert (notes.headers["content-type"], table.headers["content-type"]) == ("application/zip", "text/csv; charset=utf-8")
    assert len(table.text.splitlines()) >= 3
    assert {json.loads(line)["type"] for line in graph.text.splitlines()} == {"entity", "relation"}
    assert whole.send("GET", f"/{name}/export", query={"as": "riddle"}).status_code == 400
    assert whole.send("GET", f"/{name}/export", query={"as": "csv", "vectors": True}).status_code == 400


@pytest.mark.requirement("web-exchange")
def test_a_token_exports_its_own_palace_and_no_other_and_only_a_writer_imports(whole: Whole, tmp_path: Path) -> None:
    name, other = whole.palace("Ours."), whole.palace("Theirs.")
    (tmp_path / "a.py").write_text("def lamp():\n    return 1\n", encoding="utf-8")
    whole.done("POST", f"/{name}/code", {"path": str(tmp_path)})
    reader, writer = whole.token(name, read_only=True), whole.token(name, read_only=False)

    mine = whole.send("GET", f"/{name}/export", headers=reader).text
    assert "Ours." in mine
    assert str(tmp_path) not in mine
    assert str(tmp_path) in whole.send("GET", f"/{name}/export").text
    assert whole.send("GET", f"/{other}/export", headers=writer).status_code == 403
    assert whole.send("POST", f"/{name}/import", {"lines": [], "dry_run": True}, reader).status_code == 403
    assert whole.send("POST", f"/{name}/import", {"lines": ['{"content": "New."}']}, writer).json()["memories"] == 1


@pytest.mark.requirement("web-health")
def test_the_checks_of_a_palace_tell_what_is_left_and_what_mends_it(whole: Whole) -> None:
    name = whole.palace("One.")

    healthy = whole.done("GET", f"/{name}/doctor")
    installation = whole.process.send("GET", "/api/v1/doctor", headers=MASTER).json()

    assert [(line["subject"], line["level"]) for line in healthy] == [("embedder", "ok"), (f"palace {name}", "ok")]
    assert str(whole.home) in healthy[1]["text"]
    assert {"python", "sqlite", "data directory", "disk"} <= {line["subject"] for line in installation}
    assert whole.done("POST", f"/{name}/mend", {"what": "pending"}) == {"done": 0, "left": 0}
    assert whole.done("POST", f"/{name}/mend", {"what": "graph"}) == {"done": 0, "left": 0}
    assert whole.send("POST", f"/{name}/mend", {"what": "weather"}).status_code == 400
    assert whole.send("GET", "/nowhere/doctor").status_code == 404


@pytest.mark.requirement("web-health")
def test_a_wrong_counter_is_a_problem_and_a_tenant_reads_no_path(whole: Whole) -> None:
    name = whole.palace("One.")
    reader, writer = whole.token(name, read_only=True), whole.token(name, read_only=False)
    folder = next(each for each in (whole.home / "palaces").iterdir() if each.name.endswith(name.split()[1]))
    connection = sqlite3.connect(folder / "palace.db")
    with connection:
        connection.execute("UPDATE counters SET value = 7 WHERE name = 'entities'")
    connection.close()
    folder.chmod(0o755)

    ours = {line["text"]: line for line in whole.done("GET", f"/{name}/doctor")}
    theirs = whole.send("GET", f"/{name}/doctor", headers=reader)

    assert ours["The counter 'entities' is 7, but the rows add up to 0."]["level"] == "problem"
    assert ours["other users can read it"]["remedy"].startswith("chmod go-rwx")
    assert "The counter 'entities' is 7" in theirs.text
    assert str(whole.home) not in theirs.text
    assert "chmod" not in theirs.text
    assert whole.process.send("GET", "/api/v1/doctor", headers=reader).status_code == 403
    assert whole.send("POST", f"/{name}/mend", {"what": "pending"}, reader).status_code == 403
    assert whole.send("POST", f"/{name}/mend", {"what": "vectors"}, writer).status_code == 403


@pytest.mark.requirement("web-health")
def test_vectors_of_another_embedder_are_made_anew_from_the_page(whole: Whole) -> None:
    name = whole.palace("One.")
    whole.done("POST", f"/{name}/mend", {"what": "vectors"})
    while whole.done("POST", f"/{name}/mend", {"what": "pending"})["left"]:
        pass

    assert whole.done("GET", f"/{name}")["vector_count"] == 1
    assert [line["level"] for line in whole.done("GET", f"/{name}/doctor")] == ["ok", "ok"]


@pytest.mark.requirement("web-deletion")
def test_a_palace_is_deleted_by_who_has_all_of_them_and_types_its_name(whole: Whole) -> None:
    name, other = whole.palace("One."), whole.palace("Two.")
    writer = whole.token(name, read_only=False)

    mine = whole.send("DELETE", f"/{name}", headers=writer, query={"confirm": name})
    unsure = [whole.send("DELETE", f"/{name}", query=query) for query in ({}, {"confirm": other})]
    gone = whole.done("DELETE", f"/{name}", query={"confirm": name})

    assert (mine.status_code, [each.status_code for each in unsure]) == (403, [400, 400])
    assert gone == {"deleted": name, "tokens_revoked": 1}
    assert whole.send("GET", f"/{name}").status_code == 404
    assert whole.send("GET", f"/{name}", headers=writer).status_code == 401
    assert whole.send("DELETE", f"/{name}", query={"confirm": name}).status_code == 404
    assert whole.done("GET", f"/{other}")["drawer_count"] == 1
