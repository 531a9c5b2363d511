"""Stores that the programs of others made themselves, imported from end to end: see `make peer-test`.

Letta's server needs PostgreSQL and a model, so its agent file is written by its own classes; OpenMemory is no package, so mem0
stands for both.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from peers.real.programs import bun, embeddings, node_archive, node_package, python_with, run_program

pytestmark = pytest.mark.timeout(1800)

MCP_MEMORY_SERVICE = """
import asyncio, sys
# Many builds of Python cannot load extensions of SQLite.
import pysqlite3
sys.modules["sqlite3"] = pysqlite3
from mcp_memory_service.models.memory import Memory
from mcp_memory_service.storage.sqlite_vec import SqliteVecMemoryStorage
from mcp_memory_service.utils.hashing import generate_content_hash

def memory(number):
    text = f"Queue {number} is drained by worker {number % 3}; \\u00c4 \\u6f22\\u5b57."
    return Memory(content=text, content_hash=generate_content_hash(text), tags=["queue", "two words"], memory_type="decision",
                  metadata={"source": f"notes/{number}.md", "weight": number}, created_at=1767225600.5 + number)

async def main():
    storage = SqliteVecMemoryStorage(sys.argv[1])
    await storage.initialize()
    made = [memory(number) for number in range(12)]
    for each in made:
        assert (await storage.store(each))[0]
    assert (await storage.delete(made[0].content_hash))[0]
    assert (await storage.update_memory_metadata(made[1].content_hash, {"tags": ["changed"]}))[0]
    assert (await storage.update_memory_metadata(made[2].content_hash, {"superseded_by": made[3].content_hash}))[0]
    await storage.close()

asyncio.run(main())
"""
MEM0 = """
import json, os, sys
home, address = sys.argv[1:]
os.environ.update(MEM0_TELEMETRY="False", MEM0_DIR=home)
from mem0 import Memory
model = {"provider": "openai", "config": {"api_key": "k", "openai_base_url": address}}
memory = Memory.from_config({
    "llm": model,
    "embedder": {"provider": "openai", "config": {**model["config"], "embedding_dims": 64}},
    "vector_store": {"provider": "qdrant", "config": {"path": home + "/qdrant", "on_disk": True, "embedding_model_dims": 64}},
    "history_db_path": home + "/history.db",
})
for number in range(10):
    memory.add(f"Queue {number} is drained by night", user_id="mira", metadata={"number": number}, infer=False)
memory.add([{"role": "user", "content": "I like tea"}], user_id="mira", agent_id="helper", run_id="r1", infer=False)
kept = memory.get_all(filters={"user_id": "mira"}, top_k=100)["results"]
memory.delete(next(each["id"] for each in kept if "Queue 3" in each["memory"]))
memory.update(next(each["id"] for each in kept if "Queue 4" in each["memory"]), "Queue 4 is closed")
with open(home + "/export.json", "w") as stream:
    json.dump(memory.get_all(filters={"user_id": "mira"}, top_k=100), stream)
"""
GRAPHITI = """
import asyncio, json, sys
from datetime import datetime, timezone
from graphiti_core.driver.kuzu_driver import KuzuDriver
from graphiti_core.edges import EntityEdge
from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode

def day(year):
    return datetime(year, 1, 1, tzinfo=timezone.utc)

async def main(home):
    driver, common = KuzuDriver(db=home + "/graph.kuzu"), {"group_id": "work", "created_at": day(2026)}
    mira = EntityNode(name="Mira", labels=["Person"], summary="An engineer", attributes={"role": "lead"},
                      name_embedding=[0.1] * 8, **common)
    porto = EntityNode(name="Porto", name_embedding=[0.1] * 8, **common)
    episode = EpisodicNode(name="e", source=EpisodeType.message, source_description="chat", content="Mira moved. \\u00c4",
                           valid_at=day(2025), **common)
    lives = EntityEdge(source_node_uuid=mira.uuid, target_node_uuid=porto.uuid, name="LIVES_IN", fact="Mira lives in Porto",
                       fact_embedding=[0.1] * 8, episodes=[episode.uuid], valid_at=day(2025), invalid_at=day(2026), **common)
    for each in (mira, porto, episode, lives):
        await each.save(driver)
    kinds = {"nodes": EntityNode, "edges": EntityEdge, "episodes": EpisodicNode}
    read = {name: await kind.get_by_group_ids(driver, ["work"]) for name, kind in kinds.items()}
    graph = {name: [each.model_dump(mode="json") for each in found] for name, found in read.items()}
    with open(home + "/graph.json", "w") as stream:
        json.dump(graph, stream)
    await driver.close()

asyncio.run(main(sys.argv[1]))
"""
LETTA = """
import json, sys
from datetime import datetime, timezone
from letta.schemas.agent_file import AgentFileSchema, AgentSchema, BlockSchema, MessageSchema
from letta.schemas.block import Block
from letta.schemas.letta_message_content import TextContent
from letta.schemas.message import Message
from openai.types.chat.chat_completion_message_tool_call import ChatCompletionMessageToolCall, Function

