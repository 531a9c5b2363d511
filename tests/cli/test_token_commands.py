from pathlib import Path

import pytest

from cli.conftest import Run
from simonides.engine.tokens import token_of_secret
from simonides.stores.sqlite.tokens import SqliteTokens

pytestmark = pytest.mark.requirement("token-command")


def test_a_token_is_made_listed_and_taken_back(run: Run, home: Path) -> None:
    run("palace", "create", "work")
    made = run("token", "create", "--palace", "work", "--read-only", "--note", "Ann", "--json").json

    listed = run("token", "list", "--json").json
    shown = run("token", "list").out
    token = token_of_secret(SqliteTokens(home), made["token"])

    assert token is not None
    assert (token.id, token.palace, token.read_only, token.note) == (made["id"], "work", True, "Ann")
    assert [(line["id"], line["palace"], line["read_only"]) for line in listed] == [(made["id"], "work", True)]
    assert made["token"] not in shown
    assert run("token", "revoke", made["id"]).out == f"revoked {made['id']}\n"
    assert token_of_secret(SqliteTokens(home), made["token"]) is None


def test_the_secret_alone_goes_to_stdout(run: Run, home: Path) -> None:
    result = run("token", "create", "--palace", "work")

    assert token_of_secret(SqliteTokens(home), result.out.removesuffix("\n")) is not None
    assert "read and write" in result.err
    assert "there is no palace 'work' yet" in result.err


@pytest.mark.requirement("token-first")
def test_the_first_token_tells_that_the_open_server_is_open_no_more(run: Run) -> None:
    first = run("token", "create", "--palace", "work")
    second = run("token", "create", "--palace", "work", "--json")

    assert "wants a token with every request" in first.err
    assert second.err == ""


def test_a_token_needs_a_palace(run: Run) -> None:
    result = run("token", "create")

    assert (result.code, result.out) == (1, "")
    assert "--palace" in result.err
    assert run("token", "create", "--palace", "../x").code == 1


def test_a_token_that_is_not_there_cannot_be_taken_back(run: Run) -> None:
    assert "token not found: nope" in run("token", "revoke", "nope").err
    assert "simonides token create" in run("token", "list").out


def test_the_list_can_be_of_one_palace(run: Run) -> None:
    for palace in ("a", "b"):
        run("token", "create", "--palace", palace)

    assert [line["palace"] for line in run("token", "list", "--palace", "b", "--json").json] == ["b"]


def test_the_doctor_tells_of_tokens_and_of_a_file_that_holds_none(run: Run, home: Path) -> None:
    run("token", "create", "--palace", "work")
    well = {line["subject"]: line for line in run("doctor", "--json").json["findings"]}

    (home / "tokens.db").write_text("something else")
    ill = {line["subject"]: line for line in run("doctor", "--json").json["findings"]}

    assert well["tokens"]["says"] == "1 for HTTP, valid for: work"
    assert not ill["tokens"]["is_ok"]


@pytest.mark.parametrize("words", [("delete", "work", "--yes"), ("rename", "work", "play")])
def test_who_takes_over_a_name_does_not_take_over_its_tokens(run: Run, words: tuple[str, ...]) -> None:
    run("palace", "create", "work")
    for palace in ("work", "work", "other"):
        run("token", "create", "--palace", palace)

    result = run("palace", *words)

    assert "2 tokens of the palace 'work' revoked" in result.err
    assert [line["palace"] for line in run("token", "list", "--json").json] == ["other"]
