"""Storing a batch of lines in one transaction; what the palace already has stays as it is."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from simonides.domain.actor import Actor
from simonides.domain.dreams import MERGED
from simonides.domain.errors import Conflict, Invalid, NotFound, exists
from simonides.domain.graph import PERSPECTIVES, Entity, Fact, Observation
from simonides.domain.memory import Memory
from simonides.domain.past.formers import Former
from simonides.domain.past.supersession import Cause, Supersession, pair
from simonides.engine.exchange.batches import BadLine, Batch, ImportTally
from simonides.engine.exchange.code import FileLine, ProjectLine
from simonides.engine.exchange.fields import Fields
from simonides.engine.exchange.log import LogSpool, carried, read_change, read_former
from simonides.engine.exchange.observations import Notes
from simonides.engine.exchange.screening import LineScreen, admitted
from simonides.engine.exchange.tokens import keep_token
from simonides.engine.filing.amendments import EDITED
from simonides.engine.filing.linking import Linking
from simonides.engine.filing.secrets import noted_in
from simonides.engine.palace import Palace
from simonides.ports.changes import UNDO, Change, LogEntry
from simonides.ports.embedder import Identity
from simonides.ports.stores import Store
from simonides.ports.tokens import Tokens

if TYPE_CHECKING:
    from simonides.ports.embedder import Vectors


class CodeKeeping:
    """Stores projects and files in one palace; called inside a transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._paths: dict[str, set[str]] = {}
        """The files that each project already has."""

    def keep_project(self, line: ProjectLine) -> bool:
        """Store a project unless its id or its folder is known."""
        try:
            self._store.code.add_project(line.project)
        except Conflict:
            return False
        self._store.code.note_progress(line.project.id, line.progress)
        return True

    def keep_file(self, line: FileLine, identity: Identity | None) -> bool:
        """Store a file unless it is known. Raises NotFound without its project, Conflict when a chunk has another's id."""
        code = self._store.code
        if line.project not in self._paths:
            self._paths[line.project] = set(code.files(line.project))
        known = self._paths[line.project]
        if line.file.path in known:
            return False
        self._check_ids(line)
        known.add(line.file.path)
        code.put_file(line.project, line.file, line.chunks)
        if line.vectors and identity is not None:
            self._store.claim(identity)
            rows = code.chunks_of(line.project, line.file.path)
            self._store.code_search.put({key: line.vectors[chunk.id] for key, chunk in rows.items() if chunk.id in line.vectors})
        return True

    def _check_ids(self, line: FileLine) -> None:
        seen = set[str]()
        for chunk in line.chunks:
            if chunk.id in seen or exists(self._store.code.chunk, chunk.id):
                raise Conflict("chunk", chunk.id)
            seen.add(chunk.id)


