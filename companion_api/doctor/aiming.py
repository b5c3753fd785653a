"""What a phone that films shows large while it is aimed: the one thing to mend next, or that it is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion_api.doctor import BAD, POOR

FIRST = (
    ("light", ("black", "covered", "dark", "bright")),
    ("board", ("mirrored", "two_boards", "no_board", "wrong_camera")),
    ("coverage", ("board_cut",)),
    ("card_size", ("small",)),
    ("sharpness", ("blurred",)),
    ("glare", ("burnt", "burnt_beside")),
    ("slant", ("oblique",)),
)
"""Findings of the doctor that moving the phone or a lamp mends, what has to be right first first."""
MAY_BE_POOR = frozenset({"card_size", "slant", "glare"})
"""Of these only what will not do is said: what could be better plays."""
RIGHT = "found"


def next_step(findings: Sequence[Mapping[str, Any]]) -> str:
    """What to say.

    Args:
        findings: ``check``, ``verdict`` and ``why`` of each (`camera_check.check`).

    Returns:
        ``CHECK_WHY`` of the first thing that is wrong by `FIRST`; `RIGHT` when none is.
    """
    wrong = {
        (each["check"], each["why"])
        for each in findings
        if each["verdict"] == BAD or (each["verdict"] == POOR and each["check"] not in MAY_BE_POOR)
    }
    for check, reasons in FIRST:
        for why in reasons:
            if (check, why) in wrong:
                return f"{check}_{why}"
    return RIGHT
