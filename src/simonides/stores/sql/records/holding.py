"""Which facts are current: the rule of `Fact.is_current_at` as conditions of SQL, over the columns of facts."""

OPEN = "valid_to_end IS NULL"
"""Nobody has named an end."""

_ENDING = "valid_to_start > {moment} AND (valid_from_start IS NULL OR valid_to_end > valid_from_start)"


def ending(moment: str) -> str:
    """An end is named that has not come by a moment, which stands here in the store's dialect."""
    return _ENDING.format(moment=moment)
