"""The fields of every record, in the order in which a line gives them.

A row of a table names the field and its kind; then the attribute that holds it, where that is not the name, and the column,
where that is not the name in the record's own table.
"""

from simonides.domain.code import Chunk, IndexedFile, Progress, Project
from simonides.domain.dreams import Dream, DreamTotals
from simonides.domain.graph import Entity, Fact, Observation, Perspective
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.past.supersession import Supersession
from simonides.domain.records.record import RecordTable

MEMORY = RecordTable(
    Memory,
    "m",
    """
    id               ID
    content          CONTENT
    wing             PLACE     place.wing           p.wing
    room             PLACE     place.room           p.room
    hall             HALL      place.hall           p.hall
    tags             NAMES
    importance       SHARE
    kind             TEXT
    user_id          NOTE
    author           NOTE      origin.author
    role             NOTE      origin.role
    conversation     NOTE      origin.conversation
    position         COUNT     origin.position
    event_time       MOMENT    origin.event_time
    source           NOTE      origin.source
    chunk            WHOLE     origin.chunk
    added_by         TEXT      origin.added_by
    created_at       MOMENT
    valid_from       MOMENT
    ended_at         MOMENT
    end_reason       NOTE
    superseded_by    NOTE
    accesses         WHOLE
    accessed_at      MOMENT
    metadata         OBJECT
    """,
    {"place": Place, "origin": Origin},
)

# `type` is the kind of a line, so the type of an entity has another name in it.
ENTITY = RecordTable(
    Entity,
    "e",
    """
    id                    ID
    name                  NAME
    entity_type           TEXT      type    e.type
    summary               NOTE
    summary_updated_at    MOMENT
    tags                  NAMES
    user_id               NOTE
    created_at            MOMENT
    updated_at            MOMENT
    aliases               NAMES
    """,
)

FACT = RecordTable(
    Fact,
    "f",
    """
    id            ID
    subject       NAME      subject    s.name
    predicate     NAME
    object        NAME      object     o.name
    valid_from    STAMP
    valid_to      STAMP
    confidence    SHARE
    weight        SHARE
    source        NOTE
    created_at    MOMENT
    """,
)

OBSERVATION = RecordTable(
    Observation,
    "",
    """
    key           ROW
    ordinal       WHOLE
    content       CONTENT
    created_at    MOMENT
    updated_at    MOMENT
    """,
)

PERSPECTIVE = RecordTable(
    Perspective,
    "",
    """
    key            ROW
    name           NAME
    instruction    TEXT
    """,
)

SUPERSESSION = RecordTable(
    Supersession,
    "",
    """
    key           ROW
    id            ID
    kind          KEY
    older         KEY
    newer         KEY
    cause         KEY
    state         KEY
    created_at    MOMENT
    likeness      SHARE
    said_by       TEXT
    decided_at    MOMENT
    decided_by    TEXT
    """,
)

PROJECT = RecordTable(
    Project,
    "",
    """
    id            KEY
    root          KEY
    created_at    MOMENT
    """,
)

PROGRESS = RecordTable(
    Progress,
    "",
    """
    state            STATE
    total_files      WHOLE
    indexed_files    WHOLE
    started_at       MOMENT
    completed_at     MOMENT
    reason           NOTE
    """,
)

SOURCE_FILE = RecordTable(
    IndexedFile,
    "",
    """
    path           KEY
    language       KEY
    size           WHOLE
    modified_ns    INTEGER
    digest         DIGEST
    """,
)

CHUNK = RecordTable(
    Chunk,
    "c",
    """
    id            KEY
    project       KEY        project     p.id
    path          KEY        path        f.path
    language      KEY        language    f.language
    kind          KEY
    name          NOTE
    enclosing     TEXTS
    start_line    WHOLE
    end_line      WHOLE
    part          WHOLE
    content       TEXT
    """,
)

DREAM = RecordTable(
    Dream,
    "",
    """
    started_at         MOMENT
    finished_at        MOMENT
    duration_ms        WHOLE
    embedded           WHOLE
    merged             WHOLE
    closets_updated    WHOLE
    trimmed            WHOLE
    faded              COUNT
    remaining          WHOLE
    cycle              WHOLE
    """,
)

DREAM_TOTALS = RecordTable(
    DreamTotals,
    "",
    """
    cycles             WHOLE
    duration_ms        WHOLE
    embedded           WHOLE
    merged             WHOLE
    closets_updated    WHOLE
    trimmed            WHOLE
    """,
)
