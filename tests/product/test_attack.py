"""A short run of the fuzzer over both transports and both stores, and whether the fuzzer notices what is wrong."""

import json
from pathlib import Path

import pytest
from bench.attack.expectations import Expectations
from bench.attack.run import Attack, attack_at
from bench.attack.servers import Home


@pytest.mark.requirement("attack-fuzzed")
@pytest.mark.parametrize("plan", [Attack(300, 1, "stdio"), Attack(100, 2, "http")], ids=lambda plan: plan.over)
def test_an_attack_on_a_file_finds_nothing(tmp_path: Path, plan: Attack) -> None:
    findings = attack_at(Home(tmp_path), plan)

    assert findings.lines == plan.lines
    assert not findings.counts, findings.tell()


@pytest.mark.requirement("attack-fuzzed")
def test_an_attack_on_a_database_finds_nothing(tmp_path: Path, database_url: str) -> None:
    findings = attack_at(Home(tmp_path, ("--database", database_url)), Attack(200, 3))

    assert not findings.counts, findings.tell()


def request(own: object, method: str = "ping", **params: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": own, "method": method, "params": params}).encode()


def test_a_reply_that_is_missing_or_one_too_many_is_noticed() -> None:
    expectations = Expectations()

    expectations.send(request(1))
    expectations.send(request("two"))
    expectations.receive({"id": 1})
    expectations.receive({"id": 1})

    assert not expectations.is_settled()
    assert sorted(expectations.complaints().values()) == ['id "two": 1 sent, 0 answered', "id 1: 1 sent, 2 answered"]


@pytest.mark.parametrize("line", [b"{", b"\xff", b"[]", b"[1]", b"7", b"NaN", b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}'])
def test_what_is_no_request_is_owed_one_reply_without_an_id(line: bytes) -> None:
    expectations = Expectations()

    expectations.send(line)

    assert dict(expectations.owed) == {"null": 1}


@pytest.mark.parametrize("line", [b"", b" \r", b'{"jsonrpc":"2.0","method":"x"}', b'{"jsonrpc":"2.0","id":1,"result":{}}'])
def test_blank_lines_notifications_and_responses_are_owed_nothing(line: bytes) -> None:
    expectations = Expectations()

    expectations.send(line)

    assert not expectations.owed


def test_a_batch_is_owed_every_reply_only_in_the_version_that_has_batches() -> None:
    expectations = Expectations()
    batch = b"[" + request(2) + b"," + request(3) + b"]"

    expectations.send(batch)
    expectations.send(request(1, "initialize", protocolVersion="2025-03-26"))
    expectations.send(batch)

    assert dict(expectations.owed) == {"null": 1, "1": 1, "2": 1, "3": 1}


def test_a_cancelled_request_may_be_answered_or_not() -> None:
    expectations = Expectations()

    expectations.send(request(1))
    expectations.send(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}')

    assert expectations.is_settled()
    assert expectations.complaints() == {}


def test_a_cancelled_request_may_be_answered_one_batch_later() -> None:
    expectations = Expectations()
    expectations.send(request(1))
    expectations.send(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}')
    expectations.complaints()

    expectations.receive({"id": 1})

    assert expectations.complaints() == {}
