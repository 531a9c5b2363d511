"""Encoded data is left out of what is mined, and named; words around it, and everything that only looks like it, stay."""

import base64
import json
import random
import textwrap
from pathlib import Path

import pytest

from simonides.mining.files.encoded_data import MARK, without_encoded_data

BYTES = random.Random(7).randbytes(6_000)
BASE64 = base64.b64encode(BYTES).decode()
WRAPPED = "\n".join(textwrap.wrap(BASE64, 64))
HEX = BYTES.hex()
PROSE = "Ada chose Clerk for the sign-in of the harbour ledger, since its dashboard was the clearer one. "
SOURCES = sorted((Path(__file__).parents[2] / "src").rglob("*.py"))


ENCODED = {
    "one line": BASE64,
    "wrapped at 76": "\n".join(textwrap.wrap(BASE64, 76)),
    "wrapped and indented": "\n    ".join(textwrap.wrap(BASE64, 64)),
    "urlsafe": base64.urlsafe_b64encode(BYTES).decode(),
    "of JSON": base64.b64encode(
        json.dumps([{"id": number, "name": f"item {number}"} for number in range(200)]).encode()
    ).decode(),
    "of prose": base64.b64encode(PROSE.encode() * 30).decode(),
    "hex": HEX,
}
KEPT = {
    "Chinese": "\u6211\u4eec\u51b3\u5b9a\u5728\u6e2f\u53e3\u7684\u8d26\u672c\u4e2d\u8bb0\u5f55\u6240\u6709\u7684\u8d27\u7269"
    * 60,
    "Japanese": "\u6e2f\u306e\u53f0\u5e33\u306b\u8377\u7269\u3092\u8a18\u9332\u3059\u308b" * 60,
    "Thai": "\u0e40\u0e23\u0e32\u0e15\u0e31\u0e14\u0e2a\u0e34\u0e19\u0e43\u0e08\u0e1a\u0e31\u0e19" * 60,
    "a long address": f"See https://example.org/files/{BASE64[:1500]} for it.",
    "a long path": "/".join(["harbour", "ledger", "entries", "of", "may"] * 40),
    "a long name": "_".join(["settles", "the", "harbour", "ledger", "at", "noon"] * 40),
    "a name in humps": "".join(["SettlesEvery", "HarbourLedger", "BeforeNoon"] * 40),
    "a line across": f"{'-' * 900}\nand below it {'=' * 900}\n+{'-' * 300}+{'-' * 300}+",
    "one sign": "x" * 2_000,
    "digests": "\n".join(HEX[place : place + 64] for place in range(0, 6_400, 64)),
    "a table": "\n".join(f"| {row} | {row * 37} | 2021 | 12 34 56 78 90 |" for row in range(500)),
    "numbers in columns": "\n".join(f"{2000 + row}  12 34 56 78 90 11 23 45" for row in range(90)),
    "a short image": f"![icon](data:image/png;base64,{BASE64[:300]})",
    "openings": "\n".join(f"d4 d5 c4 e6 Nc3 Opening number {number}, as Ada showed me" for number in range(60)),
    "seats": "\n".join(f"{row}A {row}B {row}C {row}D Meier family row {row}" for row in range(1, 60)),
    "a hex dump": "".join(f"{row * 16:08x}  {BYTES[row * 16 : row * 16 + 16].hex(' ')}  |some words|\n" for row in range(90)),
    "a list of bytes": ", ".join(f"0x{byte:02x}" for byte in BYTES),
    "wallets": "\n".join(f"0x{HEX[place : place + 40]}" for place in range(0, 4_000, 40)),
    "tokens": "\n".join(BASE64[place : place + 44] for place in range(0, 4_400, 44)),
    "digests in base64": "\n".join(f"sha512-{BASE64[place : place + 86]}==" for place in range(0, 4_300, 86)),
    "a key with headers": f"-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n{WRAPPED}\n",
    "a key in JSON": f'{{"key": "-----BEGIN KEY-----\\n{BASE64[:3000]}\\n-----END KEY-----"}}',
    "a key": f"-----BEGIN CERTIFICATE-----\n{BASE64[:1600]}\n-----END CERTIFICATE-----",
    "minified code": "".join(path.read_text(encoding="utf-8").replace("\n", ";").replace(" ", "") for path in SOURCES[:20]),
}


@pytest.mark.requirement("mine-encoded")
@pytest.mark.parametrize("kind", ENCODED)
def test_a_file_of_encoded_data_alone_holds_no_words(kind: str) -> None:
    found = without_encoded_data(ENCODED[kind])

    assert (found.text, found.told) == ("", f"holds no words, only {len(ENCODED[kind]):,} characters of encoded data")


@pytest.mark.requirement("mine-encoded")
@pytest.mark.parametrize("kind", ENCODED)
def test_words_around_encoded_data_stay_word_for_word(kind: str) -> None:
    found = without_encoded_data(f"{PROSE}\n\n{ENCODED[kind]}\n\n{PROSE}\nDone\n")

    assert found.text.replace("\n", "") == f"{PROSE}{MARK}{PROSE}Done"
    assert found.told is not None
    assert found.told.endswith("characters of encoded data, line 3")


@pytest.mark.requirement("mine-encoded")
@pytest.mark.parametrize("kind", KEPT)
def test_what_only_looks_like_encoded_data_stays(kind: str) -> None:
    assert without_encoded_data(KEPT[kind]).text == KEPT[kind]
    assert without_encoded_data(KEPT[kind]).told is None


def test_every_source_of_our_own_stays() -> None:
    assert [path.name for path in SOURCES if without_encoded_data(path.read_text(encoding="utf-8")).told] == []


def test_the_image_of_a_notebook_goes_and_its_words_stay() -> None:
    wrapped = "".join(f"{line}\n" for line in textwrap.wrap(BASE64, 76))
    outputs = [{"data": {"image/png": wrapped, "text/plain": ["<Figure of the tides>"]}}]
    notebook = {"cells": [{"cell_type": "code", "source": ["tides.plot()\n"], "outputs": outputs}]}

    text = without_encoded_data(json.dumps(notebook, indent=1)).text

    assert "<Figure of the tides>" in text
    assert "tides.plot()" in text
    assert len(text) < 400
    assert json.loads(text)["cells"][0]["outputs"][0]["data"]["image/png"].strip() == MARK


def test_images_in_markdown_go_and_the_lines_of_the_first_are_told() -> None:
    image = f"![a plot](data:image/png;base64,{BASE64})"

    found = without_encoded_data("\n".join(f"Before {number}.\n{image}\nAfter {number}." for number in range(5)))

    assert found.text.startswith(f"Before 0.\n![a plot](data:image/png;base64,{MARK})\nAfter 0.\n")
    assert found.told == f"left out {5 * len(BASE64):,} characters of encoded data, line 2, 5, 8 and 2 more"
