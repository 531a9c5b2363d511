"""Language detection: by script, by function words, by letters, and of a short text by its words; a guess, never a certainty.

English is the default: code, names, numbers and text without evidence for another language count as English. A guess of another
language is sure only on strong evidence; with less, and where languages are mixed, it is not sure and callers allow for both.
"""

from collections.abc import Sequence
from functools import lru_cache

from simonides.frozen import frozen
from simonides.languages import letters, small_words, writing
from simonides.languages.programs import is_code

PIECE = 480
"""How many characters are read at the beginning, in the middle and at the end of a text."""
_ALIKE = 18
"""Two languages whose scores differ by less are both likely: eighteen points are three bits."""
_LIKELY_MAX = 3
_DOUBT = 18
"""From this evidence against English on, in points, a text may be in another language."""
_SURE = 72
"""From this evidence on, it is."""

_SOME = 2
"""This many English words make a text in another language a mixed one."""
_MOST = 0.7
"""The least share of non-English words in a text that is surely in another language."""
_FEW = 2
"""Up to this many words unknown to English may be names: `ubuntu`, `geogebra`."""
_MANY = 3
"""From this many English words on, a text without words of another language is English."""

# Words that are frequent in English and rare in other languages.
_ENGLISH = frozenset(
    """the and that with this what have you your they their from which would there should could because about been were when how
    why who where these those than then it's i'm i've don't can't didn't isn't she after before does did just make into only any
    some other our""".split()
)
# Words that make a text English if nothing speaks against it; some of them occur in other languages too.
_RATHER_ENGLISH = _ENGLISH | frozenset(
    """a to of in is it we on for not are has will also more him her his my be as at by an all no so up or do he me us was i if
    but its over new last get can use""".split()
)
# Words found in nearly every longer text of another language, and in no English one.
_OTHER = frozenset(
    """und der das ist nicht ein eine mit auf sich auch wir ich que los las por para una con del como les des est dans pour une
    pas sur qui avec vous nous di che il della sono per gli het een van niet zijn voor dat och att det som inte är jag em não um
    uma os ao nie się jest że na je se není bir ve için bu değil là của không và các ikke og på med til ja ei että és az egy hogy
    nem yang dan untuk ini și nu este cu els amb""".split()
)


@frozen
class Guess:
    """The language that a text is most likely in."""

    language: str
    """Its ISO 639-1 code; `en` unless there is evidence for another."""
    is_sure: bool
    """False when the text may or may not be English, or is mixed."""
    likely: tuple[str, ...]
    """Every likely language, the likeliest first."""


_PLAIN = Guess("en", is_sure=True, likely=("en",))


# Filing one text asks for its language several times in a row.
@lru_cache(maxsize=8)
def guess(text: str) -> Guess:
    """The language of a text. Of a long one the beginning, the middle and the end are read."""
    if len(text) <= PIECE:
        return _guess_piece(text)
    middle = (len(text) - PIECE) // 2
    return _united([_guess_piece(text[start : start + PIECE]) for start in (0, middle, len(text) - PIECE)])


def strangers(words: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """The words among a few that English does not know, and the languages they may come from; mostly none.

    `Datenbanken` alone counts as English, since only its letters speak against that, yet it may be a German question.
    """
    known, shared = letters.english_words(), letters.shared_words()
    unknown = [word for word in words if word.lower() not in known and word.lower() not in shared]
    small = [word.lower() for word in unknown]
    if not unknown or _evidence(small) < _DOUBT:
        return [], ()
    return unknown, letters.LATIN.likeliest(small, _ALIKE)[:_LIKELY_MAX]


def _united(guesses: list[Guess]) -> Guess:
    if all(each == guesses[0] for each in guesses):
        return guesses[0]
    others = [each for each in guesses if each.language != "en"]
    likely = tuple(dict.fromkeys(language for each in guesses for language in each.likely))
    language = max((each.language for each in others), key=[each.language for each in others].count)
    return Guess(language, len(others) == len(guesses) and all(each.is_sure for each in others), likely)


# The best memories of one question are read for the next, too; none of them is longer than a piece.
@lru_cache(maxsize=512)
def _guess_piece(text: str) -> Guess:
    script = None if text.isascii() else writing.other_script(text)
    if script is None:
        return _guess_latin(text)
    languages = letters.CYRILLIC.likeliest(letters.words_in(text), _ALIKE) if script.language == "ru" else (script.language,)
    if script.is_main:
        return Guess(languages[0], is_sure=True, likely=languages)
    beside = _guess_latin(text)
    return Guess(languages[0], is_sure=False, likely=tuple(dict.fromkeys((*languages, *beside.likely))))


def _guess_latin(text: str) -> Guess:
    words = set(text.lower().split())
    english = len(words & _ENGLISH)
    if _is_plain(words, english) or is_code(text):
        return _PLAIN
    every = letters.words_in(text)
    guessed = _guess_by_letters(text, every, english)
    known = small_words.likely_by_words(every, _RATHER_ENGLISH, is_question=text.rstrip().endswith("?"))[:_LIKELY_MAX]
    if not known or not set(known).isdisjoint(guessed.likely):
        return guessed
    return Guess(known[0], is_sure=False, likely=tuple(dict.fromkeys((*known, *guessed.likely, "en"))))


def _guess_by_letters(text: str, every: list[str], english: int) -> Guess:
    unknown = [word for word in every if word not in letters.english_words()]
    if len(unknown) <= _FEW and text.isascii() and letters.function_words().isdisjoint(unknown):
        return _PLAIN
    # Both the whole text and the words unknown to English must look foreign; the latter are fewer, and mostly enough to tell.
    evidence = _evidence(unknown)
    if evidence < _DOUBT or (evidence := min(evidence, _evidence(every))) < _DOUBT:
        return _PLAIN
    likely = letters.LATIN.likeliest(every, _ALIKE)[:_LIKELY_MAX]
    if evidence >= _SURE and english < _SOME and len(unknown) >= _MOST * len(every):
        return Guess(likely[0], is_sure=True, likely=likely)
    return Guess(likely[0], is_sure=False, likely=tuple(dict.fromkeys((*likely, "en"))))


def _evidence(words: list[str]) -> int:
    scores = letters.LATIN.scores(words)
    return letters.best_but(scores, "en") - scores["en"]


def _is_plain(words: set[str], english: int) -> bool:
    others = len(words & _OTHER)
    if 8 * english >= len(words):
        return others < _SOME
    return not others and (english >= _MANY or (english > 0 and 4 * len(words & _RATHER_ENGLISH) >= len(words)))
