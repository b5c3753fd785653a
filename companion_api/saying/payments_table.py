"""Who pays whom, as a small table for the terminal."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from companion_api.saying.words import Words
from engine.evening.purses import Handover
from engine.events import AnySettlement
from engine.names import isolated

WIDTH = 100
"""Characters of a line where no terminal says how many it shows."""


def payments_table(settlement: AnySettlement, handed: Sequence[Handover], words: Words) -> Iterator[str]:
    """The table's lines; one sentence where nobody pays anybody.

    Args:
        settlement: of one round.
        handed: what is handed over, in pieces; what goes into boxes is left out. Empty where pieces are not
            reckoned (Nap): then the settlement's transfers, in chips.
        words: of one language.
    """
    rows = [
        (str(each.giver), each.taker, each.chips, _pieces(each, words))
        for each in handed
        if isinstance(each.taker, str)
    ] or [(paid.giver, paid.taker, paid.chips, "") for paid in settlement.transfers]
    if not rows:
        yield words.say("told.table.nobody")
        return
    in_pieces = any(pieces for *_, pieces in rows)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("giver", "taker"):
        table.add_column(words.say(f"told.table.{name}"), overflow="fold")
    table.add_column(words.say("told.table.chips"), justify="right", no_wrap=True)
    if in_pieces:
        table.add_column(words.say("told.table.pieces"), overflow="fold")
    for giver, taker, chips, pieces in rows:
        table.add_row(isolated(giver), isolated(taker), str(chips), *([pieces] if in_pieces else []))
    width = shutil.get_terminal_size((WIDTH, 24)).columns
    text = io.StringIO()
    Console(file=text, width=max(width - 2, 40), markup=False, highlight=False, color_system=None).print(
        table
    )
    yield from (line.rstrip() for line in text.getvalue().splitlines())


def _pieces(handed: Handover, words: Words) -> str:
    """``1 contrat et 1 fiche ; reçoit en retour 1 jeton``: what is handed over, and what else has to be."""
    back, swapped = words.pieces(handed.back), words.pieces(handed.swapped)
    more = [
        words.pieces(handed.paid),
        words.say("evening.swapped", pieces=swapped) if swapped else "",
        words.say("evening.back", pieces=back) if back else "",
        words.say("evening.noted", n=words.count("chips", handed.noted)) if handed.noted else "",
    ]
    return " ; ".join(filter(None, more))
