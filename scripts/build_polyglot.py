"""Rebuild the bundled polyglot encoder: `python -m scripts.build_polyglot FOLDER` from the repository's root.

FOLDER holds the trained weights, as `training/weights/polyglot` does: word embeddings as int8 rows in emb0 and emb1, the other
weights as float16 in rest0 and rest1, each .safetensors, and tokenizer.json. Needs numpy, onnx, onnxruntime and tokenizers. A
newer training is a newer `VERSION`: palaces then make the vectors of their non-English texts anew, by themselves or by
`simonides reembed`.
"""

from pathlib import Path

from scripts.bert.packing import Recipe, build_from
from scripts.bert.training import trained

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "simonides" / "embedders" / "polyglot" / "model"
VERSION = 5
SAMPLES = """
Wo liegt der Schlüssel für das Archiv, und wer hat ihn zuletzt benutzt?
Nous avons décidé de garder l'ancien serveur jusqu'à la fin du mois.
La reunión se aplazó porque la sala estaba ocupada.
Il certificato è scaduto durante la notte e nessuno se n'è accorto.
De back-up van gisteren is mislukt omdat de schijf vol was.
A senha do banco de dados foi trocada na sexta-feira.
Klucze do biura leżą w szufladzie przy wejściu.
Kde jsme nechali smlouvu s novým dodavatelem?
Вчера мы перенесли базу данных на новый сервер.
Де зберігається резервна копія минулого тижня?
Mötet flyttades till torsdag eftersom rummet var upptaget.
Toplantı perşembeye ertelendi çünkü oda doluydu.
Cuộc họp được dời sang thứ Năm vì phòng đã có người dùng.
اتفقنا على تأجيل الاجتماع إلى يوم الخميس.
बैठक गुरुवार तक टाल दी गई क्योंकि कमरा खाली नहीं था।
会議は木曜日に延期されました。部屋が使用中だったからです。
회의실이 사용 중이어서 회의가 목요일로 연기되었습니다.
为什么我们把会议推迟到星期四?
""".strip().splitlines()

NOTICE = """\
polyglot

This folder holds an encoder made for the simonides project: a BERT of the shape of
all-MiniLM-L6-v2 (6 layers, 384 wide) with a Unigram tokenizer of 56,000 pieces of its
own. It was trained so that a text in Arabic, Chinese, Czech, Dutch, English, French,
German, Hindi, Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Swedish,
Turkish, Ukrainian or Vietnamese lands where mneme, the English encoder beside it, puts
its English translation. The weights are offered under the Apache License, Version 2.0; see LICENSE
beside this file.

It learnt from 3.85 million pairs of an English text and its translation, and from
450,000 English sentences and Python functions. They were read from packages of the
Debian archive and of the npm registry: message catalogues, manuals, package
descriptions, dictionaries and games. These sources are free, each under the licence of
its package: the GNU General Public License, the GNU Lesser General Public License, the
Mozilla Public License, Creative Commons Attribution-ShareAlike and the like. None of
their texts is in this folder. Thanks are due to everyone who wrote and translated them.

The targets of that training were vectors of sentence-transformers/all-MiniLM-L6-v2
(https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2), which is licensed under
the Apache License, Version 2.0.

It was then aligned to mneme, as the mean of three short trainings on 421,669 paragraphs
and sentences in English and another language, and on 102,820 questions with their
passages, or headings with their sections, in the other languages. They come from XQuAD,
JSQuAD, DRCD, CMRC 2018, SQuAD-it, SQuAD-es, ARCD, FaQuAD, ViquiQuAD, NTREX (CC BY-SA
4.0), STSb multi MT, and the translated documentation of Kubernetes, MDN, React, Vue,
FastAPI, Istio, Astro, Ethereum, the Rust book, the Hugging Face course, web development
courses and tldr-pages (MIT, Apache-2.0, CC BY, CC BY-SA). None of their texts is in this
folder.

Versions 4 and 5 were trained further on notes and questions in 18 languages written for
this project (training/data), and held to 10,800 sentences of message catalogues of the Debian
archive.

Changed for the package: the weights were converted to ONNX, with mean pooling and
scaling to unit length inside the graph; linear layers were quantised to 8-bit whole
numbers; position embeddings beyond 256 were left out; truncation was removed from
tokenizer.json.
"""


def _recipe(source: Path) -> Recipe:
    # Seven bits fall to a cosine of 0.967 with float32 here.
    return trained(source, "polyglot", VERSION, weight_bits=8, notice=NOTICE, samples=tuple(SAMPLES))


if __name__ == "__main__":
    build_from("Rebuild the bundled polyglot encoder from its trained weights.", _recipe, FOLDER)
