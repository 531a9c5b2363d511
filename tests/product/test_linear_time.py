"""No text and no question may freeze the server: every pattern and every text function takes time in proportion to its input.

Each pattern of the package runs over repeats of its own characters and words that end in something it does not match; each
public function that reads a text runs over repeats that have troubled some pattern. CPU time of ever longer inputs is compared,
so that neither a slow nor a busy machine fails a test.
"""

import gc
import inspect
import random
import re
import time
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest

from simonides.domain.code import Chunk
from simonides.domain.ranking import code_terms, traits
from simonides.languages.lexicon import lexicon
from simonides.languages.meanings import COMMON
from simonides.languages.respelling import NameScript
from support import patterns

FIRST = (40, 160)
SCREEN = 2_000
SUSPECT_S = 0.004
"""From this CPU time at the screening length on, growth is measured: a linear pattern takes a tenth of it."""
SHORT, MIDDLE, LONG = 10_000, 30_000, 100_000
GROWTH_MAX = 40
"""The input grows tenfold: linear work by 10, quadratic by 100."""
SMALL_S = 0.03
"""Less than this on the short input is too little to compare."""
HOPELESS_S = 0.5
"""More than this on the short input is no linear work on any machine."""
LETTERS_MAX = 8
WORDS_MAX = 3

# Functions that compile patterns from data files or from other patterns; what they make is found in a value of the package.
OUR_OWN_TEXTS = "simonides.stores.postgres.cluster.shard_functions."
"""Patterns that read nothing but the trigger functions which our migrations have made: a few hundred characters each."""

BUILDERS = {
    # Compiled on first use, since English texts need none of them; `patterns.every_pattern` asks for them.
    "simonides.domain.text.mentions._piece",
    "simonides.domain.text.token_estimate._other_costs",
    "simonides.domain.text.wording._word_or_sign",
    "simonides.domain.text.words._run",
    "simonides.languages.writing._other_letter",
    "simonides.languages.writing._unspaced",
    "simonides.languages.lexicon.asides",
    "simonides.languages.lexicon.fillers",
    "simonides.languages.lexicon.joints",
    "simonides.languages.lexicon.particles",
    "simonides.languages.lexicon.prefaces",
    # The words of a question, each to the letter.
    "simonides.domain.text.passages._places",
    "simonides.domain.text.secrets.kind._compiled",
    "simonides.domain.text.secrets.kind.token",
    "simonides.domain.text.secrets.kinds.addresses._address",
    "simonides.domain.text.secrets.kinds.assignments._assigned",
    "simonides.domain.text.secrets.kinds.keys._pem",
    "simonides.languages.comparing_words._multiples",
    "simonides.languages.comparing_words._numbers",
    "simonides.languages.comparing_words._ordinals",
    "simonides.languages.comparing_words.read",
    "simonides.languages.date_words._around",
    "simonides.languages.date_words._counted",
    "simonides.languages.date_words.date_pattern",
    "simonides.languages.feast_words._before",
    "simonides.languages.feast_words.read",
    "simonides.languages.namesakes._after",
    "simonides.languages.namesakes._before",
    "simonides.languages.namesakes.read",
    "simonides.languages.part_words._patterns",
    "simonides.languages.lexicon._directives",
    "simonides.languages.date_words._maybe",
    "simonides.languages.date_words._quarter",
    "simonides.languages.date_words._range",
    "simonides.languages.date_words._signs",
    "simonides.languages.date_words._worded_quarter",
    "simonides.languages.date_words.read",
    # The words of the command that was typed.
    "simonides.cli.command.error",
    "simonides.languages.wish_words._matter",
    "simonides.languages.writing._patterns",
    "simonides.languages.writing.any_of",
    # Over the functions of our own migrations.
    "simonides.stores.postgres.cluster.shard_functions._bound",
    "simonides.stores.postgres.cluster.shard_functions._executed",
    "simonides.stores.postgres.cluster.shard_functions._reference",
    # From somebody's ignore file; `tests/mining` holds that none backtracks.
    "simonides.mining.files.ignore_patterns._regex",
    # From the address of a resource of our own.
    "simonides.toolkit.offering.match",
}
HARD = [
    *"\n .aA7-'(?\"`#=:/|漢é",
    *("a.", "a_", "Aa", "7.", "a'", "((", "? ", "= ", "a: ", "a/", "x=", "\t\n", "```\n", "漢字。", "е "),
    *("always ", "\nalways", "may ", "in ", "5 may ", "what ", "https://a."),
]
TEXT_ARGUMENTS = ("text", "question", "query", "sentence", "content", "prompt", "even", "word")
ROOMS = (
    "simonides.domain.text.",
    "simonides.domain.question.",
    "simonides.domain.ranking.",
    "simonides.languages",
    "simonides.mining.passages",
)
OTHER_ARGUMENTS: dict[str, Any] = {
    "languages": ("fr",),
    "author": None,
    "role": None,
    "language": "en",
    "kinds": 7,
    "other": "Ada moved to Lisbon on 3 May.",
    "chance": random.Random(3),
    "frequencies": {},
    "known": ["ada", "ada_lovelace"],
    "compounds": (),
    "beside": frozenset({"lisbon"}),
    "signs": "",
    "secrets": (),
    "tokens_max": 100,
    "length": 100,
    "limit": 5,
    "length_max": 100,
    "size": 1_000,
    "header": None,
    "scripts": frozenset(NameScript),
    "present": frozenset(COMMON),
    "lexicons": [lexicon(language) for language in ("en", "de", "es")],
}


