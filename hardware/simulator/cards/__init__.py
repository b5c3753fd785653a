"""A pack of cards, drawn from nothing: indices, suit signs, courts, faces and backs."""
