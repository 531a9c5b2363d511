"""The programs whose memories can be imported: a table of names, what to point at, and the reader."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.frozen import frozen
from simonides.peers.found import Found, Reader


@frozen
class PeerKind:
    """One kind of source; its reader is loaded when it is used."""

    name: str
    source: str
    """What SOURCE names."""
    reader: str
    """`module:function` in this package."""

    def read(self, source: Path) -> Iterator[Found]:
        """What the source holds. Raises Invalid when it is not there or is something else."""
        if not source.exists():
            raise Invalid("SOURCE", f"{source} does not exist")
        module, function = self.reader.split(":")
        reader: Reader = getattr(import_module(f"simonides.peers.{module}"), function)
        return reader(source)


KINDS = (
    PeerKind("mempalace", "MemPalace's folder (`~/.mempalace`), its palace, or the store's file", "mempalace:read_mempalace"),
    PeerKind("trusty-memory", "a palace's folder, or the folder of all palaces", "trusty_memory:read_trusty_memory"),
    PeerKind("memory-mcp", "its export, JSON or lines of JSON", "exports.exported_memories:read_memory_mcp"),
    PeerKind(
        "mcp-memory-service", "its database `sqlite_vec.db`, or its JSON export", "mcp_memory_service:read_mcp_memory_service"
    ),
    PeerKind("basic-memory", "the folder of its notes", "notes_folder:read_notes"),
    PeerKind("obsidian", "the vault", "notes_folder:read_notes"),
    PeerKind("mem0", "the JSON of `get_all`, or the ZIP file of OpenMemory", "exports.exported_memories:read_mem0"),
    PeerKind("letta", "an agent file (`.af`)", "exports.letta:read_letta"),
    PeerKind("graphiti", "a JSON document with nodes, edges and episodes", "exports.graphiti:read_graphiti"),
    PeerKind("claude-mem", "its folder (`~/.claude-mem`) or its database", "claude_mem:read_claude_mem"),
    PeerKind(
        "chat-memory",
        "what Claude or ChatGPT remembers of you: JSON, or text with a memory in each line",
        "exports.exported_memories:read_chat_memory",
    ),
    PeerKind("instructions", "CLAUDE.md, AGENTS.md, GEMINI.md, or a folder of such", "instruction_files:read_instructions"),
)


def kind_named(name: str) -> PeerKind | None:
    """The kind of that name."""
    return next((kind for kind in KINDS if kind.name == name), None)
