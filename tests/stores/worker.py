"""A separate process that does one job on a palace, as its arguments say, and prints what it has acknowledged."""

import sys
from pathlib import Path

from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import IDENTITY, NOW, entity, memory, unit_vectors


def say(line: object) -> None:
    """Tell the test, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def create_and_write(data_dir: Path, name: str, count: int) -> None:
    """Make the palace if need be and file memories, one commit each."""
    store = SqliteShelf(data_dir).create("shared", name, NOW)
    store.claim(IDENTITY)
    for number in range(count):
        with store.writing(name):
            (key,) = store.memories.add([memory(f"{name}-{number}", f"apple {name} {number}")])
            if number % 2:
                store.search.put({key: unit_vectors(1, seed=key)})
            if number % 5 == 4:
                store.memories.delete(f"{name}-{number - 3}")
                store.graph.set_mentions(key, [store.graph.add_entity(entity("Ada")).id])
        say(f"{name}-{number}")
    store.close()


def search(data_dir: Path) -> None:
    """Answer each line of input with the nearest memory."""
    store = SqliteShelf(data_dir).open("shared")
    say("ready")
    for line in sys.stdin:
        say(store.search.nearest(unit_vectors(1, seed=int(line)), limit=1).keys.tolist())
    store.close()


if __name__ == "__main__":
    job, directory, *rest = sys.argv[1:]
    if job == "write":
        create_and_write(Path(directory), rest[0], int(rest[1]))
    else:
        search(Path(directory))
