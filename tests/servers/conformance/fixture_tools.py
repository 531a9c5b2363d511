"""The tools that the conformance suite calls."""

import time
from typing import Annotated, Any, Literal

from servers.conformance.samples import PNG, WAV
from simonides.toolkit.content import Audio, Contents, Embedded, Image, Text
from simonides.toolkit.dialogue.bell import Bell
from simonides.toolkit.dialogue.voice import ClientQuestion, Voice
from simonides.toolkit.faults import result_faults
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.shapes import Arg
from simonides.toolkit.tool import Effect, Tool, Toolset


class Bench:
    """What the tools work on: nothing at all."""


class Wanted(Exception):
    """The failure that the suite asks for."""


def form(message: str, required: tuple[str, ...] = (), /, **properties: Any) -> ClientQuestion:
    schema = {"type": "object", "properties": properties, "required": list(required or properties)}
    return ClientQuestion("elicitation/create", {"message": message, "requestedSchema": schema})


def words(prompt: str, tokens: int = 100) -> ClientQuestion:
    message = {"role": "user", "content": {"type": "text", "text": prompt}}
    return ClientQuestion("sampling/createMessage", {"messages": [message], "maxTokens": tokens})


TEXT = {"type": "string"}
NAME = form("What is your name?", name=TEXT)
CONFIRM = form("Please confirm", ok={"type": "boolean"})
ROOTS = ClientQuestion("roots/list", {})


def test_simple_text(bench: Bench) -> str:
    """Say one sentence."""
    return "This is a simple text response for testing."


def test_image_content(bench: Bench) -> Contents:
    """Show a picture."""
    return Contents((Image(PNG, "image/png"),))


def test_audio_content(bench: Bench) -> Contents:
    """Play a sound."""
    return Contents((Audio(WAV, "audio/wav"),))


def test_embedded_resource(bench: Bench) -> Contents:
    """Show a resource."""
    return Contents((Embedded("test://embedded-resource", "text/plain", "This is an embedded resource content."),))


def test_multiple_content_types(bench: Bench) -> Contents:
    """Show a bit of everything."""
    data = Embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
    return Contents((Text("Multiple content types test:"), Image(PNG, "image/png"), data))


def test_error_handling(bench: Bench) -> str:
    """Fail."""
    raise Wanted("This tool intentionally returns an error for testing")


def test_tool_with_progress(bench: Bench, voice: Voice) -> str:
    """Say three times how far it is."""
    for done in (0, 50, 100):
        voice.progress(done, 100)
        time.sleep(0.05)
    return "Done."


def test_tool_with_logging(bench: Bench, voice: Voice) -> str:
    """Make three remarks."""
    for remark in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        voice.log("info", remark)
        time.sleep(0.05)
    return "Done."


def test_logging_tool(bench: Bench, voice: Voice) -> str:
    """Make a remark that nobody has asked for."""
    voice.log("info", "Is anybody there?")
    return "Done."


def test_streaming_elicitation(bench: Bench, voice: Voice) -> str:
    """Ask the client something, after a word about progress."""
    voice.progress(1, 2)
    return f"Hello, {voice.ask({'user_name': NAME})}"


def test_missing_capability(bench: Bench, voice: Voice) -> str:
    """Need a client that samples."""
    return str(voice.ask({"words": words("Say something.")}))


def test_sampling(bench: Bench, voice: Voice, prompt: str) -> str:
    """Have the client's model say something."""
    return f"LLM response: {voice.ask({'words': words(prompt)})['words']['content']}"


def test_elicitation(bench: Bench, voice: Voice, message: str) -> str:
    """Ask the person for a name and an address."""
    answers = voice.ask({"person": form(message, username=TEXT, email=TEXT)})
    return f"User response: {answers['person']}"


def test_elicitation_sep1034_defaults(bench: Bench, voice: Voice) -> str:
    """Ask with a default for every kind of value."""
    question = form(
        "Check these.",
        name={**TEXT, "default": "John Doe"},
        age={"type": "integer", "default": 30},
        score={"type": "number", "default": 95.5},
        status={**TEXT, "enum": ["active", "inactive", "pending"], "default": "active"},
        verified={"type": "boolean", "default": True},
    )
    return f"Elicitation completed: {voice.ask({'form': question})['form']}"


