"""Words of a language for what a question is about beside its matter: every one of something, or what held earlier."""

import re
from dataclasses import dataclass

from simonides.languages.writing import any_of


@dataclass(frozen=True, slots=True)
class AskingWords:
    """Phrases of questions, in lower case."""

    lists: re.Pattern[str]
    """A question for every one of something: `all incidents`, `which decisions`."""
    former: re.Pattern[str]
    """A question for what held earlier: `originally`, `at the beginning`."""

    @classmethod
    def read(cls, data: dict[str, list[str]]) -> "AskingWords":
        """The phrases as a data file holds them."""
        return cls(any_of(data["lists"]), any_of(data["former"]))
