"""What «Comment on joue» draws from: every built-in preset of Nain Jaune with all its options, and its deal.

The page reads it from ``page/how/presets.json``, so that it can be opened and printed with no evening on;
``python -m companion_api.saying.how_to`` writes that file anew, and a test holds it against the engine.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.evening import presets
from engine.games import game, nain_jaune
from engine.games.law import Game

FILE = Path(__file__).parents[1] / "page" / "how" / "presets.json"


def told() -> dict[str, Any]:
    """By preset: ``rules``, ``options`` (all of them), ``deal`` {players: [cards of each, talon]}."""
    return {
        preset.name: {
            "rules": preset.rules,
            "options": {
                **{each.name: each.default for each in presets.choices(preset.game, preset.rules)},
                **preset.options,
            },
            "deal": {str(players): list(dealt) for players, dealt in _law(preset).DEAL.items()},
        }
        for preset in presets.BUILT_IN
        if preset.game == nain_jaune.GAME
    }


def _law(preset: presets.HousePreset) -> Game:
    return game.find(preset.game, preset.rules, "preset")


def text() -> str:
    """The same as the file has it."""
    return json.dumps(told(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
