from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.ranking import traits
from simonides.domain.ranking.traits import day_told, flags_of, speaker_of, without_day
from simonides.languages.programs import is_code

FUNCTION = (
    'def paste(xsel=False):\n    """Return the clipboard."""\n    if xsel:\n        return read("primary")\n    return read()'
)


@pytest.mark.parametrize(
    ("text", "bit"),
    [
        (FUNCTION, traits.CODE),
        ("We sold 40 tickets", traits.NUMBER),
        ("I met her two weeks ago", traits.TIME),
        ("Always answer in French when I ask about wine", traits.DIRECTIVE),
        ("assistant: Certainly, here is a plan", traits.ASSISTANT),
    ],
)
def test_a_text_has_the_trait_that_it_shows(text: str, bit: int) -> None:
    assert flags_of(text, None, None) & bit


@pytest.mark.parametrize(
    "text",
    [
        "I always water the roses first.",
        "I have never used a cloud platform.",
        "I'll make sure to format it.",
        "It may help in the future.",
        "It never rains, and whenever it does we stay in.",
    ],
)
def test_what_somebody_does_or_never_did_is_no_wish(text: str) -> None:
    assert not flags_of(text, None, "user") & traits.DIRECTIVE


@pytest.mark.parametrize(
    "text",
    [
        "user: Never use tabs.",
        "Please always add a source. Thanks!",
        "I\u2019d prefer short answers",
        "From now on call me Sam.",
        "Give me the code. Always with types.",
        "You must never push to main.",
    ],
)
def test_a_standing_wish_is_seen(text: str) -> None:
    assert flags_of(text, None, None) & traits.DIRECTIVE


@pytest.mark.parametrize(
    ("text", "is_about_oneself"),
    [
        ("I leave at the end of June.", True),
        ("Third time since January, my patience is at an end.", True),
        ("Ich höre Ende Juni auf und übergebe alles in Ruhe.", True),
        ("Je pars en juin, le bureau reste ouvert.", True),
        ("Me voy en junio a la escuela de mi hermana.", True),
        ("Ik ga van juni tot oktober met verlof.", True),
        ("W czerwcu byłem na targach w Gandawie.", True),
        ("Я ухожу в июне.", True),
        ("我八月三号开始做。", True),
        ("私は六月に退職します。", True),
        ("Jag slutar i juni, min post tas över av Ada.", True),
        ("Tôi nghỉ việc vào cuối tháng sáu.", True),
        ("제가 유월에 그만둡니다.", True),
        ("Ben haziranda ayrılıyorum, yerime Deniz geliyor.", True),
        ("Když jsem byl v Brně, koupil jsem lano.", True),
        ("Eu saio em junho para a escola da minha irmã.", True),
        ("Io parto a giugno, il posto è libero.", True),
        ("W kwietniu odebrałam klucze od pani Stec.", True),
        ("We leave at the end of June.", False),
        ("Phase I of the move is done, and the disk shows slow I/O.", False),
        ("ME-1 is out of the ice; set the option in my.cnf.", False),
        ("Spotkanie z zespołem i działem sprzedaży odbędzie się w piątek.", False),
        ("Mötet tar 40 min och hålls mitt i byn.", False),
        ("Chúng tôi chuyển văn phòng vào tháng sáu.", False),
        ("브라우저는 문제가 없고, 지난주 회의는 끝나는 시간이 늦었다.", False),
        ("僕達は六月に引っ越した。私鉄の駅から五分です。", False),
        ("系统每晚自我修复一次，我院三月停诊。", False),
        ("Mia parte a giugno, il posto è libero.", False),
        ("”Jag slutar i juni”, sa Ada på mötet.", False),
        ("»Ich gehe im Juni«, sagte Ada am Telefon, »und zwar bald«.", False),
        ('Alastair\'s first words: "It sent me round by the ferry."', False),
        ("Narzędzia i farby leżą w szafie, i nikt ich nie rusza.", False),
        ("I tavoli e i palchi sono pronti per la festa.", False),
        ("我们八月三号开始做。", False),
        ("The crane needs another rope.", False),
    ],
)
def test_who_writes_about_themselves_says_so(text: str, is_about_oneself: bool) -> None:
    assert bool(flags_of(text, None, None) & traits.ABOUT_ONESELF) is is_about_oneself


def test_a_plain_sentence_has_none() -> None:
    assert flags_of("The garden is lovely", None, None) == 0


def test_prose_is_not_code() -> None:
    assert not is_code("If you return from the class early, import the photos (all of them).")


