"""A contrat has one colour, on paper, on a phone and on the television."""

import re
from pathlib import Path

from hardware.print import pen

CSS = (Path(__file__).parents[2] / "companion_api" / "page" / "style.css").read_text(encoding="utf-8")


def test_chips_have_the_colours_of_those_that_are_printed():
    shown = dict(re.findall(r"\.piece\.(\w+) \{[^}]*background: var\(--\w+, (#\w+)\)", CSS))
    assert shown == {"jeton": pen.RED, "fiche": pen.BLUE, "contrat": pen.GREEN}
