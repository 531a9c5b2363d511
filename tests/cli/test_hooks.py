"""Hooks as harnesses call them: with recorded JSON, and with hostile JSON."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from watchfiles import watch

from cli.conftest import Result, Run
from simonides.domain.text.token_estimate import estimate_tokens

SESSION = "0f3a6c1b-2d4e-4f60-8a1b-5c7d9e0f1a2b"
Hook = Callable[..., Result]


def turn(number: int, role: str = "user", text: str = "") -> dict[str, Any]:
    content = text or f"Turn {number} is about the harbour crane."
    return {
        "type": role,
        "sessionId": SESSION,
        "uuid": f"u{number}",
        "timestamp": f"2026-03-12T10:{number // 60 % 60:02}:{number % 60:02}.000Z",
        "cwd": "/home/ada/shipyard",
        "message": {"role": role, "content": content if role == "user" else [{"type": "text", "text": content}]},
    }


def write_turns(path: Path, numbers: range) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for number in numbers:
            file.write(json.dumps(turn(number, "assistant" if number % 2 else "user")) + "\n")


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of its own."""
    home = tmp_path / "ada"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    return home


@pytest.fixture
def transcript(person: Path) -> Path:
    path = person / ".claude" / "projects" / "-home-ada-shipyard" / f"{SESSION}.jsonl"
    write_turns(path, range(4))
    return path


@pytest.fixture
def hook(run: Run, person: Path) -> Hook:
    def call(event: str, *words: str, stdin: object = None, **fields: object) -> Result:
        told = {"session_id": SESSION, "cwd": "/home/ada/shipyard", "hook_event_name": event, **fields}
        data = stdin if isinstance(stdin, str | bytes) else json.dumps(told)
        return run("hook", "run", "--event", event, "--harness", "claude-code", *words, stdin=data)

    return call


def filed(run: Run) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in run("export").out.splitlines()] if run("status").code == 0 else []
    return sorted((line for line in lines if line.get("conversation")), key=lambda line: str(line["event_time"]))


def log_of(home: Path) -> str:
    path = home / "hooks.log"
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.requirement("hook-save")
@pytest.mark.parametrize("event", ["stop", "pre-compact", "session-end"])
def test_what_was_said_is_filed_silently_and_only_once(run: Run, hook: Hook, transcript: Path, event: str) -> None:
    first = hook(event, "--wait", transcript_path=str(transcript))
    write_turns(transcript, range(4, 14))
    second = hook(event, "--wait", transcript_path=str(transcript))
    third = hook(event, "--wait", transcript_path=str(transcript))

    lines = filed(run)
    assert [(each.code, each.json, each.err) for each in (first, second, third)] == [(0, {}, "")] * 3
    assert [line["content"] for line in lines] == [f"Turn {number} is about the harbour crane." for number in range(14)]
    assert [line["role"] for line in lines[:2]] == ["user", "assistant"]
    assert {line["wing"] for line in lines} == {"wing_shipyard"}


@pytest.mark.requirement("hook-save")
def test_mining_and_hooks_find_what_the_other_has_filed(run: Run, hook: Hook, transcript: Path) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    mined = run("mine", str(transcript.parent), "--mode", "convos", "--wing", "wing_shipyard", "--json").json
    write_turns(transcript, range(4, 6))
    hook("stop", "--wait", transcript_path=str(transcript))
    again = run("mine", str(transcript.parent), "--mode", "convos", "--wing", "wing_shipyard", "--json").json

    assert [mined["filed"], again["filed"]] == [0, 0]
    assert len(filed(run)) == 6


@pytest.mark.requirement("hook-save")
def test_a_transcript_that_got_shorter_takes_nothing_back(run: Run, hook: Hook, transcript: Path) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    transcript.unlink()
    write_turns(transcript, range(1))
    hook("stop", "--wait", transcript_path=str(transcript))

    assert len(filed(run)) == 4


