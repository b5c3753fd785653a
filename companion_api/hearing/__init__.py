"""Ears: which microphone, what is heard, what comes of it."""
