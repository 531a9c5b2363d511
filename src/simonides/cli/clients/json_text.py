"""The members of an object in a JSON text, by their places, so that one can change while comments and layout stay."""

import json
import re

from simonides.cli.clients.config_files import Misshapen
from simonides.frozen import frozen

# Strings are matched first, so that neither a slash nor a comma inside one counts.
# What is not closed goes to the end of the text: looking for its end again from every later place would take for ever.
_STRING = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
_PIECES = re.compile(rf"{_STRING}|//[^\n\r]*|/\*(?:.*?\*/|.*\Z)", re.DOTALL)
_LAST_COMMA = re.compile(rf"({_STRING})|,(?=\s*[}}\]])", re.DOTALL)
_VISIBLE = re.compile(r"[^\n\r]")
_DECODER = json.JSONDecoder()


@frozen
class TextSpan:
    """A piece of a text: from `start`, up to but not including `end`."""

    start: int
    end: int


@frozen
class Member:
    """A name and its value in an object."""

    name: str
    start: int
    value: TextSpan


@frozen
class Outline:
    """An object with the places of its braces and members."""

    start: int
    end: int
    members: tuple[Member, ...]

    def member(self, name: str) -> Member | None:
        """The last member of this name, which is the one that counts."""
        return next((member for member in reversed(self.members) if member.name == name), None)


def plain(text: str) -> str:
    """JSON with comments as plain JSON of the same length: comments, and commas before a closing bracket, become spaces."""
    return _LAST_COMMA.sub(lambda found: found[1] or " ", _without_comments(text))


def outline(text: str) -> Outline | None:
    """The object that a text holds; None when it holds nothing but comments."""
    json_only = plain(text)
    return inside(text, TextSpan(json_only.index("{"), len(json_only.rstrip()))) if json_only.strip() else None


def inside(text: str, span: TextSpan) -> Outline:
    """The object at a place of a text. Raises Misshapen when there is none."""
    json_only = plain(text)
    if json_only[span.start] != "{":
        raise Misshapen("expected a JSON object")
    members = []
    position = _skip(json_only, span.start + 1)
    while json_only[position] != "}":
        start = position
        name, position = _DECODER.raw_decode(json_only, position)
        value_start = _skip(json_only, _skip(json_only, position) + 1)
        _, value_end = _DECODER.raw_decode(json_only, value_start)
        members.append(Member(name, start, TextSpan(value_start, value_end)))
        position = _skip(json_only, value_end)
        position = _skip(json_only, position + 1) if json_only[position] == "," else position
    return Outline(span.start, position + 1, tuple(members))


def with_member(text: str, found: Outline, name: str, value: object, indent: str, *, depth: int) -> str:
    """The text with a further member at the end of an object, written as the object is: on one line, or on lines of its own."""
    if found.members and "\n" not in text[found.start : found.end]:
        written, before, after = json.dumps(value, ensure_ascii=False), " ", ""
    else:
        written, before = _dumped(value, indent, depth + 1), f"\n{indent * (depth + 1)}"
        after = "" if "\n" in text[len(text[: found.end - 1].rstrip()) : found.end - 1] else f"\n{indent * depth}"
    place = len(text[: found.end - 1].rstrip())
    last = found.members[-1] if found.members else None
    # Who ends the last line with a comma gets ours with one, too.
    ending = "," if last and _comma_after(text, last, found.end - 1) is not None else ""
    text = f"{text[:place]}{before}{json.dumps(name, ensure_ascii=False)}: {written}{ending}{after}{text[place:]}"
    return text if last is None or ending else f"{text[: last.value.end]},{text[last.value.end :]}"


def with_value(text: str, found: Outline, name: str, value: object, indent: str, *, depth: int) -> str:
    """The text with another value of a member."""
    member = found.member(name)
    assert member is not None  # noqa: S101 - the caller has seen it
    is_inline = "\n" not in text[found.start : found.end]
    written = json.dumps(value, ensure_ascii=False) if is_inline else _dumped(value, indent, depth + 1)
    return f"{text[: member.value.start]}{written}{text[member.value.end :]}"


def without_member(text: str, found: Outline, name: str) -> str:
    """The text without a member, its comma and the space before it."""
    place = next(number for number in reversed(range(len(found.members))) if found.members[number].name == name)
    member = found.members[place]
    comma = _comma_after(text, member, found.end - 1)
    rest = text[member.value.end :] if comma is None else text[member.value.end : comma] + text[comma + 1 :]
    start = len(text[: member.start].rstrip())
    if _without_comments(text)[start - 1].isspace() and rest[:1] not in "\r\n":
        # A comment stands before it, which may run to the end of its line.
        start = len(text[: member.start].rstrip(" \t"))
    earlier = _comma_after(text, found.members[place - 1], member.start) if comma is None and place else None
    return text[:start] + rest if earlier is None else text[:earlier] + text[earlier + 1 : start] + rest


def has_comment_beside(text: str, found: Outline, name: str) -> bool:
    """Whether an object has a comment outside of one member's value."""
    member = found.member(name)
    bare = _without_comments(text)
    spans = [(found.start, member.value.start), (member.value.end, found.end)] if member else [(found.start, found.end)]
    return any(bare[start:end] != text[start:end] for start, end in spans)


def _without_comments(text: str) -> str:
    return _PIECES.sub(lambda found: found[0] if found[0][0] == '"' else _VISIBLE.sub(" ", found[0]), text)


def _comma_after(text: str, member: Member, limit: int) -> int | None:
    """The place of the comma that follows a member before `limit`."""
    position = _skip(_without_comments(text), member.value.end)
    return position if position < limit and text[position] == "," else None


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\n\r":
        position += 1
    return position


def _dumped(value: object, indent: str, depth: int) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent).replace("\n", f"\n{indent * depth}")
