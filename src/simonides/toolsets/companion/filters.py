"""Arguments that narrow what a request reads: places, origins and times, as REST describes them."""

from typing import Annotated

from simonides.toolkit.shapes import Arg

InWing = Annotated[str | None, Arg("Only in this wing")]
InRoom = Annotated[str | None, Arg("Only in this room")]
WithTag = Annotated[str | None, Arg("Only with this tag")]
ByAuthor = Annotated[str | None, Arg("Only what this author said")]
BySource = Annotated[str | None, Arg("Only from these sources: person, agent, conversation, file, import")]
ByTrust = Annotated[str | None, Arg("Only of these trust classes: own, reported, third-party")]
Since = Annotated[str | None, Arg("Only what happened since this day, month, year or instant (ISO 8601)")]
Until = Annotated[str | None, Arg("Only what happened until then, the whole day included")]
AsOf = Annotated[str | None, Arg("What held then, from when it happened on, even if it has ended since")]
KnownAt = Annotated[str | None, Arg("What was known then (ISO 8601), before later changes")]
RowTokens = Annotated[int, Arg("How many tokens the excerpts share; 0 for their full length", minimum=0)]
MaxTokens = Annotated[int, Arg("The longest answer in tokens; longer drawers come as passages, 0 for any length", minimum=0)]