when = datetime(2026, 1, 2, tzinfo=timezone.utc)
call = Function(name="send_message", arguments=json.dumps({"message": "Noted."}))
said = [
    ("system", "You are Sam.", None),
    ("user", json.dumps({"type": "user_message", "message": "I like tea. \\u00c4", "time": "now"}), None),
    ("assistant", "He likes tea.", [ChatCompletionMessageToolCall(id="c", type="function", function=call)]),
    ("user", "Plain words", None),
]
block = BlockSchema.from_block(Block(label="human", value="Name: Mira", description="About the person"))
block.id, messages = "block-0", []
for number, (role, text, calls) in enumerate(said):
    message = MessageSchema.from_message(Message(role=role, content=[TextContent(text=text)], tool_calls=calls, created_at=when))
    message.id = f"message-{number}"
    messages.append(message)
agent = AgentSchema(id="agent-0", name="Sam", block_ids=[block.id], messages=messages, tool_ids=[])
empty = {name: [] for name in ("groups", "files", "sources", "tools", "mcp_servers")}
whole = AgentFileSchema(agents=[agent], blocks=[block], created_at=when, **empty)
open(sys.argv[1], "w").write(whole.model_dump_json())
"""
CLAUDE_MEM = """
const { SessionStore } = require(process.argv[2]);
const store = new SessionStore();
const session = store.createSDKSession("client-1", "atlas", "please fix the queue");
store.ensureMemorySessionIdRegistered(session, "memory-1");
for (let number = 0; number < 5; number++) {
  const noted = { type: "bugfix", title: `Title ${number}`, subtitle: "Sub", facts: ["one", "two, with a comma"],
    narrative: "Story \\u00c4", concepts: ["how-it-works"], files_read: ["a.py"], files_modified: [] };
  store.storeObservation("memory-1", "atlas", noted, 1, 0, 1767225600000 + number);
}
const summary = { request: "fix it", investigated: "it", learned: "why", completed: "all", next_steps: "none", notes: null };
store.storeSummary("memory-1", "atlas", summary, 1, 0, 1767225600000);
store.saveUserPrompt("client-1", 1, "please fix the queue");
"""
NOTE = """# Coffee

A [[Tea|cup]] is quicker.

## Observations
- [method] Pour over is slow #taste (from the barista)

