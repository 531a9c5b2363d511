"""Routes of the companion: a function under a method and a path. A list names every route."""

from collections.abc import Callable
from typing import Literal

from simonides.frozen import frozen


@frozen
class Route:
    """A function with what its signature cannot say.

    The first parameter is the receiver: for a palace, `{id}` in the path names it. The others come from the path by name, and
    else from the query of a GET or DELETE and from the JSON body of a POST or PATCH. `status` is that of a success, `media` the
    types of a file, where the reply is one.
    """

    method: Literal["GET", "POST", "PATCH", "DELETE"]
    path: str
    function: Callable[..., object]
    title: str
    status: int = 200
    reads_files: bool = False
    """Whether it reads files of the server's machine, which the holder of one palace's token may not."""
    takes_notes: bool = False
    """Whether it writes what it has to remember, though it only tells something: a server that only reads refuses it."""
    media: tuple[str, ...] = ()
