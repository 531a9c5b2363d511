from pathlib import Path

import pytest
from bench.choosing import RIGHT, ceiling, open_embedder, shares
from bench.sets import read_tool_tasks

from simonides.embedders.hashing import HashingEmbedder
from simonides.wiring import build_catalogue


def test_every_tool_that_counts_as_right_is_there() -> None:
    for toolset, right in RIGHT.items():
        named = {name for names in right.values() for name in names}

        assert named <= set(build_catalogue([toolset]).entries)


@pytest.mark.requirement("core-choosing")
def test_descriptions_of_core_lead_to_the_right_tool_more_often_than_those_of_the_palace_set(tmp_path: Path) -> None:
    tasks = [task for task in read_tool_tasks() if task.half == "open"][::4]
    embedder = open_embedder(tmp_path)

    asked, core = shares("core", tasks, embedder)
    _, palace = shares("palace", tasks, embedder)

    assert asked == len(tasks)
    assert core["both"] >= 0.6
    assert core["both"] > 1.5 * palace["both"]


def test_a_regression_over_labelled_tasks_foretells_more_than_chance_and_less_than_all() -> None:
    reached = ceiling(read_tool_tasks(), "open", HashingEmbedder())

    assert 0.3 < reached < 0.9
