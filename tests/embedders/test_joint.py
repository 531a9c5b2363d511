import subprocess
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import pytest

from simonides.domain.errors import NotReady
from simonides.embedders.bundled import many_languages
from simonides.embedders.hashing import HashingEmbedder
from simonides.embedders.joint import JointEmbedder
from simonides.embedders.routing import Readers, readers_of
from simonides.ports.embedder import Identity, State

if TYPE_CHECKING:
    from simonides.ports.embedder import Embedder, Vectors


class NotingEmbedder(HashingEmbedder):
    """Notes what it was given to read; ready only when told so."""

    def __init__(self, name: str, state: State = "ready") -> None:
        super().__init__()
        self.identity = Identity(name, 384)
        self.state = state
        self.read: list[str] = []
        self.warmed = False

    def warm_up(self) -> None:
        self.warmed = True

    def wait(self, timeout_s: float, texts: Sequence[str] = ()) -> bool:  # noqa: ARG002 - the port's signature
        return self.state == "ready"

    def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":
        self.read += texts
        return super().embed_texts(texts)


def by_mark(text: str) -> Readers:
    return {"1": Readers.FIRST, "2": Readers.SECOND}.get(text[0], Readers.BOTH)


@pytest.fixture
def first() -> NotingEmbedder:
    return NotingEmbedder("first/1")


@pytest.fixture
def second() -> NotingEmbedder:
    return NotingEmbedder("second/int8/2")


@pytest.fixture
def joint(first: NotingEmbedder, second: NotingEmbedder) -> JointEmbedder:
    return JointEmbedder(first, second, by_mark)


@pytest.mark.requirement("languages-readers")
@pytest.mark.parametrize(
    "text",
    [
        "What did we decide about the retry policy?",
        "def mean(values): return sum(values) / len(values)",
        "OPS-1042",
        "",
        "2026-11-15 09:30",
        "🎉",
        "Müller moved to São Paulo and runs a café there.",
        "SELECT id FROM memories WHERE palace = ? LIMIT 20",
    ],
)
def test_english_and_code_have_one_reader(text: str) -> None:
    assert readers_of(text) == Readers.FIRST


@pytest.mark.requirement("languages-readers")
@pytest.mark.parametrize(
    "text",
    [
        "Wo haben wir den Schlüssel für das Archiv hingelegt?",
        "Où avons-nous laissé la clé des archives ?",
        "Где лежит ключ от архива?",
        "档案室的钥匙在哪里?",
        "資料室の鍵はどこですか。",
        "자료실 열쇠는 어디에 있나요?",
        "أين مفتاح الأرشيف؟",
        "अभिलेखागार की चाबी कहाँ है?",
    ],
)
def test_another_language_has_the_other(text: str) -> None:
    assert readers_of(text) == Readers.SECOND


@pytest.mark.requirement("languages-readers")
def test_a_mixed_text_has_both() -> None:
    text = (
        "The customer wrote back on Monday: Ich habe die Rechnung noch nicht bekommen, bitte schicken Sie sie noch einmal. "
        "We should resend it to her as soon as we can."
    )

    assert readers_of(text) == Readers.BOTH


@pytest.mark.requirement("languages-readers")
def test_a_language_that_polyglot_never_learnt_has_both() -> None:
    assert readers_of("Πού είναι το κλειδί του αρχείου;") == Readers.BOTH


def test_each_text_goes_to_its_readers_and_vectors_stand_in_order(
    joint: JointEmbedder, first: NotingEmbedder, second: NotingEmbedder
) -> None:
    made = joint.embed_texts(["1 one", "2 two", "x both", "1 more"])

    assert [len(vectors) for vectors in made] == [1, 1, 2, 1]
    assert first.read == ["1 one", "x both", "1 more"]
    assert second.read == ["2 two", "x both"]
    assert np.array_equal(made[3], HashingEmbedder().embed_question("1 more"))


