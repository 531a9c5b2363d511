import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.aaak import Header, Note, abbreviate, compress, decode, validate

TEXT = "After the outage we decided with Kai to use PostgreSQL instead of Redis. It felt like a relief. The database stays."

ANY = st.text(max_size=300) | st.text(alphabet='ab|:"+=-. \nAÉ中0', max_size=60)


@pytest.mark.requirement("aaak-compress")
def test_a_text_becomes_one_line_of_who_what_quote_mood_and_kind() -> None:
    note = abbreviate(TEXT)

    assert note.entities == ("KAI", "RED")
    assert "postgresql" in note.topics.split("_")
    assert note.quote == "After the outage we decided with Kai to use PostgreS..."
    assert (note.emotions, note.flags) == (("determ",), ("DECISION", "TECHNICAL"))


@pytest.mark.requirement("aaak-compress")
def test_known_names_come_with_their_codes_and_the_header_says_where_from() -> None:
    line = compress("kai and priya talk", Header("wing_app", "auth", None, "notes"), {"Kai": "KAI", "Priya": "PRI"})

    assert line == 'wing_app|auth|?|notes\n0:KAI+PRI|kai_priya_talk|"kai and priya talk"'


@pytest.mark.requirement("aaak-compress")
def test_a_text_that_says_nothing_has_a_line_all_the_same() -> None:
    assert compress("") == "0:???|misc"


@pytest.mark.requirement("aaak-validate")
def test_what_agents_write_freely_is_in_order() -> None:
    written = (
        "SESSION:2026-04-04|built.auth|ALC.req\nPROJ: *fierce* -> ship it\nT:1<->2|same\nARC:a->b\n---\n=MOMENTS=\nMy Field: x"
    )

    assert validate(written) == []
    assert decode(written).fields["PROJ"] == "*fierce* -> ship it"
    assert (decode(written).tunnels, decode(written).arc) == (("1<->2|same",), "a->b")


@pytest.mark.requirement("aaak-validate")
def test_prose_and_broken_notes_are_told_by_line() -> None:
    problems = validate("0:|topic\nonce upon a time\nT:1-2")

    assert [problem.split(":")[0] for problem in problems] == ["line 1", "line 2", "line 3"]
    assert validate(" \n") == ["the text is empty"]


@pytest.mark.requirement("aaak-decode")
def test_a_note_of_others_keeps_what_we_have_no_name_for() -> None:
    [note] = decode('12:ALC|auth|"so it is"|0.9|joy+vul|GENESIS').notes

    assert note == Note("12", ("ALC",), "auth", "so it is", ("joy", "vul"), ("GENESIS",), ("0.9",))


@pytest.mark.requirement("aaak-decode")
@given(ANY, ANY, ANY)
def test_decoding_gives_back_what_any_text_was_abbreviated_to(text: str, wing: str, source: str) -> None:
    lines = compress(text, Header(wing, "room", "2026-01-02", source))
    decoded = decode(lines)

    assert validate(lines) == []
    assert decoded.notes == (abbreviate(text),)
    assert decoded.header is not None
    assert decoded.header.line() == lines.splitlines()[0]


@pytest.mark.requirement("aaak-validate")
@given(ANY)
def test_no_text_is_too_strange_to_look_at(text: str) -> None:
    validate(text)
    decode(text)


@pytest.mark.requirement("languages-shorthand")
@pytest.mark.parametrize(
    ("text", "entity", "topic", "emotion", "flag"),
    [
        ("先週、田中さんとデータベースを移すことに決めました。とても嬉しいです。", "田中", "データベース", "joy", "DECISION"),
        ("上周我们决定把数据库迁移到新的服务器上。我很高兴。", "???", "服务器", "joy", "TECHNICAL"),
        ("Вчера мы с Анной решили перенести сервер. Я счастлива.", "АНН", "сервер", "joy", "DECISION"),
        ("Wir haben beschlossen, die Datenbank umzuziehen. Ich bin glücklich.", "???", "datenbank", "joy", "DECISION"),
        ("Decidimos mover la base de datos al servidor. Estoy feliz.", "???", "servidor", "joy", "TECHNICAL"),
    ],
)
def test_other_languages_are_abbreviated_too(text: str, entity: str, topic: str, emotion: str, flag: str) -> None:
    note = abbreviate(text)

    assert (note.entities or ("???",))[0] == entity
    assert emotion in note.emotions
    assert flag in note.flags
    assert topic in abbreviate(f"{text} {topic}!").topics.split("_")
