import pytest

from simonides.toolkit.content import Audio, Contents, Embedded, Image, Text
from simonides.toolkit.offering import Template


def test_every_kind_of_content_travels_as_mcp_says() -> None:
    parts = (
        Text("half a \ud800 pair"),
        Image(b"\x89", "image/png"),
        Audio(b"RI", "audio/wav"),
        Embedded("a://b", "text/plain", "é"),
        Embedded("a://c", "x/y", b"\x00"),
    )

    assert Contents(parts).blocks() == [
        {"type": "text", "text": "half a \ufffd pair"},
        {"type": "image", "data": "iQ==", "mimeType": "image/png"},
        {"type": "audio", "data": "Ukk=", "mimeType": "audio/wav"},
        {"type": "resource", "resource": {"uri": "a://b", "mimeType": "text/plain", "text": "é"}},
        {"type": "resource", "resource": {"uri": "a://c", "mimeType": "x/y", "blob": "AA=="}},
    ]


@pytest.mark.parametrize(
    ("uri", "values"),
    [
        ("memory://x/a/y/b", {"one": "a", "two": "b"}),
        ("memory://x/Stra%C3%9Fe%2F1/y/%20", {"one": "Straße/1", "two": " "}),
        ("memory://x//y/b", None),
        ("memory://x/a/y/b/c", None),
        ("memory:__x/a/y/b", None),
        ("memory://x/a/y/b?", {"one": "a", "two": "b?"}),
        ("", None),
    ],
)
def test_a_template_is_matched_part_by_part(uri: str, values: dict[str, str] | None) -> None:
    template = Template("memory://x/{one}/y/{two}", "n", "t", "d", "text/plain", lambda _values, _around: "")

    assert template.match(uri) == values
