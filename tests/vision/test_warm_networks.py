"""Networks are open before the first picture: none of them makes the first card wait."""

import numpy as np
import pytest
from drawn_table import BOARD, SIZE, Drawn

from engine.cards import Card
from engine.table import table_from_json
from models import weights
from vision.cards import finder
from vision.cards.photograph import find_cards
from vision.chips.boxes import count_boxes
from vision.observer.observer import watch_table
from vision.table.board import cell_quads


def test_nothing_is_opened_once_a_table_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_from_json(
        {
            "dealer": "A",
            "players": [{"name": "A"}, {"name": "B"}, {"name": "C"}],
            "board": BOARD,
            "size": SIZE,
        },
        "the test",
    )
    watch_table(table, SIZE)

    def refuse(*_args: object, **_kinds: object) -> None:
        raise AssertionError("a network is opened only now")

    monkeypatch.setattr(weights, "load", refuse)
    drawn = Drawn()
    drawn.lay(Card(9, "C"), 520, 260, 20)
    assert finder.find_in_part(np.ascontiguousarray(drawn.picture()[160:360, 420:620]))
    find_cards(drawn.picture(), region=(420, 160, 620, 360))
    assert len(count_boxes(drawn.picture(), cell_quads(BOARD), table.chips)) == 5
