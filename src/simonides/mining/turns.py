"""Drawers from conversations: one per turn, with its speaker, time and number."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from simonides.domain.memory import Origin, Place
from simonides.engine.filing.intake import Draft
from simonides.mining.conversations import Conversation, Turn, UnreadableConversation, read_conversations
from simonides.mining.files.reading import Unreadable
from simonides.mining.passages import passages
from simonides.mining.places.placement import Placer

ROOM = "conversations"
SIZE_MAX = 500_000_000


def read_turns(path: Path, wing: str, placer: Placer) -> tuple[list[Draft], list[str]]:
    """The drawers of all conversations of a file, and what could not be read. Raises Unreadable when nothing could be read."""
    drafts: list[Draft] = []
    faults: list[str] = []
    for found in read_conversations(path):
        if isinstance(found, UnreadableConversation):
            faults.append(found.reason if found.line is None else f"line {found.line}: {found.reason}")
        else:
            drafts += _drafts(found, str(path), wing, placer)
    if not drafts:
        raise Unreadable(faults[0] if faults else "holds no turns")
    return drafts, faults


def _drafts(conversation: Conversation, source: str, wing: str, placer: Placer) -> Iterator[Draft]:
    start = "\n".join(turn.text for turn in conversation.turns[:10])
    place = Place(wing, placer.by_words(start) or ROOM)
    # A turn without a time of its own was said when the one before it was, or when the conversation began.
    moment = conversation.started_at
    for position, (turn, tools) in enumerate(_with_tools(conversation.turns)):
        moment = turn.time or moment
        # A long turn is cut like any other text; pieces are numbered anew in every turn.
        for chunk, passage in enumerate(passages(turn.text)):
            origin = Origin(
                author=turn.speaker,
                role=turn.role,
                conversation=conversation.key,
                position=position,
                event_time=moment,
                source=source,
                chunk=chunk,
            )
            metadata = _metadata(conversation, tools if chunk == 0 else [], passage.overlap)
            yield Draft(passage.content, place, origin, kind="episodic", metadata=metadata)


def _with_tools(turns: Iterable[Turn]) -> Iterator[tuple[Turn, list[str]]]:
    """Every turn with its tools; those called without a word, of which no drawer can be made, go to the next answer."""
    waiting: list[str] = []
    for turn in turns:
        if turn.role != "assistant":
            yield turn, list(turn.tools)
            continue
        waiting += turn.tools
        yield turn, waiting
        if turn.text.strip():
            waiting = []


def _metadata(conversation: Conversation, tools: list[str], overlap: int) -> dict[str, object]:
    labels: dict[str, object] = {
        "title": conversation.title,
        "format": conversation.format,
        "tools": tools,
        "overlap": overlap,
    }
    return {name: value for name, value in labels.items() if value}