def hard_texts(pattern: re.Pattern[str]) -> Iterator[str]:
    """What to repeat: characters of the pattern, pairs of them, and the words it spells out."""
    letters, words = patterns.alphabet(pattern)
    kinds = {_kind(letter): letter for letter in reversed(letters)}
    some = list(dict.fromkeys([" ", "\n", *reversed(kinds.values())]))[:LETTERS_MAX]
    yield from dict.fromkeys([*some, *words[:WORDS_MAX], *(f"{word} " for word in words[:WORDS_MAX])])
    yield from (one + other for one, other in permutations(some, 2))


def _kind(letter: str) -> str:
    if not letter.isascii():
        return "other"
    return "A" if letter.isupper() else "a" if letter.islower() else "7" if letter.isdigit() else letter


def repeated(piece: str, length: int) -> str:
    return (piece * (length // len(piece) + 1))[:length] + "\x00"


def cpu_s(work: Callable[[str], object], text: str) -> float:
    # Collecting garbage takes longer the more objects other tests have left behind.
    gc.disable()
    try:
        started = time.process_time()
        work(text)
        return time.process_time() - started
    finally:
        gc.enable()


def grows_too_fast(work: Callable[[str], object], piece: str) -> bool:
    """Whether ten times the text takes far more than ten times the work, three times over: a busy core may be slow once."""
    if any(min(cpu_s(work, repeated(piece, length)) for _ in range(2)) > SMALL_S for length in FIRST):
        return True
    return all(_is_steep(work, piece) for _ in range(3))


def _is_steep(work: Callable[[str], object], piece: str) -> bool:
    short = min(cpu_s(work, repeated(piece, SHORT)) for _ in range(2))
    if short <= SMALL_S or short > HOPELESS_S:
        return short > HOPELESS_S
    # Threefold first, since quadratic work at the full length would take minutes.
    return cpu_s(work, repeated(piece, MIDDLE)) > 6 * short or cpu_s(work, repeated(piece, LONG)) > GROWTH_MAX * short


def is_suspect(work: Callable[[str], object], piece: str) -> bool:
    """Whether a rather short text takes long; the shortest come first, since exponential work would never end."""
    return any(cpu_s(work, repeated(piece, length)) > SUSPECT_S for length in (*FIRST, SCREEN))


def uses_of(pattern: re.Pattern[str], ways: set[str]) -> Callable[[str], object]:
    """The pattern as the package uses it: at the beginning of a text where it is only matched there, else all over it."""
    if ways and ways <= {"match", "fullmatch"}:
        return lambda text: [getattr(pattern, way)(text) for way in ways]
    return lambda text: sum(1 for _ in pattern.finditer(text))


@pytest.mark.timeout(600)
def test_every_pattern_takes_time_in_proportion_to_the_text() -> None:
    ways = patterns.ways_of_use()
    slow = []
    for where, pattern in patterns.every_pattern().items():
        if where.startswith(OUR_OWN_TEXTS):
            continue
        methods = ways.get(where.split(".")[-1], set()) & {"match", "fullmatch", "search", "findall", "finditer", "sub", "split"}
        work = uses_of(pattern, methods)
        suspects = [piece for piece in hard_texts(pattern) if is_suspect(work, piece)]
        slow += [(where, piece) for piece in suspects[:3] if grows_too_fast(work, piece)]

    assert slow == []


def test_patterns_are_constants_of_their_modules() -> None:
    assert patterns.patterns_in_functions() <= BUILDERS


def text_functions() -> dict[str, Callable[[str], object]]:
    """Every public function of the rooms that read texts, ready to be called with a text."""
    found = {}
    for module in patterns.modules():
        if module.__name__.startswith(ROOMS):
            for name, function in vars(module).items():
                is_own = inspect.isfunction(inspect.unwrap(function)) and function.__module__ == module.__name__
                if is_own and name[0] != "_" and (ready := _ready(function)) is not None:
                    found[f"{module.__name__}.{name}"] = ready
    return found


def _filled(parameter: inspect.Parameter) -> object:
    """Something to pass for a parameter that is not the text; a kind of its own wants a line in the table."""
    if parameter.name not in OTHER_ARGUMENTS and parameter.annotation in (str, "str"):
        return "Ada moved to Lisbon on 3 May."
    return OTHER_ARGUMENTS[parameter.name]


def _ready(function: Callable[..., object]) -> Callable[[str], object] | None:
    parameters = inspect.signature(function).parameters.values()
    read = next((each.name for each in parameters if each.name in TEXT_ARGUMENTS and each.annotation in (str, "str")), None)
    if read is None:
        return None
    needed = [each.name for each in parameters if each.default is each.empty and each.name != read]
    others = {name: _filled(inspect.signature(function).parameters[name]) for name in needed}

    def call(text: str) -> object:
        made = function(**{read: text}, **others)
        return list(made) if isinstance(made, Iterator) else made

    return call


def test_every_text_function_takes_time_in_proportion_to_the_text() -> None:
    functions = text_functions()
    slow = []
    for name, work in functions.items():
        times = {piece: cpu_s(work, repeated(piece, SCREEN)) for piece in HARD}
        slow += [(name, piece) for piece in sorted(times, key=lambda each: -times[each])[:1] if grows_too_fast(work, piece)]

    assert len(functions) > 40
    assert slow == []


@pytest.mark.parametrize(
    "text", ["\n" * 80_000 + "x", "always " * 12_000, ". " * 40_000, "\u201e" * 16_000, "\xab\u300c" * 8_000]
)
def test_the_traits_of_a_hostile_text_are_found_at_once(text: str) -> None:
    assert cpu_s(lambda each: traits.flags_of(each, None, None), text) < 0.5


@pytest.mark.parametrize("head", ["2026-03-04", "[2026-03-04]", "2026-03-04 -", "(2026-03-04 09:12", ""])
@pytest.mark.parametrize("piece", ["\n", " ", " \n", "\u2003"])
def test_a_day_before_nothing_but_spaces_is_read_at_once(head: str, piece: str) -> None:
    assert cpu_s(traits.without_day, head + piece * (20_000 // len(piece))) < 0.1
    assert cpu_s(traits.day_told, head + piece * (20_000 // len(piece))) < 0.1


def test_a_hostile_question_about_code_is_read_at_once() -> None:
    chunk = Chunk("id", "shop", "a.py", "python", "function", None, (), 1, 2, "a " * 50_000 + "\n" * 50_000, 0)

    assert cpu_s(code_terms.identifiers_named, "a." * 50_000) < 1.0
    assert cpu_s(lambda each: code_terms.name_fit(chunk, (each,)), "a") < 1.0
