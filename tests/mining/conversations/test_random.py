"""Random files: reading one never raises, and always reports something."""

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from mining.conversations.sampling import SAMPLES
from simonides.mining.conversations import Item, UnreadableConversation, read_conversations
from simonides.mining.conversations.calls import CALL_MAX
from simonides.mining.conversations.json_documents import json_values
from simonides.mining.conversations.reading import ReadRecord

pytestmark = [pytest.mark.long, pytest.mark.requirement("convos-broken")]

# Words that mean something in one format or another, so that random objects get past the recognisers.
WORDS = """type message content role user assistant sessionId uuid parentUuid isSidechain summary leafUuid timestamp payload
 response_item event_msg session_meta user_message agent_message function_call call_id output arguments name id text parts
 mapping parent children current_node author metadata recipient chat_messages sender human attachments files messages info
 projectHash toolCalls args result functionResponse functionCall messageId ts thread_ts tool_use tool_result input tool gemini
 composerId conversation fullConversationHeadersOnly bubbleId toolFormerData state synthetic subtype bot_id profile
 model title created_at create_time time created $set thoughts""".split()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=8)
    | st.just("\ud800")
    | st.sampled_from(WORDS)
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6), max_leaves=25
)
OBJECTS = st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=8)
LISTS = st.lists(OBJECTS | VALUES, max_size=4)
NODES = st.fixed_dictionaries({"message": OBJECTS | VALUES, "parent": st.sampled_from("abc"), "children": LISTS})
SHAPED = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["user", "assistant"]), "message": st.fixed_dictionaries({"content": LISTS})}),
    st.fixed_dictionaries({"type": st.sampled_from(["response_item", "event_msg", "session_meta"]), "payload": OBJECTS}),
    st.fixed_dictionaries({"sessionId": VALUES, "projectHash": VALUES, "messages": LISTS | VALUES}),
    st.fixed_dictionaries({"role": st.sampled_from(["user", "model"]), "parts": LISTS}),
    st.fixed_dictionaries({"chat_messages": LISTS, "uuid": VALUES}),
    st.fixed_dictionaries({"mapping": st.dictionaries(st.sampled_from("abc"), NODES, max_size=3), "current_node": VALUES}),
    st.fixed_dictionaries({"type": st.just("message"), "ts": st.text(max_size=5)}, optional=dict.fromkeys(WORDS[4:12], VALUES)),
    st.fixed_dictionaries(
        {"info": OBJECTS, "messages": st.lists(st.fixed_dictionaries({"info": OBJECTS, "parts": LISTS}), max_size=3)}
    ),
    st.fixed_dictionaries({"composerId": VALUES, "conversation": LISTS, "fullConversationHeadersOnly": LISTS}),
    OBJECTS,
)
FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def read_all(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "source"
        path.write_bytes(data)
        check(list(read_conversations(path)))


def check(found: list[Item]) -> None:
    assert found
    for item in found:
        if isinstance(item, UnreadableConversation):
            assert item.reason.encode()
            continue
        assert item.turns
        assert item.title is None or item.title.encode()
        for turn in item.turns:
            # Every turn says something, and all of it can be stored.
            assert "".join([turn.text, *turn.tools]).encode()
            assert turn.speaker is None or turn.speaker.encode()
            assert turn.time is None or turn.time.utcoffset() == timedelta(0)
            assert all(len(tool) <= CALL_MAX for tool in turn.tools)


@FEW
@given(st.binary(max_size=600))
def test_random_bytes_never_raise(data: bytes) -> None:
    read_all(data)


@FEW
@given(st.text(alphabet='AB:>#-\n `*[]{}",\\x0\u00e9', max_size=300))
def test_random_text_never_raises(text: str) -> None:
    read_all(text.encode())


@FEW
@given(st.lists(SHAPED | VALUES, max_size=6), st.booleans(), st.integers(0, 40))
def test_random_json_never_raises(values: list[Any], is_lines: bool, cut: int) -> None:
    text = "\n".join(map(json.dumps, values)) if is_lines else json.dumps(values)

    read_all(text.encode()[: len(text) - cut])


@FEW
@given(st.sampled_from(sorted(SAMPLES.glob("*.*"))), st.data())
def test_samples_with_random_damage_never_raise(sample: Path, data: st.DataObject) -> None:
    whole = sample.read_bytes()
    at = data.draw(st.integers(0, len(whole)))
    length = data.draw(st.integers(0, 60))
    damage = data.draw(st.binary(max_size=20) | st.sampled_from([b'":[', b"null", b"{}", b'"', b"1e999"]))

    read_all(whole[:at] + damage + whole[at + length :])


@FEW
@given(st.lists(SHAPED | VALUES, min_size=1, max_size=6))
@example([{"composerId": "\ud800", "fullConversationHeadersOnly": [{}]}])
def test_random_rows_never_raise(values: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "state.vscdb"
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE cursorDiskKV (key TEXT, value BLOB)")
            for number, value in enumerate(values):
                row = [(f"composerData:{number}", json.dumps(value)), (f"bubbleId:{number}:{number}", json.dumps(value))]
                connection.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", row)

        check(list(read_conversations(path)))


@FEW
@given(st.lists(SHAPED | VALUES, min_size=1, max_size=6))
def test_random_files_of_folders_never_raise(values: list[Any]) -> None:
    with TemporaryDirectory() as folder:
        for number, value in enumerate(values):
            for place in (f"session/p/ses_{number}", f"message/ses_{number}/msg_{number}", f"part/msg_{number}/prt_{number}"):
                path = Path(folder) / "storage" / f"{place}.json"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(json.dumps(value))
        day = Path(folder) / "slack" / "harbour" / "2026-03-01.json"
        day.parent.mkdir(parents=True)
        day.write_text(json.dumps(values))
        (day.parent.parent / "users.json").write_text(json.dumps(values))

        check(list(read_conversations(Path(folder))))
        check(list(read_conversations(day.parent.parent)))


@FEW
@given(st.lists(VALUES.filter(lambda value: value == value), max_size=8), st.integers(1, 50))  # noqa: PLR0124 leaves NaN out
def test_elements_of_a_list_are_the_same_in_whatever_pieces_they_are_read(values: list[Any], piece: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "list.json"
        path.write_text(json.dumps(values, indent=1), encoding="utf-8")

        found = list(json_values(path, piece))

    assert [json.dumps(record.value) for record in found if isinstance(record, ReadRecord)] == [
        json.dumps(value) for value in values
    ]
    assert len(found) == len(values)