def test_elicitation_sep1330_enums(bench: Bench, voice: Voice) -> str:
    """Ask for one of several values, in every way there is."""
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{number}", "title": f"Choice {number}"} for number in (1, 2, 3)]
    question = form(
        "Choose.",
        untitledSingle={**TEXT, "enum": plain},
        titledSingle={**TEXT, "oneOf": titled},
        legacyEnum={**TEXT, "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
        untitledMulti={"type": "array", "items": {**TEXT, "enum": plain}},
        titledMulti={"type": "array", "items": {"anyOf": titled}},
    )
    return f"Elicitation completed: {voice.ask({'form': question})['form']}"


def test_input_required_result_elicitation(bench: Bench, voice: Voice) -> str:
    """Ask for a name."""
    return f"Hello, {voice.ask({'user_name': NAME})['user_name']}!"


def test_input_required_result_sampling(bench: Bench, voice: Voice) -> str:
    """Ask the client's model for a capital."""
    return str(voice.ask({"capital_question": words("What is the capital of France?")})["capital_question"])


def test_input_required_result_list_roots(bench: Bench, voice: Voice) -> str:
    """Ask for the client's folders."""
    return str(voice.ask({"client_roots": ROOTS})["client_roots"])


def test_input_required_result_request_state(bench: Bench, voice: Voice) -> str:
    """Ask to confirm."""
    return f"state-ok: {voice.ask({'confirm': CONFIRM})}"


def test_input_required_result_tampered_state(bench: Bench, voice: Voice) -> str:
    """Ask to confirm, of a client that changes our note."""
    return f"state-ok: {voice.ask({'confirm': CONFIRM})}"


def test_input_required_result_multiple_inputs(bench: Bench, voice: Voice) -> str:
    """Ask three things at once."""
    return str(voice.ask({"user_name": NAME, "greeting": words("Generate a greeting", 50), "client_roots": ROOTS}))


def test_input_required_result_multi_round(bench: Bench, voice: Voice) -> str:
    """Ask one thing after the other."""
    name = voice.ask({"step1": form("Step 1: What is your name?", name=TEXT)})
    color = voice.ask({"step2": form("Step 2: What is your favorite color?", color=TEXT)})
    return f"{name} {color}"


def test_input_required_result_capabilities(bench: Bench, voice: Voice) -> str:
    """Ask only what the client can answer."""
    questions = {"user_name": NAME, "greeting": words("Generate a greeting", 50), "client_roots": ROOTS}
    return str(voice.ask({name: each for name, each in questions.items() if voice.can_ask(each.method)}))


def json_schema_2020_12_tool(
    bench: Bench,
    *,
    name: str | None = None,
    address: dict[str, str] | None = None,
    contactMethod: Literal["phone", "email"] | None = None,  # noqa: N803
    phone: str | None = None,
    email: str | None = None,
) -> str:
    """Take what belongs together by rules that no signature can say."""
    needed = "phone" if contactMethod == "phone" else "email"
    if not {"phone": phone, "email": email}[needed]:
        raise Wanted(f"'{needed}' is needed")
    return f"{name} at {address}, by {needed}"


def test_region(bench: Bench, region: Annotated[str, Arg("Where it is kept.", header="Region")]) -> str:
    """Say a region, which travels in a header as well."""
    return region


def test_change_watched(bench: Bench) -> str:
    """Change the resource that can be watched."""
    WATCHED.ring()
    return "Changed."


ADDRESS = {"$anchor": "addressDef", "type": "object", "properties": {"street": TEXT, "city": TEXT}}
RULES = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"address": ADDRESS},
    "allOf": [
        {"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]},
        {"properties": {"address": {"$ref": "#addressDef"}}},
    ],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
WATCHED = Bell()

TOOLS = (
    test_simple_text,
    test_image_content,
    test_audio_content,
    test_embedded_resource,
    test_multiple_content_types,
    test_error_handling,
    test_tool_with_progress,
    test_tool_with_logging,
    test_logging_tool,
    test_streaming_elicitation,
    test_missing_capability,
    test_sampling,
    test_elicitation,
    test_elicitation_sep1034_defaults,
    test_elicitation_sep1330_enums,
    test_input_required_result_elicitation,
    test_input_required_result_sampling,
    test_input_required_result_list_roots,
    test_input_required_result_request_state,
    test_input_required_result_tampered_state,
    test_input_required_result_multiple_inputs,
    test_input_required_result_multi_round,
    test_input_required_result_capabilities,
    test_region,
    test_change_watched,
)
TOOLSET = Toolset(
    "conformance",
    (
        *(Tool(function, function.__name__, Effect.READ) for function in TOOLS),
        Tool(json_schema_2020_12_tool, "Contact", Effect.READ, rules=RULES),
    ),
    result_faults(expected=Wanted),
    ScopeSetting(Bench),
)