@pytest.mark.requirement("hook-save")
def test_a_session_stays_in_the_wing_of_its_project_wherever_the_agent_goes(run: Run, hook: Hook, transcript: Path) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    write_turns(transcript, range(4, 6))
    hook("stop", "--wait", transcript_path=str(transcript), cwd="/home/ada/shipyard/cranes/src")

    assert {line["wing"] for line in filed(run)} == {"wing_shipyard"}


@pytest.mark.requirement("hook-save")
@pytest.mark.parametrize("head", ['{"type": "summary", "cwd": 7}', '{"cwd": "/x/elsewh', "[1]", "", "[" * 100_000])
def test_a_session_that_names_no_folder_is_filed_where_the_agent_is(run: Run, hook: Hook, transcript: Path, head: str) -> None:
    turns = [{**json.loads(line), "cwd": None} for line in transcript.read_text(encoding="utf-8").splitlines()]
    transcript.write_text("\n".join([head, *map(json.dumps, turns)]) + "\n", encoding="utf-8")

    hook("stop", "--wait", transcript_path=str(transcript), cwd="/home/ada/drydock")

    assert {line["wing"] for line in filed(run)} == {"wing_drydock"}


@pytest.mark.requirement("hook-save")
@pytest.mark.parametrize(
    ("gone", "words"), [([0], ()), ([1, 2], ()), ([0, 1, 2, 3], ()), ([0], ("--for-good",)), ([1, 2], ("--for-good",))]
)
def test_what_was_forgotten_of_a_session_that_goes_on_stays_forgotten(
    run: Run, hook: Hook, transcript: Path, gone: list[int], words: tuple[str, ...]
) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    ids = [line["id"] for line in filed(run)]
    run("forget", *(ids[number] for number in gone), "--yes", *words)
    write_turns(transcript, range(4, 6))
    hook("stop", "--wait", transcript_path=str(transcript))
    hook("session-end", "--wait", transcript_path=str(transcript))

    kept = [number for number in range(6) if number not in gone]
    assert [line["content"] for line in filed(run)] == [f"Turn {number} is about the harbour crane." for number in kept]


@pytest.mark.requirement("hook-save")
def test_a_branch_of_a_session_is_filed_from_where_it_leaves_it(run: Run, hook: Hook, transcript: Path) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    branch = transcript.with_name("branch.jsonl")
    origin = {"sessionId": "branch", "forkedFrom": {"sessionId": SESSION, "messageUuid": "u0"}}
    copied = [{**json.loads(line), **origin} for line in transcript.read_text(encoding="utf-8").splitlines()[1:3]]
    said = {**turn(9, text="Paint it blue instead."), "sessionId": "branch"}
    branch.write_text("".join(f"{json.dumps(each)}\n" for each in [*copied, said]), encoding="utf-8")

    hook("stop", "--wait", transcript_path=str(branch), session_id="branch")

    assert [line["content"] for line in filed(run)][4:] == ["Paint it blue instead."]


@pytest.mark.requirement("hook-save")
def test_a_turn_is_known_when_others_before_it_are_read_in_another_way(run: Run, hook: Hook, transcript: Path) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    lines = transcript.read_text(encoding="utf-8").splitlines(keepends=True)
    transcript.write_text("".join(lines[1:]), encoding="utf-8")
    write_turns(transcript, range(4, 6))
    hook("stop", "--wait", transcript_path=str(transcript))

    assert [line["content"] for line in filed(run)] == [f"Turn {number} is about the harbour crane." for number in range(6)]


@pytest.mark.requirement("hook-save")
def test_a_session_without_times_grows_by_its_numbers(run: Run, hook: Hook, transcript: Path) -> None:
    texts = ["2026-03-01: the crane came.", "2026-03-02: it fell.", "It stands again.", "It lifts."]
    turns = [turn(number, "assistant" if number % 2 else "user", text) for number, text in enumerate(texts)]
    for each in turns:
        del each["timestamp"]
    for length in (2, 3, 4, 4):
        transcript.write_text("".join(f"{json.dumps(each)}\n" for each in turns[:length]), encoding="utf-8")
        hook("stop", "--wait", transcript_path=str(transcript))

    assert sorted(line["content"] for line in filed(run)) == sorted(texts)


