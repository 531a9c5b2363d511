"""Which words mean what in AAAK? Small tables of the shorthand; a further language is a further line, not further code."""

EMOTIONS = {
    "decided": "determ",
    "prefer": "convict",
    "worried": "anx",
    "anxious": "anx",
    "concern": "anx",
    "excited": "excite",
    "frustrated": "frust",
    "confused": "confuse",
    "love": "love",
    "hate": "rage",
    "hope": "hope",
    "fear": "fear",
    "trust": "trust",
    "happy": "joy",
    "sad": "grief",
    "disappoint": "grief",
    "surprised": "surprise",
    "grateful": "grat",
    "curious": "curious",
    "wonder": "wonder",
    "relieved": "relief",
    "satisf": "satis",
}
"""How a word begins, and the code of what it tells about whoever wrote it."""

CODES = frozenset(
    "vul joy fear trust grief wonder rage love hope despair peace relief humor tender raw doubt anx exhaust convict passion "
    "warmth curious grat frust confuse satis excite determ surprise".split()
)
"""Every code of a feeling; shorthand that others wrote may use the ones that we never write."""

FLAGS = {
    "DECISION": ("decided", "chose", "switched", "migrated", "replaced", "instead of", "because"),
    "ORIGIN": ("founded", "created", "started", "born", "launched", "first time"),
    "CORE": ("core", "fundamental", "essential", "principle", "belief", "always", "never forget"),
    "PIVOT": ("turning point", "changed everything", "realized", "breakthrough", "epiphany"),
    "TECHNICAL": tuple("api database architecture deploy infrastructure algorithm framework server config".split()),
}
"""What a text is about, and how the words begin that say so."""

ALL_FLAGS = frozenset({*FLAGS, "SENSITIVE", "GENESIS"})

TELLING = frozenset(
    "decided because instead prefer switched chose realized important key critical discovered learned conclusion solution reason "
    "why breakthrough insight".split()
)
"""Words of a sentence that is worth quoting."""
