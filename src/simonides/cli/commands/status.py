"""The command `status`."""

from simonides.cli.call import Call
from simonides.cli.command import Command
from simonides.cli.output import counted
from simonides.cli.overview import Overview, overview

SHOWN_MAX = 20
"""How many rooms are shown."""


def status(call: Call) -> int:
    """Show what the palace holds, and where."""
    with call.engine() as engine:
        seen = overview(engine, call.existing(engine))
    if call.out.is_json:
        call.out.json(seen.document())
    else:
        call.out.pairs(seen.pairs())
        _show_places(call, seen)
    return 0


def _show_places(call: Call, seen: Overview) -> None:
    if not seen.places:
        return
    fullest = sorted(seen.places, key=lambda place: (-place.count, place.wing, place.room))[:SHOWN_MAX]
    most = fullest[0].count
    rows = [
        (place.wing, place.room, f"{place.count:,}", call.out.bar(place.count / most), f"{place.latest:%Y-%m-%d}")
        for place in seen.places
        if place in fullest
    ]
    call.out.say()
    call.out.table(("wing", "room", "memories", "", "latest"), rows, numeric=("memories",))
    if rest := len(seen.places) - len(rows):
        held = sum(place.count for place in seen.places) - sum(place.count for place in fullest)
        memories = counted(held, "memory", "memories")
        call.out.say(f"and {counted(rest, 'smaller room')} with {memories}; use --json for all")


STATUS = Command("status", "show what the palace holds, and where", status)
