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


def test_an_export_that_began_without_vectors_carries_none_that_were_made_since(palace: Palace) -> None:
    palace.tell_about("Ada")

    lines = palace.export(with_vectors=True)
    first = json.loads(next(lines))
    palace.memories.remember(Draft("First.", Place()))
    [memory] = [json.loads(line) for line in lines]

    assert (first["type"], memory["content"]) == ("palace", "First.")
    assert "vectors" not in memory
