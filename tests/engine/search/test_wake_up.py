import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from simonides.domain.actor import Actor
from simonides.domain.memory import Origin, Place
from simonides.domain.text.token_estimate import cut_to_tokens, estimate_tokens
from simonides.embedders.mneme import MODEL
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.search.wake_up import wake_up
from support.clock import FixedClock

ENGLISH = "We chose Postgres over MongoDB because the reports need joins, and because everybody here can read SQL. "
CHINESE = "我們決定使用資料庫來儲存所有的報告因為它穩定。"
CODE = "def read_config(path: Path) -> dict[str, Any]:\n    return json.loads(path.read_text()) if path.exists() else {}\n"
RUSSIAN = "Мы решили хранить отчёты в базе данных. "


def fill(palace: Palace, text: str, count: int = 30) -> None:
    for number in range(count):
        place = Place(f"wing_{number % 3}", f"room {number % 4}")
        origin = Origin(source=f"/notes/{number}.md")
        palace.memories.remember(Draft(f"{number}. {text * 5}", place, origin, importance=(number % 10) / 10))


@pytest.mark.requirement("wake-budget")
@pytest.mark.parametrize("text", [ENGLISH, CHINESE, CODE, RUSSIAN], ids=["english", "chinese", "code", "russian"])
@pytest.mark.parametrize("budget", [60, 200, 800])
def test_a_wake_up_stays_within_its_budget_as_a_tokenizer_counts(palace: Palace, text: str, budget: int) -> None:
    fill(palace, text)
    tokenizer = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    woken = wake_up(palace.store, tokens_max=budget)

    assert estimate_tokens(woken) <= budget
    assert len(tokenizer.encode(woken, add_special_tokens=False).ids) <= budget
    assert budget < 800 or estimate_tokens(woken) > 0.7 * budget


@pytest.mark.requirement("wake-budget")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(st.text(max_size=400), st.integers(0, 300))
def test_what_is_cut_fits_and_is_a_beginning(text: str, budget: int) -> None:
    cut = cut_to_tokens(text, budget)

    assert estimate_tokens(cut) <= budget
    assert text.startswith(cut.removesuffix("..."))


@pytest.mark.requirement("wake-text")
def test_it_names_whom_it_serves_then_what_matters_by_room_with_its_source(palace: Palace) -> None:
    palace.store.tell_about("Ada builds ships.")
    palace.memories.remember(Draft("Trivia.", Place("app", "misc"), importance=0.1))
    palace.memories.remember(Draft("Clerk  was\nchosen.", Place("app", "auth"), Origin(source="/x/auth.md"), importance=0.9))
    palace.memories.remember(Draft("Newest.", Place("app", "auth"), importance=0.2))

    lines = wake_up(palace.store).splitlines()

    assert lines[:3] == ["# L0: whom this memory serves", "Ada builds ships.", ""]
    assert lines[4:7] == [
        "[app / auth]",
        "- \u201cClerk was chosen.\u201d (filed by an agent from auth.md, 2026-03-12)",
        "- \u201cNewest.\u201d (filed by an agent, 2026-03-12)",
    ]
    assert lines[-1] == "(3 memories in all, in app: auth, misc; search for the rest)"


@pytest.mark.requirement("wake-text")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("-5 degrees: the pipes froze", "-5 degrees: the pipes froze"),
        ("#42 is fixed", "#42 is fixed"),
        ("--force overwrites", "--force overwrites"),
        ("## Notes\n\n- first", "Notes - first"),
        ("> - quoted", "quoted"),
    ],
)
def test_a_mark_before_a_text_is_left_out_and_a_sign_of_its_words_stays(palace: Palace, text: str, told: str) -> None:
    palace.memories.remember(Draft(text))

    assert f"- \u201c{told}\u201d (" in wake_up(palace.store)


@pytest.mark.requirement("wake-text")
def test_one_source_does_not_fill_the_page_and_a_wing_keeps_others_out(palace: Palace) -> None:
    for number in range(10):
        palace.memories.remember(Draft(f"Line {number} of the log.", Place("ops", "log"), Origin(source="/x/log.txt")))
    palace.memories.remember(Draft("Something else.", Place("app", "auth"), importance=0.1))

    assert wake_up(palace.store).count("log.txt") == 3
    assert "Something else." in wake_up(palace.store)
    assert "Something else." not in wake_up(palace.store, "ops")


@pytest.mark.requirement("wake-text")
def test_a_long_conversation_does_not_hide_what_other_rooms_hold(palace: Palace) -> None:
    palace.memories.remember(Draft("We chose Clerk.", Place("app", "auth")))
    for number in range(150):
        palace.memories.remember(Draft(f"Turn {number}.", Place("app", "talk"), Origin(conversation="c")))

    assert "We chose Clerk." in wake_up(palace.store)


@pytest.mark.requirement("wake-text")
def test_an_empty_palace_says_so(palace: Palace) -> None:
    assert wake_up(palace.store) == "Nothing is remembered yet."


