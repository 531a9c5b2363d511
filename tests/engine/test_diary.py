import pytest

from simonides.domain.errors import Invalid
from simonides.engine.palace import Palace
from support.clock import FixedClock


def test_entries_are_read_newest_first_and_per_agent(palace: Palace, clock: FixedClock) -> None:
    for entry in ("first", "second", "third"):
        palace.diary.write("Code Reviewer", entry)
        clock.pass_time(seconds=1)
    palace.diary.write("Other", "else")

    entries, total = palace.diary.read("code reviewer", last=2)

    assert [entry.content for entry in entries] == ["third", "second"]
    assert total == 3
    assert entries[0].place.wing == "wing_code_reviewer"


def test_two_equal_entries_in_one_second_are_both_kept(palace: Palace) -> None:
    palace.diary.write("Ada", "same words")
    palace.diary.write("Ada", "same words")

    assert palace.diary.read("Ada")[1] == 2


@pytest.mark.parametrize(
    ("agent", "entry", "argument"), [("", "x", "agent_name"), ("../a", "x", "agent_name"), ("Ada", " ", "entry")]
)
@pytest.mark.requirement("bad-input")
def test_a_bad_entry_is_refused(palace: Palace, agent: str, entry: str, argument: str) -> None:
    with pytest.raises(Invalid) as caught:
        palace.diary.write(agent, entry)

    assert caught.value.argument == argument
