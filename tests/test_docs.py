"""Completeness of the documentation: it names everything there is."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from simonides.settings import Settings
from simonides.wiring import build_catalogue, toolset_names

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", build_catalogue(toolset_names()).entries.values(), ids=lambda entry: entry.name)
def test_every_tool_and_argument_is_documented(entry: object) -> None:
    from simonides.toolkit.catalogue import Entry

    assert isinstance(entry, Entry)
    sections = dict(re.findall(r"^### `([^`]+)`\n(.*?)(?=^##|\Z)", read(DOCS / "tools.md"), re.MULTILINE | re.DOTALL))
    assert entry.name in sections
    for field in entry.signature.fields:
        assert f"`{field.wire}`" in sections[entry.name]


@pytest.mark.parametrize("setting", [field.name for field in fields(Settings)])
def test_every_setting_is_documented(setting: str) -> None:
    assert f"| `{setting}` |" in read(DOCS / "settings.md")


def test_every_decision_has_its_five_parts() -> None:
    for page in (DOCS / "decisions").glob("*.md"):
        for part in ("Situation.", "Decision.", "Because.", "Instead of.", "Wrong when"):
            assert f"**{part}" in read(page), page


def test_every_decision_is_listed_by_subject() -> None:
    listed = re.findall(r"\(decisions/([^)]+)\)", read(DOCS / "decisions.md"))

    assert sorted(listed) == sorted(page.name for page in (DOCS / "decisions").glob("*.md"))


def test_links_between_documents_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", read(page)):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_links_into_a_document_lead_to_one_of_its_headings() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#([^)]+)\)", read(page)):
            headings = re.findall(r"^#+ (.+)$", read(page.parent / target if target else page), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}
            assert anchor in anchors, f"{page.name}: {target}#{anchor}"


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        # What stands in backticks or behind a backslash parts no cells.
        text = re.sub(r"\\\||`[^`\n]*`", "x", read(page))
        for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            rows = table.splitlines()
            assert {row.count("|") for row in rows} == {rows[0].count("|")}, f"{page.name}: {rows[0]}"


def test_every_bench_is_named_in_the_documents() -> None:
    everything = "\n".join(read(page) for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
    for bench in (ROOT / "bench").glob("*.py"):
        if "__main__" in read(bench):
            assert f"bench.{bench.stem}" in everything, bench


SOURCE = ROOT / "src" / "simonides"
MIDDLE = ("languages", "domain", "ports", "engine", "mining", "hosting")
"""Rooms whose every module the architecture names; of the others it names the packages."""


def test_the_architecture_names_every_package_and_every_module_of_the_middle_rooms() -> None:
    page = read(ROOT / "ARCHITECTURE.md")
    packages = {path.parent for path in SOURCE.rglob("__init__.py")} - {SOURCE}
    deep = {"formats", "kinds", "migrations", "model"}
    modules = {path for room in MIDDLE for path in (SOURCE / room).rglob("*.py") if path.name != "__init__.py"}
    listed = {
        path
        for path in modules
        if not {"conversations", "code", "secrets", "hosting"} & set(path.relative_to(SOURCE).parts[1:-1])
    }

    named = set(re.findall(r"[\w]+", page))
    missing = {path.name for path in packages if path.name not in named and path.name not in deep}
    missing |= {str(path.relative_to(SOURCE)) for path in listed if path.stem not in named}
    assert missing == set()


def test_every_file_that_the_architecture_walks_through_exists() -> None:
    walked = re.findall(r"`(?!tests/)((?:\w+/)+\w+\.py)`", read(ROOT / "ARCHITECTURE.md"))

    assert len(walked) >= 40
    assert [path for path in walked if not (SOURCE / path).exists()] == []
    assert len(set(walked)) == len(walked)


def test_decisions_and_migrations_have_numbers_of_their_own() -> None:
    folders = [DOCS / "decisions", SOURCE / "stores" / "sqlite" / "migrations", SOURCE / "stores" / "postgres" / "migrations"]

    for folder in folders:
        numbers = [path.name[:4] for path in folder.iterdir() if path.name[:4].isdecimal()]
        assert len(set(numbers)) == len(numbers), folder
