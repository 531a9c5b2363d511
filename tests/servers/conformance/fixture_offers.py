"""The prompts and resources that the conformance suite asks for."""

import json
from collections.abc import Mapping

from servers.conformance.fixture_tools import TEXT, WATCHED, form
from servers.conformance.samples import PNG
from simonides.toolkit.calling import Surroundings
from simonides.toolkit.content import Contents, Embedded, Image, Text
from simonides.toolkit.offering import Offering, Prompt, PromptArgument, Resource, Template

Arguments = Mapping[str, str]


def simple(_arguments: Arguments, _around: Surroundings) -> str:
    return "This is a simple prompt for testing."


def with_arguments(arguments: Arguments, _around: Surroundings) -> str:
    return f"Prompt with arguments: arg1='{arguments['arg1']}', arg2='{arguments['arg2']}'"


def with_resource(arguments: Arguments, _around: Surroundings) -> Contents:
    resource = Embedded(arguments["resourceUri"], "text/plain", "Embedded resource content for testing.")
    return Contents((resource, Text("Please process the embedded resource above.")))


def with_image(_arguments: Arguments, _around: Surroundings) -> Contents:
    return Contents((Image(PNG, "image/png"), Text("Please analyze the image above.")))


def asking(_arguments: Arguments, around: Surroundings) -> str:
    answers = around.voice.ask({"user_context": form("What context should the prompt use?", context=TEXT)})
    return f"Use this context: {answers['user_context']}"


def data_of(arguments: Arguments, _around: Surroundings) -> str:
    number = arguments["id"]
    return json.dumps({"id": number, "templateTest": True, "data": f"Data for ID: {number}"})


def towns(begun: str, _around: Surroundings) -> list[str]:
    return [town for town in ("paris", "prague", "testaccio") if town.startswith(begun)]


def prompt(name: str, render: object, *arguments: str) -> Prompt:
    wanted = tuple(PromptArgument(each, each, is_required=True, complete=towns) for each in arguments)
    return Prompt(name, name, name, wanted, render)  # type: ignore[arg-type]


OFFERING = Offering(
    prompts=(
        prompt("test_simple_prompt", simple),
        prompt("test_prompt_with_arguments", with_arguments, "arg1", "arg2"),
        prompt("test_prompt_with_embedded_resource", with_resource, "resourceUri"),
        prompt("test_prompt_with_image", with_image),
        prompt("test_input_required_result_prompt", asking),
    ),
    resources=(
        Resource(
            "test://static-text",
            "static-text",
            "Text",
            "A text",
            "text/plain",
            lambda _around: "This is the content of the static text resource.",
        ),
        Resource("test://static-binary", "static-binary", "Picture", "A picture", "image/png", lambda _around: PNG),
        Resource("test://watched-resource", "watched", "Watched", "A text that changes", "text/plain", lambda _: "Now.", WATCHED),
    ),
    templates=(Template("test://template/{id}/data", "data", "Data", "Data by id", "application/json", data_of, {"id": towns}),),
)
