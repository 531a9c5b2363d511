"""The `perspectives` commands: how observations are looked at when they are embedded."""

from simonides.cli.call import Call
from simonides.cli.command import Command, Group, argument
from simonides.cli.output import counted
from simonides.domain.graph import Perspective


def show(call: Call) -> int:
    """Show the perspectives of a palace."""
    with call.reading() as palace:
        perspectives = palace.vectors.views.all()
    if call.out.is_json:
        call.out.json([_line(each) for each in perspectives])
    elif perspectives:
        call.out.table(("perspective", "instruction"), [(each.name, each.instruction.strip()) for each in perspectives])
    else:
        call.out.say("No perspectives; add one with `simonides perspectives set NAME INSTRUCTION`.")
    return 0


def set_one(call: Call) -> int:
    """Add a perspective, or change what stands before each text."""
    with call.reading() as palace:
        perspective = palace.vectors.views.set(call.args.name, _before_a_text(call.args.instruction))
        waiting = palace.vectors.views.pending()
    if call.out.is_json:
        call.out.json(_line(perspective) | {"pending": waiting})
    else:
        embedding = f"a running server or {call.typed('reembed', '--pending')} embeds {counted(waiting, 'observation')} from it"
        call.out.say(f"set {perspective.name}; {embedding}")
    return 0


def drop(call: Call) -> int:
    """Remove a perspective with its vectors."""
    with call.reading() as palace:
        palace.vectors.views.drop(call.args.name)
    if call.out.is_json:
        call.out.json({"dropped": call.args.name})
    else:
        call.out.say(f"dropped {call.args.name}")
    return 0


def _before_a_text(instruction: str) -> str:
    return f"{instruction.rstrip()} " if instruction.strip() else ""


def _line(perspective: Perspective) -> dict[str, object]:
    return {"name": perspective.name, "instruction": perspective.instruction}


_NAME = argument("name", metavar="NAME", help="its name, such as legal")

PERSPECTIVES = Group(
    "perspectives",
    "see and change the perspectives of the graph: list, set, drop",
    (
        Command("list", "show the perspectives and their instructions", show, ()),
        Command(
            "set",
            "add a perspective or change its instruction",
            set_one,
            (_NAME, argument("instruction", metavar="INSTRUCTION", help="what stands before each text, such as '(legal)'")),
        ),
        Command("drop", "remove a perspective with its vectors", drop, (_NAME,)),
    ),
)
