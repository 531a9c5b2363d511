"""The wake-up text: whom the palace serves, what matters most and what came last, in few tokens.

L0   identity.txt, as far as it fits into half of the budget
L1   a line for each memory, with its source and day, grouped by room. First what somebody chose to file: the last entries of
     diaries, the newest decisions, the most important, the newest and each room's best memories in turn. Then, as far as it
     fits, the beginnings of mined files and conversations

No file or conversation gets more than a third of the text. Code and a `Thanks.` that nobody chose appear only where there is
nothing else, and then in a third of it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from simonides.domain.actor import Actor
from simonides.domain.memory import DIARY_HALL, EVERYTHING, Memory, Order, Place, PlaceCount, Scope
from simonides.domain.text.quotation import NOTICE, plain_name, quoted, shown, source_of
from simonides.domain.text.token_estimate import cut_to_tokens, estimate_tokens
from simonides.domain.text.words import index_words
from simonides.engine.filing.faces import Faces
from simonides.frozen import frozen
from simonides.languages.programs import is_code
from simonides.ports.stores import Store

TOKENS = 800
"""The default size of a wake-up text."""
SNIPPET_MAX = 200
CANDIDATES = 60
ROOMS_MAX, PER_ROOM, LOOKED_AT = 20, 2, 30
DIARY_MAX, PER_DECISIONS = 3, 6
"""How many diary entries are told, and how many decisions of one room."""
DECISIONS = frozenset({"decision", "decisions"})
"""The rooms of decisions, as mining and the palace's protocol call them."""
SHARE_MAX = 3
"""One file or conversation gets one part in so many of the text."""
SAME_SOURCE_MAX = 3
"""How many lines one file or conversation may have, so that whatever was mined last does not fill the page."""

IDENTITY = "# L0: whom this memory serves"
STORY = f"# L1: what matters most, and what came last ({NOTICE})"
NOTHING = "Nothing is remembered yet."
NO_WING = "Nothing is remembered in the wing '{wing}'; wings: {wings}."
WINGS_MAX = 20
MORE = "({count} in all; search for the rest)"
MORE_IN = "({count} in all, in {places}; search for the rest)"
PLACES_MAX = 4
"""How many wings, and rooms of each, are named at the end, the fullest first."""
WORDS_MIN = 6
"""A mined text of fewer words says nothing by itself."""
BEGINNING = 400
"""How many characters of a text are counted for that, also in a script without spaces."""
SIGNS_MAX = 0.05
"""The share of brackets and similar signs above which a mined text counts as code or data."""
SLIGHT = "code and the like"
_SIGN = re.compile(r"[(){}\[\]=<>;_]")
# A mark is followed by a space; without one it belongs to the words, as in "-5 degrees" or "#42".
_MARKS = re.compile(r"\A\s*+(?:(?:[-*>]++|#++)\s++)*+")


@frozen
class _Line:
    place: Place
    text: str
    source: str

    @property
    def heading(self) -> str:
        return f"[{plain_name(self.place.wing)} / {plain_name(self.place.room)}]"


