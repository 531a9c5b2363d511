"""Lines from a stream of bytes: a message ends at a newline; a line beyond the limit is reported once and skipped."""

from collections.abc import Iterator

BYTES_MAX = 64 * 1024 * 1024
_BOM = b"\xef\xbb\xbf"


class Lines:
    """Cuts a stream of bytes into lines. An overlong line comes out as None, as soon as it is overlong."""

    def __init__(self, limit: int = BYTES_MAX) -> None:
        self._limit = limit
        self._line = bytearray()
        self._is_skipping = False
        self._is_first = True

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """The lines that end in this chunk, without their newlines."""
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield from self._append(end)
            yield from self.end()
        yield from self._append(rest)

    def end(self) -> Iterator[bytes | None]:
        """The line that ends here; at the end of input, the last one may have no newline."""
        line = bytes(self._line)
        self._line.clear()
        if self._is_first:
            line = line.removeprefix(_BOM)
        if not self._is_skipping and line.strip():
            yield line
        self._is_first = self._is_skipping = False

    def _append(self, piece: bytes) -> Iterator[None]:
        if self._is_skipping:
            return
        self._line += piece
        if len(self._line) > self._limit:
            self._line.clear()
            self._is_skipping = True
            yield None
