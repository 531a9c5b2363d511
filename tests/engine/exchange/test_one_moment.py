import json
from threading import Thread

from simonides.domain.memory import Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace


def test_an_export_of_one_moment_holds_nothing_that_was_written_since(palace: Palace) -> None:
    palace.memories.remember(Draft("First.", Place()))

    with palace.at_one_moment():
        lines = palace.export()
        first = json.loads(next(lines))
        writer = Thread(target=palace.memories.remember, args=[Draft("Second.", Place())])
        writer.start()
        writer.join()
        rest = [json.loads(line) for line in lines]

    assert first["content"] == "First."
    assert "Second." not in [line.get("content") for line in rest]
    assert palace.memories.count() == 2
