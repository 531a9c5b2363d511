import socket

import pytest

from simonides.servers.http.address import Address, read_address, url_of


@pytest.mark.parametrize(
    ("text", "host", "ip", "port"),
    [
        ("127.0.0.1:3031", "127.0.0.1", "127.0.0.1", 3031),
        (":3031", "127.0.0.1", "127.0.0.1", 3031),
        ("3031", "127.0.0.1", "127.0.0.1", 3031),
        ("localhost:0", "localhost", "127.0.0.1", 0),
        ("[::1]:3031", "::1", "::1", 3031),
        ("192.0.2.7:80", "192.0.2.7", "192.0.2.7", 80),
        ("[::]:80", "::", "::", 80),
    ],
)
def test_an_address_is_read_as_people_write_it(text: str, host: str, ip: str, port: int) -> None:
    assert read_address(text) == Address(host, ip, port)


@pytest.mark.parametrize(
    "text", ["", "localhost", "localhost:", ":65536", "::1:80", "http://localhost:80", "a b:80", "-1", ":+1", "[::1]"]
)
def test_what_is_no_address_is_told_so(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not an address|is not a host"):
        read_address(text)


def test_only_loopback_addresses_are_out_of_reach() -> None:
    assert [read_address(text).is_loopback for text in ("1", "127.8.8.8:1", "[::1]:1", "localhost:1")] == [True] * 4
    assert [read_address(text).is_loopback for text in ("0.0.0.0:1", "[::]:1", "192.0.2.7:1")] == [False] * 3
    assert [read_address(text).is_wildcard for text in ("1", "0.0.0.0:1", "[::]:1", "192.0.2.7:1")] == [False, True, True, False]


def test_port_0_is_any_free_port_and_the_url_names_it() -> None:
    with read_address("0").listen() as listener:
        port = listener.getsockname()[1]

        assert port > 0
        assert url_of(listener) == f"http://127.0.0.1:{port}"
        socket.create_connection(("127.0.0.1", port)).close()


def test_an_ipv6_url_has_brackets() -> None:
    with read_address("[::1]:0").listen() as listener:
        assert url_of(listener) == f"http://[::1]:{listener.getsockname()[1]}"


def test_an_address_in_use_is_named() -> None:
    with read_address("0").listen() as listener:
        port = listener.getsockname()[1]

        with pytest.raises(OSError, match="Address already in use") as caught:
            read_address(str(port)).listen()

    assert caught.value.filename == f"127.0.0.1:{port}"
