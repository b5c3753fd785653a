"""Where a round begins and ends: antes, late starts, the cards gathered, a pause."""
