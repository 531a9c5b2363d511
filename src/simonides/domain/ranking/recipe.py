"""Recipes: the weights and switches of each way of searching."""

from dataclasses import replace

from simonides.frozen import frozen


@frozen
class Recipe:
    """The weights and switches of a search; one frozen value for each way of searching.

    The weights are chosen over eight sets at once, and each holds on the sets it was not chosen on (docs/recall.md).
    """

    name: str
    uses_words: bool = True
    uses_vectors: bool = True
    vector_weight: float = 0.7
    code_vector_weight: float = 0.2
    """How much more meaning counts when the question is about code."""
    terse_share: float = 0.13
    """How much less words count for each word that a short question in English has less than others."""
    crowding_weight: float = 0.3
    """How much less a memory counts that is near to everything, when the question is about code or not in English."""
    pair_weight: float = 0.3
    exact_weight: float = 0.4
    speaker_weight: float = 0.15
    author_weight: float = 0.3
    """How much a memory gains by being filed by the one whose words the question asks for."""
    date_weight: float = 0.25
    kind_weight: float = 0.15
    asking_weight: float = 0.05
    directive_weight: float = 0.15
    assistant_factor: float = 0.4
    before_weight: float = 0.4
    """How far the meaning of a turn is drawn to that of the turn before it, where that is nearer to the question."""
    neighbour_weight: float = 0.3
    further_weight: float = 0.1
    """The same for the memories two positions away."""
    reply_weight: float = 0.3
    """How much of a question's score a reply to it gains beside that."""
    peak_weight: float = 0.3
    """How much the best of a conversation says for all of it."""
    conversation_weight: float = 0.3
    brief_weight: float = 0.5
    """How much less the meaning of a turn of hardly any words counts."""
    long_weight: float = 0.12
    """How much less a long turn counts, for each time that it is 2.7 times as long as most."""
    opening_weight: float = 0.2
    """How much the first turn of a conversation gains, the second half of it, the third a third."""
    name_weight: float = 0.2
    rare_name_weight: float = 0.2
    """How much a note gains that holds the names of the question which few memories hold."""
    place_weight: float = 2.0
    """How much a memory gains under a room, wing or tag where the question asks for the list of all that is there."""
    heeds_asking_part: bool = True
    """Whether of a text that leads up to a question only the question counts, and the rest a little."""
    mends_spelling: bool = True
    """Whether a word that nothing holds is read as a known word that is one slip of the hand away."""
    puts_newer_first: bool = True
    """Whether a statement that updates the best one goes before it."""
    follows_descriptions: bool = True
    """Whether the answer goes above the note that leads to it, where the question describes what it asks about."""
    sets_copies_back: bool = True
    """Whether a hit that repeats a better one moves behind everything else that is shown."""
    candidates: int = 80
    """How many candidates each channel may nominate."""

    @property
    def heeds_conversations(self) -> bool:
        """Whether the conversation around a memory counts."""
        beside = (self.before_weight, self.neighbour_weight, self.further_weight, self.reply_weight)
        own = (self.brief_weight, self.long_weight, self.opening_weight)
        return any((*beside, *own, self.peak_weight, self.conversation_weight))


HYBRID = Recipe("hybrid")
_BARE = Recipe(
    "bare",
    code_vector_weight=0.0,
    terse_share=0.0,
    crowding_weight=0.0,
    exact_weight=1.0,
    speaker_weight=0.0,
    author_weight=0.0,
    date_weight=0.0,
    kind_weight=0.0,
    asking_weight=0.0,
    directive_weight=0.0,
    assistant_factor=1.0,
    before_weight=0.0,
    neighbour_weight=0.0,
    further_weight=0.0,
    reply_weight=0.0,
    peak_weight=0.0,
    conversation_weight=0.0,
    brief_weight=0.0,
    long_weight=0.0,
    opening_weight=0.0,
    name_weight=0.0,
    rare_name_weight=0.0,
    place_weight=0.0,
    heeds_asking_part=False,
    mends_spelling=False,
    puts_newer_first=False,
    follows_descriptions=False,
    sets_copies_back=False,
)
LEXICAL = replace(_BARE, name="lexical", uses_vectors=False)
"""Words alone, by weight; an exact identifier comes first."""
SEMANTIC = replace(_BARE, name="semantic", uses_words=False, vector_weight=1.0, exact_weight=0.0)
"""Meaning alone, by cosine."""
