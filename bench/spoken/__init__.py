"""Calls that are heard, measured."""
