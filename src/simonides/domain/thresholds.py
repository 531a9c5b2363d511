"""Cosines that decide something, each with how it was chosen for the bundled encoders.

Measured on the open halves of bench/sets (docs/recall.md, Cosines): unrelated notes lie at .07, with a deviation of .10, and
99.9 % of them below .48; a question and its answer lie at .69 (four of five between .48 and .83); two notes of which one replaces
the other at .66. A newer encoder means measuring all of them anew.
"""

DUPLICATE_MIN = 0.9
"""Two texts may be the same: 91 % of those that are reach it, and 73 % of those that differ in a word, so words decide.
It is also the default of the contract's `check_duplicate`."""

COPY_MIN = 0.95
"""A hit may repeat a better one: 71 % of the same reach it. Above `DUPLICATE_MIN`, since nobody is told what is set back."""

MERGE_MIN = 0.95
"""Dreaming may close one of two texts: the same as for copies, for the same reason."""

COSINE_APART = 0.06
"""How far the cosines of two copies with one question may differ."""

SIMILAR_NODES_MIN = 0.75
"""Two nodes of the graph are worth a look: the contract's default. A fifth of the notes that replace another reach it, and of
4,095 unrelated pairs none."""

OPEN_LIKENESS_MIN = 0.7
"""Two turns of a conversation are on one matter where a question names no kind of value. At .6 LoCoMo loses .1; BEAM's updates
are the same up to .8."""

SAME_SENTENCE_MIN = 0.75
"""Another value in a sentence this like is a change."""

NOTE_LIKENESS_MIN = 0.5
"""Two notes outside of conversations are on one matter. Chosen with the next one on the open halves of the update pairs and of a
year of notes. At .42 and .1 a later note on the same matter nearly always went first: 97 % of updates, but 55 first hits of 111
in the year, where 65 come without the rule. At .5 and .5 it is 89 % and 69."""

NOTE_FIT_MIN = 0.5
"""How well a later note must fit the question beside the one it replaces, by words and cosine together: it often uses other words
(`RabbitMQ was shut down` for `which message broker`), so likeness decides, and this shuts out only what is far off."""
