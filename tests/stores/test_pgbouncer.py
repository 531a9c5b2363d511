"""Palaces behind PgBouncer in transaction mode, where it is installed: a connection is lent for one transaction at a time."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator

import psycopg
import pytest

from simonides.domain.time import system_clock
from support.homes import Home
from support.postgres import PASSWORD, ROLE, Server, free_port

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="PgBouncer is not installed")
START_S = 60.0


@pytest.fixture
def pooled_url(postgres: Server, database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database behind PgBouncer, which lends two connections to everybody."""
    folder = tmp_path_factory.mktemp("pgbouncer")
    port = free_port()
    name = database_url.rpartition("/")[2]
    (folder / "users").write_text(f'"{ROLE}" "{PASSWORD}"\n', encoding="utf-8")
    (folder / "settings").write_text(
        f"[databases]\n{name} = host=127.0.0.1 port={postgres.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        f"unix_socket_dir =\nauth_type = plain\nauth_file = {folder / 'users'}\npool_mode = transaction\ndefault_pool_size = 2\n"
        f"admin_users = {ROLE}\n"
        "ignore_startup_parameters = extra_float_digits,options\n",
        encoding="utf-8",
    )
    folder.chmod(0o755)
    # It refuses to run as root.
    user = ["-u", "nobody"] if os.geteuid() == 0 else []
    process = subprocess.Popen([str(PROGRAM), "-q", *user, str(folder / "settings")], stderr=subprocess.DEVNULL)
    url = f"postgresql://{ROLE}:{PASSWORD}@127.0.0.1:{port}/{name}"
    try:
        _await(url)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def test_only_one_holds_a_lease_at_a_time(database_url: str, pooled_url: str) -> None:
    Home(database_url).shelf().create("work", "", system_clock()).close()
    one, two = (Home(pooled_url).shelf().open("work") for _ in range(2))

    with one.lease("job") as first, two.lease("job") as second:
        held = (first, second)
    with two.lease("job") as third:
        afterwards = third

    one.close()
    two.close()
    assert held == (True, False)
    assert afterwards


def test_a_palace_at_rest_holds_no_connection(database_url: str, pooled_url: str) -> None:
    Home(database_url).shelf().create("work", "", system_clock()).close()
    stores = [Home(pooled_url).shelf().open("work") for _ in range(4)]

    with psycopg.connect(pooled_url.rpartition("/")[0] + "/pgbouncer", autocommit=True) as console:
        held = []
        for number in range(80):
            stores[number % 4].about()
            held.append(_lent_servers(console))

    for store in stores:
        store.close()
    assert set(held) == {0}


def test_a_deletion_holds_no_connection_when_it_is_done(database_url: str, pooled_url: str) -> None:
    shelf = Home(pooled_url).shelf()
    for name in ("work", "home"):
        Home(database_url).shelf().create(name, "", system_clock()).close()

    with psycopg.connect(pooled_url.rpartition("/")[0] + "/pgbouncer", autocommit=True) as console:
        shelf.delete("work")
        held = _lent_servers(console)

    assert (shelf.names(), held) == (["home"], 0)


def _lent_servers(console: psycopg.Connection[tuple[object, ...]]) -> int:
    cursor = console.execute("SHOW SERVERS", prepare=False)
    column = [description.name for description in cursor.description or ()].index("state")
    return sum(row[column] == "active" for row in cursor.fetchall())


def _await(url: str) -> None:
    until = time.monotonic() + START_S
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
        else:
            return


def test_statements_that_come_back_often_work_behind_it(database_url: str, pooled_url: str) -> None:
    Home(database_url).shelf().create("work", "", system_clock()).close()
    stores = [Home(pooled_url).shelf().open("work") for _ in range(3)]

    for number in range(30):
        stores[number % 3].tell_about(f"text {number}")
        assert stores[(number + 1) % 3].about() == f"text {number}"

    for store in stores:
        store.close()
