"""Cosines that decide something, each with how it was chosen for the bundled encoders.

Measured on the open halves of bench/sets; where the cosines of notes, questions and answers lie stands in docs/recall.md ("What
cosines mean"). Shares below are those of the encoder with which a number was chosen. A newer encoder means measuring all anew.
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
"""Two notes outside of conversations may be on one matter: their cosine, with as much again as it is above that of any other
note that was found."""

CODE_BESIDE_MIN = 0.4
"""A piece of code may stand beside memories: the best piece reaches it for 42 of 43 questions about two projects (22 and 1,725
pieces), and for 3 of 113 questions about lives and work that have nothing to do with the larger one."""

DAY_LIKENESS_MIN = 0.6
"""A note may change another of the same day: half of the notes that replace another reach it, and of unrelated ones not one in
a thousand. At .45 one of ten texts that were filed with hundreds of others lost its first place to one with a word like `new`."""

UNRELATED_LIKENESS = 0.2
"""What nine of ten unrelated notes stay below: in a palace of a few notes nothing else shows how alike two of them are."""

NOTE_EVIDENCE_MIN = 1.05
"""The sum that says that a later note replaces an earlier one: that likeness, .6 of the ratio of their fits to the question,
and .25 where the later one tells of a change of the subject. Chosen on the open halves of three rounds of update pairs and of
three years of notes (Decision 73)."""

NOTE_SCORE_SHARE_MIN = 0.45
"""The share of the earlier note's whole score that a later one needs to replace it. Chosen on the open halves of seven years of
notes: at .5 they gain one first hit more, and update pairs lose two (Decision 91)."""

EVEN_LIKENESS_MIN = 0.3
"""How alike two notes are of which the later one answers a question in English as well as the best. Chosen on 15,231 questions
to worlds that the encoder has learnt: .25 to .4, and shares of the cosine of .9 to 1.05, gain 30 to 75 first hits."""

UNASKED_EVIDENCE_MIN = 0.95
"""The same where nobody has asked: the cosine, .35 of the share of words in common, and .25 for a told change."""

ANSWER_LIKENESS_MIN = 0.5
"""A note answers a note that only asks."""
