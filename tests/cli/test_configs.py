import json
from collections.abc import Mapping
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from simonides.cli.clients import config_json, config_toml, config_yaml
from simonides.cli.clients.config_files import Misshapen
from simonides.cli.clients.entries import Syntax, with_server, without_server

ENTRY = {"command": "/opt/a b/simonides", "args": ["serve", "--palace", 'a"b\\']}
HOOKS = {"Stop": {"type": "command", "command": "simonides hook run --event stop --harness codex", "timeout": 10}}
SYNTAXES = {
    "strict": (config_json.STRICT, "mcpServers"),
    "comments": (config_json.WITH_COMMENTS, "servers"),
    "toml": (config_toml.TOML, "mcp_servers"),
    "yaml": (config_yaml.YAML, "extensions"),
}

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
GROUPS = st.lists(st.just({"matcher": "x", "hooks": [{"type": "command", "command": "say hook run"}]}), min_size=1, max_size=2)
CONFIGS = st.fixed_dictionaries(
    {},
    optional={
        "other": VALUES,
        "mcpServers": st.dictionaries(st.sampled_from(["a", "b"]), VALUES, min_size=1),
        "hooks": st.dictionaries(st.sampled_from(["Stop", "Other"]), GROUPS, min_size=1),
        "last": VALUES,
    },
)


def added(name: str, text: str, entry: Mapping[str, object] = ENTRY) -> str:
    syntax, servers = SYNTAXES[name]
    return with_server(syntax, servers, entry)(text)


def removed(name: str, text: str) -> str:
    syntax, servers = SYNTAXES[name]
    return without_server(syntax, servers)(text)


def parsed(name: str, text: str) -> Mapping[str, Any]:
    return SYNTAXES[name][0].parse(text)


@pytest.mark.requirement("setup-remove")
@settings(max_examples=40)
@given(CONFIGS, st.sampled_from([None, 2, 4, "\t"]), st.sampled_from(["strict", "comments"]))
def test_what_is_put_into_a_json_config_comes_out_and_nothing_else_does(
    config: dict[str, object], indent: int | str | None, name: str
) -> None:
    text = json.dumps(config, indent=indent)
    if name == "comments":
        text = text.replace('"mcpServers"', '"servers"')
        config = {"servers" if key == "mcpServers" else key: value for key, value in config.items()}

    server = added(name, text)
    both = config_json.with_hooks(HOOKS)(server)
    left = removed(name, config_json.without_hooks(both))

    assert parsed(name, both)[SYNTAXES[name][1]]["simonides"] == ENTRY
    assert config_json.with_hooks(HOOKS)(added(name, both)) == both
    assert parsed(name, left) == config
    assert "".join(removed(name, server).split()) == "".join(text.split())


@pytest.mark.requirement("setup-remove")
@settings(max_examples=40)
@given(
    st.lists(st.sampled_from(["# note", "", "[a]", "x = 1", "[mcp_servers.b]", "[[c]]", "y = '''\n[mcp_servers.simonides]\n'''"]))
)
def test_what_is_put_into_a_toml_config_comes_out_or_it_is_left_alone(lines: list[str]) -> None:
    text = "\n".join(lines)
    try:
        before = config_toml.parse(text)
    except ValueError:
        return

    try:
        after = added("toml", text)
        left = removed("toml", after)
    except Misshapen:
        # A text that only looks like our table cannot be told from it by its lines.
        assert "'''" in text
        return

    assert config_toml.parse(after)["mcp_servers"]["simonides"] == ENTRY
    assert added("toml", after) == after
    assert {key: value for key, value in config_toml.parse(left).items() if value} == {
        key: value for key, value in before.items() if value
    }


@pytest.mark.requirement("setup-clients")
@settings(max_examples=40)
@given(
    st.dictionaries(
        st.sampled_from(["A", "extensions", "z"]), st.none() | st.dictionaries(st.sampled_from("pq"), VALUES), max_size=3
    ),
    st.booleans(),
    st.lists(st.sampled_from(["# a note", ""]), max_size=2),
)
def test_what_is_put_into_a_yaml_config_comes_out_and_its_comments_stay(
    config: dict[str, Any], is_flow: bool, notes: list[str]
) -> None:
    dumped = [f"{key}: {json.dumps(value)}\n" if is_flow else yaml.safe_dump({key: value}) for key, value in config.items()]
    text = "".join([*(f"{note}\n" for note in notes), *dumped, "# the end\n"])
    before = config_yaml.parse(text)

    after = added("yaml", text)

    assert config_yaml.parse(after)["extensions"]["simonides"] == ENTRY
    assert added("yaml", after) == after
    assert added("yaml", added("yaml", after, {"command": "z"}), {**ENTRY, "enabled": True})
    assert [line for line in after.splitlines() if line.startswith("#")] == [note for note in notes if note] + ["# the end"]
    left = removed("yaml", after)
    assert {key: value for key, value in config_yaml.parse(left).items() if value} == {
        key: value for key, value in before.items() if value
    }


