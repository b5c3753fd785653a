"""A film's way: where to look, what was seen there, and which cards came to lie and left."""
