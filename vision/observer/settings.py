"""The numbers of the observer, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Boxes:
    """When the chips of a box are counted (`vision.observer.boxes`)."""

    rest: float = 0.2  # s a box lies still; guess: less, chips are counted while they fall; more, antes lag
    moves: float = 0.02  # share of it that may move; guess: less, edges that shiver forbid every count
    again: float = 0.5  # s until a hidden box is looked at again; guess: more, antes are told late
    shaded: float = 0.5  # of what covers it, a shadow; counted on 9 boxes late under shadows: 3 are left
    stirs: float = 0.05  # of it that may move; guess: more, an arm that lays chips is taken for a shadow


@dataclass(frozen=True, slots=True)
class Table:
    """The table as a whole (`vision.observer.view`, `vision.observer.observer`)."""

    lost: float = 0.6  # of the picture changes; guess: less, arms and cards end the view; more, none ends it
    lying_still: float = 0.4  # of a first card changed or hidden; guess: less than a pile's 0.29, it is new


@dataclass(frozen=True, slots=True)
class Certain:
    """Which cards surely lie on the table (`vision.observer.certain`)."""

    beside: int = 2  # small px round arms that are not shown; guess: fewer, a held card's edge is shown
    free: float = 0.5  # s its place is free; guess: less, a card that a hand takes along is shown
    again: float = 0.5  # s until it is looked at again; guess: less, all looks fall into one bad light
    one_card: float = 0.4  # overlap of its outlines; guess: more, one that shifts is hidden again
    read: float = 0.5  # its face; guess: lower, a card that only might lie there is shown
    off_plane: float = 20.0  # chi-square off the plane; counted on 23 cards of one film: 21 below, 2 above
    # -- Widths of searches: speed, not truth
    looks: int = 6  # at one card, each as dear as reading it


@dataclass(frozen=True, slots=True)
class Proofs:
    """Small pictures that prove what was seen (`vision.observer.proofs`)."""

    margin: float = 0.6  # of a place's longer side shown round it; guess: less, nobody sees where it lies
    named: float = 0.4  # our reader names a card: not given out; guess: higher, a proof shows a held card
    unknown: int = 128  # grey where nothing was seen before; guess: any, people take it for a picture
    # -- Widths of searches: speed, not truth
    waiting: int = 32  # cards whose place is kept as it was, 100 kB each


@dataclass(frozen=True, slots=True)
class ObserverSettings:
    """All numbers of the room."""

    boxes: Boxes = Boxes()
    table: Table = Table()
    certain: Certain = Certain()
    proofs: Proofs = Proofs()


OBSERVER = ObserverSettings()