@pytest.mark.requirement("hook-save")
def test_words_said_at_the_same_moment_are_each_filed_once(run: Run, hook: Hook, transcript: Path) -> None:
    transcript.write_text("", encoding="utf-8")
    texts = ["The crane fell.", "The crane stands.", "The crane lifts."]
    for text in texts:
        with transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(turn(0, "assistant", text)) + "\n")
        hook("stop", "--wait", transcript_path=str(transcript))

    assert sorted(line["content"] for line in filed(run)) == sorted(texts)


@pytest.mark.requirement("hook-save")
def test_a_codex_rollout_is_filed_too(run: Run, person: Path) -> None:
    path = person / ".codex" / "sessions" / "2026" / "03" / "rollout-2026-03-12T10-00-00-abc.jsonl"
    path.parent.mkdir(parents=True)
    meta = {"id": SESSION, "timestamp": "2026-03-12T10:00:00Z", "cwd": "/home/ada/shipyard", "originator": "codex_cli_rs"}
    message = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Paint the hull red."}]}
    said = {"type": "user_message", "message": "Paint the hull red.", "kind": "plain"}
    records = [("session_meta", meta), ("response_item", message), ("event_msg", said)]
    lines = [json.dumps({"timestamp": "2026-03-12T10:00:01Z", "type": kind, "payload": body}) for kind, body in records]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    told = {"session_id": SESSION, "transcript_path": str(path), "cwd": "/home/ada/shipyard/hull", "turn_id": "1"}
    answer = run("hook", "run", "--event", "stop", "--harness", "codex", "--wait", stdin=json.dumps(told))

    assert answer.json == {}
    assert [(line["wing"], line["content"]) for line in filed(run)] == [("wing_shipyard", "Paint the hull red.")]


@pytest.mark.requirement("hook-context")
def test_a_session_starts_with_the_wake_up_text(run: Run, hook: Hook) -> None:
    run("remember", "The harbour crane lifts forty tons.", "--wing", "shipyard", "--room", "cranes")

    answer = hook("session-start", source="startup").json["hookSpecificOutput"]

    assert answer["hookEventName"] == "SessionStart"
    assert "forty tons" in answer["additionalContext"]


@pytest.mark.requirement("hook-context")
def test_a_prompt_brings_memories_that_share_its_words_and_no_others(run: Run, hook: Hook, transcript: Path) -> None:
    run("remember", "The harbour crane lifts forty tons.", "--wing", "shipyard", "--room", "cranes")
    hook("stop", "--wait", transcript_path=str(transcript))

    answer = hook("user-prompt", prompt="How much does the harbour crane lift?").json["hookSpecificOutput"]

    assert answer["hookEventName"] == "UserPromptSubmit"
    assert "forty tons" in answer["additionalContext"]
    # What was said in this very session is before the agent already.
    assert "Turn 0" not in answer["additionalContext"]
    assert hook("user-prompt", prompt="yes, go on").json == {}
    assert hook("user-prompt", prompt="Unrelated botany of ferns").json == {}


@pytest.mark.requirement("hook-context")
def test_a_branch_is_not_reminded_of_what_it_took_along_but_of_what_was_said_after_it(
    run: Run, hook: Hook, transcript: Path
) -> None:
    write_turns(transcript, range(4, 6))
    hook("stop", "--wait", transcript_path=str(transcript))
    branch = transcript.with_name("branch.jsonl")
    origin = {"sessionId": "branch", "forkedFrom": {"sessionId": SESSION, "messageUuid": "u0"}}
    copied = [{**json.loads(line), **origin} for line in transcript.read_text(encoding="utf-8").splitlines()[:4]]
    said = {**turn(9, text="Paint it blue instead."), "sessionId": "branch"}
    branch.write_text("".join(f"{json.dumps(each)}\n" for each in [*copied, said]), encoding="utf-8")

    told = hook("user-prompt", prompt="the harbour crane", transcript_path=str(branch), session_id="branch").json
    other = hook("user-prompt", prompt="the harbour crane", session_id="other").json

    reminder = told["hookSpecificOutput"]["additionalContext"]
    assert [f"Turn {number} " in reminder for number in range(6)] == [False] * 4 + [True] * 2
    assert "Turn 0 " in other["hookSpecificOutput"]["additionalContext"]


