"""The labels that a question names: rooms, wings and tags, and those whose words it asks for."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import chain, combinations, product
from typing import TYPE_CHECKING

import numpy as np

from simonides.domain.memory import EVERYTHING, GENERAL, Facet, Memory, Scope
from simonides.domain.question.parsed import Asked
from simonides.domain.ranking import traits as trait
from simonides.domain.text.words import QUESTION_MAX, AskedWord, asked_words, phrase_words
from simonides.engine.search.joint_index import JointIndex
from simonides.engine.search.labels.writers import Writers
from simonides.engine.search.news import News
from simonides.frozen import frozen
from simonides.languages.label_words import meaning_the_same
from simonides.languages.writing import UNSPACED
from simonides.ports.changes import Change
from simonides.ports.stores import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simonides.ports.embedder import Vectors

LABELS_MAX = 4
"""How many rooms, wings and tags of one question are followed."""
LABEL_SHARE_MAX = 0.5
"""A label of a larger share of the palace tells nothing."""
JOINT_MAX = 2
"""How many pairs of them are followed as one."""
FILES_MAX = 4
"""How many files are followed that a question names, and how many that have one name."""
OWN_MAX = 400
"""Among how many of somebody's memories those are looked for in which they speak of themselves."""
COUNTED_MAX = 50_000
"""In a larger palace its writers are counted for lists and for questions for somebody's words alone: a command's first search
would take 30 ms more."""
TAGS_MAX = 2_000
"""How many tags are known, the most frequent ones."""
_Way = tuple[frozenset[str], ...]
"""A way to name a label: for each of its words the forms under which a question may hold it."""
_SEPARATORS = re.compile(r"[-_/.]+")
# Ideographic signs and wide ones stand between words, too.
_BETWEEN_NAMES = re.compile(r"[\s\"'`()<>|,;\u201c\u201d\u201e\xab\xbb\u3001-\u3011\uff01-\uff1f]+")
# Scripts without spaces write on right before and after a name.
_END_OF_NAME = re.compile(rf"\.[A-Za-z][A-Za-z0-9]{{0,9}}(?=[{UNSPACED}])")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_LINE = re.compile(r"(?::\d+(?::\d+)?|#[^/]*)$")
# Where the file is seen from: `./`, `~/`, and `@` as agents write it.
_SEEN_FROM = re.compile(r"^@?(?:~(?=/)|(?:\.{1,2}/)+)?")
_FILE_NAME = re.compile(r"\w\.[A-Za-z][A-Za-z0-9]{0,9}$")


@frozen
class _Found:
    """A label that a question names, or several at once."""

    parts: tuple[tuple[Facet, str], ...]
    rows: frozenset[int]
    everywhere: int | None = None
    """How many memories have it, where that is counted already."""

    def within(self, scope: Scope) -> Scope:
        """The scope narrowed to it."""
        return reduce(lambda narrower, part: _narrowed(narrower, *part), self.parts, scope)


@frozen
class NamedLabel:
    """A room, wing or tag that a question names; or two of these at once, or one of them with somebody who wrote there."""

    scope: Scope
    """The scope of the question narrowed to it."""
    rows: frozenset[int]
    """Which words of the question name it."""
    keys: "NDArray[np.int64]"
    """The memories under it, at most as many as are ranked."""
    count: int
    """How many there are in scope."""
    is_joint: bool = False
    """Whether it is two labels at once."""
    is_file: bool = False
    """Whether it is a file that was mined."""


@frozen
class LabelQuestion:
    """What of a question may name labels."""

    words: Sequence[AskedWord]
    vectors: "Vectors | None"
    scope: Scope
    asked: Asked
    text: str = ""
    """The question itself, in which files may be named."""


