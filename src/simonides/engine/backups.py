"""Backups: the lines of a palace in one file, compressed, with a checksum, and encrypted if a passphrase is given.

A file is a line that names the format, a line of JSON (the head), then blocks: a byte for the kind, four bytes for the length,
and the block itself. The last block counts and hashes the lines, so that a file that was cut off is recognised. An encrypted
block is sealed together with the head and its number: blocks can be neither changed nor moved.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, BinaryIO

from simonides.domain.errors import Invalid
from simonides.frozen import frozen

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

MAGIC = b"simonides backup 1\n"
BLOCK_BYTES = 1 << 20
BLOCK_BYTES_MAX = 1 << 28
HEAD_BYTES_MAX = 4096
LINES, END = b"L", b"E"
SCRYPT_COST = 1 << 15
"""About 32 MB of memory and a tenth of a second for each guess at a passphrase."""


@frozen
class BackupHead:
    """What can be read of a backup without its passphrase."""

    palace: str
    created_at: str
    salt: str | None = None
    """What the passphrase is mixed with, in hexadecimal digits; None in a file that is not encrypted."""

    @property
    def is_encrypted(self) -> bool:
        """Whether a passphrase is needed."""
        return self.salt is not None


def write_backup(stream: BinaryIO, lines: Iterable[str], palace: str, created_at: str, passphrase: str | None = None) -> int:
    """Write a backup; returns the number of lines."""
    head = BackupHead(palace, created_at, os.urandom(16).hex() if passphrase else None)
    writer = _Writer(stream, head, passphrase)
    for line in lines:
        writer.add(line.encode() + b"\n")
    return writer.finish()


def read_head(stream: BinaryIO) -> BackupHead:
    """What a backup is of. Raises Invalid when the file is none."""
    return _read_head(stream)[0]


def read_backup(stream: BinaryIO, passphrase: str | None = None) -> Iterator[bytes]:
    """The lines of a backup. Raises Invalid for a damaged file, when its end is reached, and for a wrong passphrase, at once."""
    head, raw = _read_head(stream)
    seal = _Seal(head, raw, passphrase)
    digest, count, rest = hashlib.sha256(), 0, b""
    for kind, block in _blocks(stream):
        plain = seal.opened(kind, block)
        if kind == END:
            _check_end(stream, plain, count, digest.hexdigest())
            return
        digest.update(plain)
        *lines, rest = (rest + plain).split(b"\n")
        count += len(lines)
        yield from lines
    raise _unusable("the backup is cut off: its last block is missing")


class _Writer:
    def __init__(self, stream: BinaryIO, head: BackupHead, passphrase: str | None) -> None:
        named = {"palace": head.palace, "created_at": head.created_at, "salt": head.salt}
        raw = json.dumps(named, ensure_ascii=False).encode() + b"\n"
        stream.write(MAGIC + raw)
        self._stream = stream
        self._seal = _Seal(head, raw, passphrase)
        self._digest = hashlib.sha256()
        self._waiting = bytearray()
        self._count = 0

    def add(self, line: bytes) -> None:
        self._count += 1
        self._waiting += line
        if len(self._waiting) >= BLOCK_BYTES:
            self._flush()

    def finish(self) -> int:
        self._flush()
        self._block(END, _end(self._count, self._digest.hexdigest()))
        return self._count

    def _flush(self) -> None:
        if self._waiting:
            self._digest.update(self._waiting)
            self._block(LINES, bytes(self._waiting))
            self._waiting.clear()

    def _block(self, kind: bytes, plain: bytes) -> None:
        sealed = self._seal.closed(kind, plain)
        self._stream.write(kind + len(sealed).to_bytes(4) + sealed)


class _Seal:
    """Compression of blocks, and encryption where there is a passphrase; blocks are numbered as they pass."""

    def __init__(self, head: BackupHead, raw: bytes, passphrase: str | None) -> None:
        if head.is_encrypted and not passphrase:
            raise Invalid("--passphrase-file", "is missing: the backup is encrypted; name the file that holds its passphrase")
        self._head = raw
        self._number = 0
        self._cipher = _cipher(passphrase, head.salt) if passphrase and head.salt else None

    def closed(self, kind: bytes, plain: bytes) -> bytes:
        packed = zlib.compress(plain, 6)
        return self._cipher.encrypt(self._nonce(), packed, self._head + kind) if self._cipher else packed

    def opened(self, kind: bytes, block: bytes) -> bytes:
        try:
            return _unpacked(self._deciphered(kind, block))
        except zlib.error as error:
            raise _unusable("the backup is damaged: a block cannot be unpacked") from error

    def _deciphered(self, kind: bytes, block: bytes) -> bytes:
        if self._cipher is None:
            return block
        # Whoever has the cipher has the library.
        from cryptography.exceptions import InvalidTag

        try:
            return self._cipher.decrypt(self._nonce(), block, self._head + kind)
        except InvalidTag as error:
            raise Invalid("--passphrase-file", "the passphrase is wrong, or the backup is damaged") from error

    def _nonce(self) -> bytes:
        self._number += 1
        return self._number.to_bytes(12)


def _cipher(passphrase: str, salt: str) -> "ChaCha20Poly1305":
    try:
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    except ImportError as error:
        raise Invalid("--passphrase-file", "encryption needs the package cryptography: install simonides[encryption]") from error
    key = hashlib.scrypt(passphrase.encode(), salt=bytes.fromhex(salt), n=SCRYPT_COST, r=8, p=1, maxmem=1 << 27, dklen=32)
    return ChaCha20Poly1305(key)


def _unpacked(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    plain = unpacking.decompress(packed, BLOCK_BYTES_MAX)
    if not unpacking.eof:
        raise zlib.error("a block is too long")
    return plain


def _read_head(stream: BinaryIO) -> tuple[BackupHead, bytes]:
    if stream.readline(len(MAGIC)) != MAGIC:
        raise Invalid("FILE", "is no backup made by `simonides backup`; `simonides import` reads other files")
    raw = stream.readline(HEAD_BYTES_MAX)
    try:
        named = json.loads(raw)
        salt = named["salt"]
        if salt is not None:
            bytes.fromhex(salt)
        return BackupHead(str(named["palace"]), str(named["created_at"]), salt), raw
    except (ValueError, KeyError, TypeError) as error:
        raise _unusable("the head of the backup is damaged") from error


def _blocks(stream: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    while head := stream.read(5):
        kind, length = head[:1], int.from_bytes(head[1:])
        if len(head) < 5 or kind not in {LINES, END} or length > BLOCK_BYTES_MAX:
            raise _unusable("the backup is damaged: a block is not where it should be")
        block = stream.read(length)
        if len(block) < length:
            raise _unusable("the backup is cut off: its last block is not whole")
        yield kind, block


def _check_end(stream: BinaryIO, plain: bytes, count: int, digest: str) -> None:
    if plain != _end(count, digest) or stream.read(1):
        raise _unusable("the backup is damaged: its lines are not those that were written")


def _end(count: int, digest: str) -> bytes:
    """The last block, which counts and hashes the lines."""
    return json.dumps({"lines": count, "sha256": digest}).encode()


def _unusable(what: str) -> Invalid:
    return Invalid("FILE", f"{what}; use another copy of it")
