"""Plain text: it is a conversation when its speakers are marked."""

from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said


@pytest.mark.requirement("convos-formats")
def test_names_that_come_back_are_speakers_and_other_words_before_a_colon_are_not() -> None:
    (reef,), _ = read(SAMPLES / "labelled.txt")

    assert reef.title == "Planning the reef survey"
    assert [(turn.speaker, turn.text) for turn in reef.turns] == [
        ("Oona", "We need two divers.\nNote: the tide is low at four."),
        ("Rafi", "I can come."),
        ("Oona", "Good. Bring the slate."),
        ("Rafi", "Will do.\nAnd the camera."),
    ]
    assert [turn.time for turn in reef.turns][:2] == [at("2026-04-01T10:00:00"), at("2026-04-01T10:02:00")]


@pytest.mark.requirement("convos-formats")
def test_roles_before_a_colon_speak_but_not_in_code() -> None:
    (conversation,), _ = read(SAMPLES / "roles.txt")

    assert [turn.role for turn in conversation.turns] == ["user", "assistant", "user", "assistant"]
    assert conversation.turns[1].text.endswith("Warning: it rewrites history.")


@pytest.mark.requirement("convos-formats")
def test_headings_of_roles_speak_and_other_headings_do_not() -> None:
    (roof,), _ = read(SAMPLES / "headings.md")

    assert roof.title == "Choosing a roof"
    assert said(roof) == [("user", "Slate or tile?"), ("assistant", "### Slate\n\nSlate lasts longer."), ("user", "Then slate.")]
    assert roof.turns[2].time == at("2026-05-01T08:00:00")


@pytest.mark.requirement("convos-formats")
def test_quoted_questions_are_the_users() -> None:
    (stones,), _ = read(SAMPLES / "quoting.md")

    assert said(stones) == [
        ("user", "What is a cairn?\nIn one sentence."),
        ("assistant", "A heap of stones that marks a way.\n\nIt can also mark a grave."),
        ("user", "And a dolmen?"),
        ("assistant", "A tomb of great stones."),
    ]


@pytest.mark.parametrize(
    ("text", "speakers"),
    [
        ("**User:** hi\n\n**Assistant:** hello\n", ["User", "Assistant"]),
        ("You said:\nhi\nChatGPT said:\nhello\n", ["You said", "ChatGPT said"]),
        ("Human: hi\n\nAssistant: hello\n", ["Human", "Assistant"]),
        ("Q: why?\nA: because.\n", ["Q", "A"]),
        ("田中: はい\n佐藤: いいえ\n田中: そう\n佐藤: うん\n", ["田中", "佐藤", "田中", "佐藤"]),
    ],
)
def test_common_ways_of_naming_speakers_are_known(tmp_path: Path, text: str, speakers: list[str]) -> None:
    path = tmp_path / "talk.md"
    path.write_text(text, encoding="utf-8")

    (conversation,), _ = read(path)

    assert [turn.speaker for turn in conversation.turns] == speakers


@pytest.mark.requirement("convos-broken")
@pytest.mark.parametrize(
    "text",
    [
        "A plain essay.\n\nIt has paragraphs, and nobody speaks.\n",
        "Note: one\nWarning: two\nNote: three\nWarning: four\n",
        "Title: Boats\nOwner: harbour\n\n> A quote.\n\nAnd prose.\n",
    ],
)
def test_text_without_speakers_is_reported(tmp_path: Path, text: str) -> None:
    path = tmp_path / "essay.md"
    path.write_text(text)

    conversations, (fault,) = read(path)

    assert conversations == []
    assert fault.reason == "is text without recognisable speakers"
