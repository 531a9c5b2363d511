"""The command `bench`: recall measured on a person's own palace."""

from typing import TYPE_CHECKING

from simonides.cli.arguments import seconds, whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.cli.output import counted
from simonides.cli.progress import progress

if TYPE_CHECKING:
    from simonides.engine.upkeep.self_test import Examination, Figures

BUDGET_S = 120.0
WITHIN = (1, 5, 10)
NAMES = {"hybrid": "hybrid (as search does)", "lexical": "words alone", "semantic": "meaning alone"}


def bench(call: Call) -> int:
    """Ask the palace about its own memories; show how often and how fast it finds them."""
    args = call.args
    # Imported late: recall loads numpy.
    from simonides.engine.upkeep.self_test import examine

    with call.engine() as engine:
        palace = call.existing(engine)
        call.await_model(engine)
        with progress("asking", "questions", args.questions) as advance:
            seen = examine(palace, args.questions, args.seed, args.budget, advance)
        name = palace.info.name
    if call.out.is_json:
        call.out.json({"palace": name, "seed": args.seed, **_document(seen)})
    elif not seen.questions:
        call.out.say("No questions can be made: the palace is empty, or its texts are too short.")
    else:
        _show(call, seen)
    return 0


def _show(call: Call, seen: "Examination") -> None:
    columns = ("recipe", *(f"any@{within}" for within in WITHIN), "MRR@10", "p50 ms", "p95 ms")
    rows = [
        (
            NAMES[figures.recipe],
            *(f"{100 * figures.found(within):.0f} %" for within in WITHIN),
            f"{figures.mean_reciprocal_rank:.2f}",
            f"{figures.percentile_ms(0.5):.1f}",
            f"{figures.percentile_ms(0.95):.1f}",
        )
        for figures in seen.figures
    ]
    made = f"{counted(seen.questions, 'question')} made from {counted(seen.memories, 'memory', 'memories')}"
    call.out.say(f"{made}; any@5: the right memory is among the first 5.")
    call.out.say()
    call.out.table(columns, rows, numeric=columns[1:])
    best = seen.figures[0]
    kinds = ", ".join(f"{kind} {100 * best.found(5, kind):.0f} %" for kind in dict.fromkeys(best.kinds))
    call.out.say(f"\nany@5 of {NAMES[best.recipe]} by kind of question: {kinds}.")


def _document(seen: "Examination") -> dict[str, object]:
    return {
        "memories": seen.memories,
        "questions": seen.questions,
        "embedding_p50_ms": round(sorted(seen.embedding_ms)[seen.questions // 2], 3) if seen.embedding_ms else None,
        "recipes": [_figures(figures) for figures in seen.figures],
    }


def _figures(figures: "Figures") -> dict[str, object]:
    return {
        "recipe": figures.recipe,
        **{f"any@{within}": round(figures.found(within), 4) for within in WITHIN},
        "mrr@10": round(figures.mean_reciprocal_rank, 4),
        "p50_ms": round(figures.percentile_ms(0.5), 3),
        "p95_ms": round(figures.percentile_ms(0.95), 3),
        "any@5_by_kind": {kind: round(figures.found(5, kind), 4) for kind in dict.fromkeys(figures.kinds)},
    }


BENCH = Command(
    "bench",
    "measure how well and how fast your own palace finds its memories",
    bench,
    (
        argument("--questions", type=whole_number, default=200, metavar="N", help="number of questions (default: 200)"),
        argument("--seed", type=int, default=0, metavar="N", help="seed of the random choice of questions (default: 0)"),
        argument(
            "--budget", type=seconds, default=BUDGET_S, metavar="SECONDS", help="stop after this many seconds (default: 120)"
        ),
    ),
)
