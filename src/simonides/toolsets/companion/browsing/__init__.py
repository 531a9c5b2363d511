"""Looking through a palace over REST: lists with counts, surroundings, entities, facts in time and the change log."""
