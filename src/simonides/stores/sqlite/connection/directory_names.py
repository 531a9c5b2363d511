"""Directory names of palaces: any palace name as a unique directory name that every file system accepts."""

import re
from urllib.parse import unquote_to_bytes

from simonides.digests import blake2b

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")
# Windows reserves these names for devices.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)\Z")
_LENGTH_MAX = 120
_KEPT_WHEN_LONG = 80


def directory_name(name: str) -> str:
    """The directory name of a palace: lower-case letters, digits, `_` and `-` stay, everything else becomes `%XX`.

    Capitals are escaped too, because some file systems ignore case. A name that is too long is cut and
    gets a digest after a dot, which no other name contains.
    """
    escaped = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in name.encode())
    if _DEVICE.match(escaped):
        escaped = f"%{ord(escaped[0]):02X}{escaped[1:]}"
    if len(escaped) <= _LENGTH_MAX:
        return escaped
    digest = blake2b(name.encode(), digest_size=16).hexdigest()
    return f"{escaped[:_KEPT_WHEN_LONG]}.{digest}"


def palace_name(directory: str) -> str | None:
    """The palace name that a directory name stands for; None when it was cut or is not ours."""
    try:
        name = unquote_to_bytes(directory).decode()
    except UnicodeDecodeError:
        return None
    return name if directory_name(name) == directory else None