def test_an_author_speaks_and_else_the_name_in_front() -> None:
    assert speaker_of("Ada: hello", "Grace") == "grace"
    assert speaker_of("Ada: hello", None) == "ada"
    assert speaker_of("hello there", None) is None


def test_the_share_of_questions_is_measured() -> None:
    assert flags_of("Is it? Was it?", None, None) >> traits.QUESTION_SHIFT == 15
    assert flags_of("It is. It was.", None, None) >> traits.QUESTION_SHIFT == 0


@given(st.text(), st.one_of(st.none(), st.text()), st.one_of(st.none(), st.text()))
def test_no_text_is_too_strange(text: str, author: str | None, role: str | None) -> None:
    assert 0 <= flags_of(text, author, role) < 1 << (traits.QUESTION_SHIFT + 4)


@pytest.mark.parametrize(
    "text", ["x" * 1_000_000, "if " * 300_000, " " * 1_000_000, "a\n" * 500_000, "A " * 500_000, "где " * 250_000, "日" * 300_000]
)
def test_a_megabyte_of_anything_is_read_once(text: str) -> None:
    # A pattern that starts anew at every character would take hours: the limit on every test is the proof.
    assert flags_of(text, None, None) >= 0


@pytest.mark.requirement("languages-questions")
@pytest.mark.parametrize(
    ("text", "bit"),
    [
        ("Wir haben uns am Dienstag mit der Kundin getroffen.", traits.TIME),
        ("На прошлой неделе мы переехали в новый офис.", traits.TIME),
        ("昨日、新しい事務所に引っ越しました。", traits.TIME),
        ("Hemos comprado cuatro servidores para la oficina.", traits.NUMBER),
        ("Мы купили четыре сервера для офиса.", traits.NUMBER),
        ("Bitte antworte mir ab jetzt nur noch auf Deutsch.", traits.DIRECTIVE),
        ("请记住，以后用中文回答我。", traits.DIRECTIVE),
    ],
)
def test_other_languages_show_the_same_traits(text: str, bit: int) -> None:
    assert flags_of(text, None, None) & bit


@pytest.mark.parametrize("text", ["鍵はどこですか？", "أين المفتاح؟", "钥匙在哪里？"])
def test_a_question_is_one_in_every_script(text: str) -> None:
    assert flags_of(text, None, None) >> traits.QUESTION_SHIFT == 15


def test_a_wide_colon_names_the_speaker_too() -> None:
    assert speaker_of("田中：明日は休みます", None) == "田中"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-04: The crane arrived.", date(2026, 3, 4)),
        ("[2026-03-04] The crane arrived.", date(2026, 3, 4)),
        (" 2026/03/04 The crane arrived.", date(2026, 3, 4)),
        ("2026-13-04: no such month", None),
        ("2026-03-041 is a number", None),
        ("The crane arrived on 2026-03-04.", None),
        ("", None),
    ],
)
def test_a_text_tells_its_day_at_its_beginning(text: str, day: date | None) -> None:
    told = day_told(text)

    assert (None if told is None else date(1970, 1, 1) + told) == day


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-04: The rent goes up",
        "2026/03/04, The rent goes up",
        "[2026-03-04 09:12] The rent goes up",
        "2026-03-04T09:12:00Z: The rent goes up",
        "2026-03-04T09:12:00+02:00: The rent goes up",
        "[2026-03-04 09:12:33.123 +0200] - The rent goes up",
        "2026-03-04\n\nThe rent goes up",
        "2026-03-04 \r\n\nThe rent goes up",
        "The rent goes up",
    ],
)
def test_a_day_set_off_at_the_head_is_no_part_of_what_a_text_says(text: str) -> None:
    assert without_day(text) == "The rent goes up"


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-04 was a long day",
        "2026-03-04",
        "2026-03-04:",
        "INC-3: 2026-03-04: down",
        "2026-03-04 09:12:33 down",
        "2026-03-04 09:12:33.123 down",
        "2026-03-04 09:12:33,123 INFO down",
        "2026-03-04\u201306: trade fair",
    ],
)
def test_a_day_that_belongs_to_the_sentence_stays(text: str) -> None:
    assert without_day(text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [("[2026-03-04] -5 degrees", "-5 degrees"), ("2026-03-04: 12 eggs", "12 eggs"), ("2026-03-04\uff1a3个人", "3个人")],
)
def test_a_number_after_the_day_stays_whole(text: str, said: str) -> None:
    assert without_day(text) == said
