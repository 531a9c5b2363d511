"""A palace of hostile texts: every payload in every field that the page shows, past whatever a door would refuse.

`FIELDS` is the table of fields, each with how it is read back; the payloads are the other table (`hostile.json`).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from simonides.domain.actor import Caller, called_by
from simonides.domain.code import Chunk, IndexedFile, Project
from simonides.domain.graph import Entity, Fact, Observation
from simonides.domain.memory import DIARY_HALL, Memory, Order, Origin, Place, Scope
from simonides.domain.past.supersession import Supersession, pair
from simonides.domain.validation import fold_name
from simonides.engine.palace import Palace
from simonides.ports.changes import Change
from simonides.ports.stores import Store
from web.furnished import NOW
from web.hostile import PAYLOADS


def harm(palace: Palace) -> None:
    """File every payload in every field, one payload in each transaction, signed by the payload itself."""
    store = palace.store
    store.tell_about("\n".join(PAYLOADS))
    for number, text in enumerate(PAYLOADS):
        with called_by(Caller(text, text, text)), store.writing():
            memories = _memories(number, text)
            store.memories.add(memories)
            store.memories.replace(replace(memories[1], content=f"{text} again", importance=0.9))
            _name(store, number, text)
            store.supersessions.add(pair("memory", memories[0].id, memories[1].id, "guess", NOW, text, 0.7))
            _code(store, number, text)
        with called_by(Caller(text, text, text)):
            palace.memories.forget(memories[-1].id)


def _memories(number: int, text: str) -> list[Memory]:
    origin = Origin(text, "user", text, number, NOW, text, 0, text)
    one = Memory(f"one-{number}", text, Place(text, text), NOW, origin, (text,), metadata={text: text, "title": text})
    return [
        one,
        replace(one, id=f"two-{number}"),
        replace(one, id=f"over-{number}", ended_at=NOW, end_reason=text, superseded_by=one.id),
        replace(one, id=f"diary-{number}", place=Place(text, "diary", DIARY_HALL), metadata={"topic": text}),
        replace(one, id=f"gone-{number}"),
    ]


def _name(store: Store, number: int, text: str) -> None:
    """Two entities that seem to be one, with everything that is known of them."""
    for name in (marked(text, number), marked(text, number, "two")):
        entity = Entity(f"{number}-{name[-3:]}", name, NOW, NOW, text, text, NOW, (text,), None, (f"{name} alias",))
        store.graph.add_entity(entity)
        [node] = store.nodes.keys([fold_name(name)]).values()
        store.observations.add(node, [text], NOW)
    first, second = marked(text, number), marked(text, number, "two")
    store.graph.add_fact(Fact(f"fact-{number}", first, text, second, NOW, source=text))
    store.supersessions.add(pair("entity", fold_name(first), fold_name(second), "guess", NOW, text, 0.9))


def _code(store: Store, number: int, text: str) -> None:
    project = marked(text, number)
    store.code.add_project(Project(project, f"{text}/{number}", NOW))
    chunk = Chunk(f"chunk-{number}", project, text, text, text, text, (text,), 1, 2, f"{text}\nharmful", 0)
    store.code.put_file(project, IndexedFile(text, text, 1, 1, b"0"), [chunk])


def marked(text: str, number: int, more: str = "one") -> str:
    """A payload as a name that no other folds to."""
    return f"{text} · {number}{more}"


@dataclass(frozen=True, slots=True)
class Contents:
    """What a palace holds, read once."""

    memories: list[Memory]
    bin: list[Memory]
    entities: list[Entity]
    observations: list[Observation]
    facts: list[Fact]
    pairs: list[Supersession]
    changes: list[Change]
    projects: list[Project]
    chunks: list[Chunk]
    about: str


def contents(palace: Palace) -> Contents:
    """Everything in a palace that the page may show."""
    store, entities = palace.store, palace.store.graph.entities(10_000)
    nodes = store.nodes.keys([each.key for each in entities])
    projects = palace.codebase.projects()
    files = [(project.id, path) for project in projects for path in store.code.files(project.id)]
    return Contents(
        palace.memories.page(Scope(with_ended=True), Order.OLDEST, 10_000),
        [each.memory for each in palace.past.bin.newest(1_000)],
        entities,
        [each for found in store.observations.of(list(nodes.values())).values() for each in found],
        list(store.graph.facts_after(0, 10_000).values()),
        store.supersessions.after(0, 10_000),
        [line for line in store.changes.since(0, 100_000) if line.kind != "vector"],
        projects,
        [chunk for project, path in files for chunk in store.code.chunks_of(project, path).values()],
        store.about(),
    )


FIELDS: Mapping[str, Callable[[Contents], Iterable[str]]] = {
    "text": lambda held: (each.content for each in held.memories),
    "wing": lambda held: (each.place.wing for each in held.memories),
    "room": lambda held: (each.place.room for each in held.memories),
    "tag": lambda held: (tag for each in held.memories for tag in each.tags),
    "speaker": lambda held: (each.origin.author or "" for each in held.memories),
    "conversation": lambda held: (each.origin.conversation or "" for each in held.memories),
    "title": lambda held: (str(each.metadata.get("title")) for each in held.memories),
    "key of metadata": lambda held: (name for each in held.memories for name in each.metadata),
    "source": lambda held: (each.origin.source or "" for each in held.memories),
    "filed by": lambda held: (each.origin.added_by for each in held.memories),
    "reason of an end": lambda held: (each.end_reason or "" for each in held.memories),
    "topic of a diary": lambda held: (str(each.metadata.get("topic")) for each in held.memories),
    "in the bin": lambda held: (each.content for each in held.bin),
    "name": lambda held: (each.name.rpartition(" · ")[0] for each in held.entities),
    "type": lambda held: (each.type for each in held.entities),
    "summary": lambda held: (each.summary or "" for each in held.entities),
    "alias": lambda held: (alias.rpartition(" · ")[0] for each in held.entities for alias in each.aliases),
    "observation": lambda held: (each.content for each in held.observations),
    "predicate": lambda held: (each.predicate for each in held.facts),
    "source of a fact": lambda held: (each.source or "" for each in held.facts),
    "who proposed": lambda held: (each.said_by for each in held.pairs),
    "actor": lambda held: (each.actor for each in held.changes),
    "client": lambda held: (each.client for each in held.changes),
    "tool set": lambda held: (each.toolset for each in held.changes),
    "project": lambda held: (each.id.rpartition(" · ")[0] for each in held.projects),
    "folder": lambda held: (each.root.rpartition("/")[0] for each in held.projects),
    "path": lambda held: (each.path for each in held.chunks),
    "definition": lambda held: (each.name or "" for each in held.chunks),
    "code": lambda held: (each.content.removesuffix("\nharmful") for each in held.chunks),
    "about the user": lambda held: held.about.split("\n"),
}