def test_a_question_has_the_vectors_of_its_readers(joint: JointEmbedder) -> None:
    assert [len(joint.embed_question(text)) for text in ("1 one", "2 two", "x both")] == [1, 1, 2]


@pytest.mark.requirement("languages-lazy")
def test_nobody_waits_for_an_encoder_that_his_text_does_not_need(
    joint: JointEmbedder, first: NotingEmbedder, second: NotingEmbedder
) -> None:
    second.state = "loading"

    english, both = joint.wait(0, ["1 one", "1 two"]), joint.wait(0, ["x both"])

    assert (joint.state, joint.wait(0), english, both) == ("ready", True, True, False)
    assert (first.warmed, second.warmed) == (True, True)


@pytest.mark.requirement("languages-lazy")
def test_warming_up_leaves_the_second_alone(joint: JointEmbedder, second: NotingEmbedder) -> None:
    joint.warm_up()
    joint.wait(0, ["1 one"])

    assert not second.warmed


@pytest.mark.requirement("languages-lazy")
def test_english_loads_one_encoder_and_another_language_the_other() -> None:
    program = """
from simonides.embedders.bundled import many_languages
embedder = many_languages()
embedder.embed_texts(["The key lies in the drawer.", "OPS-1042", "def main(): pass"])
print(embedder._first.state, embedder._second.state)
embedder.embed_question("Wo liegt der Schlüssel für das Archiv?")
print(embedder._first.state, embedder._second.state)
"""

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert (done.stdout, done.stderr) == ("ready idle\nready ready\n", "")


@pytest.mark.requirement("languages-succession")
def test_only_what_has_another_reader_now_is_outdated(joint: JointEmbedder) -> None:
    texts = ["1 one", "2 two", "x both"]

    def outdated(name: str) -> list[bool]:
        return [joint.is_outdated(text, Identity(name, 384)) for text in texts]

    assert outdated("first/1") == [False, True, True]
    assert outdated("first/1+second/int8/1") == [False, True, True]
    assert outdated("first/1+second/int8/2") == [False, False, False]


@pytest.mark.requirement("languages-succession")
@pytest.mark.parametrize(
    ("stored", "is_continued"),
    [
        ("first/1+second/int8/2", True),
        ("first/1", True),
        ("first/1+second/int8/1", True),
        ("first/1+second/int8/3", False),
        ("first/1+third/int8/1", False),
        ("first/2", False),
        ("second/int8/2", False),
    ],
)
def test_an_identity_continues_older_ones_of_its_space(joint: JointEmbedder, stored: str, is_continued: bool) -> None:
    assert joint.identity.continues(Identity(stored, 384)) is is_continued


def test_an_identity_of_other_dimensions_is_not_continued(joint: JointEmbedder) -> None:
    assert not joint.identity.continues(Identity("first/1", 768))


def test_a_remote_model_with_a_plus_in_its_name_continues_itself() -> None:
    odd = Identity("a+b+c:latest/ollama/1", 768)

    assert odd.continues(Identity("a+b+c:latest/ollama/1", 768))


def test_the_bundled_identity_names_both_encoders() -> None:
    embedder: Embedder = many_languages()

    assert str(embedder.identity) == "mneme/int8/4+polyglot/int8/5 (384d)"


def test_a_second_encoder_that_is_gone_leaves_english_alone(first: NotingEmbedder) -> None:
    class GoneEmbedder(NotingEmbedder):
        def embed_texts(self, texts: Sequence[str]) -> "list[Vectors]":  # noqa: ARG002 - the port's signature
            raise NotReady("the model is missing")

    joint = JointEmbedder(first, GoneEmbedder("gone/1", "error"), by_mark)

    assert len(joint.embed_texts(["1 one"])) == 1
    assert not joint.wait(0, ["2 two"])
    with pytest.raises(NotReady):
        joint.embed_texts(["2 two"])