class Labels:
    """The rooms, wings and tags that a question names: "all incidents" asks for what is filed as incidents."""

    def __init__(self, store: Store, index: JointIndex, news: News) -> None:
        self._store = store
        self._index = index
        self._news = news
        self._counted: tuple[int, dict[Facet, dict[str, int]]] = (-1, {})
        self._writers = Writers(store, news)

    def named(self, question: LabelQuestion, limit: int) -> list[NamedLabel]:
        """The labels whose every word the question holds, each with the memories nearest to the question."""
        words, scope = question.words, question.scope
        forms = [_forms(each) if each.is_telling else frozenset() for each in words]
        held = frozenset[str]().union(*forms)
        # What is named in passing is seldom named in another language.
        may_be_translated = question.asked.is_list or bool(question.asked.dates.spans)
        found = []
        for kind, name, count in self._labels(scope) if held else ():
            ways = _ways_to_name(name)
            rows = _rows_named(ways if may_be_translated else ways[:1], forms, held)
            if not rows and question.asked.is_heading:
                # At the head of a line it is not named in passing.
                rows = head if 0 in (head := _rows_named(ways[1:], forms, held)) else rows
            if rows:
                found.append(_Found(((kind, name),), rows, count))
        # What is named in passing is not looked for in pairs.
        is_list = may_be_translated or (question.asked.is_heading and any(0 in each.rows for each in found))
        joint = self._joint(question, found) if found and is_list else ()
        followed = [*self._followed(question, joint, limit, JOINT_MAX), *self._followed(question, found, limit, LABELS_MAX)]
        return [*followed, *self._files(question, limit)]

    def authors(self, question: LabelQuestion, limit: int) -> list[NamedLabel]:
        """Those whom the question names, each with what they wrote that is nearest to it.

        `What did Ada report` asks for all of it, another question for what she wrote of herself: `I leave in June`.
        """
        if question.asked.is_for_words:
            return list(self._followed(question, self._writers_named(question), limit, LABELS_MAX))
        if self._index.count() > COUNTED_MAX:
            return []
        written = self._followed(question, self._writers_named(question), OWN_MAX, LABELS_MAX)
        return [label for each in written if len((label := self._about_oneself(each)).keys)]

    def _about_oneself(self, label: NamedLabel) -> NamedLabel:
        """What of it is a note in which somebody speaks of themselves; a turn of a conversation tells little by itself."""
        traits = self._index.traits(label.keys.tolist())
        keys = label.keys[traits.is_apart & ((traits.flags & trait.ABOUT_ONESELF) != 0)]
        return replace(label, keys=keys, count=len(keys))

    def words(self) -> frozenset[str]:
        """The words in the names of all rooms, wings, tags and writers."""
        names = (*chain.from_iterable(self._counts().values()), *self._writers.names(self._index.count()))
        return frozenset(chain.from_iterable(phrase_words(_SEPARATORS.sub(" ", name)) for name in names))

    def _files(self, question: LabelQuestion, limit: int) -> Iterator[NamedLabel]:
        """The mined files that the question names, each with what was read from it."""
        if question.scope.source is not None:
            return
        for name in files_named(question.text):
            own = frozenset(phrase_words(name))
            rows = frozenset(row for row, each in enumerate(question.words) if each.word in own)
            for path in self._store.ledger.ending(name, FILES_MAX):
                narrowed = replace(question.scope, source=path)
                if rows and (count := self._index.count(narrowed)):
                    keys = self._keys(question.vectors, narrowed, min(limit, count))
                    yield NamedLabel(narrowed, rows, keys, count, is_file=True)

    def _joint(self, question: LabelQuestion, found: Sequence[_Found]) -> Iterator[_Found]:
        """What is under two of the labels, or under one and by somebody whom the question names: `decisions by Ada`."""
        labels, writers = found[:LABELS_MAX], self._writers_named(question)[:LABELS_MAX]
        for one, other in (*product(labels, writers), *combinations(labels, 2)):
            is_both = one.parts[0][0] != other.parts[0][0] and not (one.rows <= other.rows or other.rows <= one.rows)
            if is_both:
                yield _Found((*one.parts, *other.parts), one.rows | other.rows)

    def _writers_named(self, question: LabelQuestion) -> list[_Found]:
        """Those whose names the question holds."""
        forms = [_name_forms(each) if each.is_telling else frozenset() for each in question.words]
        total = self._index.count()
        known = self._writers.called(frozenset[str]().union(*forms), total)
        # Whoever asks for what Theo wrote gets nothing of Ngozi's.
        given = {Facet.AUTHOR: question.scope.author, Facet.ADDED_BY: question.scope.added_by}
        found = [
            _Found(((kind, name),), _rows_of(name, forms), count) for kind, name, count in known if given[kind] in (None, name)
        ]
        named = {each.rows for each in found if each.rows}
        # Of a whole family Peter Schmidt is meant where the question has both of his names.
        best = [each for each in found if each.rows in named and not any(each.rows < rows for rows in named)]
        return sorted(best, key=lambda each: -len(each.rows))

    def _followed(self, question: LabelQuestion, found: Iterable[_Found], limit: int, most: int) -> Iterator[NamedLabel]:
        """The first of these labels that have anything in the scope of the question."""
        for each in found:
            narrowed = each.within(question.scope)
            is_counted = each.everywhere is not None and question.scope == EVERYTHING
            count = (each.everywhere if is_counted else None) or self._index.count(narrowed)
            if count:
                keys = self._keys(question.vectors, narrowed, min(limit, count))
                yield NamedLabel(narrowed, each.rows, keys, count, is_joint=len(each.parts) > 1)
                most -= 1
            if not most:
                return

    def _keys(self, vectors: "Vectors | None", scope: Scope, limit: int) -> "NDArray[np.int64]":
        near = np.zeros(0, np.int64) if vectors is None else self._index.nearest(vectors, scope, limit).keys
        # What waits for its vector is near to nothing yet.
        return np.sort(near) if len(near) >= limit else np.union1d(near, np.array(self._index.first_of(scope, limit), np.int64))

    def _labels(self, scope: Scope) -> Iterator[tuple[Facet, str, int]]:
        """Each label that tells something, and how many memories it has."""
        counted = self._counts()
        most = LABEL_SHARE_MAX * sum(counted[Facet.ROOM].values())
        given = {Facet.ROOM: scope.room, Facet.WING: scope.wing, Facet.TAG: scope.tag}
        for kind, counts in counted.items():
            if given[kind] is None:
                yield from ((kind, name, count) for name, count in counts.items() if count <= most and name != GENERAL)

    def _counts(self) -> dict[Facet, dict[str, int]]:
        """How many memories each room, wing and tag has."""
        # Counting them takes longer than a look at the change log, in a large palace far longer.
        latest = self._news.latest()
        # Taken at once: other threads count, too.
        moment, counts = self._counted
        if moment != latest:
            added = self._added(moment, latest)
            counts = (None if added is None else _counted_with(counts, added)) or self._counted_anew()
            self._counted = latest, counts
        return counts

    def _added(self, moment: int, latest: int) -> list[Memory] | None:
        """The memories that were added since a moment; None where anything else may have changed what is counted."""
        written = self._news.between(moment, latest)
        return None if written is None or not all(map(_keeps_counts, written.lines)) else written.memories

    def _counted_anew(self) -> dict[Facet, dict[str, int]]:
        rooms, wings = Counter[str](), Counter[str]()
        for each in self._index.places():
            rooms[each.place.room] += each.count
            wings[each.place.wing] += each.count
        return {Facet.ROOM: rooms, Facet.WING: wings, Facet.TAG: dict(self._store.memories.tally(Facet.TAG, limit=TAGS_MAX))}


