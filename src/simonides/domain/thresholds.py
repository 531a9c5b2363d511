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
"""How far the cosines of two copies with one question may differ: 99.7 % of 49 pairs that say the same, each beside 91 questions,
are within it (97.6 % within .04). It only spares comparing; pairs that differ in a word are as close, so words decide."""

SIMILAR_NODES_MIN = 0.75
"""Two nodes of the graph are worth a look: the contract's default. A fifth of the notes that replace another reach it, and of
4,095 unrelated pairs none."""

OPEN_LIKENESS_MIN = 0.7
"""Two turns of a conversation are on one matter where a question names no kind of value. At .6 LoCoMo loses .1; BEAM's updates
are the same up to .8."""

SAME_SENTENCE_MIN = 0.75
"""Another value in a sentence this like is a change: 87 % of the notes that differ only in a word that matters reach it, and 8 %
of those that share words and replace nothing (at .65 it is 95 % and 16 %, at .85 79 % and none)."""

NOTE_LIKENESS_MIN = 0.45
"""Two notes outside of conversations may be on one matter. Chosen with the next three on the open halves of the update pairs and
of a year of notes: at .42 the year loses three first hits of 111, and no update is gained."""

TOLD_LIKENESS_MIN = 0.3
"""The same where the later note tells of a change of the subject and shares .3 of the words: three of 105 updates more, none of
42 others, and no first hit of the year. At .25 of the words the year loses four."""

NOTE_EVIDENCE_MIN = 0.95
"""The sum that says that a later note replaces an earlier one: likeness, .6 of the ratio of their fits to the question, .35 of
the share of words in common, and .25 where the later one tells of a change of the subject. The weights are those of a logistic
regression over 591 pairs of the first open halves (area under the curve .95; .88 by likeness alone). With it 98 of 105 updates
stand first, 35 of 42 other later notes stay below, and 83 of 111 first hits of the year are right. At .9 the year loses two."""

ANSWER_LIKENESS_MIN = 0.5
"""A note answers a note that only asks."""
