"""Every command and server ends with its own exit code, whatever the models are doing at that moment."""

import os
import random
import subprocess
import sys
from pathlib import Path

from support.server import ServerProcess

MODELS = {"SIMONIDES_EMBEDDER": "bundled"}
GERMAN = "Der Ersatzschlüssel liegt beim Nachbarn im zweiten Stock."
MOMENTS = 3


def run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **MODELS, "SIMONIDES_HOME": str(home), "SIMONIDES_PATIENCE_S": "0"}
    return subprocess.run(
        [sys.executable, "-m", "simonides", *words], env=environment, capture_output=True, text=True, timeout=120, check=False
    )


def test_a_command_ends_with_its_own_code_while_a_model_loads(tmp_path: Path) -> None:
    script = (
        "import sys, threading\n"
        "from simonides.embedders.bundled import many_languages\n"
        "from simonides.cli import main\n"
        "models = many_languages()\n"
        "def command(argv=None):\n"
        "    models.wait(0, ['Der Schlüssel liegt beim Nachbarn im zweiten Stock.', 'the key is there'])\n"
        "    threading.Event().wait(float(sys.argv[1]))\n"
        "    return 7\n"
        "main.main = command\n"
        "main.program()\n"
    )
    for _ in range(MOMENTS):
        moment = str(random.uniform(0.0, 0.6))

        ended = subprocess.run([sys.executable, "-c", script, moment], capture_output=True, text=True, timeout=120, check=False)

        assert (ended.returncode, ended.stderr) == (7, ""), f"after {moment} s"


def test_a_server_whose_client_leaves_while_a_model_loads_ends_with_0(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, environment=MODELS)
    filed = server.call("mempalace_add_drawer", wing="w", room="r", content=GERMAN)

    assert filed["success"]
    assert server.end() == 0


def test_a_failing_command_ends_with_1(tmp_path: Path) -> None:
    ended = run(tmp_path, "search", "anything", "--palace", "nowhere")

    assert ended.returncode == 1
    assert "nowhere" in ended.stderr
