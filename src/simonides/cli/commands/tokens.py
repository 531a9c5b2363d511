"""The command `tokens`: what each tool set costs a model, in its list, its instructions and its answers."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

from simonides.cli.arguments import whole_number
from simonides.cli.call import Call
from simonides.cli.command import Command, argument
from simonides.domain.errors import NoPalace
from simonides.domain.text.token_estimate import typical_tokens
from simonides.frozen import frozen
from simonides.wiring import open_desk, toolset_names

if TYPE_CHECKING:
    from simonides.hosting.desk import Desk

QUESTIONS = 20
ASKING = {
    "core": ("recall_memory", "question"),
    "palace": ("mempalace_search", "query"),
    "trusty": ("memory_recall_deep", "query"),
    "graph": ("search_nodes", "query"),
    "memory": ("recall", "query"),
}
"""The tool of each set that answers a question, and its argument; asked as a model asks it that gives nothing else."""


@frozen
class SetCost:
    """The tokens of one tool set."""

    name: str
    tools: int
    listing: int
    instructions: int
    reply: int | None
    """The median reply as text; None when the set has no such tool, or the palace nothing to ask about."""
    with_data: int | None
    """The same with the data that comes beside it."""


def tokens(call: Call) -> int:
    """Print what each tool set costs."""
    questions = _questions(call)
    costs = [_cost(call, name, questions) for name in toolset_names()]
    if call.out.is_json:
        call.out.json({"questions": len(questions), "sets": [_document(cost) for cost in costs]})
        return 0
    columns = ("tool set", "tools", "list", "instructions", "median answer", "... with data")
    rows = [
        (each.name, each.tools, f"{each.listing:,}", f"{each.instructions:,}", _told(each.reply), _told(each.with_data))
        for each in costs
    ]
    call.out.table(columns, rows, numeric=columns[1:])
    asked = f"questions asked, made from your own memories: {len(questions)}" if questions else "no memories to ask about yet"
    call.out.say(f"\nIn tokens, about four characters of English each; {asked}.")
    call.out.say("A model pays list and instructions once for each conversation, an answer each time it asks.")
    return 0


def _questions(call: Call) -> list[str]:
    # Imported late: recall loads numpy.
    from simonides.engine.upkeep.self_test import questions_of

    try:
        with call.reading() as palace:
            return questions_of(palace, call.args.questions)
    except NoPalace:
        return []


def _cost(call: Call, name: str, questions: list[str]) -> SetCost:
    with _desk(call, name) as desk:
        tools = desk.ask("tools/list", {})["tools"]
        greeting = desk.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}})
        replies = [_reply(desk, name, question) for question in questions] if name in ASKING else []
    return SetCost(
        name,
        len(tools),
        typical_tokens(_compact(tools)),
        typical_tokens(greeting.get("instructions", "")),
        round(median(text for text, _ in replies)) if replies else None,
        round(median(text + data for text, data in replies)) if replies else None,
    )


@contextmanager
def _desk(call: Call, name: str) -> "Iterator[Desk]":
    desk = open_desk(call.settings, name)
    try:
        yield desk
    finally:
        desk.close()


def _reply(desk: "Desk", name: str, question: str) -> tuple[int, int]:
    tool, argument_name = ASKING[name]
    named = {"palace": desk.palace} if name == "trusty" else {}
    result = desk.ask("tools/call", {"name": tool, "arguments": {argument_name: question, **named}})
    data = result.get("structuredContent")
    return typical_tokens(result["content"][0]["text"]), typical_tokens(_compact(data)) if data is not None else 0


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _told(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def _document(cost: SetCost) -> Mapping[str, object]:
    return {
        "set": cost.name,
        "tools": cost.tools,
        "list": cost.listing,
        "instructions": cost.instructions,
        "median_answer": cost.reply,
        "median_answer_with_data": cost.with_data,
    }


TOKENS = Command(
    "tokens",
    "show what each tool set costs a model in tokens, on your own palace",
    tokens,
    (argument("--questions", type=whole_number, default=QUESTIONS, metavar="N", help="number of questions (default: 20)"),),
)
