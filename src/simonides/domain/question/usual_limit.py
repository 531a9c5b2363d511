"""Limits that nobody asked for: a question for a list is answered with more hits than others."""

LIST_LIMIT = 20
"""How many hits a question for a list has, where nobody says how many."""


class UsualLimit(int):
    """How many hits a question has where nobody says how many; the default of every door."""


def widened(limit: int, question: str) -> int:
    """The number of hits to show: more than the usual ones for a question for a list, and never other than asked for."""
    if not isinstance(limit, UsualLimit):
        return limit
    # Imported here because tool lists are made before any question is read.
    from simonides.domain.question.parsed import is_list

    return max(LIST_LIMIT, limit) if is_list(question) else int(limit)


def told_more(more: int) -> str:
    """How many more there are where the question looks; empty where there are none."""
    if not more:
        return ""
    return f"{'1 more memory is' if more == 1 else f'{more:,} more memories are'} filed under what the question names."


def told_whole(whole: int) -> str:
    """That no more are there than the first so many."""
    first = "first hit is" if whole == 1 else f"first {whole:,} hits are"
    return f"The {first} all that is filed under what the question names; the others only resemble it."
