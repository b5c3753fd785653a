"""Deals of Nap told to a table by taps, as people who play at random tell them."""

from __future__ import annotations

from random import Random

import nap_deals
import random_logs

from companion_api.games.views import tell
from engine.events import Fined, RoundStarted, to_json
from engine.games.at_random import nap_play
from engine.games.nap import Evening, start

HABITS = nap_play.Habits(passes=0.4, lucky=0.5, faults=0.1)


def told(event):
    """An event as a phone tells it: without number and time."""
    line = to_json(event)
    line.pop("confidence", None)
    return {name: value for name, value in line.items() if name not in ("seq", "t") and value is not None}


def random_deal(story, rng, habits=HABITS):
    """The events of a deal after the one that begins it, which the table has begun."""
    state = story.state
    dealer = state.players[state.round.dealer]
    before = _before(story)
    begin, *events = nap_play.random_deal(before, dealer, rng, habits)
    assert isinstance(begin, RoundStarted)
    return events


def _before(story) -> Evening:
    """The state before the deal in progress began: a new table with what lies in the pool."""
    first, state = story.in_force[0], story.state
    begun = start(first)
    return type(begun)(begun.options, begun.players, begun.stock_told, state.balances, state.pool)


def deal_told(house, seed, fines=False):
    """Tell a random deal by taps, event by event; ``fines``: somebody is fined before the first bid."""
    events = random_deal(tell(house.live.events()), Random(seed))
    if fines:
        events.insert(0, Fined(house.view["leader"], 2, "out_of_turn"))
    for event in events:
        house.tap(tap="tell", event=told(event))
        yield event


def houses():
    """House rules with numbers of players, so that every value of every option is played."""
    wanted = {(name, str(value)) for name, values in random_logs.NAP.items() for value in values}
    found, seed = [], 0
    while wanted:
        rng = Random(seed)
        players = rng.randint(3, 10)
        options = nap_deals.house(rng, players)
        new = {(name, str(value)) for name, value in options.items()} & wanted
        if new:
            found.append((seed, players, options))
            wanted -= new
        seed += 1
    sets = {"hastings": [2, 4, 8, 16], "aylesbury": [2, 5, 10], "dorset": [1, 2, 5]}
    sets["teesside"] = [1, 2, 3, 4, 5, 9, 20]
    for players, (bids, values) in enumerate(sets.items(), start=4):
        found.append(
            (seed + players, players, {"floater": "on", "floater_bids": bids, "floater_values": values})
        )
    return found
