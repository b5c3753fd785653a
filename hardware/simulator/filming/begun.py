"""The companion is started late: after the antes, after the deal, in mid-round; or it ends and starts anew.

The evening is planned as ever. What the camera sees of it begins later, and the truth tells apart what had
happened before; its times are then less than 0. Where the program starts anew, the camera gives nothing
for a while and people play on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.cards import Card
from hardware.simulator.drawing.view import View
from hardware.simulator.layout import Layout
from hardware.simulator.stage.script import (
    Change,
    FillBox,
    LayCard,
    MoveBoard,
    MoveCards,
    MoveView,
    Script,
    TakeAway,
)

WHEN = ("after_antes", "after_deal", "mid_round", "restart")
"""When a film may begin, or what befalls the companion in it."""
_AWAY = (3.0, 14.0)
"""Seconds that the companion is away when it starts anew."""
_ARM = 1.2
"""Seconds before a card lies free in which its arm may be over the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Beginning:
    """How much of a plan is in the film.

    Attributes:
        what: one of `WHEN`.
        frame: number of the plan's frame with which the film begins.
        away: from when until when (seconds of the plan) the camera gives nothing.
    """

    what: str
    frame: int = 0
    away: tuple[float, float] | None = None

    def on(self, script: Script, fps: float) -> Script:
        """The script with the frames that the camera does not give left out."""
        if self.away is None:
            return script
        numbers = range(int(np.ceil(self.away[0] * fps)), int(np.ceil(self.away[1] * fps)))
        return replace(script, lost=script.lost | frozenset(numbers))


def begin(seed: object, script: Script, fps: float) -> Beginning:
    """When the companion is started in the film of `script`, by chance."""
    die = random.Random(f"{seed}/begun")
    what = die.choice(WHEN)
    first = next((e["t"] for e in script.truth if e["type"] == "round_started"), script.duration)
    cards = [e["t"] for e in script.truth if e["type"] == "card_played" and e["t"] < first]
    antes = [e["t"] for e in script.truth if e["type"] == "ante" and e["t"] < cards[0]]
    paid = antes[-1] + 0.2
    deals = [(u["t"], u["until"]) for u in script.upsets if u["kind"] == "deal" and u["t"] < cards[0]]
    before = max(paid, cards[0] - _ARM)
    match what:
        case "after_antes":
            dealing = min((t for t, _ in deals if t > paid), default=before)
            t = die.uniform(paid, min(dealing, paid + 1.0))
        case "after_deal":
            dealt = min(max([paid, *(until for _, until in deals)]), before)
            t = die.uniform(dealt, before)
        case "mid_round":
            t = die.uniform(cards[0], cards[-1] - 0.15 * (cards[-1] - cards[0]))
        case _:
            t = die.uniform(cards[0], cards[len(cards) * 2 // 3])
            return Beginning(what, 0, (t, t + die.uniform(*_AWAY)))
    return Beginning(what, int(np.ceil(t * fps)))


@dataclass(frozen=True, slots=True, eq=False)
class Before:
    """How things stand in the first frame of a film that begins late.

    Attributes:
        layout, view: where board and camera are.
        boxes: chips in each box by kind.
        lying: the cards on the table, lowest first.
    """

    layout: Layout
    view: View
    boxes: Mapping[Card, Counter[str]]
    lying: Sequence[LayCard]


def standing(changes: Iterable[Change], t: float, layout: Layout, view: View) -> Before:
    """What has come of all changes until `t`, from a bare table on."""
    boxes: dict[Card, Counter[str]] = {honour: Counter() for honour in layout.honours}
    lying: dict[Card, LayCard] = {}
    for change in changes:
        if change.t > t + 1e-9:
            break
        match change:
            case FillBox():
                boxes[change.honour] = Counter(chip.kind for chip in change.chips)
            case LayCard():
                lying[change.card] = change
            case TakeAway():
                lying = {card: each for card, each in lying.items() if card not in change.cards}
            case MoveCards():
                lying.update({each.card: each for each in change.cards if each.card in lying})
            case MoveBoard():
                layout = change.layout
            case MoveView():
                view = change.view
    return Before(layout, view, boxes, list(lying.values()))


def split(lines: Iterable[Mapping[str, Any]], t: float) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Lines of a truth before and from `t` on, their times counted from `t`; what lasts is in the film."""
    before, after = [], []
    for line in lines:
        shifted = {**line, "t": round(line["t"] - t, 3)}
        if "until" in line:
            shifted["until"] = round(line["until"] - t, 3)
        if shifted.get("until", shifted["t"]) < 0:
            before.append(shifted)
        else:
            after.append({**shifted, "t": max(shifted["t"], 0.0)} if "until" in line else shifted)
    return before, after


def before_film(
    beginning: Beginning,
    now: Before,
    happened: tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]],
    hands: Mapping[str, int],
    calls: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """What the truth says of the time before the film (``before``).

    Args:
        happened: the truth's events before the film, and in it.
        hands: how many cards each player had at first.
        calls: made before the film.
    """
    earlier, later = happened
    laid = [event for event in earlier if event["type"] == "card_played"]
    held = Counter(hands)
    held.subtract(event["player"] for event in laid)
    by = {event["card"]: event["player"] for event in laid}
    then = next((event["player"] for event in later if event["type"] == "card_played"), None)
    return {
        "what": beginning.what,
        "events": list(earlier),
        "calls": list(calls),
        "boxes": {honour.code: dict(chips) for honour, chips in now.boxes.items()},
        "lying": [
            {
                "card": each.card.code,
                **({"player": by[each.card.code]} if each.card.code in by else {}),
                "corners": np.round(now.view.project(each.corners, each.z), 1).tolist(),
            }
            for each in now.lying
        ],
        "hands": dict(held),
        "next": then,
    }
