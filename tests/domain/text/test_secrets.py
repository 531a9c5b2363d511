"""Every kind of secret is found in its true samples, in none of its false ones, and quickly."""

import base64
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.secrets.kinds import KINDS
from simonides.domain.text.secrets.screen import MASK, find_secrets, masked
from support.secrets import blank, contexts, filled, short, tokens

NAMES = [kind.name for kind in KINDS]


def kinds_in(text: str) -> set[str]:
    return {secret.kind.name for secret in find_secrets(text)}


TRUE = [
    *tokens().items(),
    *((name, template) for name, samples in contexts().items() for template in samples["true"]),
]
FALSE = [
    *((name, text) for name, template in tokens().items() for text in (blank(template), short(template))),
    *((name, filled(template)) for name, samples in contexts().items() for template in samples["false"]),
]


@pytest.mark.requirement("secrets-kinds")
def test_there_are_more_than_seventy_kinds_and_each_has_samples() -> None:
    assert len(NAMES) == len(set(NAMES)) > 70
    assert {*tokens(), *contexts()} == set(NAMES)


@pytest.mark.requirement("secrets-kinds")
@pytest.mark.parametrize("around", ["{}", "Ada wrote this down:\n{}\nand went home."])
def test_every_true_sample_is_found(around: str) -> None:
    samples = [(name, around.replace("{}", filled(template, seed))) for name, template in TRUE for seed in range(3)]

    assert [(name, text) for name, text in samples if name not in kinds_in(text)] == []


@pytest.mark.requirement("secrets-kinds")
def test_no_false_sample_is_found() -> None:
    assert [(name, text) for name, text in FALSE if name in kinds_in(text)] == []


@pytest.mark.requirement("secrets-mask")
def test_a_masked_text_has_its_length_and_its_lines_and_no_secret() -> None:
    for _, template in TRUE:
        text = f"before\n{filled(template)}\nafter"

        hidden = masked(text, find_secrets(text))

        assert MASK in hidden, text
        assert [len(line) for line in hidden.split("\n")] == [len(line) for line in text.split("\n")]
        assert find_secrets(hidden) == [], text


@pytest.mark.requirement("secrets-mask")
@given(st.text())
def test_a_text_without_secrets_is_left_as_it_is(text: str) -> None:
    assert masked(text, []) == text


def test_a_line_break_written_in_json_does_not_hide_a_token() -> None:
    assert kinds_in(r'{"log": "first\n' + filled("ghp_<b62:36>") + '"}') == {"github-token"}


def test_a_text_whose_letters_change_their_number_in_lower_case_is_searched_too() -> None:
    text = "\u0130" * 3 + " PASSWORD = '" + filled("<b62:16>") + "'"

    [secret] = find_secrets(text)

    assert text[secret.start : secret.end] == filled("<b62:16>")


@pytest.mark.parametrize(
    "claims",
    ['{"iss":"kubernetes/serviceaccount"}', '{"exp":1700000000}', '{"uid":"f81d4fae7dec11d0"}', '{"a":' * 600,
     '{"user":["ann",{"id":4711}]}'],
)  # fmt: skip
def test_a_token_with_a_time_an_id_or_a_place_is_found_and_so_is_one_that_cannot_be_read(claims: str) -> None:
    head, body = (base64.urlsafe_b64encode(each.encode()).rstrip(b"=").decode() for each in ('{"alg":"RS256"}', claims))

    assert kinds_in(f"token: {head}.{body}.{filled('<url:43>')}") == {"jwt"}


def test_a_piece_of_an_image_in_base64_is_no_token_and_a_token_behind_a_long_line_is_one() -> None:
    data, token = filled("<b64:400>"), filled(tokens()["github-token"])

    assert kinds_in(f"{data}/{token}{data}") == kinds_in(f"{data}/{token}") == set()
    assert kinds_in(f"{data} {token}") == kinds_in(f"{data}={token}") == {"github-token"}


@pytest.mark.parametrize(
    ("before", "is_excused"),
    [("For example: ", True), ("as in this example:\n\n    ", True), ("e.g.\n", True), ("For example:\n```sh\n", True),
     ("For example, we sail.\n", False), ("The port, e.g. 80, is open\nand closed.\n\n", False)],
)  # fmt: skip
def test_an_example_is_one_on_its_line_or_behind_a_line_that_leads_over_to_it(before: str, is_excused: bool) -> None:
    found = kinds_in(f"{before}postgres://app:{filled('<b62:16>')}@db/app")

    assert found == (set() if is_excused else {"postgres-address"})


def test_what_a_service_puts_before_its_keys_does_not_hide_them() -> None:
    assert kinds_in(f"api_key = 'prod_secret_{filled('<b62:32>')}'") == {"api-key"}


@pytest.mark.requirement("secrets-linear")
def test_a_text_of_nothing_but_anchors_takes_as_long_as_it_is() -> None:
    """Processor time, not the clock's: 40 microseconds a character is what a quadratic pattern is far beyond."""
    size = 3_000
    for kind in KINDS:
        for unit in (kind.anchors[0], f"{kind.anchors[0]}-", f"{kind.anchors[0]}='"):
            text = (unit * size)[:size]
            begun = time.process_time()
            find_secrets(text)
            assert time.process_time() - begun < 40e-6 * size, (kind.name, unit)
