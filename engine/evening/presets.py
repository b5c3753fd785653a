"""House presets: a name for a set of house rules on top of a base preset.

A family plays "grandmother's rules": ``lindor`` with some options. Built-in are the sets that the
sources play (`BUILT_IN`); families save their own. A house preset is resolved to its base and
options before any game begins (`resolved`), so that logs stay self-contained.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import reading
from engine.errors import BadInput
from engine.games import game, options
from engine.games.options import LENGTH, Choice
from engine.table import Table

LONGEST_NAME = 40
"""Characters of a house preset's name."""


@dataclass(frozen=True, slots=True)
class HousePreset:
    """A named set of house rules.

    Attributes:
        name: as people call it; of a built-in one its key in the word tables (``presets.…``).
        rules: the base preset, e.g. ``"lindor"``.
        options: those that differ from the base, as JSON values.
        game: e.g. ``"nain-jaune"``.
    """

    name: str
    rules: str
    options: Mapping[str, object] = field(default_factory=dict)
    game: str = "nain-jaune"


BUILT_IN: tuple[HousePreset, ...] = (
    *(HousePreset(rules, rules, {}, kind) for kind, rules in game.GAMES),
    HousePreset(
        "french_page",  # 002
        "lindor",
        {
            "packets": "3_then_2",
            "first_dealer": "high_card",
            "first_lead": "drawn",
            "asked": "next_only",
            "must_continue": "runner",
            "decline_lead": "on",
            "call_required": "off",
            "bete": "off",
            "hand_payment": "per_card",
            "per_card": 3,
            "opera": "no_honour",
        },  # its fiche of two jetons is left out: a family's chips are worth what is printed on them
    ),
    HousePreset(
        "academie",  # 004, its articles on the game of Lindor's time
        "lindor",
        {"packets": "1", "direction": "anticlockwise", "call_required": "off", "opera": "no_card"},
    ),
    HousePreset(
        "german_text",  # 000, main text
        "lindor",
        {"must_continue": "runner", "after_stop": "skip"},
    ),
    HousePreset(
        "german_variant",  # 000, its variant: free after a stop, one jeton for each card
        "lindor",
        {"must_continue": "runner", "hand_payment": "per_card"},
    ),
    HousePreset(
        "academie_1760",  # 004
        "avantcoureur",
        {"call_required": "hoc_only", "accidental_hoc_pays": "on", "round_unit": "cycle"},
    ),
    HousePreset(
        "journal_1760",  # 004q
        "avantcoureur",
        {"call_required": "hoc_only", "hoc_chip": 0, "dwarf_bete": "off", "stake_unit": "fiche"},
    ),
)
"""The base presets as they are, then what else the sources play, each by the source named beside it."""


def built_in() -> tuple[HousePreset, ...]:
    """`BUILT_IN`, then the base presets of the games from elsewhere."""
    ours = {(preset.game, preset.rules) for preset in BUILT_IN}
    others = (HousePreset(rules, rules, {}, kind) for kind, rules in game.GAMES if (kind, rules) not in ours)
    return (*BUILT_IN, *others)


def choices(name: str, rules: str) -> tuple[Choice, ...]:
    """Every option of a base preset, in the order of its options.

    Raises:
        BadInput: an unknown game or preset.
    """
    chosen = game.find(name, rules, "preset").read_options({}, "preset")
    return tuple(options.declared(type(chosen)).values())


def read_preset(data: object, where: str) -> HousePreset:
    """A house preset from JSON: ``{"name", "game", "rules", "options"}``.

    Only options that differ from the base preset are kept.

    Raises:
        BadInput: something is missing or wrong, or an option or value that there is not.
    """
    fields = reading.mapping(data, where, "the house preset")
    name = reading.text(fields, "name", where)
    if len(name) > LONGEST_NAME:
        raise BadInput(f"{where}: 'name' has {len(name)} characters, expected no more than {LONGEST_NAME}")
    kind = reading.text(fields, "game", where, "nain-jaune")
    rules = reading.text(fields, "rules", where, "lindor")
    chosen = reading.mapping(fields.get("options") or {}, where, "'options'")
    read = game.find(kind, rules, where).read_options(chosen, f"{where}: 'options'")
    return HousePreset(name, rules, options.asked_for(read), kind)


def called(table: Table, saved: Iterable[HousePreset] = ()) -> tuple[HousePreset, int]:
    """The set of rules by whose name people know what they play, and how many rules they have changed in it.

    Of sets that are as near, a family's own goes first. How long an evening lasts is nobody's rule.

    Args:
        table: what is played.
        saved: the family's own, besides `built_in`.
    """
    read = game.find(table.game, table.rules, "preset").read_options
    counted = [each.name for each in choices(table.game, table.rules) if each.group != LENGTH]
    played = read(table.options, "table")

    def changed(preset: HousePreset) -> int:
        defaults = read(preset.options, "preset")
        return sum(getattr(defaults, name) != getattr(played, name) for name in counted)

    there = [each for each in (*saved, *built_in()) if (each.game, each.rules) == (table.game, table.rules)]
    nearest = min(there, key=changed)
    return nearest, changed(nearest)


def to_json(preset: HousePreset) -> dict[str, Any]:
    """What `read_preset` reads back."""
    return {
        "name": preset.name,
        "game": preset.game,
        "rules": preset.rules,
        "options": dict(preset.options),
    }


def resolved(table: Mapping[str, Any], saved: Iterable[HousePreset] = ()) -> dict[str, Any]:
    """A table file whose ``rules`` may name a house preset, with base preset and options instead.

    Options that the table tells itself go before the preset's.

    Args:
        table: as parsed; anything else wrong in it is left for `engine.table` to say.
        saved: the family's own, besides `BUILT_IN`.
    """
    named = table.get("rules")
    named = reading.one_spelling(named) if isinstance(named, str) else None
    for preset in (*built_in(), *saved):
        if named == preset.name and table.get("game", preset.game) == preset.game:
            own = table.get("options") or {}
            merged = {**preset.options, **own} if isinstance(own, Mapping) else own
            return {**table, "game": preset.game, "rules": preset.rules, "options": merged}
    return dict(table)
