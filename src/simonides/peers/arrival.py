"""Filing what a reader found, then comparing it with the source: counts and hashes, what was lost, what is not carried over."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from simonides.domain.validation import clean_text
from simonides.engine.exchange.batches import BATCH, ImportTally
from simonides.engine.exchange.importing import Importing
from simonides.engine.exchange.lines import dump
from simonides.engine.filing.secrets import noted_in
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Palace
from simonides.peers.found import Found, LeftBehind, Line, Lost
from simonides.peers.server_memory import carry_out, plan_nodes
from simonides.ports.embedder import Embedder

LISTED_MAX = 1_000
"""How many bad lines and how many differences a report lists."""

Advance = Callable[[int], None]


@dataclass(slots=True)
class ArrivalReport:
    """The outcome of an import: every text of the source is in one of these counts."""

    found: Counter[str] = field(default_factory=Counter)
    """What the source holds, by kind: memories, facts, entities, observations."""
    tally: ImportTally = field(default_factory=ImportTally)
    verified: int = 0
    """Memories whose text in the palace has the hash of the text in the source."""
    masked: int = 0
    """Memories that differ from the source only because a secret in them was masked."""
    differing: list[str] = field(default_factory=list)
    """The ids of memories that stand here with another text: they were edited after an earlier import."""
    missing: list[str] = field(default_factory=list)
    """The ids of memories that the palace does not have: their lines were refused."""
    lost: list[Lost] = field(default_factory=list)
    left_behind: list[LeftBehind] = field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether everything that the source holds is in the palace."""
        return not (self.lost or self.missing or self.tally.refused)


class Arrival:
    """Files what readers find in one palace, which is made at the first good line."""

    def __init__(self, open_palace: Callable[[str], Palace], embedder: Embedder) -> None:
        self._open_palace = open_palace
        self._importing = Importing(open_palace, embedder)
        self.report = ArrivalReport()

    def file(self, found: Iterable[Found], advance: Advance = lambda _: None) -> ArrivalReport:
        """File what was found in batches, each as a whole or not at all; `advance` is told how many things are done."""
        nodes: list[EntityDraft] = []
        batch: list[Line] = []
        for line in _sorted(found, self.report, nodes):
            batch.append(line)
            if len(batch) == BATCH:
                self._keep(batch, advance)
                batch = []
        self._keep(batch, advance)
        self._keep_nodes(nodes)
        return self.report

    def _keep(self, batch: Sequence[Line], advance: Advance) -> None:
        start = self.report.tally.lines
        numbered = ((start + number, clean_text(dump(line)).encode()) for number, line in enumerate(batch, 1))
        for tally in self._importing.run(numbered):
            self.report.tally.include(tally, LISTED_MAX)
        advance(self.report.tally.lines)
        texts = {str(line["id"]): str(line["content"]) for line in batch if line["type"] == "memory"}
        if texts and self.report.tally.memories + self.report.tally.known:
            self._compare(texts)
        else:
            self.report.missing += list(texts)

    def _compare(self, texts: dict[str, str]) -> None:
        report, kept = self.report, self._open_palace("").memories.find(list(texts))
        for memory in kept:
            if _digest(memory.content) == _digest(clean_text(texts.pop(memory.id))):
                report.verified += 1
            elif noted_in(memory):
                report.masked += 1
            else:
                report.differing.append(memory.id)
        report.missing += list(texts)

    def _keep_nodes(self, nodes: Sequence[EntityDraft]) -> None:
        if not nodes:
            return
        palace = self._open_palace("")
        plan = plan_nodes(nodes, [], palace)
        for _ in carry_out(plan, palace):
            pass
        self.report.tally.entities += plan.entities
        self.report.tally.observations += plan.observations
        self.report.tally.known += plan.known


def surveyed(found: Iterable[Found], palace: Palace | None) -> ArrivalReport:
    """What the source holds and how much of it the palace has already; files nothing."""
    report, nodes = ArrivalReport(), list[EntityDraft]()
    ids = [str(line["id"]) for line in _sorted(found, report, nodes) if line["type"] == "memory"]
    for start in range(0, len(ids) if palace else 0, BATCH):
        report.tally.known += len(palace.memories.find(ids[start : start + BATCH])) if palace else 0
    report.tally.known += plan_nodes(nodes, [], palace).known if nodes else 0
    return report


def _sorted(found: Iterable[Found], report: ArrivalReport, nodes: list[EntityDraft]) -> Iterator[Line]:
    """The lines of what was found; everything else goes into the report and among the nodes."""
    for each in found:
        if isinstance(each, Lost):
            report.lost.append(each)
        elif isinstance(each, LeftBehind):
            report.left_behind.append(each)
        elif isinstance(each, EntityDraft):
            report.found.update(entities=1, observations=len(each.observations))
            nodes.append(each)
        else:
            kind = {"memory": "memories", "fact": "facts", "entity": "entities"}.get(str(each["type"]))
            report.found.update({kind: 1} if kind else {})
            yield each


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
