import pytest

from simonides.domain.errors import Invalid, NotReady
from simonides.embedders.posting import Style
from simonides.models import build_writer
from simonides.settings import Settings
from simonides.writers.chat import ChatWriter, WriterEndpoint
from writers.server import ChatServer, document, silence, status


@pytest.mark.requirement("graph-writer")
@pytest.mark.parametrize(("style", "path"), [("ollama", "/api/chat"), ("openai", "/v1/chat/completions")])
def test_a_model_is_asked_in_its_own_words(style: Style, path: str) -> None:
    with ChatServer(say=lambda task, material: f"{task} / {material}") as server:
        writer = ChatWriter(WriterEndpoint(style, server.url + "/", "small-model", key="secret"))

        text = writer.write("Summarise.", "Some notes.", timeout_s=30)

    [received] = server.received
    assert text == "Summarise. / Some notes."
    assert received.path == path
    assert received.headers["Authorization"] == "Bearer secret"
    assert received.message == {
        "model": "small-model",
        "messages": [{"role": "system", "content": "Summarise."}, {"role": "user", "content": "Some notes."}],
        "stream": False,
    }


@pytest.mark.parametrize(
    "nonsense", [{}, {"choices": []}, {"choices": [{"message": {"content": None}}]}, {"choices": [{"message": {"content": " "}}]}]
)
def test_an_answer_without_words_is_no_answer(nonsense: object) -> None:
    with ChatServer(first=[document(nonsense)]) as server, pytest.raises(NotReady, match="writing server"):
        ChatWriter(WriterEndpoint("openai", f"{server.url}/v1", "m")).write("task", "material", 30)


def test_a_refusal_and_silence_are_told_with_the_address() -> None:
    with ChatServer(first=[status(401), silence]) as server:
        writer = ChatWriter(WriterEndpoint("ollama", server.url, "m"))

        with pytest.raises(NotReady, match=f"{server.url}/api/chat answered 401"):
            writer.write("task", "material", 30)
        with pytest.raises(NotReady, match="did not answer within"):
            writer.write("task", "material", 0.2)


def test_settings_choose_the_writer_or_none(tmp_path: object) -> None:
    from pathlib import Path

    here = Path(str(tmp_path))

    assert build_writer(Settings(here)) is None
    assert build_writer(Settings(here, writer="ollama", writer_url="http://127.0.0.1:1", writer_model="m")) is not None
    for wrong in (
        Settings(here, writer="parrot"),
        Settings(here, writer="ollama"),
        Settings(here, writer="openai", writer_url="ftp://x", writer_model="m"),
    ):
        with pytest.raises(Invalid, match="writer"):
            build_writer(wrong)