@pytest.mark.requirement("wake-budget")
def test_the_names_of_many_wings_keep_to_the_budget(palace: Palace) -> None:
    for number in range(30):
        palace.memories.remember(Draft(f"Note {number}.", Place(f"a_rather_long_name_{number:02}", "x")))

    text = wake_up(palace.store, "nope", tokens_max=50)

    assert text.startswith("Nothing is remembered in the wing 'nope'; wings:")
    assert estimate_tokens(text) <= 50
    assert "and 10 more" in wake_up(palace.store, "nope")


def mined(content: str, room: str, source: str, chunk: int = 0) -> Draft:
    return Draft(content, Place("wing_app", room), Origin(source=source, chunk=chunk, added_by="mine"))


@pytest.mark.requirement("wake-text")
def test_of_what_was_mined_beginnings_come_first_and_neither_code_nor_thanks_is_told(palace: Palace) -> None:
    guide = [f"Part {number} of the guide to all of the harbours." for number in range(3)]
    drafts = [mined(text, "docs", "/x/guide.md", number) for number, text in enumerate(guide)]
    palace.intake.file([*drafts, mined(CODE * 3, "code", "/x/a.py"), mined("Thanks.", "talk", "/x/talk.txt")], Actor.MINER)

    told = [line for line in wake_up(palace.store).splitlines() if line.startswith("- ")]

    assert told[0].startswith("- \u201cPart 0 of the guide")
    assert all("Part" in line for line in told)


@pytest.mark.requirement("wake-text")
def test_a_palace_of_nothing_but_code_tells_of_code(palace: Palace) -> None:
    palace.intake.file([mined(CODE * 3, "code", "/x/a.py")], Actor.MINER)

    assert "def read_config" in wake_up(palace.store)


@pytest.mark.requirement("wake-chosen")
def test_what_somebody_chose_comes_before_whatever_was_mined_or_saved(palace: Palace) -> None:
    palace.memories.remember(Draft("Ada prefers short commits.", Place("wing_app", "style"), importance=0.1), actor=Actor.PERSON)
    palace.intake.file(
        [mined(f"Chapter {each} of the guide to all of the harbours.", "docs", f"/x/{each}.md") for each in range(90)],
        Actor.MINER,
    )
    palace.intake.file([Draft("Thanks.", Place("wing_app", "talk"), Origin(conversation="c"), importance=0.9)], Actor.HOOK)

    told = [line for line in wake_up(palace.store).splitlines() if line.startswith("- ")]

    assert "Ada prefers short commits." in told[0]
    assert any("Chapter" in line for line in told)
    assert not any("Thanks." in line for line in told)


@pytest.mark.requirement("wake-chosen")
def test_mined_code_never_fills_it(palace: Palace) -> None:
    palace.intake.file([mined(f"{CODE * 3}# {each}", "code", f"/x/{each}.py") for each in range(60)], Actor.MINER)
    alone = wake_up(palace.store)
    palace.memories.remember(Draft("We ship on Fridays.", Place("wing_app", "release")))

    assert "def read_config" in alone
    assert estimate_tokens(alone) < 800 / 2
    assert "def read_config" not in wake_up(palace.store)


@pytest.mark.requirement("wake-chosen")
def test_the_diary_of_a_wing_is_in_it(palace: Palace) -> None:
    palace.diary.write("Scout", "Found the leak in the cache today.")
    for number in range(20):
        palace.memories.remember(Draft(f"Note {number} of the scout.", Place("wing_scout", "notes"), importance=0.9))

    assert "Found the leak in the cache today." in wake_up(palace.store, "wing_scout").splitlines()[2]
    assert "Found the leak" in wake_up(palace.store)
    assert "Found the leak" not in wake_up(palace.store, "wing_app")


@pytest.mark.requirement("wake-chosen")
def test_the_newest_decisions_are_told_with_their_day(palace: Palace, clock: FixedClock) -> None:
    for number in range(12):
        palace.memories.remember(Draft(f"Decision {number}: ship it.", Place("wing_app", "decisions"), importance=0.1))
        clock.pass_time(days=1)
    for number in range(90):
        palace.memories.remember(Draft(f"Remark {number} about the port and the ships in it.", Place("wing_app", "port")))

    text = wake_up(palace.store)

    assert "Decision 11" in text
    assert "2026-03-23" in text


@pytest.mark.requirement("wake-chosen")
def test_no_source_gets_more_than_a_third(palace: Palace) -> None:
    for number in range(3):
        palace.memories.remember(Draft(f"{number} {ENGLISH * 4}", Place("app", "log"), Origin(source="/x/log.txt"), importance=1))
    for number in range(3):
        palace.memories.remember(Draft(f"{number} of the rest: {ENGLISH}", Place("app", "rest"), importance=0.1))

    lines = wake_up(palace.store, tokens_max=300).splitlines()
    told = sum(estimate_tokens(line) for line in lines if "log.txt" in line)

    assert 0 < told <= 100
