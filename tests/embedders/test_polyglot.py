import numpy as np
import pytest

from simonides.embedders.bundled import BundledEmbedder

# How the vector starts of "Wo liegt der Schlüssel für das Archiv?", as scripts/bert/reference.py finds it in the float weights.
FLOAT_START = np.array([-0.0562, 0.0443, -0.0974, -0.0298, 0.0321, 0.0124, -0.0249, -0.0154])

TRANSLATIONS = {
    "ar": "تأجل الاجتماع إلى يوم الخميس",
    "cs": "Schůzka byla přesunuta na čtvrtek",
    "de": "Die Besprechung wurde auf Donnerstag verschoben",
    "es": "La reunión se aplazó hasta el jueves",
    "fr": "La réunion a été reportée à jeudi",
    "hi": "बैठक गुरुवार तक टाल दी गई",
    "it": "La riunione è stata rinviata a giovedì",
    "ja": "会議は木曜日に延期されました",
    "ko": "회의가 목요일로 연기되었습니다",
    "nl": "De vergadering is verplaatst naar donderdag",
    "pl": "Spotkanie zostało przełożone na czwartek",
    "pt": "A reunião foi adiada para quinta-feira",
    "ru": "Встречу перенесли на четверг",
    "sv": "Mötet flyttades till torsdag",
    "tr": "Toplantı perşembeye ertelendi",
    "uk": "Зустріч перенесли на четвер",
    "vi": "Cuộc họp được dời sang thứ Năm",
    "zh": "会议推迟到了星期四",
}
ENGLISH = [
    "The meeting was postponed to Thursday",
    "The key of the archive lies in the drawer",
    "Maria is allergic to peanuts",
    "The build takes nine minutes on the old machine",
    "We bought a second printer for the office",
]


@pytest.mark.requirement("languages-one-space")
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_lands_where_mneme_puts_the_english(
    mneme: BundledEmbedder, polyglot: BundledEmbedder, language: str
) -> None:
    english = np.concatenate(mneme.embed_texts(ENGLISH))

    foreign = polyglot.embed_question(TRANSLATIONS[language])[0]

    assert int((english @ foreign).argmax()) == 0


def test_vectors_are_those_of_the_float_weights(polyglot: BundledEmbedder) -> None:
    made = polyglot.embed_question("Wo liegt der Schlüssel für das Archiv?")[0]

    assert np.abs(made[:8] - FLOAT_START).max() < 0.02


def test_a_vector_does_not_depend_on_the_texts_beside_it(polyglot: BundledEmbedder) -> None:
    texts = list(TRANSLATIONS.values())

    together = polyglot.embed_texts(texts)
    alone = [polyglot.embed_question(text) for text in texts]

    assert min(float(left[0] @ right[0]) for left, right in zip(together, alone, strict=True)) > 0.9999


@pytest.mark.parametrize("text", ["", " \n\t ", "\ud800 lone", "nul \x00 inside", "[PAD] [MASK] [SEP]", "\u200b", "🎉" * 300])
def test_odd_texts_have_one_unit_vector(polyglot: BundledEmbedder, text: str) -> None:
    vectors = polyglot.embed_question(text)

    assert vectors.shape[1] == 384
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)


def test_the_tail_of_a_long_text_is_embedded(polyglot: BundledEmbedder) -> None:
    filler = "Der Ausschuss hat wieder über das Geld für Straßen und Brücken im Norden des Landes gesprochen. " * 60
    tail = "Großmutters Rezept für Pflaumenkuchen braucht reife Pflaumen, Butter, Mehl und eine Prise Zimt. " * 5

    windows = polyglot.embed_texts([filler + tail])[0]

    assert len(windows) > 5
    assert (windows @ polyglot.embed_question(tail)[0]).max() > 0.6
