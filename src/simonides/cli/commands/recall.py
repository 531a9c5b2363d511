"""The command `recall`: memories in layers, as agents get them."""

from dataclasses import replace
from typing import TYPE_CHECKING

from simonides.cli.arguments import KNOWN_AT, MAX_TOKENS, QUERY, TIMES, whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument, switch
from simonides.cli.commands.search import said, tell_gap, when
from simonides.cli.progress import embed_soon
from simonides.domain.memory import EVERYTHING, in_time
from simonides.domain.question.usual_limit import UsualLimit
from simonides.engine.exchange.lines import memory_line

if TYPE_CHECKING:
    from simonides.engine.search.layers import LayeredHit

LAYERS = {
    0: "L0  whom this palace serves",
    1: "L1  what matters most",
    2: "L2  what answers the question",
    3: "L3  what answers the question, from the full index",
}


def recall(call: Call) -> int:
    """Show what is recalled, layer by layer."""
    args = call.args
    with call.engine() as engine:
        palace = call.existing(engine)
        embed_soon(call, engine, palace)
        layers = palace.layers
        scope = in_time(EVERYTHING, args.since, args.until, args.as_of)
        then = palace.past.knowing.if_said(args.known_at, "--known-at")
        recalled = (layers.recall_deep if args.deep else layers.recall)(args.query, args.top_k, scope, then)
        tell_gap(call, palace, args.query)
        if not args.deep and layers.is_over(scope) and layers.identity():
            call.out.note("whom this palace serves is left out: former words of that text are not kept")
        cut = palace.shown(args.query, [each.memory for each in recalled], args.max_tokens)
        recalled = [replace(each, memory=memory) for each, memory in zip(recalled, cut, strict=True)]
    if call.out.is_json:
        call.out.json([_line(each) for each in recalled])
    elif recalled:
        _show(call, recalled)
    else:
        call.out.say("Nothing recalled.")
    return 0


def _show(call: Call, recalled: "list[LayeredHit]") -> None:
    layer = -1
    for each in recalled:
        if each.layer != layer:
            layer = each.layer
            call.out.say(LAYERS[layer])
        call.out.passage(_heading(each), each.memory.content)


def _heading(recalled: "LayeredHit") -> list[str]:
    memory = recalled.memory
    if recalled.layer == 0:
        return ["  identity"]
    place = f"{memory.place.wing} / {memory.place.room}"
    return [f"  {recalled.score:z.2f}  {place}  {when(memory)}", f"  {memory.id}{said(memory)}"]


def _line(recalled: "LayeredHit") -> dict[str, object]:
    return {"layer": recalled.layer, "score": recalled.score, **memory_line(recalled.memory)}


RECALL = Command(
    "recall",
    "recall in layers: whom the palace serves, what matters most, what answers",
    recall,
    (
        QUERY,
        *TIMES,
        KNOWN_AT,
        switch("--deep", "answers only, from the full index"),
        MAX_TOKENS,
        argument(
            "-k",
            dest="top_k",
            type=whole_number,
            default=UsualLimit(10),
            metavar="N",
            help="number of answers (default: 10, 20 for a list)",
        ),
    ),
)
