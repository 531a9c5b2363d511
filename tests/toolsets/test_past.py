"""The past set: an agent sees what was done, and takes it back."""

from collections.abc import Iterator

import pytest

from simonides.settings import Settings
from support.clients import Client, Failure


@pytest.fixture
def past(settings: Settings) -> Iterator[Client]:
    client = Client(settings, "palace", "past")
    yield client
    client.lazy.close()


@pytest.mark.requirement("past-undo")
@pytest.mark.requirement("past-known-at")
def test_a_drawer_is_deleted_brought_back_and_known_as_it_was(past: Client) -> None:
    drawer = past("mempalace_add_drawer", wing="app", room="auth", content="We chose Clerk for SSO")["drawer_id"]
    filed = past("past_changes", limit=1)[0]
    past("mempalace_delete_drawer", drawer_id=drawer)
    deleted = past("past_changes", limit=1)[0]

    assert [each["content"] for each in past("past_known", at=filed["at"])] == ["We chose Clerk for SSO"]
    assert [(each["verb"], each["id"]) for each in past("past_diff", since=filed["at"])] == [("ended", drawer)]
    assert past("past_undo", changes=[deleted["change"]], dry_run=True)["changes"][0]["change"] == deleted["change"]
    past("past_undo", changes=[deleted["change"]])
    assert past("mempalace_search", query="Clerk")["results"][0]["text"] == "We chose Clerk for SSO"


@pytest.mark.requirement("past-undo-refused")
def test_a_change_that_is_not_there_is_told_in_one_sentence(past: Client) -> None:
    past("mempalace_add_drawer", wing="app", room="auth", content="words")

    with pytest.raises(Failure, match="change not found: 99"):
        past("past_undo", changes=[99])
