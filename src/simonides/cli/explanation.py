"""Explanations of a search for people: a table of what each term gave, and a sentence on why a memory is missing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simonides.cli.output import Output
from simonides.domain.ranking.explanation import Explanation, Stage, Standing, Verdict, told_misspelt
from simonides.engine.exchange.lines import memory_line

if TYPE_CHECKING:
    from simonides.domain.memory import Memory

REASONS = {
    "speaker": "said by someone the question names",
    "author": "filed by somebody the question names, whose words it asks for or who tells of themselves",
    "place": "is under a room, wing or tag that the question names for what is there",
    "date": "its date fits the date in the question",
    "kind": "holds a time or a number, as the question asks",
    "directive": "a standing wish of the user",
    "asking": "is a question itself",
    "assistant": "said by an assistant",
    "before": "the turn before it is nearer to the question",
    "neighbour": "its neighbours in the conversation fit",
    "further": "what stands two places away in the conversation fits",
    "reply": "follows a question that fits",
    "peak": "its conversation holds a good hit",
    "conversation": "its conversation as a whole fits",
    "brief": "says hardly anything",
    "long": "goes on for long and touches on much",
    "opening": "stands at the beginning of its conversation",
    "names": "shares a rare name with the best hit",
    "rare_name": "holds a name of the question that few memories hold",
    "exact": "holds an identifier or quotation of the question to the letter",
    "newer": "is newer than",
    "update": "replaces, on a later day,",
    "hop": "tells what is asked of whom or what is described by",
    "copy": "says the same as",
}


def show_terms(out: Output, standing: Standing, found: Explanation) -> None:
    """What each term gave to a hit, and their sum."""
    rows = [(term, f"{points:+.3f}", _reason(term, standing, found)) for term, points in standing.points.items()]
    out.table(("term", "points", "why"), [*rows, ("sum", f"{standing.score:.3f}", "")], numeric=("points",))
    out.say()


def show_notes(out: Output, found: Explanation) -> None:
    """What a search did as a whole."""
    if found.misspelt:
        out.say(told_misspelt(found.misspelt))
    if found.skipped:
        out.say(f"Words too common to look up: {', '.join(found.skipped)}.")
    out.say(f"candidates ranked: {found.ranked:,}; memories with a word of the question: {found.matched:,}")


def show_verdict(out: Output, verdict: Verdict) -> None:
    """Why a memory is not among the hits."""
    standing, hits = verdict.standing, verdict.found.hits
    out.say(f"{standing.memory.id}: {_sentence(verdict)}")
    if standing.place is not None and hits and verdict.stage in (Stage.OUTRANKED, Stage.COPY):
        last = hits[-1]
        terms = dict.fromkeys([*standing.points, *last.points])
        rows = [(term, _points(standing, term), _points(last, term), _reason(term, standing, verdict.found)) for term in terms]
        rows.append(("sum", f"{standing.score:.3f}", f"{last.score:.3f}", ""))
        columns = ("term", f"place {standing.place}", f"place {last.place}", "why")
        out.say()
        out.table(columns, rows, numeric=columns[1:3])
    elif standing.place is not None and verdict.stage is Stage.SHOWN:
        out.say()
        show_terms(out, standing, verdict.found)


def standing_document(standing: Standing) -> dict[str, object]:
    """A hit with every field of the memory and the reasons for its rank."""
    return {
        **memory_line(standing.memory),
        "score": standing.score,
        "similarity": standing.cosine,
        "explained": {
            "place": standing.place,
            "terms": dict(standing.points),
            "words": list(standing.words),
            "word_place": standing.word_place,
            "vector_place": standing.vector_place,
            "beside": dict(standing.beside),
        },
    }


def verdict_document(verdict: Verdict) -> dict[str, object]:
    """How far one memory came, and the last hit shown."""
    hits = verdict.found.hits
    return {
        "stage": str(verdict.stage),
        "reason": _sentence(verdict),
        "field": verdict.field,
        "memory": standing_document(verdict.standing),
        "last_shown": standing_document(hits[-1]) if hits else None,
        "ranked": verdict.found.ranked,
        "skipped_words": list(verdict.found.skipped),
    }


def _reason(term: str, standing: Standing, found: Explanation) -> str:
    if term == "words":
        if standing.word_place is None:
            return ""
        return f"{_nth(standing.word_place)} of {found.matched:,} by words alone: {', '.join(standing.words)}"
    if term == "meaning":
        return _meaning(standing)
    return f"{REASONS[term]} {standing.beside.get(term, '')}".rstrip()


def _meaning(standing: Standing) -> str:
    if standing.cosine is None:
        return "no vector yet"
    place = _nth(standing.vector_place) if standing.vector_place else "beyond the first thousand"
    return f"{place} by meaning alone, cosine {standing.cosine:.2f}"


def _sentence(verdict: Verdict) -> str:
    standing = verdict.standing
    match verdict.stage:
        case Stage.SHOWN:
            return f"it is shown, at place {standing.place}."
        case Stage.ENDED:
            return _ending(standing.memory)
        case Stage.OUT_OF_SCOPE:
            return f"it is outside the {verdict.field} that was asked for."
        case Stage.NOT_NOMINATED:
            return "it was not nominated: " + "; ".join(_failings(verdict)) + "."
        case Stage.COPY:
            return f"it says the same as {standing.beside['copy']}, so it ranks after the others, at place {standing.place}."
        case _:
            return f"it is ranked at place {standing.place} of {verdict.found.ranked:,}; places shown: {len(verdict.found.hits)}."


def _ending(memory: "Memory") -> str:
    reason = f" ({memory.end_reason})" if memory.end_reason else ""
    successor = f", replaced by {memory.superseded_by}" if memory.superseded_by else ""
    return f"it ended on {memory.ended_at:%Y-%m-%d}{reason}{successor}."


def _failings(verdict: Verdict) -> Iterator[str]:
    standing, found = verdict.standing, verdict.found
    if standing.word_place is None:
        rest = f" (too common to look up: {', '.join(found.skipped)})" if found.skipped else ""
        yield f"it holds no word of the question{rest}"
    else:
        yield f"{_nth(standing.word_place)} by words alone, where only the best {verdict.nominees} count"
    yield (
        f"{_meaning(standing)}, where only the best {verdict.nominees} count"
        if standing.cosine is not None
        else "it has no vector yet"
    )


def _points(standing: Standing, term: str) -> str:
    return f"{standing.points.get(term, 0.0):+.3f}"


def _nth(place: int) -> str:
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place:,}{ending}"
