"""The code that a memory names: where it stands in the index, or that it is gone."""

from dataclasses import replace
from pathlib import Path

import pytest

from simonides.domain.code import IndexState
from simonides.domain.errors import NotFound
from simonides.domain.memory import Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

pytestmark = pytest.mark.requirement("web-code-named")

AUTH = """LIMIT_S = 30


class AuthService:
    def login(self, user):
        return all(user)

    def logout(self, user):
        return None
"""

PLACES = {
    "`src/app/auth.py`": "shop/src/app/auth.py:1-9",
    "`auth.py`": "shop/src/app/auth.py:1-9",
    "`auth.py:6`": "shop/src/app/auth.py:5-6",
    "`auth.py:9000`": "shop/src/app/auth.py:1-9",
    "shop/main.py": "shop/main.py:1-4",
    "/home/ann/shop/main.py": "shop/main.py:1-4",
    "`AuthService.login`": "shop/src/app/auth.py:5-6",
    "`logout()`": "shop/src/app/auth.py:8-9",
    "`auth.LIMIT_S`": "shop/src/app/auth.py:1-1",
}
GONE = ["src/app/session.py", "`session.py:3`", "/srv/shop/session.py", "`AuthService.revoke`", "`revoke()`"]
UNSAID = ["docs/guide.md", "`Cargo.toml`", "/srv/other/a.py", "~/a.py", "`all()`", "`Session.login`", "`LoginForm.logout()`"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "code" / "shop"
    (folder / "src" / "app").mkdir(parents=True)
    (folder / "src" / "app" / "auth.py").write_text(AUTH)
    (folder / "main.py").write_text("from app.auth import AuthService\n\ndef main():\n    AuthService().login(1)\n")
    return folder


def seen(palace: Palace, text: str) -> list[tuple[str, list[str]]]:
    memory = palace.memories.remember(Draft(text, Place("work", "notes")))
    found = palace.looking.code_of(memory.id)
    return [
        (each.name.text, [f"{place.project}/{place.path}:{place.start_line}-{place.end_line}" for place in each.places])
        for each in found
    ]


def test_what_is_indexed_has_a_place_and_what_could_be_is_gone(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))

    assert seen(palace, "\n".join(PLACES)) == [(name.strip("`"), [place]) for name, place in PLACES.items()]
    assert seen(palace, "\n".join(GONE)) == [(name.strip("`"), []) for name in GONE]
    assert seen(palace, "\n".join(UNSAID)) == []


def test_without_projects_or_with_an_unfinished_one_nothing_is_gone(palace: Palace, folder: Path) -> None:
    text = "`AuthService.login` and `revoke()` in src/app/session.py"
    assert seen(palace, text) == []
    palace.codebase.index(str(folder))
    progress = palace.store.code.progress("shop")
    with palace.store.writing("test"):
        palace.store.code.note_progress("shop", replace(progress, state=IndexState.INDEXING))

    assert [name for name, _ in seen(palace, text)] == ["AuthService.login"]


def test_a_name_goes_with_its_file(palace: Palace, folder: Path) -> None:
    palace.codebase.index(str(folder))
    (folder / "src" / "app" / "auth.py").unlink()
    (folder / "main.py").write_text("def main():\n    return 1\n")
    palace.codebase.index(str(folder))

    assert seen(palace, "`AuthService.login` in src/app/auth.py") == [("AuthService.login", []), ("src/app/auth.py", [])]
    with pytest.raises(NotFound):
        palace.looking.code_of("none")
