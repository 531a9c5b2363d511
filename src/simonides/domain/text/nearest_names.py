"""Nearest names: which of the known names somebody may mean who misspelt one."""

from collections.abc import Iterable

from simonides.domain.validation import fold_name

NEAR_MAX = 3
COMPARED_MAX = 5_000
"""Among more names than this only the first are compared."""
_LIKE_MIN = 0.7
_PART_MIN = 3
"""From this length on a part of a name is enough to mean it."""


def nearest_names(name: str, known: Iterable[str], limit: int = NEAR_MAX) -> list[str]:
    """The known names most like this one, the likest first; empty when none is like it."""
    # Only a wrong name needs it, and every server starts with this module.
    from difflib import get_close_matches

    folded = {fold_name(each): each for _, each in zip(range(COMPARED_MAX), known, strict=False)}
    wanted = fold_name(name)
    near = get_close_matches(wanted, folded, limit, _LIKE_MIN)
    parts = sorted(each for each in folded if len(wanted) >= _PART_MIN and (wanted in each or each in wanted.split("_")))
    return [folded[each] for each in dict.fromkeys([*near, *parts])][:limit]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A question that names the nearest of the known names; empty when none is near."""
    near = nearest_names(name, known)
    listed = " or ".join(f"'{each}'" for each in near)
    return f"Did you mean {listed}?" if near else ""
