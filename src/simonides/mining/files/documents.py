"""The text of PDF, Word, HTML and EPUB files, read by libraries that come as an optional extra."""

import logging
import posixpath
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from simonides.domain.validation import clean_text
from simonides.installation import install_command
from simonides.mining.files.reading import Unreadable

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

TEXT_MAX = 50_000_000
"""The limit on unpacked text: a small zip file may unpack to far more than its own size."""


def is_document(path: str) -> bool:
    """Whether a file of that name is read by a library."""
    return PurePosixPath(path).suffix.lower() in _READERS


def document_text(path: str, data: bytes) -> str:
    """The text of a document. Raises Unreadable with the reason when there is none."""
    read = _READERS[PurePosixPath(path).suffix.lower()]
    try:
        text = read(data)
    except ModuleNotFoundError as error:
        raise Unreadable(f"needs a package that is not installed: {install_command('documents')}") from error
    except Unreadable:
        raise
    except MemoryError as error:
        raise Unreadable("needs too much memory to read") from error
    except Exception as error:
        # A broken file makes each library fail in its own way.
        raise Unreadable(f"cannot be read as {PurePosixPath(path).suffix[1:].upper()}: {_short(error)}") from error
    if not text.strip():
        raise Unreadable("contains no text, perhaps only scanned images")
    return clean_text(text)


def _pdf(data: bytes) -> str:
    from pypdf import PdfReader

    # Its warnings about small faults would clutter stderr.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = PdfReader(BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Unreadable("is protected by a password")
    return "\n\n".join(page.extract_text() for page in reader.pages)


def _docx(data: bytes) -> str:
    from docx import Document
    from docx.table import Table

    lines = []
    for block in Document(BytesIO(data)).iter_inner_content():
        if isinstance(block, Table):
            lines += ["\t".join(cell.text for cell in row.cells) for row in block.rows]
        else:
            lines.append(block.text)
    return "\n\n".join(lines)


def _html(data: bytes) -> str:
    soup = _soup(data)
    for unseen in soup(["script", "style", "template"]):
        unseen.decompose()
    lines = [line.strip() for line in soup.get_text("\n").splitlines()]
    return "\n".join(line for line in lines if line)


def _epub(data: bytes) -> str:
    # The format is a zip of web pages; the libraries for it are under the AGPL.
    with zipfile.ZipFile(BytesIO(data)) as book:
        if sum(entry.file_size for entry in book.infolist()) > TEXT_MAX:
            raise Unreadable(f"unpacks to more than {TEXT_MAX:,} bytes")
        root = _soup(book.read("META-INF/container.xml")).find("rootfile")
        place = str(root["full-path"]) if root else "content.opf"
        package = _soup(book.read(place))
        pages = {str(item["id"]): str(item["href"]) for item in package("item")}
        names = [pages[str(each["idref"])] for each in package("itemref") if str(each["idref"]) in pages]
        folder = posixpath.dirname(place)
        return "\n\n".join(_html(book.read(posixpath.join(folder, name))) for name in names)


def _soup(data: bytes) -> "BeautifulSoup":
    import warnings

    from bs4 import BeautifulSoup, XMLParsedAsHTMLWarning

    with warnings.catch_warnings():
        # The tolerant HTML parser is enough for the little XML needed here.
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        return BeautifulSoup(data, "html.parser")


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:120] or type(error).__name__


_READERS: dict[str, Callable[[bytes], str]] = {
    ".pdf": _pdf,
    ".docx": _docx,
    ".html": _html,
    ".htm": _html,
    ".xhtml": _html,
    ".epub": _epub,
}
