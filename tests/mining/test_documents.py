import builtins
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest

from simonides.mining.files.documents import document_text
from simonides.mining.files.reading import Unreadable

PDF = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 45>>stream
BT /F1 18 Tf 10 50 Td (Kept in a PDF) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R/Size 6>>
startxref
0
%%EOF
"""
CONTAINER = b'<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
BOOK = b"""<package><manifest><item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/></manifest>
<spine><itemref idref="a"/><itemref idref="b"/></spine></package>"""


@pytest.mark.requirement("mine-documents")
def test_a_pdf_is_read() -> None:
    assert "Kept in a PDF" in document_text("x.pdf", PDF)


@pytest.mark.requirement("mine-documents")
def test_a_word_file_is_read_with_its_tables_in_order(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("Before.")
    cells = document.add_table(rows=1, cols=2).rows[0].cells
    cells[0].text, cells[1].text = "left", "right"
    document.add_paragraph("After.")
    document.save(str(tmp_path / "x.docx"))

    assert document_text("x.docx", (tmp_path / "x.docx").read_bytes()) == "Before.\n\nleft\tright\n\nAfter."


@pytest.mark.requirement("mine-documents")
def test_a_web_page_gives_what_a_reader_sees() -> None:
    page = "<html><style>p {}</style><body><h1>Über uns</h1><script>x()</script><p>Wir sind da.</p></body></html>"

    assert document_text("x.html", page.encode()) == "Über uns\nWir sind da."


@pytest.mark.requirement("mine-documents")
def test_a_book_is_read_in_the_order_of_its_spine(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.epub", "w") as book:
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("OPS/book.opf", BOOK)
        book.writestr("OPS/a.xhtml", "<p>Chapter one.</p>")
        book.writestr("OPS/b.xhtml", "<p>Chapter two.</p>")

    assert document_text("x.epub", (tmp_path / "x.epub").read_bytes()) == "Chapter one.\n\nChapter two."


@pytest.mark.requirement("mine-documents")
@pytest.mark.parametrize("name", ["x.pdf", "x.docx", "x.epub"])
def test_a_broken_document_says_why(name: str) -> None:
    with pytest.raises(Unreadable, match="cannot be read as"):
        document_text(name, b"no such thing")


@pytest.mark.requirement("mine-documents")
def test_without_the_extra_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name in {"pypdf", "docx", "bs4"}:
            raise ModuleNotFoundError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)

    with pytest.raises(Unreadable, match=r"pip install '\.\[documents\]' in"):
        document_text("x.pdf", PDF)
