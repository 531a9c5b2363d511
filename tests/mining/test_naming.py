import pytest

from simonides.mining.names import NameCount


def counted(*texts: str) -> NameCount:
    names = NameCount()
    for text in texts:
        names.add(text)
    return names


@pytest.mark.requirement("mine-entities")
def test_a_name_that_comes_back_in_several_texts_is_known() -> None:
    names = counted(
        "Yesterday we met with Priya about the migration, and later Priya agreed.",
        "The plan is by Priya and it is good; we will move Atlas over in May.",
        "So then Atlas moved, and the new Atlas is fine.",
    )

    assert names.known() == ["Atlas", "Priya"]
    assert names.people() == ["Priya"]


def test_a_word_that_is_also_written_small_is_no_name() -> None:
    assert counted("we saw the Deploy go, and a Deploy came", "then a Deploy of the deploy").known() == []


def test_a_name_that_stands_in_one_text_only_is_not_enough() -> None:
    assert counted("we met Priya, and then Priya left, so Priya is gone").known() == []


def test_where_every_noun_is_capitalised_only_full_names_count() -> None:
    text = "gestern haben wir im Haus mit Anna Schmidt über den Umbau der Küche und das Dach im Hof gesprochen"

    assert counted(text, text, text).known() == ["Anna Schmidt"]


@pytest.mark.requirement("mine-entities")
@pytest.mark.parametrize(
    "text",
    [
        "we met on Sunday and said it, and on Sunday again, so on Sunday it is",
        "it raised ValueError and then ValueError again, the value was an error, so ValueError it is",
        "as the License says, and the License is clear, so the License applies",
        "we measured MiB and then MiB, all in MiB",
        "we like SQL-shaped things, and some SQL-shaped things, and more SQL-shaped things",
        "for all URLs and some URLs, and then URLs again",
        "we had no Documentation and then Documentation came, so Documentation it is",
        "```\nx is Foobar and y is Foobar and Foobar again\n```",
        "self.x = y and Foobar and\nthe Foobar() of Foobar(); and Foobar { more\n    then Foobar and Foobar\n",
        "# A Heading of Foobar\n> a quote of Foobar and Foobar\n| a table of Foobar | of Foobar |",
    ],
)
def test_what_only_looks_like_a_name_is_none(text: str) -> None:
    assert counted(text, text, text).known() == []


@pytest.mark.requirement("mine-entities")
def test_places_and_programs_are_names_but_no_people() -> None:
    text = (
        "last year we moved all of it over to Postgres with Redis, since the office in Berlin had asked for that, and near "
        "Berlin there is the place where we still run the old thing by Kubernetes, although nobody likes it much these days"
    )
    names = counted(text, text, text)

    assert set(names.known()) == {"Berlin", "Kubernetes", "Postgres", "Redis"}
    assert names.people() == []


def test_whoever_speaks_and_is_called_by_name_is_a_person() -> None:
    names = counted("Maria Lund, are you there? And the bot-7?")
    for _ in range(3):
        names.hear("Maria Lund")
        names.hear("Nobody Else")
        names.hear("bot-7")

    assert names.people() == names.known() == ["Maria Lund"]


@pytest.mark.requirement("languages-names")
@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Потом Анна сказала, что сервер готов. Затем Анна написала отчёт, и вчера Анна ответила клиенту.", "Анна"),
        ("昨日、田中さんが来ました。会議で田中さんは反対しました。帰りに田中さんと話しました。", "田中"),
        ("어제 김철수씨가 왔다. 회의에서 김철수씨는 반대했다. 그래서 김철수씨와 이야기했다.", "김철수"),
    ],
)
def test_people_are_known_in_other_scripts(text: str, person: str) -> None:
    names = NameCount()
    for _ in range(3):
        names.add(text)

    assert person in names.known()
    assert person in names.people()