## Relations
- requires [[Proper grinder]]
- lives near [[person/Mira]]
"""


def arrived(run: Run, kind: str, source: Path) -> Any:
    """The report of an import; a second one adds nothing."""
    first = run("import", kind, str(source), "--json")
    second = run("import", kind, str(source), "--json").json

    assert first.code == 0, first.out + first.err
    assert (second["memories"], second["facts"], second["entities"], second["observations"]) == (0, 0, 0, 0)
    return first.json


def texts(run: Run) -> set[str]:
    return {line["content"] for line in lines(run) if line["type"] == "memory"}


def lines(run: Run) -> list[Any]:
    return [{"type": "memory", **json.loads(line)} for line in run("export").out.splitlines()]


def test_mcp_memory_service(run: Run, tmp_path: Path) -> None:
    python = python_with("mcp-memory-service", "mcp-memory-service==12.2.0", "pysqlite3-binary")
    store = tmp_path / "sqlite_vec.db"
    run_program([python, "-c", MCP_MEMORY_SERVICE, str(store)], tmp_path, MCP_MEMORY_ALLOW_HASH_EMBEDDINGS="1")

    report = arrived(run, "mcp-memory-service", store)

    assert (report["memories"], report["verified"]) == (11, 11)
    assert texts(run) == {f"Queue {n} is drained by worker {n % 3}; Ä 漢字." for n in range(1, 12)}
    kept = {line["source"]: line for line in lines(run) if line.get("source")}
    assert (kept["notes/1.md"]["tags"], kept["notes/4.md"]["tags"]) == (["changed"], ["queue", "two words"])
    assert kept["notes/2.md"]["superseded_by"] == kept["notes/3.md"]["id"]
    assert kept["notes/2.md"]["ended_at"] == kept["notes/3.md"]["created_at"] == "2026-01-01T00:00:03.500000Z"


def test_mem0(run: Run, tmp_path: Path) -> None:
    python = python_with("mem0", "mem0ai==2.2.1")
    with embeddings(64) as address:
        run_program([python, "-c", MEM0, str(tmp_path), f"{address}/v1"], tmp_path)

    report = arrived(run, "mem0", tmp_path / "export.json")

    assert (report["memories"], report["verified"]) == (10, 10)
    assert {"Queue 4 is closed", "I like tea", "Queue 9 is drained by night"} <= texts(run)
    assert "Queue 3 is drained by night" not in texts(run)


def test_graphiti(run: Run, tmp_path: Path) -> None:
    python = python_with("graphiti", "graphiti-core[kuzu]==0.31.1", "httpx")
    run_program([python, "-W", "ignore", "-c", GRAPHITI, str(tmp_path)], tmp_path, GRAPHITI_TELEMETRY_ENABLED="false")

    report = arrived(run, "graphiti", tmp_path / "graph.json")

    assert (report["memories"], report["facts"], report["observations"]) == (1, 1, 2)
    assert texts(run) == {"Mira moved. Ä"}
    [fact] = [line for line in lines(run) if line["type"] == "fact"]
    assert (fact["subject"], fact["predicate"], fact["object"]) == ("Mira", "LIVES_IN", "Porto")


def test_letta(run: Run, tmp_path: Path) -> None:
    python = python_with("letta", "letta[postgres]==0.16.8")
    run_program([python, "-c", LETTA, str(tmp_path / "sam.af")], tmp_path)

    assert arrived(run, "letta", tmp_path / "sam.af")["memories"] == 4
    assert texts(run) == {"Name: Mira", "I like tea. Ä", "Noted.", "Plain words"}


def test_claude_mem(run: Run, tmp_path: Path) -> None:
    program, package = bun("1.4.4"), node_archive("claude-mem@13.25.3")
    (tmp_path / "write.cjs").write_text(CLAUDE_MEM, encoding="utf-8")
    folder = tmp_path / ".claude-mem"
    store = package / "plugin" / "sqlite" / "SessionStore.js"
    run_program([program, str(tmp_path / "write.cjs"), str(store)], tmp_path, CLAUDE_MEM_DATA_DIR=str(folder))

    assert arrived(run, "claude-mem", folder)["memories"] == 7
    memories = [line for line in lines(run) if line["type"] == "memory"]
    assert {(line["wing"], line["conversation"]) for line in memories} == {("atlas", "memory-1")}
    assert "Title 4\nSub\nStory Ä\n- one\n- two, with a comma" in texts(run)
    assert "please fix the queue" in texts(run)


def test_server_memory(run: Run, tmp_path: Path) -> None:
    package = node_package("@modelcontextprotocol/server-memory@2026.8.31")
    file = tmp_path / "memory.jsonl"
    mira = {"name": "Mira", "entityType": "person", "observations": ["likes tea", "Ä\nsecond line"]}
    porto = {"name": "Porto", "entityType": "city", "observations": []}
    _ask(package / "dist" / "index.js", file, [
        ("create_entities", {"entities": [mira, porto]}),
        ("create_relations", {"relations": [{"from": "Mira", "to": "Porto", "relationType": "lives in"}]}),
    ])  # fmt: skip

    assert run("import", "server-memory", str(file)).code == 0
    back = tmp_path / "back.jsonl"
    assert run("export", str(back), "--as", "server-memory").code == 0

    assert _parsed(back) == _parsed(file)
    read = _ask(package / "dist" / "index.js", back, [("read_graph", {})])
    assert {each["name"] for each in read["entities"]} == {"Mira", "Porto"}


def test_basic_memory(run: Run, tmp_path: Path) -> None:
    python = python_with("basic-memory", "basic-memory==0.23.2", least=(3, 12))
    program = str(Path(python).with_name("basic-memory"))
    quiet = {"BASIC_MEMORY_SEMANTIC_SEARCH_ENABLED": "false", "BASIC_MEMORY_AUTO_UPDATE": "false", "BASIC_MEMORY_NO_PROMOS": "1"}
    entity = {"type": "entity", "name": "Mira", "entityType": "person", "observations": ["likes tea"]}
    (tmp_path / "memory.json").write_text(json.dumps(entity), encoding="utf-8")
    run_program([program, "import", "memory-json", "memory.json"], tmp_path, **quiet)
    words = ["--title", "Coffee: brewing", "--folder", "guides", "--tags", "slow drink", "--type", "guide", "--content", NOTE]
    run_program([program, "tool", "write-note", "--local", "--project", "main", *words], tmp_path, **quiet)

    report = arrived(run, "basic-memory", tmp_path / "basic-memory")

    assert (report["memories"], report["verified"], report["observations"]) == (2, 2, 2)
    assert NOTE.strip() in texts(run)
    facts = {(line["predicate"], line["object"]) for line in lines(run) if line["type"] == "fact"}
    assert facts == {("links_to", "Tea"), ("requires", "Proper grinder"), ("lives near", "Mira")}


def _ask(script: Path, file: Path, calls: list[tuple[str, object]]) -> Any:
    """Call tools of the reference server one after the other: it loses what is written at once."""
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = [("initialize", start)] + [("tools/call", {"name": name, "arguments": each}) for name, each in calls]
    process = subprocess.Popen(
        ["node", str(script)], env={"PATH": "/usr/bin:/bin:/usr/local/bin", "MEMORY_FILE_PATH": str(file)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    with process:
        assert process.stdin
        assert process.stdout
        answer: Any = None
        for number, (method, params) in enumerate(asked):
            process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert "error" not in answer, answer
        process.terminate()
    return json.loads(answer["result"]["content"][0]["text"])


def _parsed(file: Path) -> list[Any]:
    return sorted((json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()), key=str)