def wake_up(store: Store, wing: str | None = None, tokens_max: int = TOKENS) -> str:
    """The wake-up text, of at most `tokens_max` tokens by our estimate; empty when not even a line fits."""
    about = _identity(store, tokens_max // 2)
    scope = Scope(wing=wing) if wing else EVERYTHING
    count = Faces(store).count(scope)
    ending = _ending(store, wing, count, tokens_max)
    # Every piece ends a line, which counts too.
    spent = sum(estimate_tokens(piece) + 1 for piece in (about, STORY, ending))
    lines = _fitting(_lines(_candidates(store, scope)), tokens_max - spent)
    pieces = [about, STORY, *_grouped(lines), ending] if lines else [about, ending]
    text = "\n".join(piece for piece in pieces if piece)
    return text if estimate_tokens(text) <= tokens_max else about


def _ending(store: Store, wing: str | None, count: int, tokens_max: int) -> str:
    if not count:
        return cut_to_tokens(_emptiness(store, wing), tokens_max // 2 - 1)
    told = f"{count:,} {'memory' if count == 1 else 'memories'}"
    places = MORE_IN.format(count=told, places=_fullest(store, wing))
    return places if estimate_tokens(places) <= tokens_max // 8 else MORE.format(count=told)


def _fullest(store: Store, wing: str | None) -> str:
    """The fullest wings, each with its fullest rooms: starting points for a search."""
    wings: dict[str, Counter[str]] = {}
    for entry in Faces(store).places():
        if entry.count and wing in (None, entry.place.wing):
            wings.setdefault(entry.place.wing, Counter())[entry.place.room] += entry.count
    fullest = sorted(wings.items(), key=lambda item: (-item[1].total(), item[0]))
    named = [f"{plain_name(name)}: {_listed([room for room, _ in rooms.most_common()])}" for name, rooms in fullest[:PLACES_MAX]]
    return "; ".join([*named, *([f"other wings: {len(fullest) - PLACES_MAX:,}"] if len(fullest) > PLACES_MAX else [])])


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - PLACES_MAX:,} more" if len(names) > PLACES_MAX else ""
    return ", ".join(plain_name(name) for name in names[:PLACES_MAX]) + more


def _emptiness(store: Store, wing: str | None) -> str:
    # People guess the names of wings; listing the real ones saves a round of guessing.
    wings = sorted({entry.place.wing for entry in Faces(store).places()})
    if not wing or not wings:
        return NOTHING
    more = f" and {len(wings) - WINGS_MAX:,} more" if len(wings) > WINGS_MAX else ""
    return NO_WING.format(wing=plain_name(wing), wings=", ".join(map(plain_name, wings[:WINGS_MAX])) + more)


def _identity(store: Store, tokens_max: int) -> str:
    text = shown(store.about()).strip()
    room = tokens_max - estimate_tokens(IDENTITY) - 1
    return f"{IDENTITY}\n{cut_to_tokens(text, room)}\n" if text and room > 0 else ""


def _candidates(store: Store, scope: Scope) -> Iterator[Memory]:
    """What may be told, the most telling first, each memory once."""
    chosen = [*_chosen(store, replace(scope, is_chosen=True))]
    found = [*_noted(store, scope)]
    telling = [memory for memory in found if not _is_slight(memory)]
    unique = {memory.id: memory for memory in [*chosen, *(telling if chosen or telling else found)]}
    per_source: Counter[str] = Counter()
    for memory in unique.values():
        source = _source(memory)
        per_source[source] += 1
        if not source or per_source[source] <= SAME_SOURCE_MAX:
            yield memory


def _chosen(store: Store, scope: Scope) -> Iterator[Memory]:
    """What somebody chose to file: diaries, decisions, the most important, the newest and each room's best in turn."""
    faces = Faces(store)
    diary = faces.page(replace(scope, hall=DIARY_HALL), Order.NEWEST, DIARY_MAX)
    rooms = [entry.place for entry in _rooms(store, scope)]
    decisions = [faces.page(_within(place, scope), Order.NEWEST, PER_DECISIONS) for place in rooms if _is_decided(place)]
    decided = sorted(chain.from_iterable(decisions), key=lambda memory: memory.created_at, reverse=True)
    important, newest = faces.page(scope, Order.IMPORTANT, CANDIDATES), faces.page(scope, Order.NEWEST, CANDIDATES)
    best = [faces.page(_within(place, scope), Order.IMPORTANT, PER_ROOM) for place in rooms[:ROOMS_MAX]]
    turns = (decided, *map(_but_diaries, (important, newest)), _but_diaries(_in_turn(best)))
    yield from chain(diary, _in_turn(turns))


def _noted(store: Store, scope: Scope) -> Iterator[Memory]:
    """What was mined or saved by a hook: the newest, and each room's first and last."""
    faces = Faces(store)
    best = []
    for entry in _rooms(store, scope)[:ROOMS_MAX]:
        # A folder is mined in the order of its file names, so its most telling text may be at either end.
        ends = [
            *faces.page(_within(entry.place), Order.OLDEST, LOOKED_AT),
            *faces.page(_within(entry.place), Order.NEWEST, PER_ROOM),
        ]
        best.append(sorted({memory.id: memory for memory in ends}.values(), key=_worth)[:PER_ROOM])
    newest = sorted(faces.page(scope, Order.NEWEST, CANDIDATES), key=_worth)
    yield from _but_diaries(_in_turn((newest, _in_turn(best))))


def _rooms(store: Store, scope: Scope) -> list[PlaceCount]:
    """The rooms in scope, the one used last first: a long day in one room must not hide the others."""
    places = [entry for entry in Faces(store).places() if entry.latest and scope.wing in (None, entry.place.wing)]
    return sorted(places, key=lambda entry: (entry.latest, entry.place), reverse=True)


def _within(place: Place, scope: Scope = EVERYTHING) -> Scope:
    # With its hall the place is one row, and an index has its memories in order.
    return replace(scope, wing=place.wing, room=place.room, hall=place.hall)


def _is_decided(place: Place) -> bool:
    return place.room.casefold() in DECISIONS


def _in_turn(lists: Iterable[Iterable[Memory]]) -> Iterator[Memory]:
    return (memory for turn in zip_longest(*lists) for memory in turn if memory is not None)


def _but_diaries(memories: Iterable[Memory]) -> Iterator[Memory]:
    return (memory for memory in memories if memory.place.hall != DIARY_HALL)


def _source(memory: Memory) -> str:
    return memory.origin.source or memory.origin.conversation or ""


def _worth(memory: Memory) -> tuple[float, bool, bool]:
    is_continued = Actor.of(memory.origin.added_by).is_automatic and bool(memory.origin.chunk)
    return -memory.importance, _is_slight(memory), is_continued


def _is_slight(memory: Memory) -> bool:
    """Whether a memory was mined and says little by itself: code, or a few words of a conversation."""
    if not Actor.of(memory.origin.added_by).is_automatic:
        return False
    text = memory.content
    words = max(len(text.split()), len(index_words(text[:BEGINNING])))
    return words < WORDS_MIN or is_code(text) or len(_SIGN.findall(text)) > SIGNS_MAX * len(text)


def _lines(memories: Iterable[Memory]) -> Iterator[_Line]:
    seen = set()
    for memory in memories:
        # List and heading marks would appear twice; comment marks say nothing.
        snippet = quoted(_MARKS.sub("", memory.content).removeprefix('"""'), SNIPPET_MAX)
        if snippet not in seen:
            seen.add(snippet)
            yield _Line(memory.place, f"- {snippet} ({source_of(memory)})", _counted_as(memory))


def _counted_as(memory: Memory) -> str:
    # Code that nobody chose counts as one source, however many files it comes from.
    return SLIGHT if _is_slight(memory) else _source(memory)


def _fitting(lines: Iterable[_Line], tokens_max: int) -> list[_Line]:
    kept: list[_Line] = []
    headings = set()
    left, per_source = tokens_max, Counter[str]()
    for line in lines:
        cost = estimate_tokens(line.text) + 1
        if line.heading not in headings:
            cost += estimate_tokens(line.heading) + 1
        if cost <= left and (not line.source or not kept or per_source[line.source] + cost <= tokens_max // SHARE_MAX):
            left -= cost
            per_source[line.source] += cost
            headings.add(line.heading)
            kept.append(line)
    return kept


def _grouped(lines: Sequence[_Line]) -> Iterator[str]:
    """The lines by room, the room of the best line first."""
    for heading in dict.fromkeys(line.heading for line in lines):
        yield heading
        yield from (line.text for line in lines if line.heading == heading)
