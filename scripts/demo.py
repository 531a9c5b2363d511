"""The demo, `make demo`: files a few notes in a temporary palace, asks for them, and says how to connect a client."""

import sys
import tempfile

from simonides.cli.clients.instructions import instructions
from simonides.cli.main import main

NOTES = [
    (
        "pricing",
        "We bill per active seat and not per workspace: small teams told us that a flat fee felt like a penalty for trying.",
    ),
    (
        "search",
        "Search results stay in the order of relevance. Sorting by date was tried for a week and support tickets doubled.",
    ),
    (
        "onboarding",
        "New accounts start with a sample project. Without it, six out of ten people closed the tab on the empty screen.",
    ),
    (
        "incidents",
        "INC-2207: uploads failed for forty minutes because the certificate of the storage gateway had run out overnight.",
    ),
    ("mobile", "The phone app reads offline but does not write: merging two edits of one page confused everybody in the study."),
    ("incidents", "INC-2214: the nightly report was empty because the time zone of the cluster had been changed to UTC."),
]
QUESTIONS = ["why don't we charge a flat price?", "INC-2207", "what happens to people who see nothing on their first visit?"]


def demo() -> int:
    """Run the real commands over a palace that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="simonides-demo-") as home:
        _title("Six notes of a product team go into a palace, word for word.")
        for room, note in NOTES:
            _run(home, "remember", note, "--wing", "wing_product", "--room", room)
        _title("They come back by meaning, and to the letter.")
        for question in QUESTIONS:
            _run(home, "search", question, "--limit", "1")
        _title("Facts hold for a time; what has ended is still known.")
        _run(home, "kg", "add", "Web client", "talks_to", "REST API", "--from", "2025-02-01")
        _run(home, "kg", "invalidate", "Web client", "talks_to", "REST API", "--ended", "2026-03-31")
        _run(home, "kg", "add", "Web client", "talks_to", "event stream", "--from", "2026-04-01")
        _run(home, "kg", "query", "web client", "--as-of", "2025-12-24")
        _run(home, "kg", "query", "web client", "--as-of", "2026-05")
        _title("The palace at a glance.")
        _run(home, "status")
    _title("That was a temporary palace. To give your agent one that stays:")
    print(instructions())
    return 0


def _title(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}", flush=True)


def _run(home: str, *words: str) -> None:
    shown = " ".join(f'"{word}"' if " " in word or "'" in word else word for word in words)
    print(f"\n$ simonides {shown}", flush=True)
    code = main([*words, "--data-dir", home])
    if code:
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(demo())
