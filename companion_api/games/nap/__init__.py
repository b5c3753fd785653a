"""Nap at a table that people tell: what pages see of a deal, what is said aloud of it."""
