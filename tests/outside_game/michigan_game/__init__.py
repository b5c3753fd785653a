"""Michigan for the companion of Nain Jaune: its rules, how it explains a round, where options come from."""

from michigan_game import rules
from michigan_game.explained import explain

LAWS = (rules,)
SOURCES = {"new_suit": {"off": "pagat", "on": "bicycle"}}
__all__ = ["LAWS", "SOURCES", "explain"]
