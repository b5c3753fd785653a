"""Rounds and deals as texts that people can write, as PGN and FEN are for chess (NOTATION.md).

`write` and `read` turn the events of an evening into a text and back, nothing lost; `brief` leaves
out what does not count in settling;
`print_deal` and `parse_deal` do so with a deal in one line.
"""

from engine.notation.brief import brief
from engine.notation.deal import Dealt, parse_deal, print_deal
from engine.notation.read import looks_like, read
from engine.notation.write import write

__all__ = ["Dealt", "brief", "looks_like", "parse_deal", "print_deal", "read", "write"]
