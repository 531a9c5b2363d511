"""BLAKE2b, the digest for everything but what others can check: Python brings it, so that OpenSSL stays out of memory.

`hashlib`, `hmac` and `secrets` load OpenSSL when they are imported: 3.4 MB in every server. Where SHA-256 or a comparison in
constant time is needed, they are imported in the function that needs them.
"""

from pathlib import Path

try:
    # The very function that `hashlib` gives.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b", "digest_of_file"]

SIZE = 32
_BUFFER = 1 << 18


def digest_of_file(path: Path, size: int = SIZE) -> str:
    """The digest of a file's bytes, in hexadecimal."""
    digest, buffer = blake2b(digest_size=size), bytearray(_BUFFER)
    view = memoryview(buffer)
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(buffer):
            digest.update(view[:count])
    return digest.hexdigest()
