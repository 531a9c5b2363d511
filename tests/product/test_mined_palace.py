"""A palace that was only mined: what an agent finds in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.cli.main import main
from simonides.settings import Settings
from support.clients import Client
from support.homes import Home

NOTES = {
    "atlas/billing/why.md": "We then asked Priya about the invoices, and so Priya said that Stripe is cheaper.\n",
    "atlas/docs/plan.md": "The plan is by Priya and it begins in spring.\n",
    "harbour/billing/rates.md": "Rates for the harbour. We agreed them with Priya over lunch.\n",
}


@pytest.fixture
def call(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("SIMONIDES_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("SIMONIDES_EMBEDDER", "hashing")
    for variable, value in home.environment.items():
        monkeypatch.setenv(variable, value)
    for name, text in NOTES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    for folder in ("atlas", "harbour"):
        assert main(["mine", str(tmp_path / folder), "--data-dir", str(tmp_path / "data"), "--json"]) == 0
    client = Client(Settings(data_dir=tmp_path / "data", database=home.database, embedder="hashing"), "palace")
    yield client
    client.lazy.close()


@pytest.mark.requirement("mine-palace")
def test_a_mined_palace_can_be_walked_and_asked(call: Client) -> None:
    walked = call("mempalace_traverse", start_room="billing")
    facts = call("mempalace_kg_query", entity="priya")["facts"]

    assert call("mempalace_list_wings")["wings"] == {"wing_atlas": 2, "wing_harbour": 1}
    assert [tunnel["room"] for tunnel in call("mempalace_find_tunnels")] == ["billing"]
    assert {step["room"] for step in walked} >= {"billing", "documentation"}
    assert {(fact["predicate"], fact["object"]) for fact in facts} == {
        ("mentioned_in", "wing_atlas/billing"),
        ("mentioned_in", "wing_atlas/documentation"),
        ("mentioned_in", "wing_harbour/billing"),
    }
    assert call("mempalace_search", query="who said Stripe is cheaper")["results"][0]["source_file"] == "why.md"