@pytest.mark.requirement("hook-context")
def test_a_fork_in_codex_is_not_reminded_of_the_session_it_came_from(
    run: Run, hook: Hook, person: Path, transcript: Path
) -> None:
    hook("stop", "--wait", transcript_path=str(transcript))
    heads = [
        {"type": "session_meta", "payload": {"id": "fork", "timestamp": "2026-03-12T10:30:00Z"}},
        {"type": "session_meta", "payload": {"id": SESSION, "timestamp": "2026-03-12T10:00:00Z"}},
        {"type": "response_item", "payload": {"type": "message"}},
    ]
    fork = person / ".codex" / "sessions" / "rollout-fork.jsonl"
    fork.parent.mkdir(parents=True)
    fork.write_text("".join(f"{json.dumps(each)}\n" for each in heads), encoding="utf-8")

    assert hook("user-prompt", prompt="the harbour crane", transcript_path=str(fork), session_id="fork").json == {}


@pytest.mark.requirement("hook-context")
@pytest.mark.parametrize(
    ("prompt", "reminds"),
    [
        ("harbour crane", True),
        ("harbour ferns", False),
        ("Explain the crane and the botany of ferns", False),
        ("crane?", False),
        ("OPS-1042", True),
        ("Close OPS-1042 and water the ferns", True),
        ("Close OPS-1043", False),
    ],
)
def test_two_telling_words_or_an_identifier_remind_and_less_does_not(run: Run, hook: Hook, prompt: str, *, reminds: bool) -> None:
    run("remember", "Ticket OPS-1042: the harbour crane lifts forty tons.", "--wing", "shipyard", "--room", "cranes")

    assert ("forty tons" in json.dumps(hook("user-prompt", prompt=prompt).json)) is reminds


@pytest.mark.requirement("hook-save")
def test_saving_by_hand_tells_what_was_filed_and_what_was_there(run: Run, transcript: Path) -> None:
    first = run("hook", "save", "--transcript", str(transcript), "--wing", "app")
    write_turns(transcript, range(4, 5))
    second = run("hook", "save", "--transcript", str(transcript), "--wing", "app", "--json")
    transcript.write_text("{}\n", encoding="utf-8")
    third = run("hook", "save", "--transcript", str(transcript), "--wing", "app", "--json")

    assert "turns filed: 4, already there: 0" in first.out
    assert second.json == {"filed": 1, "known": 4, "secrets": 0}
    assert third.json == {"filed": 0, "known": 0, "secrets": 0}


@pytest.mark.requirement("hook-context")
def test_what_is_put_before_an_agent_keeps_to_its_budget(run: Run, hook: Hook) -> None:
    for number in range(12):
        run("remember", f"Crane {number} of the harbour. " + "It lifts and it turns. " * 40, "--wing", "w", "--room", "r")

    text = hook("user-prompt", "--max-tokens", "200", prompt="Which harbour crane turns?").json["hookSpecificOutput"]

    assert 100 < estimate_tokens(text["additionalContext"]) <= 200


