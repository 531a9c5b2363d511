"""`python -m bench.economy [--set NAME] [--half aside] [--limit 5]`: tokens of an answer, and what a reader finds in it.

The notes and files of a set of `bench.trial` are filed and embedded; each question goes to `recall_memory` and to
`mempalace_search` at the same limit. Printed are the tokens of the replies as text (and with the data that comes beside it,
where it does), and the share of questions whose answer a reader sees: a note that answers is in the reply and, where only a
passage of it is shown, so are at least two thirds of the words of its sentence that is nearest to the question by meaning; of a
file the words that answer must be shown. Of a list one note is enough here.
"""

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from bench.choosing import open_embedder
from bench.servers import Server
from bench.sets import FIRST_WEEKS, HALVES, YEARS, Question, read_trial
from bench.trial import by_excerpt, kept_whole, server, written
from simonides.domain.text.sentences import sentences
from simonides.domain.text.token_estimate import typical_tokens
from simonides.domain.text.words import index_words
from simonides.ports.embedder import Embedder

ASKED = {"core": ("recall_memory", "question"), "palace": ("mempalace_search", "query")}
SEEN_SHARE = 2 / 3


def reply_of(running: Server, door: str, question: str, limit: int) -> dict[str, Any]:
    """The result of one question through one door."""
    tool, argument = ASKED[door]
    meta = {"simonides/structured": True}
    reply = running.ask("tools/call", {"name": tool, "arguments": {argument: question, "limit": limit}, "_meta": meta})
    result: dict[str, Any] = reply["result"]
    return result


def shown(door: str, result: Mapping[str, Any]) -> list[str]:
    """The texts that a reply shows."""
    data = result["structuredContent"]
    return [hit["text"] for hit in (data["hits"] if door == "core" else data["results"])]


def is_seen(embedder: Embedder, question: str, note: str, text: str) -> bool:
    """Whether the text of a note that a reply shows holds the sentence that answers."""
    told = sentences(note) or [note]
    asked = embedder.embed_question(question)
    nearness = [float((vectors @ asked.T).max()) for vectors in embedder.embed_texts(told)]
    words = set(index_words(told[nearness.index(max(nearness))]))
    return len(words & set(index_words(text))) >= SEEN_SHARE * len(words)


def finds(door: str, question: Question, texts: Sequence[str], notes: Mapping[str, str], embedder: Embedder) -> bool:
    """Whether a reader of these texts alone finds an answer."""
    for text in texts:
        if any(quote in " ".join(text.split()) for quote in question.quotes):
            return True
        note = by_excerpt(text, notes)
        if note and notes[note] in question.answers and (door != "core" or is_seen(embedder, question.question, note, text)):
            return True
    return False


def main() -> None:
    """Run the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=YEARS + FIRST_WEEKS, default="trial", dest="name", help="whose notes")
    parser.add_argument("--half", choices=HALVES, default="open")
    parser.add_argument("--limit", type=int, default=5)
    args = parser.parse_args()
    trial = read_trial(args.name)
    questions = trial.answered(args.half)
    notes = {written(note): note.id for note in trial.notes}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        kept_whole(home, trial)
        embedder = open_embedder(home)
        with server(home) as running:
            for door in ASKED:
                results = [reply_of(running, door, each.question, args.limit) for each in questions]
                text = [typical_tokens(each["content"][0]["text"]) for each in results]
                data = [typical_tokens(json.dumps(each["structuredContent"], ensure_ascii=False)) for each in results]
                pairs = zip(questions, results, strict=True)
                found = [finds(door, each, shown(door, result), notes, embedder) for each, result in pairs]
                beside = "" if door == "core" else f", {mean(map(sum, zip(text, data, strict=True))):.0f} with data"
                print(f"{door:8} {mean(text):6.0f} tokens{beside}; found {100 * mean(found):.1f} % of {len(questions)}")


if __name__ == "__main__":
    main()
