import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.cli.clients import config_json, config_toml
from simonides.cli.clients.config_files import Misshapen

ENTRY = {"command": "/opt/a b/simonides", "args": ["serve", "--palace", 'a"b\\']}
HOOKS = {"Stop": {"type": "command", "command": "simonides hook run --event stop --harness codex", "timeout": 10}}

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
    },
)


@pytest.mark.requirement("setup-remove")
@given(CONFIGS, st.sampled_from([None, 2, 4, "\t"]))
def test_what_is_put_into_a_json_config_comes_out_and_nothing_else_does(
    config: dict[str, object], indent: int | str | None
) -> None:
    text = json.dumps(config, indent=indent)

    server = config_json.with_server(ENTRY)(text)
    both = config_json.with_hooks(HOOKS)(server)
    left = config_json.without_server(config_json.without_hooks(both))

    assert config_json.parse(both)["mcpServers"]["simonides"] == ENTRY
    assert config_json.with_hooks(HOOKS)(config_json.with_server(ENTRY)(both)) == both
    assert config_json.parse(left) == config


@pytest.mark.requirement("setup-remove")
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
        added = config_toml.with_server(ENTRY)(text)
        left = config_toml.without_server(added)
    except Misshapen:
        # A text that only looks like our table cannot be told from it by its lines.
        assert "'''" in text
        return

    assert config_toml.parse(added)["mcp_servers"]["simonides"] == ENTRY
    assert config_toml.with_server(ENTRY)(added) == added
    assert {key: value for key, value in config_toml.parse(left).items() if value} == {
        key: value for key, value in before.items() if value
    }


def test_a_server_written_inline_is_replaced_and_taken_out_again() -> None:
    text = '[mcp_servers]\nsimonides = { command = "y" } # old\nother = { command = "x" }\n'

    added = config_toml.with_server({"command": "z"})(text)

    assert config_toml.parse(added) == {"mcp_servers": {"simonides": {"command": "z"}, "other": {"command": "x"}}}
    assert config_toml.parse(config_toml.without_server(added)) == {"mcp_servers": {"other": {"command": "x"}}}


@pytest.mark.requirement("setup-env")
def test_what_a_person_added_to_our_entry_stays() -> None:
    own = {"env": {"SIMONIDES_HOME": "/data", "odd key": "1"}, "disabled": False}
    text = json.dumps({"mcpServers": {"simonides": {"command": "old", "args": [], **own}}})
    table = '[mcp_servers.simonides]\ncommand = "old"\nargs = []\ndisabled = false\n'
    table += '[mcp_servers.simonides.env]\nSIMONIDES_HOME = "/data"\n"odd key" = "1"\n'

    in_json = config_json.parse(config_json.with_server(ENTRY)(text))["mcpServers"]["simonides"]
    in_toml = config_toml.parse(config_toml.with_server(ENTRY)(table))["mcp_servers"]["simonides"]

    assert in_json == in_toml == {**ENTRY, **own}
