"""The command `search`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.cli.arguments import KNOWN_AT, MAX_TOKENS, PROVENANCE, QUERY, ROOM, TIMES, WING, WORDS_ONLY, whole_number
from simonides.cli.call import Call
from simonides.cli.chains import replaced_by, show_before, show_chain
from simonides.cli.command import Command, argument, switch
from simonides.cli.explanation import show_notes, show_terms, show_verdict, standing_document, verdict_document
from simonides.cli.progress import embed_soon
from simonides.cli.source_places import source_place
from simonides.domain.errors import Invalid
from simonides.domain.memory import OBSERVED, Facet, Hit, Memory, Scope, by_provenance, in_time
from simonides.domain.past.provenance import SourceKind
from simonides.domain.question.parsed import is_list
from simonides.domain.question.usual_limit import UsualLimit, told_more, told_whole
from simonides.domain.ranking.explanation import Explanation, Verdict, told_misspelt
from simonides.domain.ranking.recipe import HYBRID, LEXICAL
from simonides.domain.ranking.strength import Strength
from simonides.domain.text.nearest_names import did_you_mean
from simonides.domain.text.quotation import AGENTS
from simonides.domain.validation import check_place_name
from simonides.engine.exchange.lines import memory_line

if TYPE_CHECKING:
    from simonides.engine.claims.chains import Chain, Chains
    from simonides.engine.palace import Palace
    from simonides.engine.search.judgement import Answer

JUDGED = {
    Strength.WEAK: "The best hit is weak: perhaps the palace does not know the answer.",
    Strength.FAIR: "The best hit is fair.",
    Strength.STRONG: "The best hit is strong.",
}
USUAL = UsualLimit(5)
EXPLAINED_TOKENS = 300
"""How much of each memory stands above the table that explains it."""
NAMED_MAX = 20


def search(call: Call) -> int:
    """Show the memories that answer a question, best first."""
    args = call.args
    recipe = LEXICAL if args.words_only else HYBRID
    with call.engine() as engine:
        palace = call.existing(engine)
        if not args.words_only:
            embed_soon(call, engine, palace)
        place = by_provenance(_scope(args.wing, args.room), args.source_kind, args.trust)
        scope = in_time(place, args.since, args.until, args.as_of)
        if args.known_at:
            _refuse_reasons(call)
            then = palace.past.knowing.as_said(args.known_at, "--known-at")
            _show_hits(call, palace, scope, then.chains, then.search(args.query, scope, args.limit))
        elif args.why_not:
            _show_verdict(
                call, palace.explaining.why_not(palace.handles.id_meant(args.why_not), args.query, scope, args.limit, recipe)
            )
        elif args.explain:
            _show_explained(call, palace, scope, palace.explaining.explain(args.query, scope, args.limit, recipe))
        else:
            _show_answer(call, palace, scope, palace.answer(args.query, scope, args.limit, recipe))
        if not args.words_only:
            tell_gap(call, palace, args.query)
    return 0


def _show_answer(call: Call, palace: "Palace", scope: Scope, answer: "Answer") -> None:
    if answer.misspelt:
        call.out.note(told_misspelt(answer.misspelt))
    _show_hits(call, palace, scope, palace.claims.chains, answer.hits)
    if answer.hits and not call.out.is_json:
        call.out.say(JUDGED[answer.strength])
    if answer.more:
        call.out.note(f"{told_more(answer.more)} --limit shows more.")
    elif 0 < answer.whole < len(answer.hits) and is_list(call.args.query):
        call.out.note(told_whole(answer.whole))


def _refuse_reasons(call: Call) -> None:
    for option in ("words_only", "explain", "why_not"):
        if getattr(call.args, option):
            name = f"--{option.replace('_', '-')}"
            raise Invalid(name, "belongs to a search of what is known now; leave out either it or --known-at")


def tell_gap(call: Call, palace: "Palace", question: str) -> None:
    """Say on stderr what could not be compared by meaning."""
    if gap := palace.vectors.gap(question):
        call.out.note(gap.told())


def _show_hits(call: Call, palace: "Palace", scope: Scope, chains: "Chains", found: Sequence[Hit]) -> None:
    hits = chains.told(found)
    cut = palace.shown(call.args.query, [hit.memory for hit in hits], call.args.max_tokens)
    links = [chains.of(hit.memory.id) if call.args.history else None for hit in hits]
    if call.out.is_json:
        shown = [_line(replace(hit, memory=memory), chain) for hit, memory, chain in zip(hits, cut, links, strict=True)]
        call.out.json(shown)
        if not hits and (names := where_else(palace, scope)):
            call.out.note(names)
        return
    for number, (hit, memory, chain) in enumerate(zip(hits, cut, links, strict=True), 1):
        call.out.passage(_heading(number, hit.memory, hit.similarity) + replaced_by(hit), memory.content)
        if chain is None:
            show_before(call.out, hit)
        else:
            show_chain(call.out, chain)
    if not hits:
        call.out.say(f"Nothing found. {where_else(palace, scope)}".strip())


def _show_explained(call: Call, palace: "Palace", scope: Scope, found: Explanation) -> None:
    if call.out.is_json:
        call.out.json([standing_document(standing) for standing in found.hits])
        return
    for number, standing in enumerate(found.hits, 1):
        [memory] = palace.shown("", [standing.memory], EXPLAINED_TOKENS)
        call.out.passage(_heading(number, standing.memory, standing.cosine), memory.content)
        show_terms(call.out, standing, found)
    if not found.hits:
        call.out.say(f"Nothing found. {where_else(palace, scope)}".strip())
    show_notes(call.out, found)


def _show_verdict(call: Call, verdict: Verdict) -> None:
    if call.out.is_json:
        call.out.json(verdict_document(verdict))
    else:
        show_verdict(call.out, verdict)


def _scope(wing: str | None, room: str | None) -> Scope:
    return Scope(wing=wing and check_place_name(wing, "wing"), room=room and check_place_name(room, "room"))


def _line(hit: Hit, chain: "Chain | None") -> dict[str, object]:
    from simonides.engine.claims.told import chain_line, lineage_line

    history = {} if chain is None else {"history": chain_line(hit.memory.id, chain)}
    return {
        **memory_line(hit.memory),
        **told_provenance(hit.memory),
        "score": hit.score,
        "similarity": hit.similarity,
        "lexical": hit.lexical,
        "reasons": dict(hit.reasons),
        **lineage_line(hit),
        **history,
    }


def _heading(number: int, memory: Memory, cosine: float | None) -> list[str]:
    similarity = "by words" if cosine is None else f"{cosine:z.2f}"
    source = [f"   {source_place(memory)}"] if memory.origin.source else []
    place = f"{memory.place.wing} / {memory.place.room}"
    first = f"{number}. {similarity}  {place}  {when(memory)}  [{memory.provenance.told}]"
    return [first, *source, f"   {memory.id}{said(memory)}"]


def told_provenance(memory: Memory) -> dict[str, object]:
    """The kind of its source and its trust class, as further fields of a line."""
    return {"source_kind": memory.provenance.kind.value, "trust": memory.provenance.trust.value}


def when(memory: Memory) -> str:
    """When it happened, if that is known, and when it was filed, if that was another day."""
    filed = f"{memory.created_at:%Y-%m-%d}"
    happened = f"{memory.happened_at:%Y-%m-%d}"
    if memory.origin.event_time is None:
        return f"filed {filed}"
    return filed if happened == filed else f"{happened}, filed {filed}"


def said(memory: Memory) -> str:
    """Who said it and in which conversation, as far as that is known."""
    told = [memory.origin.author or _agent(memory), f"in {memory.talk}" if memory.talk else ""]
    return f"  {' '.join(filter(None, told))}" if any(told) else ""


def _agent(memory: Memory) -> str:
    """The agent that filed it, if it gave itself a name."""
    filed_by = memory.origin.added_by
    return filed_by if memory.provenance.kind is SourceKind.AGENT and filed_by not in {*AGENTS, OBSERVED} else ""


def where_else(palace: "Palace", scope: Scope) -> str:
    """The real names of wings, rooms, tags or authors, where the scope has another; empty where nothing is wrong with it."""
    # People guess names; the real ones save a round of guessing.
    places = [entry.place for entry in palace.memories.places()]
    wings = sorted({place.wing for place in places})
    if scope.wing and scope.wing not in wings:
        return _no_such("wing", scope.wing, "", wings)
    rooms = sorted({place.room for place in places if scope.wing in (None, place.wing)})
    if scope.room and scope.room not in rooms:
        return _no_such("room", scope.room, " there", rooms)
    for kind, name, named in (
        (Facet.TAG, scope.tag, Scope(tag=scope.tag)),
        (Facet.AUTHOR, scope.author, Scope(author=scope.author)),
    ):
        if name and not palace.memories.count(replace(named, with_ended=True)):
            return _no_such(kind.value, name, "", [value for value, _ in palace.facets(facets=[kind])[kind]])
    return "" if places else "The palace is still empty."


def _no_such(kind: str, name: str, where: str, known: list[str]) -> str:
    more = f" and {len(known) - NAMED_MAX:,} more" if len(known) > NAMED_MAX else ""
    listed = f"No {kind} '{name}'{where}; {kind}s: {', '.join(known[:NAMED_MAX]) or 'none yet'}{more}."
    return f"{listed} {did_you_mean(name, known)}".strip()


SEARCH = Command(
    "search",
    "find memories by meaning and by word",
    search,
    (
        QUERY,
        WING,
        ROOM,
        *PROVENANCE,
        *TIMES,
        KNOWN_AT,
        argument("--limit", type=whole_number, default=USUAL, metavar="N", help="number of hits (default: 5, 20 for a list)"),
        WORDS_ONLY,
        switch("--history", "show all that each hit takes the place of, and what takes its place"),
        switch("--explain", "show how each term of the ranking scored each hit"),
        MAX_TOKENS,
        argument("--why-not", metavar="ID", help="explain instead why this memory is not among the hits"),
    ),
)
