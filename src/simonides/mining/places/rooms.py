"""The wing and rooms proposed for a folder: one wing for the folder, and a room for each of its topics."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

from simonides.domain.memory import GENERAL
from simonides.domain.validation import NAME_MAX
from simonides.frozen import frozen
from simonides.languages.writing import MARKS
from simonides.mining.files.walk import files_under

ROOMS_MAX = 12
SIGNS_MAX = 20

_SKIPPED = frozenset(
    "node_modules __pycache__ venv env dist build target out coverage htmlcov site-packages vendor Pods DerivedData".split()
)
# Folders that contain the topics of a project without being a topic.
_CONTAINERS = frozenset("src lib app apps packages pkg pkgs services modules crates projects internal cmd".split())
_TOPICS = {
    "documentation": "doc docs documentation wiki guide guides manual handbook dokumentation doku handbuch documentación"
    " documentazione documentação documentatie dokumentacja документация документы документація 文档 文檔 ドキュメント 문서",
    "testing": "test tests spec specs testing e2e __tests__ prueba pruebas prove testes testy тесты тести 测试 測試 テスト"
    " 테스트",
    "frontend": "frontend front-end client ui web webapp 前端 フロントエンド 프론트엔드",
    "backend": "backend back-end server api 后端 後端 バックエンド 백엔드",
    "configuration": "config configs configuration settings conf .github ci konfiguration einstellungen configuración"
    " configurazione configuração instellingen ustawienia настройки налаштування 配置 设置 設定 설정",
    "data": "data dataset datasets fixtures daten datos données dati dados gegevens dane данные дані 数据 數據 データ 데이터",
    "operations": "ops deploy deployment infra infrastructure docker k8s terraform scripts tools betrieb скрипты скрипти"
    " 脚本 运维 スクリプト 運用 스크립트",
}
_KINDS = {
    "documentation": ".md .rst .txt .adoc .org .pdf .docx",
    "code": ".py .js .ts .tsx .jsx .go .rs .java .kt .c .h .cc .cpp .hpp .rb .php .swift .scala .sh .cs .lua .ex .exs",
    "configuration": ".toml .yaml .yml .json .ini .cfg .conf .env .lock",
    "data": ".csv .tsv .sql .parquet .jsonl .xlsx .xml",
    "design": ".png .jpg .jpeg .svg .fig .sketch .psd .html .css .scss",
}
_TOPIC_OF = {word: topic for topic, words in _TOPICS.items() for word in words.split()}
_KIND_OF = {suffix: kind for kind, suffixes in _KINDS.items() for suffix in suffixes.split()}
_UNFIT = re.compile(rf"[^\w.{MARKS}]+")


@frozen
class SuggestedRoom:
    """A room that a folder suggests."""

    name: str
    files: int
    because: str
    signs: tuple[str, ...] = ()
    """How its files are recognised: folders as `docs/`, endings as `*.md`."""


@frozen
class Plan:
    """Where the memories of a folder belong."""

    wing: str
    rooms: tuple[SuggestedRoom, ...]
    """Most files first; never empty."""


def plan(folder: str, files: Iterable[PurePath], rooms_max: int = ROOMS_MAX) -> Plan:
    """The wing and the rooms for a folder of that name with these files, whose paths are relative to it."""
    found = list(files)
    containers = _containers(found)
    counts: Counter[str] = Counter()
    reasons: dict[str, set[str]] = {}
    for file in found:
        room, because = _room(file, containers)
        counts[room] += 1
        reasons.setdefault(room, set()).add(because)
    rooms = [
        SuggestedRoom(room, count, ", ".join(sorted(reasons[room])[:3]), tuple(sorted(reasons[room])[:SIGNS_MAX]))
        for room, count in sorted(counts.items(), key=_most_first)
    ]
    return Plan(wing_after(folder), tuple(rooms[:rooms_max]) or (SuggestedRoom(GENERAL, 0, "no files yet"),))


def wing_after(folder: str) -> str:
    """The wing of a folder of that name, the same for `init`, `mine` and the hooks."""
    return f"wing_{slug(folder) or GENERAL}"[:NAME_MAX]


def files_below(folder: Path) -> Iterator[PurePath]:
    """The files below a folder, relative to it, in order; hidden and generated folders are skipped."""
    for path in files_under(folder, _is_entered):
        if not path.name.startswith("."):
            yield path.relative_to(folder)


def _is_entered(name: str) -> bool:
    return name not in _SKIPPED and not name.startswith(".") and not name.endswith(".egg-info")


def slug(name: str) -> str:
    """A name fit for a wing or a room: lower case, with `_` between words."""
    return _UNFIT.sub("_", name.casefold()).strip("_.")[: NAME_MAX - len("wing_")]


def _containers(files: list[PurePath]) -> frozenset[tuple[str, ...]]:
    """The folders that only contain topics: `src`, and `src/package` where it is the only one in there."""
    inner: dict[str, set[str]] = {}
    for file in files:
        if len(file.parts) > 2 and file.parts[0].casefold() in _CONTAINERS:
            inner.setdefault(file.parts[0], set()).add(file.parts[1])
    alone = ((outer, *names) for outer, names in inner.items() if len(names) == 1)
    return frozenset([*((outer,) for outer in inner), *alone])


def _room(file: PurePath, containers: frozenset[tuple[str, ...]]) -> tuple[str, str]:
    folders = file.parts[:-1]
    depth = max((depth for depth in (1, 2) if folders[:depth] in containers and len(folders) > depth), default=0)
    folders = folders[depth:]
    if not folders:
        kind = _KIND_OF.get(file.suffix.casefold(), GENERAL)
        return kind, f"*{file.suffix}" if kind != GENERAL else "other files"
    name = slug(folders[0])
    return _TOPIC_OF.get(name, name) or GENERAL, f"{folders[0]}/"


def _most_first(entry: tuple[str, int]) -> tuple[int, str]:
    return -entry[1], entry[0]