class Keeping:
    """Stores batches in one palace."""

    def __init__(
        self, palace: Palace, tokens: Tokens | None = None, *, is_copy: bool = False, is_rehearsal: bool = False
    ) -> None:
        self._palace = palace
        self._tokens = tokens
        self._is_copy = is_copy
        self._is_rehearsal = is_rehearsal
        """Whether the transaction around it is rolled back: what no transaction holds is then left alone."""
        self._may_adopt = is_copy or not palace.store.changes.carried(0, 1)
        """Whether a log that is imported tells of all that the palace holds."""
        self._store = palace.store
        self._linking = Linking(palace.store)
        self._instructions = dict(PERSPECTIVES)
        """The instructions of the imported perspectives: vectors are only used with the instruction they were made for."""
        self._code = CodeKeeping(palace.store)
        self._knows_pairs = is_copy
        self._replaced: list[Memory] = []
        """The memories that tell what replaced them."""

    def keep(self, batch: Batch, identity: Identity | None) -> ImportTally:
        """Store a batch; returns the result. `identity` is the embedder of its vectors, None when they are to be ignored."""
        tally = batch.tally
        self._screen(batch)
        refused = tally.refused
        with self._store.writing(Actor.IMPORTER):
            if batch.is_seen_anew and self._may_adopt:
                self._drop_usual_perspectives()
            if batch.about and not self._is_rehearsal and not self._store.about():
                self._store.tell_about(batch.about)
            tally.entities = sum(self._keep_entity(entity) for _, entity in batch.entities)
            tally.facts = sum(self._keep_fact(fact) for _, fact in batch.facts)
            tally.perspectives = sum(self._keep_perspective(name, text) for name, text in batch.perspectives.items())
            tally.observations = sum(self._keep_notes(notes, identity) for _, notes in batch.notes)
            for memory in self._store.memories.find(list(batch.vectors)):
                del batch.vectors[memory.id]
            memories = self._admitted(batch)
            rows = self._palace.memories.restore(memories, batch.vectors)
            self._replaced += [memory for memory in memories if memory.id in rows and _is_replaced(memory)]
            self._store.closets.put({rows[each]: words for each, words in batch.closets.items() if each in rows})
            tally.memories = len(rows)
            tally.pairs = sum(self._keep_pair(each) for each in batch.pairs)
            self._knows_pairs = self._knows_pairs or bool(batch.pairs)
            if batch.dreams is not None and self._store.dreams.last() is None:
                self._store.dreams.restore(*batch.dreams)
            new_projects = sum(self._code.keep_project(project) for project in batch.projects)
            tally.files = sum(self._keep_file(number, file, identity, tally) for number, file in batch.files)
            fresh = [line for line in batch.mined if self._store.ledger.get(line.path) is None]
            self._store.ledger.put(fresh)
            tally.mined = len(fresh)
        tally.tokens = self._keep_tokens(batch)
        tally.vectors = len(batch.vectors)
        kept = tally.entities + tally.facts + tally.perspectives + tally.observations + tally.memories + tally.files + tally.mined
        kept += tally.pairs
        kept += tally.tokens if self._tokens else len(batch.tokens)
        tally.known += batch.size - kept - new_projects - (tally.refused - refused)
        return tally

    def adopt(self, log: LogSpool, began: datetime | None) -> ImportTally:
        """Take over a log in place of what the import itself wrote into it, unless the palace held something before."""
        tally = ImportTally()
        with self._store.writing(Actor.IMPORTER):
            if self._may_adopt and self._tells_everything(log):
                tally.changes = self._store.changes.adopt(self._entries(log, tally), began)
            else:
                tally.known = log.count
                tally.notice = f"the log in the file (lines: {log.count:,}) is left out: the palace has one of its own"
        return tally

    def _tells_everything(self, log: LogSpool) -> bool:
        """Whether nothing was done here but by imports; a copy may have an earlier part of the same log."""
        known = {_deed(read_change(Fields(line))[0]) for _, line in log.lines()} if self._is_copy else set()
        return all(
            entry.change.actor == Actor.IMPORTER or entry.change.kind == UNDO or _deed(entry.change) in known
            for entry in carried(self._store)
        )

    def _entries(self, log: LogSpool, tally: ImportTally) -> Iterator[LogEntry]:
        screen = LineScreen(self._palace.intake.secrets)
        for number, line in log.lines():
            change, values = read_change(Fields(line))
            try:
                former = values and self._treated(screen, number, read_former(change.kind, values))
            except Invalid as error:
                # The change happened all the same; only what was before is not kept.
                tally.bad.append(BadLine(number, f"former: {error}"))
                former = None
            yield LogEntry(change, former or None)
        tally.masked = screen.masked

    def _treated(self, screen: LineScreen, number: int, former: Former) -> Former:
        """A former version with its secrets treated like those of the version that holds."""
        match former.record:
            case Memory() as memory:
                kept = self._palace.intake.as_before(memory if former.has_text else replace(memory, content="-"), Actor.IMPORTER)
                return replace(former, record=kept if former.has_text else replace(kept, content=""))
            case Entity() as entity:
                return replace(former, record=screen.entity(number, entity))
            case Fact() as fact:
                # Its id stays, since the line of the log names it.
                return replace(former, record=replace(screen.fact(number, fact), id=fact.id))
            case Supersession():
                return former
            case Observation() as observation:
                return replace(
                    former, record=replace(observation, content=screen.text(number, observation.content, "observation"))
                )

    def _keep_tokens(self, batch: Batch) -> int:
        if self._tokens is None:
            if batch.tokens and not batch.tally.notice:
                batch.tally.notice = f"tokens in the file are left out ({len(batch.tokens)}); --with-tokens takes them over"
            return 0
        return sum(keep_token(self._tokens, token, self._store.info.name) for _, token in batch.tokens)

    def _drop_usual_perspectives(self) -> None:
        """Make room for all the perspectives of another palace."""
        there = self._store.perspectives.all()
        if [(each.name, each.instruction) for each in there] == list(PERSPECTIVES.items()):
            for each in there:
                self._store.perspectives.drop(each.name)

    def _screen(self, batch: Batch) -> None:
        """Treat the secrets of what becomes no memory; lines that may not be filed are reported and dropped."""
        screen, bad = LineScreen(self._palace.intake.secrets), list[BadLine]()
        batch.entities = admitted(batch.entities, screen.entity, bad)
        batch.facts = admitted(batch.facts, screen.fact, bad)
        batch.notes = admitted(batch.notes, screen.notes, bad)
        batch.files = admitted(batch.files, screen.file, bad)
        batch.about = "".join(text for _, text in admitted([(1, batch.about)], screen.description, bad))
        batch.tally.bad += bad
        batch.tally.refused += len(bad)
        batch.tally.masked += screen.masked

    def _admitted(self, batch: Batch) -> list[Memory]:
        """The memories of a batch that may be filed; the lines of the others are reported."""
        admitted = []
        for number, memory in zip(batch.numbers, batch.memories.values(), strict=True):
            try:
                kept = self._palace.intake.as_before(memory, Actor.IMPORTER)
            except Invalid as error:
                batch.tally.bad.append(BadLine(number, str(error)))
                batch.tally.refused += 1
                batch.vectors.pop(memory.id, None)
                continue
            if kept.content != memory.content:
                # Vectors and keywords of the text before it was masked would tell of what was masked.
                batch.vectors.pop(memory.id, None)
                batch.closets.pop(memory.id, None)
            if (kept.content, kept.metadata) != (memory.content, memory.metadata):
                batch.tally.masked += [BadLine(number, note.told) for note in noted_in(kept)]
            admitted.append(kept)
        return admitted

    def _keep_entity(self, entity: Entity) -> bool:
        graph = self._store.graph
        try:
            graph.entity(entity.id)
        except NotFound:
            is_new = graph.add_entity(entity).id == entity.id
            if is_new:
                self._linking.link_entity(entity)
            return is_new
        return False

    def _keep_fact(self, fact: Fact) -> bool:
        for name in (fact.subject, fact.object):
            self._palace.entities.named(name)
        try:
            self._store.graph.add_fact(fact)
        except Conflict:
            return False
        return True

    def finish(self) -> None:
        """Make what speeds up the search of all that was kept."""
        self._store.tend()

    def pair_up(self) -> None:
        """Record what memories tell to have replaced them, where the lines of an older program have no pairs."""
        if self._knows_pairs or not self._replaced:
            return
        with self._store.writing(Actor.IMPORTER):
            there = {memory.id for memory in self._store.memories.find([each.superseded_by or "" for each in self._replaced])}
            for each in self._replaced:
                if each.superseded_by in there:
                    cause: Cause = "edit" if each.end_reason == EDITED else "said"
                    self._keep_pair(pair("memory", each.id, each.superseded_by, cause, each.ended_at or each.created_at))

    def _keep_pair(self, made: Supersession) -> bool:
        try:
            self._store.supersessions.add(made)
        except Conflict:
            return False
        except NotFound:
            # In a rehearsal, the memories of earlier portions are not there.
            return self._is_rehearsal
        return True

    def _keep_perspective(self, name: str, instruction: str) -> bool:
        self._instructions[name] = instruction
        if name in {each.name for each in self._store.perspectives.all()}:
            return False
        self._store.perspectives.set(name, instruction)
        return True

    def _keep_notes(self, notes: Notes, identity: Identity | None) -> int:
        entity = self._palace.entities.named(notes.entity)
        node = self._store.nodes.keys([entity.key])[entity.key]
        kept = self._store.observations.restore(node, notes.observations, notes.next_ordinal)
        self._linking.link_observations(kept)
        if identity is not None and (views := self._views(kept, notes)):
            self._store.claim(identity)
            self._store.perspectives.put(views)
        return len(kept)

    def _views(self, kept: list[Observation], notes: Notes) -> "dict[int, dict[int, Vectors]]":
        """The vectors of observations in those perspectives that have the same instruction here."""
        ours = self._store.perspectives.all()
        same = {each.name: each.key for each in ours if self._instructions.get(each.name) == each.instruction}
        views = {}
        for each in kept:
            seen = notes.views.get(each.ordinal, {})
            views[each.key] = {same[name]: vectors for name, vectors in seen.items() if name in same}
        return {key: seen for key, seen in views.items() if seen}

    def _keep_file(self, number: int, line: FileLine, identity: Identity | None, tally: ImportTally) -> bool:
        try:
            return self._code.keep_file(line, identity)
        except (NotFound, Conflict) as error:
            tally.bad.append(BadLine(number, str(error)))
            tally.refused += 1
            return False


def _deed(change: Change) -> tuple[object, ...]:
    """What tells a line of a log from others, in whichever palace it stands."""
    return change.at, change.kind, change.id, change.operation, change.actor, change.client


def _is_replaced(memory: Memory) -> bool:
    return memory.superseded_by not in (None, memory.id) and memory.end_reason != MERGED
