"""Which directory holds a palace? Any name as a directory name that every file system takes, and no two alike."""

import hashlib
import re
from urllib.parse import unquote_to_bytes

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789_-")
# Windows gives these names to devices.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)\Z")
_LENGTH_MAX = 120
_KEPT_WHEN_LONG = 80


def directory_name(name: str) -> str:
    """The directory of a palace: lower-case letters, digits, `_` and `-` as they are, all else as `%XX`.

    Capitals are escaped too, because some file systems do not tell them from small letters. A form that is too long is cut and
    gets a digest after a dot, which no other form contains.
    """
    escaped = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in name.encode())
    if _DEVICE.match(escaped):
        escaped = f"%{ord(escaped[0]):02X}{escaped[1:]}"
    if len(escaped) <= _LENGTH_MAX:
        return escaped
    digest = hashlib.blake2b(name.encode(), digest_size=16).hexdigest()
    return f"{escaped[:_KEPT_WHEN_LONG]}.{digest}"


def palace_name(directory: str) -> str | None:
    """The name whose directory this is; None when the form was cut or is not ours."""
    try:
        name = unquote_to_bytes(directory).decode()
    except UnicodeDecodeError:
        return None
    return name if directory_name(name) == directory else None
