"""Prompts and resources of the core set."""

from collections.abc import Iterator

import pytest

from simonides.settings import Settings
from support.clients import Client, Failure

pytestmark = pytest.mark.requirement("core-offers")


@pytest.fixture
def client(settings: Settings) -> Iterator[Client]:
    client = Client(settings, "core")
    yield client
    client.lazy.close()


def keep(client: Client, text: str, where: str) -> None:
    client.ask("tools/call", name="remember", arguments={"text": text, "where": where})


def values(client: Client, template: str, name: str, begun: str) -> list[str]:
    asked = {"ref": {"type": "ref/resource", "uri": template}, "argument": {"name": name, "value": begun}}
    return list(client.ask("completion/complete", **asked)["completion"]["values"])


def read(client: Client, uri: str) -> str:
    return str(client.ask("resources/read", uri=uri)["contents"][0]["text"])


def test_a_memory_is_completed_by_its_words_and_read_by_its_address(client: Client) -> None:
    keep(client, "We chose Clerk because SSO was included", "app/auth")
    keep(client, "The harbour crane is green", "port/cranes")

    [value] = values(client, "memory://memories/{id}", "id", "clerk ss")
    newest = values(client, "memory://memories/{id}", "id", "")

    assert value.split("-")[1:] == ["we", "chose", "clerk", "because", "sso", "was"]
    assert "> We chose Clerk because SSO was included" in read(client, f"memory://memories/{value}")
    assert newest[1] == value
    with pytest.raises(Failure, match="not found"):
        read(client, "memory://memories/m99zz")


def test_a_room_is_completed_and_read(client: Client) -> None:
    keep(client, "The harbour crane is green", "port/cranes")

    assert values(client, "memory://rooms/{wing}/{room}", "wing", "po") == ["port"]
    assert values(client, "memory://rooms/{wing}/{room}", "room", "CR") == ["cranes"]
    assert "The harbour crane is green" in read(client, "memory://rooms/port/cranes")
    assert read(client, "memory://places") == "port (1): cranes 1"


def test_prompts_keep_a_conversation_and_tell_what_changed(client: Client) -> None:
    keep(client, "The harbour crane is green", "port/cranes")

    def text(name: str, **arguments: str) -> str:
        return str(client.ask("prompts/get", name=name, arguments=arguments)["messages"][0]["content"]["text"])

    assert [each["name"] for each in client.ask("prompts/list")["prompts"]] == [
        "wake-up",
        "remember-conversation",
        "what-changed",
    ]
    assert "`remember` in the wing 'port'" in text("remember-conversation", where="port")
    assert "The harbour crane is green" in text("what-changed", since="2020")
    with pytest.raises(Failure, match="not an ISO 8601"):
        text("what-changed", since="yesterday")


def test_without_a_palace_nothing_is_made(client: Client) -> None:
    assert values(client, "memory://memories/{id}", "id", "") == []
    assert read(client, "memory://places") == "Nothing is remembered yet."
