"""Sounds that the pages play: which there are, and a family's own instead of them (``README.md``)."""