@pytest.mark.requirement("hook-harmless")
@pytest.mark.parametrize("event", ["session-start", "user-prompt", "stop", "pre-compact", "session-end", "no-such-event", ""])
@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe\x80", b"[1]", b"{", b'{"prompt": 3, "transcript_path": []}', b"[" * 100_000]
)
def test_no_input_fails_the_agent(hook: Hook, event: str, data: bytes) -> None:
    answer = hook(event, "--wait", stdin=data)

    assert (answer.code, answer.json, answer.err) == (0, {}, "")


@pytest.mark.requirement("hook-harmless")
def test_words_and_settings_that_are_not_understood_fail_no_agent_either(run: Run, tmp_path: Path) -> None:
    unknown = run("hook", "run", "--event", "stop", "--newer-option", "x")
    (tmp_path / "config.toml").write_text("nonsense = 1", encoding="utf-8")

    assert unknown.code == 0
    assert run("hook", "run", "--event", "stop", stdin="{}").code == 0
    assert run("status").code == 1


@pytest.mark.requirement("hook-hostile")
@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "{home}/../../../etc/hosts.json",
        "{home}/.ssh/id_rsa",
        "{home}/folder.jsonl",
        "{home}/missing.jsonl",
        "{home}/link.jsonl",
        "{home}/pipe.jsonl",
        "relative.jsonl",
        "{home}/$(touch pwned).jsonl; touch {home}/pwned #.jsonl",
        "{home}/a\x00b.jsonl",
        "{home}/" + "x" * 10_000 + ".jsonl",
        "~/notes.jsonl",
    ],
)
def test_a_path_that_we_do_not_trust_is_not_read(
    run: Run, hook: Hook, person: Path, home: Path, tmp_path: Path, path: str
) -> None:
    outside = tmp_path / "outside.jsonl"
    write_turns(outside, range(3))
    (person / "link.jsonl").symlink_to(outside)
    (person / "folder.jsonl").mkdir()
    os.mkfifo(person / "pipe.jsonl")
    (person / ".ssh").mkdir()
    (person / ".ssh" / "id_rsa").write_text("secret", encoding="utf-8")

    answer = hook("stop", "--wait", transcript_path=path.format(home=person), session_id="../../../tmp/evil; rm -rf ~")

    assert (answer.code, answer.json) == (0, {})
    assert filed(run) == []
    assert "transcript" in log_of(home)
    assert not list(tmp_path.rglob("pwned*"))


@pytest.mark.requirement("hook-save")
def test_an_agent_that_keeps_its_things_elsewhere_is_believed(
    run: Run, hook: Hook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "elsewhere"))
    write_turns(tmp_path / "elsewhere" / "x.jsonl", range(2))

    hook("stop", "--wait", transcript_path=str(tmp_path / "elsewhere" / "x.jsonl"))

    assert len(filed(run)) == 2


@pytest.mark.requirement("hook-hostile")
def test_a_name_full_of_shell_signs_is_only_a_name(run: Run, hook: Hook, person: Path, tmp_path: Path) -> None:
    path = person / "$(touch pwned); `touch pwned` && x.jsonl"
    write_turns(path, range(2))

    hook("stop", "--wait", transcript_path=str(path), cwd="/x/../$(touch pwned)/..;|\n", session_id="$(touch pwned)")

    assert len(filed(run)) == 2
    assert not list(tmp_path.rglob("pwned"))


@pytest.mark.requirement("hook-hostile")
def test_a_file_that_is_no_conversation_is_told_in_the_log_and_filed_nowhere(
    run: Run, hook: Hook, person: Path, home: Path
) -> None:
    (person / "noise.jsonl").write_bytes(bytes(range(256)) * 50)
    (person / "creds.json").write_text('{"token": "hunter2"}', encoding="utf-8")

    answers = [hook("stop", "--wait", transcript_path=str(person / name)) for name in ("noise.jsonl", "creds.json")]

    assert [each.json for each in answers] == [{}, {}]
    assert filed(run) == []
    assert "hunter2" not in log_of(home)


@pytest.mark.requirement("hook-log")
def test_the_log_is_private_and_does_not_grow_far(hook: Hook, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "hooks.log").write_text("x" * 300_000, encoding="utf-8")

    hook("stop", transcript_path="/etc/passwd")

    assert (home / "hooks.log").stat().st_size < 1_000
    assert (home / "hooks.log").stat().st_mode & 0o077 == 0
    assert (home / "hooks.log.1").exists()


