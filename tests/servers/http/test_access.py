import socket

import pytest

from simonides.servers.http.access import Access, access_to, readable
from simonides.servers.http.address import read_address
from simonides.toolkit.grant import EVERYTHING, Grant

SECRET = "s3crét"  # noqa: S105 - the test's own
LOCAL = access_to(read_address("127.0.0.1:3031"), None)
EVERYWHERE = access_to(read_address("0.0.0.0:3031"), "secret", ["Memory.Example"])


@pytest.mark.parametrize("host", ["127.0.0.1:3031", "127.0.0.1", "localhost:1", "LOCALHOST", "[::1]:3031", "[::1]"])
def test_this_machines_own_names_are_ours(host: str) -> None:
    assert LOCAL.allows_host(host)


OTHERS = [None, "", "evil.example", "evil.example:3031", "192.0.2.7", "localhost.evil.example"]
TRICKS = ["127.0.0.1:3031.evil", "::1", "x@localhost", "localhost@x", "localhost/x", "localhost:", "localhost:123456", "[x]"]


@pytest.mark.parametrize("host", [*OTHERS, *TRICKS])
def test_other_names_are_not(host: str | None) -> None:
    assert not LOCAL.allows_host(host)


def test_a_server_on_every_address_goes_by_any_ip_its_own_name_and_the_names_it_is_given() -> None:
    ours = ["192.0.2.7:3031", "[2001:db8::7]:3031", f"{socket.gethostname()}:3031", "memory.example", "localhost"]

    assert [EVERYWHERE.allows_host(host) for host in ours] == [True] * 5
    assert not EVERYWHERE.allows_host("evil.example:3031")


@pytest.mark.parametrize("origin", [None, "http://localhost:3031", "https://127.0.0.1:3031", "http://[::1]:3031"])
def test_our_own_pages_may_ask_and_so_may_programs(origin: str | None) -> None:
    assert LOCAL.allows_origin(origin, "127.0.0.1:3031")


@pytest.mark.requirement("origin-port")
@pytest.mark.parametrize("origin", ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:80", "http://localhost"])
def test_pages_of_another_program_on_this_machine_may_not(origin: str) -> None:
    assert not LOCAL.allows_origin(origin, "localhost:3031")


@pytest.mark.requirement("origin-port")
def test_pages_under_a_name_we_were_given_may_ask_from_its_port_alone() -> None:
    access = access_to(read_address("127.0.0.1:3031"), None, ["Memory.Example", "localhost:5173"])

    assert [
        access.allows_origin(f"{page}", "127.0.0.1:3031") for page in ("https://memory.example", "http://localhost:5173")
    ] == [True] * 2
    assert not access.allows_origin("https://memory.example:8443", "127.0.0.1:3031")
    assert not access.allows_origin("http://localhost:5174", "127.0.0.1:3031")


@pytest.mark.requirement("origin-port")
def test_a_port_that_somebody_forwards_to_us_is_ours_when_the_page_came_from_it() -> None:
    assert LOCAL.allows_origin("http://localhost:8080", "localhost:8080")
    assert not LOCAL.allows_origin("http://evil.example:8080", "evil.example:8080")


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "https://localhost.evil.example", "file://localhost", "localhost"]
)
def test_other_pages_may_not(origin: str) -> None:
    assert not LOCAL.allows_origin(origin)


def test_without_a_token_anything_goes() -> None:
    assert LOCAL.grant_of(None) == EVERYTHING
    assert LOCAL.grant_of("Bearer whatever") == EVERYTHING


@pytest.mark.parametrize("given", [f"Bearer {SECRET}", f"bearer  {SECRET} "])
def test_the_token_is_read_as_the_bytes_that_were_sent(given: str) -> None:
    assert Access(token=SECRET).grant_of(given.encode().decode("latin-1")) == EVERYTHING


@pytest.mark.parametrize(
    "given", [None, "", "Bearer", "Bearer ", "Bearer Secret", "Bearer secret2", "Basic secret", "secret", "Bearer \u2603"]
)
def test_any_other_token_is_refused(given: str | None) -> None:
    assert EVERYWHERE.grant_of(given) is None


class OneKey:
    """Somebody holds one key; the store may be out of order."""

    def __init__(self, *, are_there: bool = True) -> None:
        self._are_there = are_there

    def are_there(self) -> bool:
        return self._are_there

    def is_one(self, secret: str) -> bool:
        return secret.startswith("key-")

    def find(self, secret: str) -> Grant | None:
        return Grant("attic", holder="k") if secret == "key-é" else None  # noqa: S105 - the test's own

    def are_good(self, grant: Grant) -> bool:
        return grant.holder == "k"


@pytest.mark.requirement("token-needed")
@pytest.mark.parametrize("token", [None, SECRET])
def test_a_key_is_good_for_its_part_with_or_without_a_token_for_all(token: str | None) -> None:
    access = Access(token=token, keys=OneKey())

    assert access.grant_of("Bearer key-é".encode().decode("latin-1")) == Grant("attic", holder="k")
    assert access.grant_of("Bearer key-x") is None


@pytest.mark.requirement("token-needed")
def test_where_somebody_holds_a_key_nobody_comes_in_without_one() -> None:
    access = Access(keys=OneKey())

    assert [access.grant_of(given) for given in (None, "", "Bearer", "Bearer whatever", "Basic key-é")] == [None] * 5


@pytest.mark.requirement("token-needed")
def test_a_key_that_was_taken_back_is_good_for_less_than_none() -> None:
    access = Access(keys=OneKey(are_there=False))

    assert access.grant_of(None) == EVERYTHING
    assert access.grant_of("Bearer key-x") is None


@pytest.mark.requirement("token-needed")
def test_where_others_can_reach_it_the_last_key_taken_back_opens_nothing() -> None:
    keys = OneKey()
    access = access_to(read_address("0.0.0.0:1"), None, keys=keys)
    keys._are_there = False

    assert access.grant_of(None) is None
    assert access.grant_of("Bearer whatever") is None


@pytest.mark.parametrize("address", ["0.0.0.0:1", "[::]:1", "192.0.2.7:1"])
@pytest.mark.parametrize("token", [None, ""])
def test_what_others_can_reach_needs_a_token(address: str, token: str | None) -> None:
    with pytest.raises(ValueError, match="so a token is required: use --token, SIMONIDES_TOKEN or"):
        access_to(read_address(address), token)


def test_headers_are_read_by_lower_case_name_and_as_utf_8_where_they_are() -> None:
    sent = {"X-Memory-Workspace": "búzios".encode().decode("latin-1"), "Old": "caf\xe9"}

    assert readable(sent) == {"x-memory-workspace": "búzios", "old": "café"}
