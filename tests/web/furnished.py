"""Palaces for the tests of the page: one that reads like a real one, an empty one, one with one memory, one with many."""

from datetime import UTC, datetime, timedelta

from simonides.domain.actor import Actor
from simonides.domain.code import Chunk, IndexedFile, Project
from simonides.domain.dreams import Dream, ended
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.past.supersession import pair
from simonides.domain.time import Stamp
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.amendments import Edit
from simonides.engine.filing.intake import Draft
from simonides.engine.graph.entities import EntityDraft
from simonides.engine.palace import Equipment, Palace
from simonides.ports.stores import Shelf

NOTES = (
    (
        "harbour",
        "decisions",
        "We moved the booking service from Redis queues to PostgreSQL LISTEN/NOTIFY; one store less to run.",
    ),
    ("harbour", "decisions", "Invoices are numbered per calendar year, with gaps allowed. Mara checked with the tax office."),
    ("harbour", "problems", "The nightly export failed on 29 February: the report assumed 365 days. Fixed in HRB-412."),
    ("harbour", "problems", "Timeouts at 09:00 came from the health check opening a new pool each minute."),
    ("harbour", "people", "Mara Lindqvist leads billing; ask her before touching tax rates."),
    ("harbour", "people", "Jonas prefers short pull requests, one idea each, and reviews in the morning."),
    (
        "atelier",
        "design",
        "# Palette\n\nWarm paper, dark ink, one accent.\n\n- contrast at least 4.5\n- no colour alone carries meaning",
    ),
    ("atelier", "design", "The map legend stays in the corner on phones; two testers looked for it there."),
    ("atelier", "reading", "“The Art of Memory” by Frances Yates: places first, then images in them."),
    (
        "kitchen",
        "recipes",
        "Sourdough: 500 g flour, 350 g water, 10 g salt, 100 g starter; 4 h at 24 °C, then a night in the fridge.",
    ),
    ("kitchen", "recipes", "La soupe au pistou se sert tiède, jamais brûlante."),
    ("kitchen", "shopping", "オリーブオイルとトマトを買う。"),
    ("garden", "plan", "Tomatoes go along the south wall this year; beans where the tomatoes were."),
    ("garden", "plan", "First frost last year was on 19 October. Cover the figs by the tenth."),
    (
        "harbour",
        "code",
        "def book(slot: Slot) -> Booking:\n    # Overlap is checked by the exclusion constraint.\n    return Booking(slot)",
    ),
)
TALK = (
    ("user", "Where do we keep the exchange rates now?"),
    ("assistant", "In the table rates_daily, filled each morning at 06:10 by the job fx-import."),
    ("user", "And when the job fails?"),
    ("assistant", "The rates of the day before are used, and the dashboard shows a yellow bar."),
    ("user", "Good. Tell Mara before we change the source."),
)
NOW = datetime.now(UTC).replace(microsecond=0)


def engine_on(shelf: Shelf) -> Engine:
    return Engine(shelf, Equipment(HashingEmbedder(), lambda: datetime.now(UTC), Mint(), patience_s=5.0))


def furnish_all(shelf: Shelf, *, many: int = 0) -> None:
    engine = engine_on(shelf)
    furnish(engine.create("work", "What three agents and one person know"))
    engine.create("empty")
    engine.create("one").memories.remember(Draft("The only one.", Place("alone", "alone")))
    if many:
        fill(engine.create("many"), many)
    engine.close()


