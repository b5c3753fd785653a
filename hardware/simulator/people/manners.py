"""How a family moves and lays cards, and how its members differ."""

from __future__ import annotations

import random
from dataclasses import dataclass

from hardware.simulator.disturbances import Disturbances


@dataclass(frozen=True, slots=True)
class Manners:
    """How these people move and lay cards.

    Attributes:
        pace: 1 is an unhurried family, 2 twice as fast.
        scatter: mm by which cards miss the middle of the pile.
        twist: degrees by which cards are turned.
        fiche_for_five: the chance that five is paid with a fiche.
        exposure: seconds that a frame is exposed.
    """

    pace: float
    scatter: float
    twist: float
    fiche_for_five: float
    exposure: float


def manners(rng: random.Random, pace: float) -> Manners:
    """Some family's manners."""
    return Manners(
        pace=pace,
        scatter=rng.uniform(8, 24),
        twist=rng.uniform(5, 22),
        fiche_for_five=rng.choice([0.0, 0.4, 0.8]),
        exposure=rng.uniform(0.012, 0.035),
    )


@dataclass(frozen=True, slots=True)
class Person:
    """How one player differs from the family.

    Attributes:
        pace: factor of the family's.
        thinks: the chance that he thinks before a card, for up to 2.5 s.
        lingers: seconds that his hand stays on a card, at most.
        scatter: factor of the family's scatter and twist.
        skew: degrees by which his cards are askew in a row or fan.
        child: he has a child's hands.
    """

    pace: float = 1.0
    thinks: float = 0.0
    lingers: float = 0.0
    scatter: float = 1.0
    skew: float = 0.0
    child: bool = False


def people(seed: object, count: int, among: Disturbances) -> tuple[Person, ...]:
    """`count` players, each with the habits that are switched on; at least one has each."""
    tempo, sloppy, children = (
        random.Random(f"{seed}/{matter}") for matter in ("tempo", "sloppy", "children")
    )
    slow, messy, small = (die.randrange(count) for die in (tempo, sloppy, children))
    persons = []
    for place in range(count):
        pace, thinks, lingers = 1.0, 0.0, 0.0
        if among.tempo:
            pace = 0.6 if place == slow else tempo.choice([0.75, 1.0, 1.3, 1.6])
            thinks = 0.3 if pace < 1 else 0.05
            lingers = 0.9 if pace < 1 else 0.0
        scatter, skew = 1.0, 0.0
        if among.sloppy:
            scatter = sloppy.uniform(1.6, 2.4) if place == messy else sloppy.choice([0.4, 1.0, 1.6])
            skew = 4.0 * scatter
        child = among.children and (place == small or children.random() < 0.3)
        persons.append(Person(pace, thinks, lingers, scatter, skew, child))
    return tuple(persons)
