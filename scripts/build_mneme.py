"""Rebuild the bundled encoder of English and code: `python -m scripts.build_mneme FOLDER` from the repository's root.

FOLDER holds the trained weights, as `training/weights/mneme` does: word embeddings as float16 rows in emb0 and emb1, the other
weights as float16 in rest0 and rest1, each .safetensors, and tokenizer.json. Needs numpy, onnx, onnxruntime and tokenizers. A
newer training is a newer `VERSION`: palaces then make their vectors anew, by themselves or by `simonides reembed`.
"""

from pathlib import Path

from scripts.bert.packing import Recipe, build_from
from scripts.bert.training import trained

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "simonides" / "embedders" / "mneme" / "model"
VERSION = 4

NOTICE = """\
mneme

This folder holds an encoder made for the simonides project: all-MiniLM-L6-v2, trained
further so that a question lies near the turn, passage, note or function that answers it.
Shape, tokenizer and cost are those of all-MiniLM-L6-v2.

sentence-transformers/all-MiniLM-L6-v2
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2) is by the
sentence-transformers authors (UKP Lab, Nils Reimers and contributors). It is fine-tuned
from nreimers/MiniLM-L6-H384-uncased, itself derived from Microsoft's
MiniLM-L12-H384-uncased. These weights and ours are licensed under the Apache License,
Version 2.0; see LICENSE beside this file.

mneme is the mean of four short trainings on 409,264 pairs of a question and its answer.
They come from QMSum (MIT), FriendsQA (Apache-2.0), Schema-Guided Dialogue (CC BY-SA 4.0),
RealMemBench (Apache-2.0), IRC disentanglement (CC BY 4.0), CANARD/QuAC (CC BY-SA 4.0),
DSTC9 track 1 (Apache-2.0), Circa (CC BY 4.0), bAbI (CC BY 3.0), SQuAD (CC BY-SA 4.0),
Natural Questions through QED (CC BY-SA 3.0), BoolQ (CC BY-SA 3.0), CosmosQA (CC BY 4.0),
MOCHA (CC BY-SA 4.0), TweetQA (CC BY-SA 4.0), QASPER (CC BY 4.0), IIRC (CC BY 4.0),
StrategyQA (MIT), PubMedQA (MIT), COVID-QA (Apache-2.0), SciTail (Apache-2.0), QASC and
QuaRTz (CC BY 4.0), DoQA (CC BY-SA 4.0), interview questions (MIT, CC BY 4.0), PAWS, SNLI
(CC BY-SA 4.0), MultiNLI (OANC), Disfl-QA (CC BY 4.0), AmbigQA (CC BY-SA 3.0), CoNaLa
(CC BY-SA 4.0), tldr-pages (CC BY 4.0), docstrings of permissively licensed Python
packages, commit messages of Apache-2.0 and MIT repositories, MDN (CC BY-SA 2.5), the
documentation of Kubernetes, GitHub, Vue, React, Istio, FastAPI and others (CC BY 4.0,
MIT, Apache-2.0), and RFCs, KEPs, PEPs and decision records (MIT, Apache-2.0, public
domain). None of their texts is in this folder. Thanks are due to everyone who wrote them.

Versions 2 to 4 were trained further on notes and questions written for this project
(training/data), version 2 with the order of notes by intfloat/e5-small-v2
(https://huggingface.co/intfloat/e5-small-v2, MIT) as a second opinion, version 4 with
that of sentence-transformers/all-mpnet-base-v2
(https://huggingface.co/sentence-transformers/all-mpnet-base-v2, Apache License 2.0) after
it had learnt from the same notes, while functions of Python's standard library and other
permissively licensed packages, and paragraphs of their documentation, held them near to
where they were.

Changed for the package: the weights were converted to ONNX, with mean pooling and
scaling to unit length inside the graph; linear layers and the word embeddings were
quantised to 8-bit whole numbers; position embeddings beyond 256 were left out;
truncation and padding were removed from tokenizer.json.
"""


def _recipe(source: Path) -> Recipe:
    # Eight bits would add 0.002 to the mean cosine, which is not worth machines that disagree.
    return trained(source, "mneme", VERSION, weight_bits=7, notice=NOTICE)


if __name__ == "__main__":
    build_from("Rebuild the bundled encoder of English and code from its trained weights.", _recipe, FOLDER)