COMMENTED = """// My settings, kept since 2019
{
  "theme": "One Dark", // dark
  /* tools: {"servers": {}} */
  "servers": {
    // the old one
    "other": {"command": "x", "url": "http://a//b"}, // keep
  },
}
"""


@pytest.mark.requirement("setup-comments")
def test_comments_and_last_commas_stay_where_the_client_allows_them() -> None:
    after = added("comments", COMMENTED)

    assert parsed("comments", after)["servers"] == {"other": {"command": "x", "url": "http://a//b"}, "simonides": ENTRY}
    assert [line for line in COMMENTED.splitlines() if line not in after.splitlines()] == []
    assert removed("comments", after).split() == COMMENTED.split()


@pytest.mark.requirement("setup-comments")
@pytest.mark.parametrize(
    "text",
    [
        "// nothing yet\n",
        "{} // end",
        '{ /* a */ "servers": { /* mine */ } }',
        '{"servers": {"simonides": {"command": "old"} /* ours */, "x": 1}}',
        '{"servers": {"x": 1, // one\n "simonides": {"command": "old"}}}',
        '{"servers": {"simonides": {"command": "old"}, // note\n "x": 1,},}',
        '{"servers": {\n // first\n "simonides": {"command": "old"}, "x": 1}}',
    ],
)
def test_odd_places_of_comments_are_no_trouble(text: str) -> None:
    after = added("comments", text)
    left = removed("comments", after)

    assert parsed("comments", after)["servers"]["simonides"] == ENTRY
    assert "simonides" not in parsed("comments", left).get("servers", {})
    for comment in ("nothing yet", "end", "mine", "ours", "one", "note", "first"):
        assert (comment in text) == (comment in left)


@pytest.mark.requirement("setup-comments")
def test_a_comment_is_refused_where_the_client_would_refuse_it() -> None:
    with pytest.raises(ValueError, match=r"Expecting"):
        added("strict", '{"mcpServers": {} // mine\n}')


@pytest.mark.requirement("setup-careful")
@pytest.mark.parametrize("name", sorted(SYNTAXES))
def test_servers_that_are_no_table_are_refused(name: str) -> None:
    servers = SYNTAXES[name][1]
    text = {"toml": f"{servers} = 3", "yaml": f"{servers}: [1]"}.get(name, json.dumps({servers: [1]}))

    with pytest.raises(Misshapen):
        added(name, text)


@pytest.mark.requirement("setup-careful")
def test_an_edit_that_would_change_something_else_is_not_made() -> None:
    clumsy = Syntax(
        config_json.parse, lambda _text, servers, entry: json.dumps({servers: {"simonides": entry}}), lambda text, _: text
    )

    with pytest.raises(Misshapen, match="by hand"):
        with_server(clumsy, "mcpServers", ENTRY)('{"theirs": 1}')


def test_a_server_written_inline_is_replaced_and_taken_out_again() -> None:
    text = '[mcp_servers]\nsimonides = { command = "y" } # old\nother = { command = "x" }\n'

    after = added("toml", text, {"command": "z"})

    assert config_toml.parse(after) == {"mcp_servers": {"simonides": {"command": "z"}, "other": {"command": "x"}}}
    assert config_toml.parse(removed("toml", after)) == {"mcp_servers": {"other": {"command": "x"}}}


@pytest.mark.requirement("setup-env")
def test_what_a_person_added_to_our_entry_stays() -> None:
    own = {"env": {"SIMONIDES_HOME": "/data", "odd key": "1"}, "disabled": False}
    text = json.dumps({"mcpServers": {"simonides": {"command": "old", "args": [], **own}}})
    table = '[mcp_servers.simonides]\ncommand = "old"\nargs = []\ndisabled = false\n'
    table += '[mcp_servers.simonides.env]\nSIMONIDES_HOME = "/data"\n"odd key" = "1"\n'

    in_json = parsed("strict", added("strict", text))["mcpServers"]["simonides"]
    in_toml = parsed("toml", added("toml", table))["mcp_servers"]["simonides"]

    assert in_json == in_toml == {**ENTRY, **own}


@pytest.mark.requirement("setup-env")
def test_an_address_takes_the_place_of_a_command_and_the_rest_stays() -> None:
    text = json.dumps({"mcpServers": {"simonides": {"command": "old", "args": [], "env": {"A": "1"}}}})

    after = with_server(config_json.STRICT, "mcpServers", {"url": "http://a/mcp"}, {"command", "args", "url"})(text)

    assert parsed("strict", after)["mcpServers"]["simonides"] == {"url": "http://a/mcp", "env": {"A": "1"}}
