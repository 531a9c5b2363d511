"""Tokens: what every store of them promises."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from simonides.domain.errors import Conflict
from simonides.domain.time import system_clock
from simonides.engine.tokens import PREFIX, admit, digest_of, dismiss, token_of_secret
from simonides.ports.tokens import Token, Tokens
from simonides.stores.postgres.tokens import PostgresTokens
from simonides.stores.sqlite.tokens import SqliteTokens
from support.homes import Home

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)

pytestmark = pytest.mark.requirement("token-store")


@pytest.fixture
def tokens(home: Home) -> Iterator[Tokens]:
    """The tokens of each store."""
    tokens = SqliteTokens(Path(home.where)) if home.database is None else PostgresTokens(home.database)
    yield tokens
    for token in tokens.list():
        tokens.revoke(token.id)


def made(number: int, palace: str = "alpha", **more: bool | str) -> Token:
    token = Token(f"id{number}", palace, digest_of(f"secret {number}"), NOON + timedelta(microseconds=number))
    return Token(token.id, token.palace, token.digest, token.created_at, **more)  # type: ignore[arg-type]


def test_a_token_comes_back_as_it_was_kept(tokens: Tokens) -> None:
    kept = [made(2, "Straße/千", read_only=True, note="für Ann"), made(1)]
    for token in kept:
        tokens.create(token)

    assert list(tokens.list()) == [kept[1], kept[0]]
    assert tokens.find(kept[0].digest) == kept[0]


def test_nothing_is_found_where_nobody_was_let_in(tokens: Tokens) -> None:
    assert (list(tokens.list()), tokens.find(digest_of("x")), tokens.revoke("x")) == ([], None, False)


def test_a_token_taken_back_is_gone_and_the_others_stay(tokens: Tokens) -> None:
    tokens.create(made(1))
    tokens.create(made(2))

    assert [tokens.revoke("id1"), tokens.revoke("id1"), tokens.revoke("unheard of")] == [True, False, False]
    assert tokens.find(made(1).digest) is None
    assert list(tokens.list()) == [made(2)]


@pytest.mark.parametrize("other", [made(1), Token("id1", "beta", digest_of("x"), NOON), Token("x", "beta", made(1).digest, NOON)])
def test_an_id_or_a_digest_is_kept_once(tokens: Tokens, other: Token) -> None:
    tokens.create(made(1))

    with pytest.raises(Conflict):
        tokens.create(other)

    assert list(tokens.list()) == [made(1)]


def test_a_secret_is_recognised_to_the_letter(tokens: Tokens) -> None:
    token, secret = admit(tokens, "alpha", system_clock, note=" Ann ")

    assert token_of_secret(tokens, secret) == token
    assert token.note == "Ann"
    wrong = ["", secret[:-1], secret + "x", secret.upper(), token.digest, token.id, PREFIX, "\ud800"]
    assert [token_of_secret(tokens, each) for each in wrong] == [None] * len(wrong)


def test_secrets_are_long_and_never_twice_the_same(tokens: Tokens) -> None:
    secrets = {admit(tokens, "alpha", system_clock)[1] for _ in range(20)}

    assert len(secrets) == 20
    assert min(len(secret.removeprefix(PREFIX)) for secret in secrets) >= 43


def test_all_tokens_of_a_palace_are_taken_back_at_once(tokens: Tokens) -> None:
    for number, palace in enumerate(["alpha", "beta", "alpha"]):
        tokens.create(made(number, palace))

    assert [dismiss(tokens, "alpha"), dismiss(tokens, "alpha")] == [2, 0]
    assert [token.palace for token in tokens.list()] == ["beta"]


def test_they_are_taken_back_however_the_accents_of_the_palace_are_written(tokens: Tokens) -> None:
    admit(tokens, "caf\u00e9", system_clock)

    assert dismiss(tokens, "cafe\u0301") == 1
