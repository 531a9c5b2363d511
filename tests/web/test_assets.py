"""The files of the page: their sizes, their words, what they are made of, and what they must never do."""

import gzip
import hashlib
import json
import re
import tomllib
from pathlib import Path

import pytest

from simonides.servers.web.assets import Assets

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "simonides" / "web"
OURS = sorted(path for path in WEB.rglob("*.js") if "vendor" not in path.parts)
PAGES = sorted((WEB / "pages").glob("*.js"))
LANGUAGES = sorted(path.stem for path in (WEB / "i18n").glob("*.json"))
DIGESTS = {
    "preact.js": "c177fe29356b7e41f174589e759b34fb16acac2f240dc2dc60c36d5a2571eb0b",
    "d3-force.js": "11db748bf63cc41d1a07ccc12c350cda352f3f8dc792bf8aabe52630598c8e6a",
}
KIB = 1024
FIRST_MAX, FURTHER_MAX, ALL_MAX = 60 * KIB, 25 * KIB, 200 * KIB


def size(paths: set[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths)


def closure(start: Path) -> set[Path]:
    """A module with everything that it imports before it runs."""
    found, wanted = set[Path](), [start]
    while wanted:
        path = wanted.pop()
        if path not in found:
            found.add(path)
            wanted += [
                (path.parent / name).resolve() for name in re.findall(r'from "(\.[^"]+)"', path.read_text(encoding="utf-8"))
            ]
    return found


def words(language: str) -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = json.loads((WEB / "i18n" / f"{language}.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.requirement("web-budgets")
def test_the_first_page_is_light_and_so_is_each_further_one() -> None:
    shell = {WEB / name for name in ("index.html", "style.css", "early.js", "icon.svg", "i18n/en.json")}
    first = shell | closure(WEB / "app.js") | closure(WEB / "pages" / "home.js")

    assert size(first) <= FIRST_MAX
    assert {page.stem: size(closure(page) - first) for page in PAGES if size(closure(page) - first) > FURTHER_MAX} == {}
    assert size({path for path in WEB.rglob("*") if path.is_file()}) <= ALL_MAX


@pytest.mark.requirement("web-budgets")
@pytest.mark.parametrize(
    ("path", "page"),
    [("", "home"), ("settings", "settings"), ("p/work", "overview"), ("p/a%2Fb/m/1", "memory"), ("p/b/e/Mara", "entity"),
        ("x/y", "missing")],
)  # fmt: skip
def test_the_shell_names_every_module_of_its_view_so_that_none_waits_for_another(path: str, page: str) -> None:
    assets = Assets(WEB)
    needed = (closure(WEB / "app.js") | closure(WEB / "pages" / f"{page}.js")) - {WEB / "app.js"}

    named = re.findall(rf'modulepreload" href="/ui/{assets.version}/([^"]+)"', assets.shell(path).body.decode())

    assert set(named) == {module.relative_to(WEB).as_posix() for module in needed}
    assert all(assets.find(name) for name in named)


@pytest.mark.requirement("web-assets")
@pytest.mark.parametrize("name", DIGESTS)
def test_a_vendored_file_is_the_one_that_its_recipe_makes(name: str) -> None:
    body = (WEB / "vendor" / name).read_bytes()

    assert hashlib.sha256(body).hexdigest() == DIGESTS[name], "made by scripts/vendor_web.py"
    assert body.startswith(b"/*!")
    assert {path.name for path in (WEB / "vendor").iterdir()} == {*DIGESTS, "LICENSES.txt"}


@pytest.mark.requirement("web-assets")
def test_every_file_is_in_the_package() -> None:
    patterns = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"][
        "simonides"
    ]
    package = WEB.parent
    named = {path for pattern in patterns for path in package.glob(pattern)}

    assert {path for path in WEB.rglob("*") if path.is_file()} <= named


@pytest.mark.requirement("web-hostile")
@pytest.mark.parametrize("path", OURS, ids=lambda path: path.relative_to(WEB).as_posix())
def test_no_module_can_turn_text_into_markup_or_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write|\beval\(|new Function|DOMParser|srcdoc|"
        r"document\.cookie|setAttribute\(.style|\sstyle=\"|confirm\(|(?<![\w.])alert\(|prompt\("
    )

    assert forbidden.findall(text) == []
    # Nothing is loaded from anywhere else.
    assert re.findall(r"""["'`]https?://""", text) == []


@pytest.mark.requirement("web-hostile")
def test_the_shell_holds_no_script_and_no_style() -> None:
    text = (WEB / "index.html").read_text(encoding="utf-8")

    assert re.findall(r"<script(?![^>]*\ssrc=)", text) == []
    assert "<style" not in text
    assert " on" not in re.sub(r">[^<]*<", "><", text)


@pytest.mark.requirement("web-languages")
def test_the_first_script_knows_every_language() -> None:
    listed = re.search(r"LANGUAGES = (\[[^\]]+\])", (WEB / "early.js").read_text(encoding="utf-8"))

    assert listed is not None
    assert sorted(json.loads(listed[1])) == LANGUAGES


@pytest.mark.requirement("web-languages")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_gaps(language: str) -> None:
    english, theirs = words("en"), words(language)

    def gaps(found: str | dict[str, str]) -> set[str]:
        return set(re.findall(r"\{\w+\}", found if isinstance(found, str) else found["other"]))

    assert set(theirs) == set(english)
    assert {key: gaps(theirs[key]) for key in english} == {key: gaps(english[key]) for key in english}
    assert {key for key in english if isinstance(english[key], dict) != isinstance(theirs[key], dict)} == set()


@pytest.mark.requirement("web-languages")
def test_every_word_that_the_page_asks_for_is_there() -> None:
    asked = {key for path in OURS for key in re.findall(r'\bt\("([a-z_]+\.[a-z_]+)"', path.read_text(encoding="utf-8"))}
    begun = {key for path in OURS for key in re.findall(r"\bt\(`([a-z_]+\.[a-z_]*)\$", path.read_text(encoding="utf-8"))}
    known = set(words("en"))

    assert asked <= known
    assert {start for start in begun if not any(key.startswith(start) for key in known)} - {"term."} == set()
    assert {key for key in known - asked if not any(key.startswith(start) for start in begun)} - NAMED == set()
    assert {"en", "de", "fr", "es", "zh", "ja"} == set(LANGUAGES)


NAMED = {"memories.add_tags", "memories.remove_tags", "status.online", "status.resumed", "status.offline"}
"""Words that are chosen by a name in a list."""
