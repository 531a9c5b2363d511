"""The command `review`: what seems to take the place of what, and the decision about it."""

from typing import TYPE_CHECKING

from simonides.cli.arguments import whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.cli.output import Output, counted
from simonides.domain.errors import Invalid
from simonides.domain.past.supersession import CAUSES, OPEN, STATES
from simonides.domain.validation import check_place_name

if TYPE_CHECKING:
    from simonides.engine.claims.review import Review, Reviewed
    from simonides.engine.claims.told import StatementLine

_DECISIONS = ("accept", "reject", "later")
_CAUSES = {"said": "somebody said so", "edit": "an edit", "fact": "a fact", "guess": "a guess"}


def review(call: Call) -> int:
    """List pairs, or decide about some of them."""
    args = call.args
    # `accept --end 3` reads as well as `accept 3 --end`, so the flag takes the numbers that follow it.
    names = [*args.pairs, *(args.end or ())]
    if args.decision is None and args.end is not None:
        raise Invalid("--end", "belongs to `review accept`")
    if args.decision is not None and not names:
        raise Invalid("N", f"name the pairs by their numbers, as in `simonides review {args.decision} 3`")
    with call.reading() as palace:
        if args.decision is not None:
            return _decide(call, palace.claims.review, names)
        return _list(call, palace.claims.review)


def _list(call: Call, found: "Review") -> int:
    from simonides.engine.claims.review import ReviewFilter
    from simonides.engine.claims.told import pair_line

    args = call.args
    states = OPEN if args.state == "waiting" else tuple(each for each in STATES if args.state in (each, "all"))
    wanted = ReviewFilter(states, args.cause, None, args.wing and check_place_name(args.wing, "--wing"))
    page = found.page(wanted, args.limit)
    if call.out.is_json:
        call.out.json({"pairs": [pair_line(each) for each in page], "waiting": found.count()})
        return 0
    for each in page:
        _show(call.out, each)
    if not page:
        call.out.note("nothing waits for a decision" if args.state == "waiting" else "no such pairs")
    elif args.state == "waiting":
        more = found.count(wanted) - len(page)
        accept = call.typed("review", "accept", "N")
        call.out.note(f"decide by {accept} (with --end the older one ends), or with `reject` or `later` in its place")
        if more:
            call.out.note(f"{counted(more, 'more pair', 'more pairs')}: --limit shows them")
    return 0


def _decide(call: Call, found: "Review", names: list[str]) -> int:
    from simonides.engine.claims.told import pair_line

    is_end = call.args.end is not None
    decided = found.decide(names, call.args.decision, end=is_end)
    if call.out.is_json:
        call.out.json({"pairs": [pair_line(each) for each in decided]})
        return 0
    for each in decided:
        end = "; the older one has ended" if is_end else ""
        call.out.say(f"{each.pair.state} {each.pair.key}: {each.pair.newer} in place of {each.pair.older}{end}")
    return 0


def _show(out: Output, reviewed: "Reviewed") -> None:
    from simonides.engine.claims.told import pair_line

    line = pair_line(reviewed)
    sure = f", {line['likeness']:.2f} alike" if line["cause"] == "guess" else ""
    by = f" by {line['said_by']}" if line["said_by"] else ""
    out.say(f"{line['number']}. {line['state']}: {_CAUSES[line['cause']]}{sure}, {line['created_at'][:10]}{by}")
    for name, said in (("older", line["older"]), ("newer", line["newer"])):
        out.passage([f"   {name}  {_place(said)}"], said["text"] if said else "")


def _place(said: "StatementLine | None") -> str:
    if said is None:
        return "deleted since"
    place = f"  {said['wing']} / {said['room']}" if said["wing"] else ""
    ended = f"  ended {said['ended_at'][:10]}" if said["ended_at"] else ""
    return f"{said['date'][:10]}{place}  {said['id']}{ended}"


REVIEW = Command(
    "review",
    "list what seems to take the place of what, and decide about it",
    review,
    (
        argument(
            "decision", nargs="?", choices=_DECISIONS, metavar="DECISION", help="accept, reject or later; without one, list"
        ),
        argument("pairs", nargs="*", metavar="N", help="the pairs by their numbers, as the list shows them"),
        argument("--end", nargs="*", metavar="N", help="with accept: end the older memory when the newer one begins"),
        argument("--state", choices=("waiting", *STATES, "all"), default="waiting", help="which pairs (default: waiting)"),
        argument("--cause", choices=CAUSES, help="only those that somebody said, an edit, a fact or a guess has made"),
        argument("--wing", help="only pairs with a memory of this wing"),
        argument("--limit", type=whole_number, default=20, metavar="N", help="how many (default: 20)"),
    ),
)
