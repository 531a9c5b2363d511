"""Folding of letters: one form for case, width, accents, digits and variant spellings of the same word."""

import re
import unicodedata

# Soft hyphens and zero-width characters are invisible inside words.
_UNSEEN = re.compile("[\u00ad\u200b\u2060\ufeff]")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")
# Letters that Unicode does not decompose: Latin letters with strokes, and forms that people type for each other.
_ALIKE = str.maketrans(
    {
        "ı": "i",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ħ": "h",
        "ё": "е",
        "ґ": "г",
        # Arabic and Persian: alef, yeh, kaf, teh marbuta, hamza on a bearer; tatweel only stretches a word.
        "أ": "ا",
        "إ": "ا",
        "آ": "ا",
        "ٱ": "ا",
        "ى": "ي",
        "ی": "ي",
        "ئ": "ي",
        "ؤ": "و",
        "ک": "ك",
        "ة": "ه",
        "ـ": None,
        # Hindi: the nasal sign with and without its moon.
        "ँ": "ं",
    }
)
# Accents, Hebrew points, Arabic vowels, the Hindi dot below a letter.
_MARK = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u093c]")
# In Cyrillic a breve or two dots make a different letter, not an accented one.
_MAYBE_ACCENTED = re.compile("[^\x00-\x7fйўї]+")


def even_out(text: str) -> str:
    """The text with one width and form for every character, decimal digits as 0 to 9, and invisible characters removed."""
    if text.isascii():
        return text
    even = _UNSEEN.sub("", unicodedata.normalize("NFKC", text))
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group(), digit.group())), even)


def fold(word: str) -> str:
    """The word without case, accents and spelling variants: one form for everything people would call the same word."""
    folded = word.casefold()
    if folded.isascii():
        return folded
    return _MAYBE_ACCENTED.sub(_without_marks, unicodedata.normalize("NFC", folded).translate(_ALIKE)).translate(_ALIKE)


def _without_marks(letters: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", _MARK.sub("", unicodedata.normalize("NFD", letters.group())))
