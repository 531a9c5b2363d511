"""A small story for a palace to play with: an island's bakery moves its oven, told by four people in five languages."""

from simonides.frozen import frozen

DESCRIPTION = "A story to play with; `simonides demo --remove` throws it away"
"""The description of a demo palace, by which it is known as ours."""


@frozen
class StoryNote:
    """Something that somebody wrote down, on a day."""

    room: str
    day: str
    author: str
    text: str


@frozen
class StoryFact:
    """Something that held for a time; an open end means that it still does."""

    subject: str
    predicate: str
    object: str
    since: str
    until: str = ""


WING = "bakery"

NOTES = (
    StoryNote(
        "oven",
        "2026-02-03",
        "Mara",
        "The old oven loses its heat within an hour: the door no longer closes at the lower left corner.",
    ),
    StoryNote(
        "oven",
        "2026-02-11",
        "Mara",
        "We decided against repairing the old oven: the mason wants 4,200 for the vault alone,"
        " and the door would still be from 1968.",
    ),
    StoryNote(
        "oven",
        "2026-02-19",
        "Jonas",
        "Der neue Ofen kommt mit der Fähre am 14. April. Er wiegt 1,8 Tonnen, der Kran am Hafen hebt nur zwei.",
    ),
    StoryNote(
        "building",
        "2026-03-02",
        "Jonas",
        "Die Schwelle zum Backraum muss für den Ofen weg; Aylin hat den Plan, Blatt 7, und gibt ihn nur gegen Quittung her.",
    ),
    StoryNote(
        "supplies", "2026-03-05", "Odile", "Le moulin ferme en août. Il faut commander douze sacs de seigle avant le 20 juillet."
    ),
    StoryNote(
        "supplies",
        "2026-03-21",
        "Odile",
        "Le sel vient désormais de la saline du nord, parce que celui du sud arrivait humide : facture SAL-0448.",
    ),
    StoryNote(
        "people",
        "2026-03-28",
        "Mara",
        "Tomás starts next week. He has baked with rye for nine years and wants no night shifts before June.",
    ),
    StoryNote(
        "people", "2026-04-02", "Tomás", "Prefiero que me avisen de los cambios de turno por la pizarra y no por mensajes."
    ),
    StoryNote(
        "incidents",
        "2026-04-14",
        "Jonas",
        "FER-31: the ferry could not dock because of the swell. The oven went back to the mainland and comes on the 17th.",
    ),
    StoryNote(
        "oven", "2026-04-17", "Mara", "The new oven stands. First bread at 16:40, a little too dark; 12 degrees less next time."
    ),
    StoryNote(
        "recipes",
        "2026-04-23",
        "Tomás",
        "Pan de centeno en el horno nuevo: 248 grados, 52 minutos, y vapor sólo los primeros seis minutos.",
    ),
    StoryNote(
        "recipes",
        "2026-05-08",
        "Tomás",
        "Rye bread, corrected: 243 degrees and 55 minutes. At 248 the crust split on every third loaf.",
    ),
    StoryNote("people", "2026-05-15", "Aylin", "鍵はもう花屋さんに預けていません。五月からは灯台のユキさんが持っています。"),
    StoryNote(
        "building",
        "2026-06-01",
        "Aylin",
        "The key to the back room now lies with Yuki at the lighthouse, since the florist closes at noon.",
    ),
    StoryNote(
        "supplies",
        "2026-07-16",
        "Odile",
        "Les douze sacs de seigle sont commandés, livraison le 29 juillet par le bateau du matin.",
    ),
)

FACTS = (
    StoryFact("Florist", "keeps", "key to the back room", "2025-09-01", "2026-04-30"),
    StoryFact("Yuki", "keeps", "key to the back room", "2026-05-01"),
    StoryFact("Yuki", "works_at", "lighthouse", "2019-03-01"),
    StoryFact("Tomás", "bakes_for", "bakery", "2026-03-30"),
    StoryFact("Bakery", "buys_salt_from", "southern saltworks", "2024-01-01", "2026-03-20"),
    StoryFact("Bakery", "buys_salt_from", "northern saltworks", "2026-03-21"),
)

QUESTIONS = (
    ("why did we not repair the old oven?", "by meaning"),
    ("FER-31", "to the letter"),
    ("how hot for rye bread?", "what holds now comes first"),
    ("Wer hat den Schlüssel?", "across languages"),
)
"""What to ask, and what it shows."""
