"""What «Comment on joue» draws from: every built-in preset with all its options, and its deal.

The page asks for ``how/presets.json``, which every server of ours answers, with no evening on as well.
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse

from engine.evening import presets
from engine.games import game
from engine.games.game_rules import Game


def presets_shown() -> dict[str, Any]:
    """By preset: ``rules``, ``options`` (all of them), ``only_with`` (of an option: another, its values),
    ``deal`` {players: [cards of each, talon]}."""
    return {
        preset.name: {
            "rules": preset.rules,
            "options": {
                **{each.name: each.default for each in presets.choices(preset.game, preset.rules)},
                **preset.options,
            },
            "only_with": {
                each.name: each.only_with
                for each in presets.choices(preset.game, preset.rules)
                if each.only_with
            },
            "deal": {str(players): list(dealt) for players, dealt in _game_of(preset).DEAL.items()},
        }
        for preset in presets.BUILT_IN
    }


def _game_of(preset: presets.HousePreset) -> Game:
    return game.find(preset.game, preset.rules, "preset")


def add_to(app: FastAPI) -> None:
    """Add the address; before the page itself is mounted."""

    @app.get("/how/presets.json", include_in_schema=False)
    def presets_told() -> JSONResponse:
        """`presets_shown`."""
        return JSONResponse(presets_shown())
