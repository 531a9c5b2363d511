"""The four phases of a session (status, search, kg_query, add_drawer), by the official client against the real server."""

import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from support.homes import Home

REASON = "We decided on Clerk for sign-in last month: Auth0 became too expensive and Clerk includes SSO."


def in_session(
    mode: str, directory: Path, home: Home, use: Callable[[Callable[..., Awaitable[Any]], Client], Awaitable[None]]
) -> None:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "simonides", "serve"],
        env={"SIMONIDES_HOME": str(directory), "SIMONIDES_PATIENCE": "60", **home.environment},
    )

    async def session() -> None:
        async with Client(server, mode=mode) as client:

            async def call(tool: str, **arguments: object) -> Any:
                result = await client.call_tool(f"mempalace_{tool}", arguments)
                assert not result.is_error
                reply = json.loads(result.content[0].text)  # type: ignore[union-attr]
                assert result.structured_content in (reply, None)
                return reply

            await use(call, client)

    anyio.run(session)


@pytest.mark.requirement("palace-trace", "protocol-eras")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_four_phases_of_a_session(mode: str, tmp_path: Path, home: Home) -> None:
    async def use(call: Callable[..., Awaitable[Any]], client: Client) -> None:
        assert "mempalace_status" in (client.instructions or "")
        await call("add_drawer", wing="wing_myproject", room="decisions", content=REASON, source_file="meeting-2026-03-12.md")
        await call("add_drawer", wing="wing_myproject", room="team", content="The stand-up moved to ten o'clock.")
        await call("add_drawer", wing="wing_user", room="habits", content="She drinks her coffee without sugar.")
        await call("kg_add", subject="Clerk", predicate="replaces", object="Auth0", valid_from="2026-03-12")

        status = await call("status")
        found = await call("search", query="reasons for choosing our login provider", wing="wing_myproject", limit=5)
        known = await call("kg_query", entity="Clerk", direction="both")
        cost = "AUTH.COST:2026-03|Auth0.price↑40%→triggered.Clerk.eval|★★★"
        filed = await call("add_drawer", wing="wing_myproject", room="decisions", content=cost, added_by="mcp")

        assert (status["total_drawers"], "protocol" in status, "aaak_dialect" in status) == (3, True, True)
        assert found["results"][0]["text"] == REASON
        assert found["results"][0]["similarity"] > 0.2
        assert known["facts"][0]["object"] == "Auth0"
        assert filed["drawer_id"].startswith("drawer_wing_myproject_decisions_")

    in_session(mode, tmp_path, home, use)


@pytest.mark.requirement("long-texts")
def test_a_long_drawer_is_found_by_a_question_about_its_last_paragraph(tmp_path: Path, home: Home) -> None:
    filler = "The committee discussed the budget of the museum, the new roof, and the opening hours in winter. " * 180
    last = "Finally the gardener reported that the old walnut tree behind the chapel has to be felled because of a fungus."

    async def use(call: Callable[..., Awaitable[Any]], _client: Client) -> None:
        assert len(filler.split()) > 3000
        await call("status")
        await call("search", query="wait until the model is there")
        await call("add_drawer", wing="wing_museum", room="minutes", content=f"{filler}\n\n{last}")
        for number in range(20):
            text = f"Minutes {number}: the committee talked about trees, diseases and gardens in general on page {number}."
            await call("add_drawer", wing="wing_museum", room="minutes", content=text)

        found = await call("search", query="which tree must be cut down due to an illness?", limit=3)

        assert any(last in result["text"] for result in found["results"])

    in_session("legacy", tmp_path, home, use)


@pytest.mark.requirement("exact-identifiers", "palace-near-duplicates")
def test_ten_notes_that_differ_only_in_a_ticket_number_are_all_kept_and_told_apart(tmp_path: Path, home: Home) -> None:
    note = "Ticket OPS-{}: the nightly billing export failed and was restarted by hand."

    async def use(call: Callable[..., Awaitable[Any]], _client: Client) -> None:
        await call("add_drawer", wing="wing_ops", room="misc", content="an unrelated first note")
        await call("search", query="wait until the model is there")
        for number in range(1040, 1050):
            reply = await call("add_drawer", wing="wing_ops", room="exports", content=note.format(number))
            assert reply["success"], reply
        assert reply["similar"][0]["similarity"] >= 0.9

        for number in range(1040, 1050):
            found = await call("search", query=f"what happened in OPS-{number}?")
            assert found["results"][0]["text"] == note.format(number)

    in_session("legacy", tmp_path, home, use)
