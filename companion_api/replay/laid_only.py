"""What a referee was given, without the faces of cards that had not been laid by then.

A camera may read what somebody holds, and the referee may even take it for laid: neither is anybody's
business, be it in a file that is meant for whoever is to find out why an evening went wrong. A look keeps its
place, and of its faces those of the cards that the log tells as laid or shown by that time.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.cards import DECK, Card
from engine.events import CardPlayed, Event, HandShown, RoundStarted
from engine.games.game import in_force

NOISE = 0.05
"""Probability below which a face beside that of a card that lies tells nothing: it stays as it was given."""
Span = tuple[float, float, Card]
"""Since when a card lies for all to see, until when, and which: seconds of the evening."""


def laid_only(given: Iterable[str], events: Sequence[Event]) -> Iterator[str]:
    """JSON Lines that `companion_api.replay.recorded.Given` gave, without what had not been laid.

    Args:
        given: the lines.
        events: the evening's, all of them.
    """
    spans = list(_spans([event for _, event in in_force(events)]))
    for line in given:
        content = json.loads(line)
        if "saw" not in content:
            yield line
            continue
        ((_, sighting),) = content["saw"].items()
        t = float(sighting["t"])
        lying = {card.index for since, until, card in spans if since <= t < until}
        changed = [_without(look, lying) for look in _looks(sighting)]
        yield json.dumps(content) if any(changed) else line


def _spans(standing: Sequence[Event]) -> Iterator[Span]:
    """When each card lay for all to see; a hand may be laid open from the round's last card on."""
    lying: list[tuple[float, Card]] = []
    last = 0.0
    for event in standing:
        t = last if event.t is None else event.t
        match event:
            case RoundStarted():
                yield from ((since, t, card) for since, card in lying)
                lying = []
            case CardPlayed():
                lying.append((t, event.card))
                last = max(last, t)
            case HandShown():
                lying += [(min(last, t), card) for card in event.cards]
    yield from ((since, math.inf, card) for since, card in lying)


def _looks(sighting: dict[str, Any]) -> list[dict[str, Any]]:
    return [*sighting.get("looks", ()), *([sighting["look"]] if "look" in sighting else [])]


def _without(look: dict[str, Any], lying: set[int]) -> bool:
    """Take the faces of cards that do not lie from a look; whether that has changed it."""
    faces = look["faces"]
    others = [place for place in range(len(DECK)) if place not in lying]
    likeliest = max(range(len(faces)), key=faces.__getitem__)
    if likeliest in lying and all(faces[place] < NOISE for place in others):
        return False
    look["faces"] = [face if place in lying else 0.0 for place, face in enumerate(faces)]
    return True
