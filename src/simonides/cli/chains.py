"""Chains at the command line: what a memory takes the place of, and what takes its place."""

from typing import TYPE_CHECKING

from simonides.cli.output import Output
from simonides.domain.memory import Hit, Memory
from simonides.domain.text.token_estimate import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable

    from simonides.engine.claims.chains import Chain, Link

PASSAGE = 160
_CAUSES = {"edit": "before an edit", "said": "replaced, as somebody said", "guess": "replaced, as somebody accepted"}


def replaced_by(hit: Hit) -> list[str]:
    """The line of a heading that names the memory which holds now; none where there is no such memory."""
    return [f"   replaced by {hit.after.id} of {_day(hit.after)}"] if hit.after else []


def show_before(out: Output, hit: Hit) -> None:
    """Print a passage of what a hit takes the place of."""
    if hit.before:
        more = f" (and {hit.earlier} before)" if hit.earlier else ""
        out.say(
            f"    before: {_day(hit.before)}  {hit.before.id}{more}  {shorten(' '.join(hit.before.content.split()), PASSAGE)}"
        )
        out.say()


def show_chain(out: Output, chain: "Chain") -> None:
    """Print a chain: what holds now first, then what it took the place of."""
    _show(out, "newer", reversed(chain.newer))
    _show(out, "older", chain.older)


def _show(out: Output, name: str, links: "Iterable[Link]") -> None:
    for link in links:
        memory, why = link.memory, _CAUSES.get(link.pair.cause, "") if name == "older" else ""
        ended = f", ended {memory.ended_at:%Y-%m-%d %H:%M}" if memory.ended_at else ""
        out.passage([f"   {name}: {_day(memory)}{ended}{f', {why}' if why else ''}  {memory.id}"], memory.content)


def _day(memory: Memory) -> str:
    return f"{memory.happened_at:%Y-%m-%d}"