def _counted_with(counts: dict[Facet, dict[str, int]], added: Sequence[Memory]) -> dict[Facet, dict[str, int]] | None:
    """The counts with some memories more; None where one brings a tag or a new label: these are in an order of their own."""
    standing = [each for each in added if each.ended_at is None]
    more = {Facet.ROOM: Counter(each.place.room for each in standing), Facet.WING: Counter(each.place.wing for each in standing)}
    if any(each.tags for each in standing) or any(not new.keys() <= counts[kind].keys() for kind, new in more.items()):
        return None
    summed = {kind: {name: count + new[name] for name, count in counts[kind].items()} for kind, new in more.items()}
    return counts | summed


def _keeps_counts(line: Change) -> bool:
    """Whether a change adds a memory, or is of a kind that has no place and no tag."""
    return line.kind not in {"memory", "entity", "observation"} or (line.kind, line.operation) == ("memory", "add")


def _narrowed(scope: Scope, kind: Facet, name: str) -> Scope:
    match kind:
        case Facet.ROOM:
            return replace(scope, room=name)
        case Facet.WING:
            return replace(scope, wing=name)
        case Facet.TAG:
            return replace(scope, tag=name)
        case Facet.AUTHOR:
            return replace(scope, author=name)
        case _:
            return replace(scope, added_by=name)


def files_named(question: str) -> list[str]:
    """What may be the names of files in a question, with the folders before them: what ends as `.md` does."""
    text = _END_OF_NAME.sub(r"\g<0> ", question[:QUESTION_MAX])
    words = (word.rstrip(".,;:!?").partition("://") for word in _BETWEEN_NAMES.split(text))
    names = (_SEEN_FROM.sub("", _LINE.sub("", word)) for word, is_address, _ in words if not is_address)
    forms = ((name, _UNSPACED.split(name)[-1]) for name in names)
    return list(dict.fromkeys(form for each in forms for form in each if _FILE_NAME.search(form)))[:FILES_MAX]


def _rows_named(ways: Sequence[_Way], forms: Sequence[frozenset[str]], held: frozenset[str]) -> frozenset[int]:
    """The words of a question that name a label in one of these ways; none when one of the label's words is missing."""
    for own in ways:
        if not any(map(held.isdisjoint, own)):
            return frozenset(row for row, form in enumerate(forms) if any(not form.isdisjoint(each) for each in own))
    return frozenset()


def _forms(word: AskedWord) -> frozenset[str]:
    """The forms under which a word of a question may name a label; `on-call` is also `oncall`."""
    joined = word.word.replace("_", "")
    # A ticket's number is no name of its project: `OPS-42` names one of `ops`.
    return frozenset((word.word, *word.stems, *(phrase_words(joined) if "_" in word.word and joined.isalpha() else ())))


def _name_forms(word: AskedWord) -> frozenset[str]:
    """The forms under which a word may be part of a name; `Johannas` is of Johanna."""
    return frozenset((word.word, *word.stems, word.word.removesuffix("s")))


def _rows_of(name: str, forms: Sequence[frozenset[str]]) -> frozenset[int]:
    """The words of a question that are part of somebody's name."""
    own = frozenset(phrase_words(name))
    return frozenset(row for row, form in enumerate(forms) if not form.isdisjoint(own))


@lru_cache(maxsize=4_096)
def _ways_to_name(name: str) -> tuple[_Way, ...]:
    """The ways to name a label: by its own words, in one word, and in other languages."""
    spaced = _SEPARATORS.sub(" ", name)
    own = tuple(_forms(each) for each in asked_words(spaced) if each.is_telling)
    if not own:
        return ()
    joined = [phrase_words(spaced.replace(" ", ""))] if " " in spaced else []
    others = [phrase_words(phrase) for phrase in meaning_the_same(spaced.casefold())]
    return own, *(tuple(frozenset((word,)) for word in words) for words in (*joined, *others))