@pytest.mark.requirement("hook-log")
def test_what_goes_wrong_in_the_background_stands_in_the_log(run: Run, home: Path, transcript: Path) -> None:
    run("palace", "create", "default")
    path = Path(run("palace", "info", "--json").json["path"])
    for file in path.iterdir():
        file.write_bytes(b"no palace at all" * 1_000)
    command = [sys.executable, "-m", "simonides", "hook", "run", "--event", "stop"]

    answer, _ = call_process(command, json.dumps({"transcript_path": str(transcript)}))

    assert json.loads(answer.stdout) == {}
    assert any("default" in log_of(home) for _ in watch(home, rust_timeout=500, yield_on_timeout=True))


@pytest.mark.requirement("hook-background")
def test_fifty_megabytes_are_saved_by_a_process_that_nobody_waits_for(run: Run, home: Path, person: Path) -> None:
    home.mkdir()
    path = person / "long.jsonl"
    noise = json.dumps({"type": "progress", "sessionId": SESSION, "data": "x" * 1_000_000})
    with path.open("w", encoding="utf-8") as file:
        for number in range(50):
            file.write(json.dumps(turn(number)) + "\n" + noise + "\n")
    told = json.dumps({"session_id": SESSION, "transcript_path": str(path), "cwd": "/x/shipyard"})
    command = [sys.executable, "-m", "simonides", "hook", "run", "--event", "stop", "--harness", "claude-code"]

    answer, cpu_s = call_process(command, told, json.dumps({"session_id": "another", "transcript_path": str(person / "absent")}))

    assert (json.loads(answer.stdout), answer.stderr) == ({}, "")
    assert path.stat().st_size > 50_000_000
    assert len(eventually_filed(run, home, 50)) == 50
    assert cpu_s < 1


@pytest.mark.requirement("hook-background")
def test_processes_that_save_the_same_transcript_at_once_file_it_once(run: Run, transcript: Path) -> None:
    write_turns(transcript, range(4, 300))
    command = [sys.executable, "-m", "simonides", "hook", "save", "--transcript", str(transcript), "--wing", "shipyard"]

    processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(4)]

    assert [process.wait() for process in processes] == [0] * 4
    assert len(filed(run)) == 300


@pytest.mark.requirement("hook-background")
@pytest.mark.parametrize("event", ["session-start", "user-prompt"])
def test_an_answer_takes_less_than_a_second_of_cpu(run: Run, person: Path, event: str) -> None:
    lines = "\n".join(json.dumps({"content": f"Crane {number} of the harbour lifts {number} tons."}) for number in range(500))
    run("import", "-", stdin=lines)
    command = [sys.executable, "-m", "simonides", "hook", "run", "--event", event, "--harness", "claude-code"]

    prompt = "Which harbour crane lifts 77 tons?"

    answer, cpu_s = call_process(command, *(json.dumps({"session_id": name, "prompt": prompt}) for name in (SESSION, "another")))

    assert "harbour" in json.loads(answer.stdout)["hookSpecificOutput"]["additionalContext"]
    assert cpu_s < 1


def call_process(command: list[str], told: str, first: str | None = None) -> tuple[subprocess.CompletedProcess[str], float]:
    """Call the program as a harness does; what it said, and the CPU time it took, which no load on the machine changes much.

    A first call, told something else, compiles the modules that no other test of the run has needed yet.
    """
    if first is not None:
        subprocess.run(command, input=first, capture_output=True, text=True, check=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = subprocess.run(command, input=told, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def eventually_filed(run: Run, home: Path, count: int) -> list[dict[str, Any]]:
    """What is filed, once the process in the background is done; the test's own time limit ends a wait in vain."""
    for _ in watch(home, rust_timeout=500, yield_on_timeout=True):
        if len(lines := filed(run)) >= count:
            return lines
    return []
