"""Opening: a palace over its store, by whose vectors it holds."""

from dataclasses import replace

from simonides.domain.errors import EmbedderMismatch
from simonides.engine.filing.words_alone import WordsAlone
from simonides.engine.palace import Equipment, Palace
from simonides.ports.embedder import Identity
from simonides.ports.stores import Store


def furnish(store: Store, equipment: Equipment) -> Palace:
    """A palace over an open store. When another embedder made its vectors, closes the store and raises EmbedderMismatch.

    Vectors of a predecessor are dropped: they cannot be compared with new questions, and words answer until new ones are made.
    On a read-only disk words answer, whoever made the vectors.
    """
    stored, ours = store.identity(), equipment.embedder.identity
    if stored is None or ours.continues(stored):
        return Palace(store, equipment)
    if store.is_read_only():
        return _by_words_alone(store, equipment, stored)
    if not ours.replaces(stored):
        where = store.info.where
        store.close()
        raise EmbedderMismatch(where, str(stored), str(ours))
    return _taken_over(store, equipment, stored)


def _by_words_alone(store: Store, equipment: Equipment, stored: Identity) -> Palace:
    ours = equipment.embedder.identity
    equipment.tell(
        f"{store.info.where} is on a read-only disk and has vectors of {stored}, which {ours} cannot use;"
        " words alone find its texts"
    )
    return Palace(store, replace(equipment, embedder=WordsAlone(stored)))


def _taken_over(store: Store, equipment: Equipment, stored: Identity) -> Palace:
    palace = Palace(store, equipment)
    # Where recalls are passed on, the store itself must not be written to.
    if equipment.pass_on is None and palace.vectors.take_over():
        equipment.tell(
            f"{store.info.where} had vectors of {stored}, which {equipment.embedder.identity} replaces;"
            f" {palace.vectors.pending():,} of its texts are"
            " embedded anew by a running server, or at once by `simonides reembed --pending`; until then words find them"
        )
    return palace
