"""PostgreSQL: batched inserts."""

from simonides.stores.postgres.connection.batches import is_plain_insert, together


def test_only_a_statement_that_adds_one_row_is_taken_for_one() -> None:
    assert is_plain_insert("INSERT INTO a (b) VALUES (%(b)s)")
    assert is_plain_insert("\n INSERT INTO a (b, c)\n VALUES (%(b)s, now_us())\n ".replace("now_us()", "%(c)s"))
    assert not is_plain_insert("INSERT INTO a (b) VALUES (%(b)s) ON CONFLICT DO NOTHING")
    assert not is_plain_insert("INSERT INTO a (b) SELECT c FROM d WHERE c = %(b)s")
    assert not is_plain_insert("UPDATE a SET b = %(b)s")


def test_many_rows_become_one_statement_in_their_order() -> None:
    rows = [{"b": number, "c": -number, "unused": 0} for number in range(3)]

    made = list(together("INSERT INTO a (b, c) VALUES (%(b)s, %(c)s)", rows))

    assert made == [("INSERT INTO a (b, c) VALUES (%s, %s), (%s, %s), (%s, %s)", [0, 0, 1, -1, 2, -2])]


def test_what_follows_for_rows_that_are_there_stays_at_the_end() -> None:
    [(statement, values)] = together(
        "INSERT INTO a (b) VALUES (%(b)s) ON CONFLICT (b) DO NOTHING RETURNING b", [{"b": 1}, {"b": 2}]
    )

    assert statement == "INSERT INTO a (b) VALUES (%s), (%s) ON CONFLICT (b) DO NOTHING RETURNING b"
    assert values == [1, 2]


def test_very_many_rows_become_several() -> None:
    rows = [{"b": number} for number in range(25_000)]

    made = list(together("INSERT INTO a (b) VALUES (%(b)s)", rows))

    assert [len(values) for _, values in made] == [10_000, 10_000, 5_000]
    assert [value for _, values in made for value in values] == list(range(25_000))
