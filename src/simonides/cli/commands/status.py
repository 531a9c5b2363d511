"""The command `status`."""

from simonides.cli.call import Call
from simonides.cli.command import Command
from simonides.cli.overview import Overview, overview


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
    most = max(place.count for place in seen.places)
    rows = [
        (place.wing, place.room, f"{place.count:,}", call.out.bar(place.count / most), f"{place.latest:%Y-%m-%d}")
        for place in seen.places
    ]
    call.out.say()
    call.out.table(("wing", "room", "memories", "", "latest"), rows, numeric=("memories",))


STATUS = Command("status", "show what the palace holds, and where", status)
