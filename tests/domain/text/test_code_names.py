"""Names of code in a text: paths and symbols are read, ordinary words never."""

import pytest

from simonides.domain.text.code_names import NAMES_MAX, READ_MAX, code_names

pytestmark = pytest.mark.requirement("web-code-named")


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("The login stands in src/app/auth.py.", "src/app/auth.py", None),
        ("See auth.py:120 for it", "auth.py", 120),
        ("See (lib/auth.py:120-140)!", "lib/auth.py", 120),
        ("it is `auth.py`", "auth.py", None),
        ("it is `README.md`", "README.md", None),
        ("it is `my_config.yaml`", "my_config.yaml", None),
        (r"on Windows src\app\auth.py", "src/app/auth.py", None),
        ("from ../lib/auth.py", "lib/auth.py", None),
        ("in /home/ann/shop/auth.py", "/home/ann/shop/auth.py", None),
        ("dans `src/données/été.py`", "src/données/été.py", None),
    ],
)
def test_paths_are_read(text: str, path: str, line: int | None) -> None:
    assert [(name.path, name.line, name.symbol) for name in code_names(text)] == [(path, line, ())]


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("`AuthService.login` checks it", ("AuthService", "login")),
        ("`login()` checks it", ("login",)),
        ("`login(user, key)` checks it", ("login",)),
        ("`auth::AuthService::login` checks it", ("auth", "AuthService", "login")),
        ("`router.add_route`", ("router", "add_route")),
        ("`Router.add()`", ("Router", "add")),
    ],
)
def test_symbols_in_backticks_are_read(text: str, symbol: tuple[str, ...]) -> None:
    assert [(name.symbol, name.path) for name in code_names(text)] == [(symbol, "")]


@pytest.mark.parametrize(
    "text",
    [
        "We use Node.js and e.g. either/or.",
        "Ada likes `tea` and `GitHub`, see example.com",
        "https://example.com/src/auth.py and example.com/page.html",
        "ann@example.com wrote at 10:30, version 1.2.3, v2.0 and/or 3.5/4.5",
        "login() without backticks, AuthService.login too",
        "He said ... and then:\n- one.\n- Two.Three",
        "`a b.c d` `` ` `` ```\nx = AuthService\n``` `...` `.` `/`",
        "",
    ],
)
def test_ordinary_words_are_not_taken_for_code(text: str) -> None:
    assert code_names(text) == []


def test_names_come_in_their_order_once_and_not_too_many() -> None:
    assert [name.text for name in code_names("`b()` lib/a.py `b()` lib/a.py `c()`")] == ["b()", "lib/a.py", "c()"]
    assert len(code_names(" ".join(f"lib/f{number}.py" for number in range(99)))) == NAMES_MAX
    assert code_names("x " * READ_MAX + "lib/a.py") == []
