"""Train polyglot further: `python -m training.polyglot FROM TO --english MNEME [--locale FOLDER] [--steps 160]`.

FROM and TO are folders of weights as `scripts.build_polyglot` reads them, MNEME those of the English encoder. Questions go near
the notes that answer them, in their own language and across to English; every text goes where mneme puts its translation. The
sentences of the translation catalogues of installed programs keep the languages aligned beyond the worlds.
"""

import argparse
import gettext
import random
from collections.abc import Sequence
from pathlib import Path

import torch
from torch.nn import functional

from training.bert import Encoder
from training.losses import TEMPERATURE, contrast, distance
from training.measures import found
from training.steps import batches, descend
from training.vectors import fixed
from training.worlds import Text, read_worlds

RATE = 3e-5
WORLDS, QUESTIONS_MAX, SENTENCES = 5, 24, 32
NEAR, ALIGNED, ACROSS, TOLD_APART = 1.0, 3.0, 0.5, 0.1
REPORT_EVERY = 25
_CATALOGUES = "ar cs de es fr hi it ja ko nl pl pt pt_BR ru sv tr uk vi zh_CN".split()
_LEAST, _MOST, _WORDS, _OF_ONE_LANGUAGE = 30, 260, 5, 600


class Training:
    """One training of the encoder of other languages."""

    def __init__(self, encoder: Encoder, english: Encoder, locale: Path, seed: int) -> None:
        self._encoder, self._english = encoder, english
        self._chance = random.Random(seed)
        self._worlds = read_worlds("x-*.jsonl")
        self._batches = batches(self._worlds.learnt, WORLDS, QUESTIONS_MAX, self._chance)
        self._sentences = catalogues(locale, self._chance)
        texts = [text for world in self._worlds.learnt for text in (*world.notes, *(each.asked for each in world.questions))]
        self._before = fixed(encoder.embed, [text.text for text in [*texts, *self._sentences]])
        self._targets = fixed(english.embed, [text.english for text in [*texts, *self._sentences]])

    def loss(self) -> torch.Tensor:
        """What is wrong with the next batch."""
        batch = next(self._batches)
        sentences = self._chance.sample(self._sentences, SENTENCES)
        texts = [*batch.notes, *batch.questions, *sentences]
        vectors = self._encoder.embed([text.text for text in texts])
        sizes = [len(batch.notes), len(batch.questions), len(sentences)]
        notes, questions, others = vectors.split(sizes)
        notes_wanted, questions_wanted, others_wanted = self._wanted(texts).split(sizes)
        loss = contrast(questions, notes, batch.answers)
        loss = loss + ACROSS * contrast(questions, notes_wanted, batch.answers)
        loss = loss + ACROSS * contrast(questions_wanted, notes, batch.answers)
        aligned = distance(notes, notes_wanted) + ACROSS * distance(questions, questions_wanted) + distance(others, others_wanted)
        apart = functional.cross_entropy(others @ others_wanted.T / TEMPERATURE, torch.arange(len(sentences)))
        before = torch.stack([self._before[text.text] for text in texts])
        return loss + ALIGNED * (aligned + TOLD_APART * apart) + NEAR * distance(vectors, before)

    def report(self, step: int) -> None:
        """Tell what is found in the worlds that were held out: in the language itself, and across to English and back."""
        if step % REPORT_EVERY == 0:
            worlds, theirs, ours = self._worlds.held_out, self._encoder.embed, self._english.embed
            print(
                step,
                found(worlds, theirs, theirs, asks_in_english=False, reads_english=False),
                found(worlds, theirs, ours, asks_in_english=False, reads_english=True),
                found(worlds, ours, theirs, asks_in_english=True, reads_english=False),
                sep=" | ",
                flush=True,
            )

    def _wanted(self, texts: Sequence[Text]) -> torch.Tensor:
        return torch.stack([self._targets[text.english] for text in texts])


def catalogues(locale: Path, chance: random.Random) -> list[Text]:
    """Sentences of translated programs, with their English."""
    return [text for language in _CATALOGUES for text in _sentences(locale / language / "LC_MESSAGES", chance)]


def _sentences(folder: Path, chance: random.Random) -> list[Text]:
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.mo")):
        try:
            with path.open("rb") as file:
                translations = gettext.GNUTranslations(file)
        except UnicodeDecodeError:
            # A few old catalogues are not in the encoding that they name.
            continue
        # The standard library has no other way to list what a catalogue holds.
        listed = translations._catalog  # type: ignore[attr-defined]  # noqa: SLF001
        found |= {key: text for key, text in listed.items() if isinstance(key, str) and _is_sentence(key) and key != text}
    chosen = sorted(found.items())
    chance.shuffle(chosen)
    return [Text(text, english) for english, text in chosen[:_OF_ONE_LANGUAGE]]


def _is_sentence(text: str) -> bool:
    return _LEAST < len(text) < _MOST and len(text.split()) > _WORDS and text.count("%") < 2 and "\x04" not in text


def main() -> None:
    """Read the weights, train, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--english", type=Path, required=True)
    parser.add_argument("--locale", type=Path, default=Path("/usr/share/locale"))
    parser.add_argument("--steps", type=int, default=160)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    encoder = Encoder(asked.source)
    training = Training(encoder, Encoder(asked.english), asked.locale, asked.seed)
    descend(encoder.module, asked.steps, RATE, training.loss, training.report)
    encoder.save(asked.target)


if __name__ == "__main__":
    main()
