import pytest

from bench import budgets
from simonides.engine.engine import Engine


@pytest.mark.parametrize(("processes", "writes", "seconds"), [(8, 500, 20), (4, 500, 10), (8, 50, 2)])
def test_fewer_writes_have_less_time_and_each_of_them_the_same_cpu(processes: int, writes: int, seconds: float) -> None:
    wall, cpu = budgets.writers_figures(processes, writes, took_s=1, spent_s=1, encoder=4)

    assert (wall.budget, cpu.budget) == (seconds, 10)
    assert cpu.found == pytest.approx(1000 / (processes * writes))


@pytest.mark.parametrize(("only", "passes"), [("large", 0), ("writers", budgets.ASKED)])
def test_the_encoder_is_measured_for_the_writers_alone(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, only: str, passes: int
) -> None:
    embedded: list[list[str]] = []
    monkeypatch.setattr(budgets, "opened", lambda _directory: engine)
    monkeypatch.setattr(budgets, "measure_writers", lambda *_: iter(()))
    monkeypatch.setattr(engine.embedder, "embed_texts", embedded.append)

    assert list(budgets.figures({only}, [], 0, (8, 500))) == []

    assert len(embedded) == passes


@pytest.mark.parametrize(("size", "budget"), [(900, 6), (1_060, 6), (100_000, 10), (1_000_000, 30), (5_000_000, 30)])
def test_a_search_may_cost_more_in_a_larger_palace(size: int, budget: float) -> None:
    assert budgets.search_budget_ms(size) == budget
