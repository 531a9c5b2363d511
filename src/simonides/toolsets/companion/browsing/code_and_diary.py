"""Indexed source code and the diaries of agents, to look through."""

from typing import Annotated, TypedDict

from simonides.domain.code import ALL_CODE, CodeScope
from simonides.domain.memory import DIARY_HALL, Memory, Order, Scope
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_question
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg

FOUND_MAX = 50
SHOWN_MAX = 1_500
ENTRIES_MAX = 100


class ProjectRow(TypedDict):
    """A folder of source code, and how far its index is."""

    id: str
    root: str
    state: str
    reason: str | None
    chunks: int
    embedded: int


class ChunkRow(TypedDict):
    """A piece of code; a long one is cut."""

    id: str
    project: str
    path: str
    language: str
    kind: str
    name: str | None
    start_line: int
    end_line: int
    content: str
    score: float


class DiaryEntry(TypedDict):
    """One entry of an agent's diary."""

    id: str
    agent: str
    topic: str
    text: str
    written_at: str


class DiaryDocument(TypedDict):
    """Entries, newest first, how many there are, and who keeps a diary."""

    entries: list[DiaryEntry]
    total: int
    agents: list[str]


def list_projects(palace: Palace) -> list[ProjectRow]:
    """The projects whose source code is indexed, by id."""
    found = [palace.codebase.status(project.id) for project in palace.codebase.projects()]
    return [
        {
            "id": each.project.id,
            "root": each.project.root,
            "state": each.progress.state.value,
            "reason": each.progress.reason,
            "chunks": each.chunks,
            "embedded": each.embedded,
        }
        for each in found
    ]


def search_chunks(
    palace: Palace,
    q: Annotated[str, Arg("A name, words or a question")],
    project: Annotated[str | None, Arg("Only in this project")] = None,
    top_k: Annotated[int, Arg("How many", minimum=1, maximum=FOUND_MAX)] = 20,
) -> list[ChunkRow]:
    """Search the indexed source code by name, word and meaning."""
    hits = palace.codebase.search(check_question(q), CodeScope(project) if project else ALL_CODE, top_k)
    return [
        {
            "id": hit.chunk.id,
            "project": hit.chunk.project,
            "path": hit.chunk.path,
            "language": hit.chunk.language,
            "kind": hit.chunk.kind,
            "name": hit.chunk.name,
            "start_line": hit.chunk.start_line,
            "end_line": hit.chunk.end_line,
            "content": hit.chunk.content[:SHOWN_MAX],
            "score": hit.score,
        }
        for hit in hits
    ]


def read_diary(
    palace: Palace,
    agent: Annotated[str | None, Arg("Only of this agent")] = None,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=ENTRIES_MAX)] = 30,
) -> DiaryDocument:
    """The diaries of agents, newest first."""
    scope = Scope(hall=DIARY_HALL, author=agent)
    entries = palace.memories.page(scope, Order.NEWEST, limit)
    keepers = palace.memories.page(Scope(hall=DIARY_HALL), Order.NEWEST, ENTRIES_MAX)
    agents = sorted({memory.origin.author for memory in keepers if memory.origin.author})
    return {"entries": [_entry(memory) for memory in entries], "total": palace.memories.count(scope), "agents": agents}


def write_diary(
    palace: Palace,
    agent: Annotated[str, Arg("Whose diary")],
    entry: Annotated[str, Arg("What to write")],
    topic: Annotated[str, Arg("What it is about")] = "general",
) -> DiaryEntry:
    """Add an entry to an agent's diary."""
    return _entry(palace.diary.write(agent, entry, topic))


def _entry(memory: Memory) -> DiaryEntry:
    return {
        "id": memory.id,
        "agent": memory.origin.author or memory.origin.added_by,
        "topic": str(memory.metadata.get("topic", "general")),
        "text": memory.content,
        "written_at": rfc3339(memory.happened_at),
    }
