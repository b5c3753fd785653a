"""An evening told as briefly as it settles alike: what people would have written themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.events import (
    Alert,
    AntesSeen,
    BoxTaken,
    Called,
    CardPlayed,
    Event,
    GameStarted,
    NapSettlement,
    Settlement,
)
from engine.games import game

_EVIDENCE = AntesSeen | BoxTaken | Alert | Settlement | NapSettlement


def brief(events: Iterable[Event]) -> list[Event]:
    """The events that count, corrections carried out.

    Evidence, alerts and settlements are left out, and so are numbers, confidences, further fields and
    how a call was heard. Times stay on cards and calls where they decide (``call_window: with_card``).

    Raises:
        IllegalCorrection: as `game.in_force`.
    """
    shortened: list[Event] = []
    timed = False
    for _, event in game.in_force(list(events)):
        if isinstance(event, _EVIDENCE):
            continue
        if isinstance(event, GameStarted):
            timed = event.options.get("call_window") == "with_card"
        timeless = timed and isinstance(event, CardPlayed | Called)
        event = replace(event, seq=None, t=event.t if timeless else None, extra={})
        if isinstance(event, CardPlayed):
            event = replace(event, confidence=1.0)
        elif isinstance(event, Called):
            event = replace(event, via=None)
        shortened.append(event)
    return shortened
