"""Filmed and simulated rounds, measured."""
