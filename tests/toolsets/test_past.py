"""The past set: an agent sees what was done, and takes it back."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from simonides.domain.past.supersession import pair
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


@pytest.mark.requirement("past-diff")
def test_an_edit_is_one_difference_and_its_former_words_did_not_begin(settings: Settings) -> None:
    past = Client(settings, "palace", "palace-more", "past")
    drawer = past("mempalace_add_drawer", wing="app", room="auth", content="We chose Clerk for SSO")["drawer_id"]
    filed = past("past_changes", limit=1)[0]

    past("mempalace_update_drawer", drawer_id=drawer, content="We chose Auth0 for SSO")

    [told] = past("past_diff", since=filed["at"])
    assert (told["verb"], told["id"]) == ("corrected", drawer)
    assert (told["before"], told["after"]) == ("We chose Clerk for SSO", "We chose Auth0 for SSO")
    past.lazy.close()


@pytest.mark.requirement("past-diff")
def test_the_differences_since_long_ago_come_in_a_bounded_answer(past: Client) -> None:
    for number in range(60):
        past("mempalace_add_drawer", wing="app", room="auth", content=f"note {number} " + "so long " * 300)

    told = past("past_diff", since="2020-01-01")
    assert [each["after"][:8].strip() for each in told] == [f"note {number}" for number in range(10, 60)]
    assert {len(each["after"]) for each in told} == {1500}
    assert [each["after"][:7] for each in past("past_diff", since="2020-01-01", limit=1)] == ["note 59"]


def test_of_an_import_an_agent_is_told_how_many_records_and_the_first_of_them(past: Client) -> None:
    past("mempalace_add_drawer", wing="app", room="auth", content="words")
    past.lazy.engine().palace("default").import_portion((line, f'{{"content": "note {line}"}}') for line in range(1, 31))

    [told] = past("past_changes", limit=1)

    assert (told["lines"], len(told["changed"])) == (30, 10)


@pytest.mark.requirement("past-undo-refused")
def test_a_change_that_is_not_there_is_told_in_one_sentence(past: Client) -> None:
    past("mempalace_add_drawer", wing="app", room="auth", content="words")

    with pytest.raises(Failure, match="change not found: 99"):
        past("past_undo", changes=[99])


@pytest.mark.requirement("claims-review")
def test_an_agent_lists_pairs_and_decides_about_them(past: Client) -> None:
    old, new = (
        past("mempalace_add_drawer", wing="app", room="auth", content=text)["drawer_id"]
        for text in ("We chose Clerk for SSO", "We moved from Clerk to Okta")
    )
    palace = past.lazy.engine().palace("default")
    number = palace.store.supersessions.add(pair("memory", old, new, "guess", datetime(2026, 3, 1, tzinfo=UTC)))

    listed = past("past_review")
    assert (listed["waiting"], listed["pairs"][0]["older"]["text"]) == (1, "We chose Clerk for SSO")
    decided = past("past_review", do="accept", pair=number, end=True)
    assert (decided["waiting"], decided["pairs"][0]["state"]) == (0, "accepted")
    assert palace.memories.get(old).superseded_by == new


@pytest.mark.requirement("claims-bad-input")
def test_a_decision_that_makes_no_sense_is_told_in_one_sentence(past: Client) -> None:
    past("mempalace_add_drawer", wing="app", room="auth", content="words")

    for arguments, sentence in (
        ({"do": "accept"}, "name the number of the pair to accept"),
        ({"pair": 3}, "say accept, reject or later"),
        ({"do": "reject", "pair": 3}, "pair not found: 3"),
        ({"do": "reject", "pair": 3, "end": True}, "belongs to accept"),
    ):
        with pytest.raises(Failure, match=sentence):
            past("past_review", **arguments)


def test_without_a_palace_it_is_told_what_makes_one_as_palace_more_tells_it(settings: Settings) -> None:
    client = Client(settings, "past", "palace-more")

    told = set()
    for tool, arguments in (("past_changes", {}), ("past_known", {"at": "2026"}), ("mempalace_list_drawers", {})):
        with pytest.raises(Failure) as caught:
            client(tool, **arguments)
        told.add(caught.value.message)

    making = "mempalace_add_drawer and the tools of other sets that file make the palace"
    assert told == {f"palace not found: default. Nothing is kept yet; {making}"}
    client.lazy.close()
