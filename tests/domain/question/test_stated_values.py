import pytest

from simonides.domain.question.stated_values import NAME, NUMBER, TIME, VALUES_MAX, compounds_in, names_another, values_in


@pytest.mark.parametrize(
    ("text", "kinds", "values"),
    [
        ("The plan has 12 seats and costs $1,200 a month.", NUMBER, ["12", "$1,200"]),
        ("We met on May 3 at 4:30 PM, all twelve of us.", NUMBER, ["twelve"]),
        ("We met on May 3 at 4:30 PM, all twelve of us.", TIME, ["3", "4:30"]),
        ("It moved from Monday to the 10 of June 2026.", TIME, ["monday", "june", "2026"]),
        ("Latency fell to 250ms (75%).", NUMBER, ["250ms", "75%"]),
        ("Priya and Ada met in Lisbon. My son came too.", NAME, ["priya", "ada", "lisbon"]),
        ("", NUMBER | TIME | NAME, []),
        ("我们有12个座位", NUMBER, []),
    ],
)
def test_values_are_told_by_kind(text: str, kinds: int, values: list[str]) -> None:
    assert [value.text for value in values_in(text, kinds)] == values


def test_the_words_around_a_value_end_with_its_sentence() -> None:
    [value] = values_in("The garden is large. The team has nine members now. Lunch was late.", NUMBER)

    assert value.near == {"team", "nine", "member", "now"}
    assert "member" in value.unit
    assert value.tells_change


def test_a_change_in_another_sentence_is_none_of_this_value() -> None:
    [value] = values_in("We moved last year. The team has nine members.", NUMBER)

    assert not value.tells_change


def test_a_table_of_numbers_is_not_read_to_its_end() -> None:
    assert len(values_in(" ".join(map(str, range(10, 10_000))), NUMBER)) == VALUES_MAX


@pytest.mark.parametrize(
    ("question", "text", "is_another"),
    [
        ("the timeout of the login service", "The report service timeout was raised.", True),
        ("the timeout of the login service", "The new service has another timeout.", False),
        ("the timeout of the login service", "The timeout of the login service was raised.", False),
        ("the timeout of the login service", "We raised the timeout.", False),
        ("seats in room Alpha", "Room Beta now holds 16 seats.", True),
        ("seats in room Alpha", "The room holds 16 seats.", False),
        ("seats in room One", "Room Two now holds 16 seats.", True),
        ("the end of sprint 1", "We moved the end of sprint 2.", True),
        ("the AMQP broker", "One broker is enough for us.", False),
        ("where are the carrier API keys", "The carrier keys went into Cellar.", False),
    ],
)
def test_a_text_on_another_thing_of_the_same_kind_is_told(question: str, text: str, is_another: bool) -> None:
    assert names_another(text, compounds_in(question)) is is_another
