"""Search by words in every language: texts, each with a question that uses other forms of its words."""

from dataclasses import replace

import pytest

from simonides.domain.memory import Place, Scope
from simonides.domain.ranking.recipe import HYBRID, LEXICAL
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

ASKED = {
    "ar": ("نقلنا الخادم إلى قاعة جديدة في الطابق الثاني", "أين يوجد خادم البيانات؟"),
    "cs": ("Koupili jsme nové židle do velké zasedací místnosti", "Kolik židlí máme?"),
    "de": ("Die Rechnungen liegen im obersten Fach des Schrankes", "Wo finde ich die Rechnung?"),
    "en": ("The invoices are kept in the top drawer of the cabinet", "Where do I find an invoice?"),
    "es": ("Guardamos las facturas antiguas en el armario gris", "¿Dónde está la factura?"),
    "fr": ("Nous avons déplacé les serveurs dans la nouvelle salle", "Où se trouve le serveur principal ?"),
    "hi": ("हमने पुरानी चाबियाँ अलमारी में रख दी हैं", "चाबी कहाँ है?"),
    "it": ("Abbiamo spostato le fatture vecchie nell'armadio grigio", "Dove si trova la fattura?"),
    "ja": ("古い鍵を灰色の棚に入れました", "鍵はどこですか"),
    "ko": ("오래된 열쇠는 회색 서랍에 넣어 두었습니다", "열쇠가 어디에 있나요?"),
    "nl": ("We hebben de oude sleutels in de grijze kast gelegd", "Waar ligt de sleutel van het kantoor?"),
    "pl": ("Stare krzesła stoją na korytarzu obok szarej szafy", "Gdzie jest krzesło?"),
    "pt": ("Guardamos as chaves antigas no armário cinzento", "Onde está a chave do escritório?"),
    "ru": ("Старые ключи лежат в сером шкафу у входа", "Где находится ключ от офиса?"),
    "sv": ("Vi lade de gamla fakturorna i det grå skåpet", "Var finns fakturor från våren?"),
    "tr": ("Eski anahtarları gri dolaba koyduk", "Ofisin anahtarı nerede duruyor?"),
    "uk": ("Старі двері у підвалі пофарбовані на синьо", "Хто фарбував підвал?"),
    "vi": ("Chúng tôi để chìa khóa cũ trong tủ màu xám", "Chìa khóa văn phòng ở đâu?"),
    "zh": ("我们把旧钥匙放在灰色的柜子里", "办公室的钥匙在哪里？"),
}


@pytest.fixture
def full(palace: Palace) -> Palace:
    for language, (text, _) in ASKED.items():
        palace.memories.remember(Draft(text, Place(language, "notes")))
    return palace


@pytest.mark.requirement("languages-words")
@pytest.mark.parametrize("language", ASKED)
def test_an_inflected_question_finds_its_text_among_all_languages_by_words_alone(full: Palace, language: str) -> None:
    text, question = ASKED[language]

    hits = full.recall(question, Scope(), limit=3, recipe=LEXICAL)

    assert hits[0].memory.content == text


@pytest.mark.requirement("languages-substrings")
@pytest.mark.parametrize("part", ["放在灰色", "旧钥匙", "灰色の棚", "회색 서랍", "в сером шкафу", "الطابق الثاني", "ключи лежат"])
def test_an_exact_part_of_a_text_is_always_found(full: Palace, part: str) -> None:
    hits = full.recall(part, Scope(), limit=3, recipe=LEXICAL)

    assert part in hits[0].memory.content


RESPELLED = [
    ("Галина Орлова выходит на работу в марте", "when does Galina Orlova begin"),
    ("Катерина веде облік палива на складі", "what is Kateryna in charge of"),
    ("我们的测试机器是梁伟修理的", "Was repariert Liang Wei?"),
    ("张晓明想在桌上放第二个屏幕", "what does Zhang Xiaoming wish for"),
    ("김민수는 이번 주에 휴가입니다", "until when is Kim Minsu away"),
    ("マリアは契約書にサインします", "what does Maria sign"),
    ("Dmitri Sokolov takes parental leave", "Что известно про отпуск Дмитрия Соколова?"),
    ("Xu Lan moves to Berlin in December", "徐岚什么时候搬到柏林？"),
    ("Park Jiyoung leads the mobile team", "박지영은 어느 팀을 이끄나요?"),
    ("Haruto eats no shellfish", "ハルトは何を食べませんか？"),
]


