"""The official conformance suite, which must report no failure.

Scenarios that need nothing of their own run on the product; those that ask for tools, prompts or resources by name run on a
fixture server on the same core. A scenario that is in neither list fails the test.
"""

from collections.abc import Callable, Iterator

import pytest

from servers.conformance import suite
from servers.http_process import PRODUCT, HttpProcess, product_environment

FIXTURE = ("-m", "servers.conformance.fixture_server")
RUNS = [("0.1.16", None), ("0.2.0-alpha.12", "2025-11-25"), ("0.2.0-alpha.12", "2026-07-28")]

ON_THE_PRODUCT = """
    server-initialize server-session-lifecycle ping tools-list dns-rebinding-protection http-header-validation
    server-sse-multiple-streams server-sse-polling server-stateless sep-2164-resource-not-found caching
    prompts-list resources-list input-required-result-unsupported-methods
""".split()

ON_THE_FIXTURE = """
    tools-call-simple-text tools-call-image tools-call-audio tools-call-embedded-resource tools-call-mixed-content
    tools-call-error tools-call-with-progress tools-call-with-logging logging-set-level
    tools-call-sampling tools-call-elicitation elicitation-sep1034-defaults elicitation-sep1330-enums
    prompts-get-simple prompts-get-with-args prompts-get-embedded-resource prompts-get-with-image completion-complete
    resources-read-text resources-read-binary resources-templates-read resources-subscribe resources-unsubscribe
    json-schema-2020-12 http-custom-header-server-validation
    input-required-result-basic-elicitation input-required-result-basic-sampling input-required-result-basic-list-roots
    input-required-result-request-state input-required-result-multiple-input-requests input-required-result-multi-round
    input-required-result-missing-input-response input-required-result-non-tool-request input-required-result-result-type
    input-required-result-tampered-state input-required-result-capability-check input-required-result-ignore-extra-params
    input-required-result-validate-input
""".split()

Look = Callable[[str, str | None], suite.Checks]

pytestmark = [
    pytest.mark.requirement("mcp-conformance"),
    pytest.mark.skipif(
        not suite.is_installed(),
        reason=f"the conformance suite is not in {suite.home()}: `cd tests && python -m servers.conformance.suite` installs it",
    ),
]


def look_up(server: HttpProcess, factory: pytest.TempPathFactory) -> Look:
    known: dict[tuple[str, str | None], suite.Checks] = {}

    def look(version: str, spec: str | None) -> suite.Checks:
        if (version, spec) not in known:
            known[version, spec] = suite.run(version, spec, f"{server.url}/mcp", factory.mktemp("checks"))
        return known[version, spec]

    return look


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Look]:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path_factory.mktemp("home")))
    yield look_up(server, tmp_path_factory)
    server.end()


@pytest.fixture(scope="module")
def fixture(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Look]:
    server = HttpProcess(FIXTURE)
    yield look_up(server, tmp_path_factory)
    server.end()


def failures(checks: suite.Checks, scenarios: list[str]) -> dict[str, str]:
    return {
        check["id"]: check.get("errorMessage", "")
        for scenario in scenarios
        for check in checks.get(scenario, [])
        if check["status"] == "FAILURE"
    }


@pytest.mark.parametrize(("version", "spec"), RUNS)
def test_the_product_passes_every_scenario_that_needs_no_fixture(product: Look, version: str, spec: str | None) -> None:
    failed = failures(product(version, spec), ON_THE_PRODUCT)

    assert {
        check: reason for check, reason in failed.items() if not reason.startswith("Not testable: server does not list")
    } == {}
    assert {"tools-list", "dns-rebinding-protection", "prompts-list", "resources-list"} <= set(product(version, spec))


@pytest.mark.parametrize(("version", "spec"), RUNS)
def test_the_fixture_server_passes_the_rest(fixture: Look, version: str, spec: str | None) -> None:
    checks = fixture(version, spec)

    assert failures(checks, [*ON_THE_PRODUCT, *ON_THE_FIXTURE]) == {}
    assert len(set(checks) & set(ON_THE_FIXTURE)) >= 24


@pytest.mark.parametrize(("version", "spec"), RUNS)
def test_no_scenario_is_left_out(product: Look, version: str, spec: str | None) -> None:
    assert set(product(version, spec)) - {*ON_THE_PRODUCT, *ON_THE_FIXTURE} == set()
