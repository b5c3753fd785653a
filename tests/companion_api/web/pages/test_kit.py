"""«Imprimer le plateau»: a browser prints the kit, in exact millimetres, with nothing more installed."""

import re
import sys
import xml.etree.ElementTree as ET

import pytest

from companion_api.web.pages.kit import SHOWN, page
from engine.printed_kit import BOARDS
from hardware.print import kit
from hardware.print.paper import PAPERS, tiling
from languages import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_piece_is_a_page_of_sheets_as_large_as_paper(lang, monkeypatch):
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert set(SHOWN) == set(kit.PIECES)
    for piece in SHOWN:
        told = page(piece, lang)
        sheets = re.findall(r"<svg.*?</svg>", told)
        assert len(sheets) == (len(tiling(BOARDS["a2"].side, "a4").tiles) if piece == "board" else 1)
        for sheet in sheets:
            drawn = ET.fromstring(sheet)
            sides = tuple(float(drawn.attrib[side].removesuffix("mm")) for side in ("width", "height"))
            assert sorted(sides) == sorted(PAPERS["a4"])
        assert "None" not in told, "every word is there"


def test_the_markers_lie_where_the_camera_looks_for_them():
    board = BOARDS["a2"]
    for paper in PAPERS:
        sheets = kit.pictures("board", {name: name for name in NAMES}, paper)
        assert len(sheets) == len(tiling(board.side, paper).tiles)


NAMES = [
    *(f"{kind}_{card}" for kind in ("index", "name") for card in ("KH", "QS", "JC", "TD", "7D")),
    "board_title",
    "tile_hint",
]
