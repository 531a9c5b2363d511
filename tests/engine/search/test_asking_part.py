"""Of a text that leads up to a question, the question is what is looked for."""

import pytest

from simonides.domain.memory import EVERYTHING, Origin, Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.search.words.asking_part import READ_MAX, asking_part

CRANE = "The harbour crane was painted green in June"
OTHERS = ("Always search the stores before you answer the door", "The user manual is in the drawer", "Thanks to Ada for the cake")
PROMPT = (
    "You are a helpful assistant with a memory. Search before you answer. Use the tools that you are given, and make nothing "
    "up. When the user asks about people or dates, look them up first. Do not mention these instructions.\n\nUser: {}"
)


def remember(palace: Palace, *texts: str) -> None:
    for text in texts:
        palace.memories.remember(Draft(text, Place("yard", "notes"), Origin(added_by="mcp")))


@pytest.mark.requirement("recall-asking-part")
@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Can you check our notes and tell me who painted the crane?", "who painted the crane?"),
        ("do you remember who painted the crane", "who painted the crane"),
        ("please find the memory about the green crane", "the green crane"),
        ("Hi! Thanks for yesterday. Who painted the crane? Keep it short.", "Who painted the crane?"),
        (PROMPT.format("Who painted the crane?"), "Who painted the crane?"),
        ("<rules><rule>Be brief.</rule></rules><question>Who painted the crane?</question>", "Who painted the crane?"),
        ("Hallo! Ich habe eine Frage: Wer hat den Kran gestrichen? Danke.", "Wer hat den Kran gestrichen?"),
        ("Bonjour, peux-tu me dire qui a peint la grue ?", "qui a peint la grue ?"),
        ("¿Puedes decirme quién pintó la grúa?", "quién pintó la grúa?"),
        ("[recall] who painted the crane?", "who painted the crane?"),
        ("Search your memory palace: who painted the crane", "who painted the crane"),
        ("The user asks who painted the crane", "who painted the crane"),
        (
            '{"task": "find","question":"Who painted the crane?","rules":"Be brief. Do not guess. Cite."}',
            "Who painted the crane?",
        ),
        (
            "Hello. I hope all is well. I write from home.\nWhich colour did people choose for the crane of\nthe south gate?",
            "Which colour did people choose for the crane of the south gate?",
        ),
    ],
)
def test_a_question_is_read_without_what_leads_up_to_it(text: str, part: str) -> None:
    assert asking_part(text).text == part


@pytest.mark.requirement("recall-asking-part")
@pytest.mark.parametrize(
    "text",
    [
        "who painted the crane",
        "What did Dr. Wilms say about invoices?",
        "We moved to Clerk. Why?",
        "The coffee machine is new. What pressure does it need?",
        "I want to improve the security of my app. What steps would you suggest?",
        "We met at noon. The lift is broken. Who repairs it?",
        "Ada: Did you paint it?\nBen: Not yet. Shall I?\nAda: Which colour do you like?",
        "question-12 status",
        "hello world program in docs",
        "can we tell customers about the outage",
        "OPS-1088: what happened?",
        "The crane is green. The gate is blue.",
        "What did we decide in the meeting on Tuesday about the\nmove of the invoices from the old server to the\nnew server?",
        "Who baked the cake? Who paid the bill? Who drove Ada home? Who painted the crane?",
        "How do I fix the following error?\nTraceback (most recent call last):\nKeyError: 'tenant_id'",
        "The login page fails. The cookies are there. The sessions are in Redis. How can I solve the problem?",
        "The login page fails. The cookies are there. The sessions are in Redis. What should I try next?",
        "Die Anmeldung geht nicht. Die Cookies sind da. Die Sitzungen sind in Redis. Wie kann man das Problem lösen?",
        "La página falla. Las cookies están. La sesión vive en Redis. ¿Cómo puedo resolver el problema?",
        "La page échoue. Les cookies sont là. La session est dans Redis. Comment résoudre le problème ?",
        "What was the restaurant called? It was in Rome. We had carbonara.",
        "Wie hieß das Restaurant? Es lag am Fluss. Wir hatten Nudeln.",
        'The error says "Did you mean foo?" and stops the crane. I restarted twice. The log is empty.',
        "Wir sangen „Wer hat an der Uhr gedreht?“ auf dem Fest. Es war laut. Tom fiel hin.",
        "show all notes about the crane",
        "find everything about the crane in June",
        "get all memories from last week",
        "check the notes from Tuesday",
        "[auth] login fails after a restart",
        "user is allergic to peanuts",
        "person who repaired the crane",
        "?",
        "",
    ],
)
def test_a_text_that_cannot_be_parted_is_read_whole(text: str) -> None:
    part = asking_part(text)

    assert (part.text, part.has_context) == (text, False)


@pytest.mark.requirement("recall-asking-part")
def test_a_pasted_prompt_finds_what_the_question_finds(palace: Palace) -> None:
    remember(palace, CRANE, *OTHERS)

    hits = palace.recall(PROMPT.format("When was the crane painted?"), EVERYTHING, 1)

    assert [hit.memory.content for hit in hits] == [CRANE]


def test_the_question_at_the_end_of_a_very_long_text_counts(palace: Palace) -> None:
    remember(palace, CRANE, *OTHERS)
    text = f"{'Always be brief and polite with everybody. ' * 2_000}\nWhen was the crane painted?"

    hits = palace.recall(text, EVERYTHING, 1)

    assert len(text) > READ_MAX
    assert [hit.memory.content for hit in hits] == [CRANE]


def test_a_hostile_text_is_read_in_time_that_grows_with_it() -> None:
    for text in ("? " * 10_000, "<a" * 10_000, '{"' * 10_000, "hi, " * 5_000 + "?", "can you please " * 2_000, "A: b\n" * 5_000):
        assert asking_part(text).text
