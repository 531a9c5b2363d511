"""Linking a name to what was filed before it: what that costs where the texts are long."""

import tracemalloc

from simonides.domain.memory import Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from stores.made import memory
from support.counting import calls_of

WORDS = 20_000


def book(number: int, words: int) -> Draft:
    """A long text of few different words that names Ada Byron once."""
    return Draft(f"{'lorem ipsum dolor ' * (words // 3)} Book {number} is by Ada Byron.", Place("library", f"shelf-{number}"))


def named(palace: Palace, name: str) -> int:
    entity = palace.store.graph.entity(name)
    return len(palace.store.graph.mentions_of([entity.id])[entity.id])


def test_a_new_name_is_looked_for_in_a_long_text_where_it_may_begin_only(palace: Palace) -> None:
    palace.memories.remember(book(1, WORDS))

    calls = calls_of(lambda: palace.entities.named("Ada Byron"))

    assert named(palace, "Ada Byron") == 1
    assert calls < 2 * WORDS


def test_long_texts_are_read_a_few_at_a_time_for_a_new_name(palace: Palace) -> None:
    drafts = [book(number, 5_000) for number in range(100)]
    for draft in drafts:
        palace.memories.remember(draft)
    tracemalloc.start()

    palace.entities.named("Ada Byron")

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert named(palace, "Ada Byron") == 100
    assert peak < sum(len(draft.content) for draft in drafts)


def test_a_name_of_function_words_alone_is_looked_for_nowhere(palace: Palace) -> None:
    palace.memories.remember(Draft("The rent is due."))

    palace.entities.named("The")

    assert named(palace, "The") == 0


def test_what_a_file_of_a_few_pieces_costs_does_not_grow_with_the_names_that_are_known(palace: Palace) -> None:
    def filed(number: int) -> int:
        pieces = [memory(f"{number}-{part}", content=f"Piece {part} of {number} is by Ada Byron.") for part in range(3)]
        return calls_of(lambda: palace.memories.restore(pieces, {}))

    palace.entities.named("Ada Byron")
    filed(0)
    before = filed(1)
    for number in range(300):
        palace.entities.named(f"Person {number}")

    assert filed(2) < 2 * before
    assert named(palace, "Ada Byron") == 9


def test_names_are_found_in_every_part_of_a_very_long_text(palace: Palace) -> None:
    for name in ("Ada Byron", "Cleo Dario"):
        palace.entities.named(name)

    palace.memories.remember(Draft(f"Ada Byron begins. {' '.join(f'word{number}' for number in range(9_000))} Cleo Dario ends."))

    assert (named(palace, "Ada Byron"), named(palace, "Cleo Dario")) == (1, 1)
