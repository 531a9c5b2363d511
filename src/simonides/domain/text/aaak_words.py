"""Word tables of the AAAK shorthand. A further language is a further line, not further code."""

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
    "entschieden": "determ",
    "beschlossen": "determ",
    "bevorzug": "convict",
    "besorgt": "anx",
    "frustriert": "frust",
    "verwirrt": "confuse",
    "hoffentlich": "hope",
    "vertrau": "trust",
    "glücklich": "joy",
    "traurig": "grief",
    "enttäuscht": "grief",
    "überrascht": "surprise",
    "dankbar": "grat",
    "erleichtert": "relief",
    "décidé": "determ",
    "préfère": "convict",
    "inquiet": "anx",
    "heureux": "joy",
    "heureuse": "joy",
    "déçu": "grief",
    "reconnaissant": "grat",
    "decidimos": "determ",
    "prefiero": "convict",
    "preocupad": "anx",
    "feliz": "joy",
    "triste": "grief",
    "agradecid": "grat",
    "abbiamo deciso": "determ",
    "preferisco": "convict",
    "preoccupat": "anx",
    "felice": "joy",
    "решили": "determ",
    "предпочита": "convict",
    "беспоко": "anx",
    "счастлив": "joy",
    "грустно": "grief",
    "благодар": "grat",
    "удивлен": "surprise",
    "决定": "determ",
    "決定": "determ",
    "更喜欢": "convict",
    "担心": "anx",
    "高兴": "joy",
    "开心": "joy",
    "难过": "grief",
    "感谢": "grat",
    "決め": "determ",
    "心配": "anx",
    "嬉し": "joy",
    "悲し": "grief",
    "感謝": "grat",
    "결정": "determ",
    "걱정": "anx",
    "기쁘": "joy",
    "슬프": "grief",
    "감사": "grat",
}
"""Beginnings of words, each with the code of the feeling it expresses."""

CODES = frozenset(
    "vul joy fear trust grief wonder rage love hope despair peace relief humor tender raw doubt anx exhaust convict passion "
    "warmth curious grat frust confuse satis excite determ surprise".split()
)
"""Every code of a feeling, including those that only shorthand written elsewhere uses."""

FLAGS = {
    "DECISION": (
        *("decided", "chose", "switched", "migrated", "replaced", "instead of", "because"),
        *("entschieden", "beschlossen", "décidé", "decidimos", "abbiamo deciso", "решили", "决定", "決定", "決め", "결정"),
    ),
    "ORIGIN": (
        *("founded", "created", "started", "born", "launched", "first time"),
        *("gegründet", "fondé", "fundado", "fundada", "fondato", "fondata", "основал", "创立", "创建", "創立", "設立", "설립"),
    ),
    "CORE": ("core", "fundamental", "essential", "principle", "belief", "always", "never forget"),
    "PIVOT": ("turning point", "changed everything", "realized", "breakthrough", "epiphany"),
    "TECHNICAL": tuple(
        "api database architecture deploy infrastructure algorithm framework server config datenbank schnittstelle serveur"
        " servidor сервер данных архитектур 数据库 服务器 架构 データベース サーバー 데이터베이스 서버".split()
    ),
}
"""Kinds of texts, each with the beginnings of the words that indicate it."""

ALL_FLAGS = frozenset({*FLAGS, "SENSITIVE", "GENESIS"})

TELLING = frozenset(
    "decided because instead prefer switched chose realized important key critical discovered learned conclusion solution reason "
    "why breakthrough insight entschieden beschlossen weil wichtig gelernt grund lösung décidé parce raison decidimos porque "
    "importante razón perché motivo solução решили потому важно причина".split()
)
"""Words that make a sentence worth quoting."""
