"""A log that is far longer than one question may read, as a palace of some hundred thousand memories has it."""

import pytest

from simonides.domain.actor import Actor, Caller, called_by
from simonides.domain.errors import Invalid
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.past import acts
from stores.made import memory

LINES = 100


@pytest.fixture
def long(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> Palace:
    """A palace into which more was imported at once than one question may read of the log."""
    palace.memories.restore([memory(f"m{number}", f"text {number}") for number in range(3 * LINES)], {})
    monkeypatch.setattr(acts, "LINES_MAX", LINES)
    monkeypatch.setattr(acts, "_PAGE", LINES // 4)
    return palace


def test_the_last_act_of_a_memory_is_found_however_much_was_done_beside_it(long: Palace) -> None:
    long.memories.forget("m7")
    deleted = long.past.acts.last_of("m7")

    assert deleted is not None
    long.past.undoing.undo([deleted])
    assert long.memories.get("m7").content == "text 7"


def test_the_last_acts_of_somebody_are_read_from_the_end_of_the_log(long: Palace) -> None:
    with called_by(Caller(Actor.AGENT, "ada")):
        for number in range(4):
            long.memories.remember(Draft(f"Note {number} by Ada."))

    assert len(long.past.acts.newest(2, actor="ada")) == 2
    with pytest.raises(Invalid):
        long.past.acts.newest(2, actor="bob")
