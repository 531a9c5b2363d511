"""A separate process that files into many palaces of which few may be awake; it tells each memory that was filed."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor

from simonides.domain.ids import Mint
from simonides.domain.time import system_clock
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment
from support.homes import Home

THREADS = 3
TURNS = 15


def file(engine: Engine, names: list[str], author: str) -> list[str]:
    """The palace and the id of each memory that was filed, found again at once."""
    order, filed = random.Random(author), []
    for turn in range(TURNS):
        name = order.choice(names)
        memory = engine.palace(name).memories.remember(Draft(f"{author}x{turn} was said in {name}"))
        assert memory.id in {hit.memory.id for hit in engine.palace(name).recall(f"{author}x{turn}")}
        filed.append(f"{name} {memory.id}")
    return filed


if __name__ == "__main__":
    where, awake_max, author, *names = sys.argv[1:]
    equipment = Equipment(HashingEmbedder(), system_clock, Mint(), patience_s=5)
    engine = Engine(Home(where).shelf(), equipment, awake_max=int(awake_max))
    engine.catch_up_in_background()
    with ThreadPoolExecutor(THREADS) as threads:
        for filed in threads.map(lambda number: file(engine, names, f"{author}{number}"), range(THREADS)):
            sys.stdout.write("".join(f"{line}\n" for line in filed))
    engine.close()