def furnish(palace: Palace) -> None:
    """A palace of a person with several agents."""
    ids = []
    for number, (wing, room, text) in enumerate(NOTES):
        when = NOW - timedelta(days=3 + number * 11 % 85, hours=number)
        origin = Origin(
            author=("Mara", "Jonas", None)[number % 3], event_time=when, added_by=("claude-code", "cursor", "cli")[number % 3]
        )
        draft = Draft(text, Place(wing, room), origin, tags=("keep", "2026")[: number % 3], importance=0.3 + (number % 6) / 10)
        ids.append(palace.memories.remember(draft).id)
    for position, (role, text) in enumerate(TALK):
        origin = Origin(
            "Ada" if role == "user" else "assistant",
            role,
            "standup-41",
            position,
            NOW - timedelta(days=2),
            added_by="claude-code",
        )
        ids.append(palace.memories.remember(Draft(text, Place("harbour", "talks"), origin)).id)
    kinds = (
        ("Mara", "person"),
        ("Jonas", "person"),
        ("billing", "project"),
        ("booking service", "project"),
        ("PostgreSQL", "tool"),
    )
    palace.entities.create([EntityDraft(name, kind, [f"{name} is known in this palace."]) for name, kind in kinds])
    for subject, predicate, thing, since, until in (
        ("Mara", "leads", "billing", "2024-03", None),
        ("Mara", "works_at", "Harbour Office", "2021", None),
        ("Mara", "lives_in", "Malmö", "2019", "2025-06-30"),
        ("Mara", "lives_in", "Lund", "2025-07-01", None),
        ("Jonas", "works_on", "booking service", "2025-01", None),
        ("booking service", "uses", "Redis", "2023", "2026-02-01"),
        ("booking service", "uses", "PostgreSQL", "2026-02-01", None),
        ("billing", "depends_on", "booking service", None, None),
        ("Jonas", "reports_to", "Mara", "2025-01", None),
    ):
        palace.facts.add(subject, predicate, thing, valid_from=Stamp.parse(since) if since else None, source=ids[4])
        if until:
            palace.facts.end(subject, predicate, thing, Stamp.parse(until))
    palace.amending.edit(
        ids[3], Edit("Timeouts at 09:00 came from the health check, which opened a new pool each minute; it shares one now.")
    )
    old = palace.memories.remember(Draft("The harbour office opens at 08:00.", Place("harbour", "people"))).id
    new = palace.memories.remember(Draft("The harbour office opens at 07:30 from May on.", Place("harbour", "people"))).id
    palace.amending.invalidate(old, "newer note", new)
    # What upkeep would propose: the later note says where the legend is now.
    placed = palace.memories.remember(Draft("The map legend moved below the map on phones.", Place("atelier", "design"))).id
    with palace.store.writing(Actor.DREAMER):
        palace.store.supersessions.add(pair("memory", ids[7], placed, "guess", NOW, Actor.DREAMER, 0.81))
    dream_once(palace)
    index_once(palace)
    palace.diary.write(
        "reviewer", "Read the billing module. Tax rates are constants in three places; proposed one table.", "review"
    )
    palace.diary.write("gardener", "Figs covered on the ninth.", "garden")


def dream_once(palace: Palace) -> None:
    """What a dream leaves behind that has closed a repetition."""
    kept, closed = (
        palace.memories.remember(Draft(text, Place("garden", "plan")))
        for text in ("Figs want a wall. Water them on Sundays.", "Water them on Sundays.")
    )
    with palace.store.writing(Actor.DREAMER):
        palace.store.memories.replace(ended(closed, kept, NOW))
    with palace.store.writing(Actor.DREAMER):
        palace.store.dreams.note(Dream(NOW, NOW, 420, embedded=12, merged=1, closets_updated=21))


def index_once(palace: Palace) -> None:
    """A project of one file, as its index keeps it."""
    code = "def book(slot):\n    return Booking(slot)\n"
    chunk = Chunk("booking-1", "booking", "src/book.py", "python", "function", "book", (), 1, 2, code)
    palace.store.code.add_project(Project("booking", "/srv/booking", NOW))
    palace.store.code.put_file("booking", IndexedFile("src/book.py", "python", len(code), 1, b"0"), [chunk])


def fill(palace: Palace, count: int) -> None:
    """Many memories, filed as a store takes them: without vectors."""
    wings = [f"wing {number}" for number in range(12)]
    memories = [
        Memory(
            f"many-{number}",
            f"Memory {number} of many, about topic {number % 97} and place {number % 31}.",
            Place(wings[number % 12], f"room {number % 60}"),
            NOW - timedelta(minutes=number),
            Origin(author=f"author {number % 5}", added_by=f"agent {number % 4}"),
            tags=(f"tag{number % 20}",),
        )
        for number in range(count)
    ]
    for first in range(0, count, 2_000):
        with palace.store.writing("fill"):
            palace.store.memories.add(memories[first : first + 2_000])