@pytest.mark.requirement("languages-respelling")
@pytest.mark.parametrize(("text", "question"), RESPELLED)
def test_a_name_is_found_in_another_script_by_words_alone(palace: Palace, text: str, question: str) -> None:
    for other, _ in [*RESPELLED, *ASKED.values()]:
        palace.memories.remember(Draft(other))

    hits = palace.recall(question, limit=3, recipe=LEXICAL)

    assert hits[0].memory.content == text


def _lead(palace: Palace, question: str, crowding_weight: float) -> float:
    """How far the text that stands alone is before the best of those that are alike."""
    recipe = replace(HYBRID, crowding_weight=crowding_weight, sets_copies_back=False)
    hits = palace.recall(question, Scope(), limit=20, recipe=recipe)
    return max(hit.score for hit in hits if "allein" in hit.memory.content) - max(
        hit.score for hit in hits if "Garten" in hit.memory.content
    )


def test_what_is_near_to_everything_counts_less_where_the_question_is_not_english(palace: Palace) -> None:
    for number in range(12):
        palace.memories.remember(Draft(f"Der Schlüssel für den Garten liegt heute in Schublade {number}", Place("w", "r")))
    palace.memories.remember(Draft("Oma hat den Schlüssel und fährt allein nach Bremen", Place("w", "r")))

    german, english = "Wo ist denn heute der Schlüssel geblieben?", "Where did the key to our cabinet go today?"

    assert _lead(palace, german, 0.3) > _lead(palace, german, 0.0)
    assert _lead(palace, english, 0.3) == _lead(palace, english, 0.0)


def test_a_name_weighs_as_much_where_another_language_has_a_common_word_like_it(palace: Palace) -> None:
    for number in range(24):
        palace.memories.remember(Draft(f"Речь шла о том, что на складе нет места {number}"))
    for number in range(20):
        palace.memories.remember(Draft(f"The paint for shelf {number} is in the cellar"))
    for text in ("Tom took the drill to the harbour", "The library lets us borrow books", "We borrow chairs from school"):
        palace.memories.remember(Draft(text))

    assert palace.recall("what did Tom borrow", limit=1, recipe=LEXICAL)[0].memory.content.startswith("Tom")


SAID_IN_ANOTHER_LANGUAGE = [
    ("Die Miete für die Wohnung in der Mühlgasse ist gestiegen", "how much rent do we pay"),
    ("La lavastoviglie perde acqua se si usa il programma breve", "does the dishwasher leak"),
    ("Ehliyetimi yenilemek için bir sağlık raporu lazım", "what do I need for my driving licence"),
    ("孩子的疫苗本放在卧室的抽屉里", "where is the vaccination booklet of the child"),
    ("The oven in the kitchen is broken since Tuesday", "Seit wann ist der Ofen in der Küche kaputt?"),
    ("The passport of Ida lies in the drawer", "パスポートはどこですか"),
]


@pytest.mark.parametrize(("text", "question"), SAID_IN_ANOTHER_LANGUAGE)
def test_an_everyday_word_is_found_in_another_language_by_words_alone(palace: Palace, text: str, question: str) -> None:
    for other, _ in SAID_IN_ANOTHER_LANGUAGE:
        palace.memories.remember(Draft(other))

    hits = palace.recall(question, limit=1, recipe=LEXICAL)

    assert [hit.memory.content for hit in hits] == [text]


def test_a_title_in_another_language_makes_no_palace_one_of_two_languages(palace: Palace) -> None:
    for text in ("We watched Les Enfants du Paradis in the cinema", "The loyer column is empty in every sheet that we have got"):
        palace.memories.remember(Draft(text))

    assert palace.recall("where is the rent", limit=1, recipe=LEXICAL) == []


def test_a_name_in_another_script_makes_no_palace_one_of_two_languages(palace: Palace) -> None:
    for text in ("We met 이수진 at the station before the talk", "The column 열쇠 is empty in every sheet that we have got"):
        palace.memories.remember(Draft(text))

    assert palace.recall("where is the key", limit=1, recipe=LEXICAL) == []


@pytest.mark.parametrize(("text", "question"), [*SAID_IN_ANOTHER_LANGUAGE[:4], *RESPELLED])
def test_the_first_text_in_another_language_is_found_although_the_palace_was_asked_before(
    palace: Palace, text: str, question: str
) -> None:
    palace.memories.remember(Draft("The lamp above the desk has been flickering"))
    palace.recall("what is flickering", limit=1, recipe=LEXICAL)

    palace.memories.remember(Draft(text))

    assert [hit.memory.content for hit in palace.recall(question, limit=1, recipe=LEXICAL)] == [text]
