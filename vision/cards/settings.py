"""The numbers of the room of cards, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faces:
    """What several modules ask of a face that was read; probabilities."""

    unread: float = 0.3  # below it no face is told; counted on 596 cards of simulated hands: 1 unread, not 12
    # By itself: along one of many outlines, of which one always shows some face, or across nothing else.
    believed: float = 0.9  # a reading by itself; counted on 596, outlines 5 % off: 98.8 % told, not 97.5
    sure: float = 0.97  # no second look; counted on 429 photographed cards: two looks err less


@dataclass(frozen=True, slots=True)
class Places:
    """What several modules ask of two outlines."""

    same: float = 0.7  # overlap of one that lies where another did; guess: less, a new card is the last one


@dataclass(frozen=True, slots=True)
class Deck:
    """Learning a family's pack, and reading with it (`vision.cards.deck`)."""

    again: float = 0.02  # a card is shown twice; guess: more, a doubtful card is taken for one shown before
    sure: float = 0.95  # a picture is a card's; guess: less, a wrong one is learnt that people were not asked
    same_look: float = 0.7  # cosine of the card that lay there; guess: less, one put in its place is not news
    named_insists: float = 20.0  # weight of named photos; guess: less, people are asked what they have named
    insistent: float = 1e3  # weight of a certain card; guess: less, the network outvotes what people said
    cell: int = 4  # px (half size) compared at once; guess: fewer, a card a little off is another one
    orientations: int = 8  # of lines in a cell; guess: fewer, figures look alike; more, a small turn unlike
    faint: float = 0.15  # of a cell's print; guess: less, noise of plain paper is compared
    most_like: float = 0.5  # of one cell; guess: more, one under a finger outvotes the others
    weight: float = 0.05  # of a cell beside the network, log; guess: more, its likeness outvotes what is read
    # -- Widths of searches: speed, not truth
    rounds: int = 60  # in which pictures and cards agree on who is who: they settle long before


@dataclass(frozen=True, slots=True)
class Finder:
    """Finding cards by their outlines (`vision.cards.finder`); sides and widths are pixels."""

    stride: int = 32  # of input sides; fixed: the network's architecture, models/finder.md
    padding: int = 114  # level of what is no picture; fixed: as in its training, models/finder.md
    found_from: float = 0.3  # a box is a card, or an index; guess: more, faint cards are missed
    first_side: int = 640  # of the first look; guess: less, small cards are missed in it; more, all are slow
    small_side: int = 192  # of one for cards that fill it; guess: more, they are found in pieces
    tiny_side: int = 128  # and of one more where some do; guess: more, a card held to the lens is in pieces
    fills: float = 0.35  # of the picture is a card that does; guess: more, such a card's pieces stay
    most_grown: float = 1.6  # times a picture's size at first; guess: less, small pictures' cards are missed
    part_side: int = 384  # of a part; guess: less, small cards are missed; more, each look takes longer
    comfortable: tuple[float, float] = (40.0, 170.0)  # of a card; guess: wider, it is found askew
    wanted: tuple[float, float] = (80.0, 110.0)  # of small, of large ones; guess: off, outlines are inexact
    one_card: float = 0.8  # overlap of one found twice; guess: less, two in layers are one; more, one is two
    # -- Widths of searches: speed, not truth
    part_sides: tuple[int, ...] = (256, 384, 512, 640, 768, 1024)  # of all looks at parts: each costs memory
    most_side: int = 1600  # of what a network that finds is shown


@dataclass(frozen=True, slots=True)
class Indices:
    """Finding corner indices (`vision.cards.indices`)."""

    card_side: float = 130.0  # px, a card's short side; counted on 907 made-up cards: 887 right, as at 150
    same_index: float = 0.5  # overlap of one index; guess: less, those of the tightest hands are one


@dataclass(frozen=True, slots=True)
class Poses:
    """One card read along several outlines (`vision.cards.poses`)."""

    turn: float = 5.0  # degrees either way; counted on 155 doubtful readings of two films: 153, else 151
    shift: float = 0.06  # of the short side; counted on 155 doubtful readings of two films: 153, else 151
    grown: float = 1.03  # times as large; guess: less, a white edge lost in its shadow cuts the index


@dataclass(frozen=True, slots=True)
class Photograph:
    """Every card in a picture (`vision.cards.photograph`); probabilities."""

    read_from: float = 0.5  # a face is told; counted on 429 photographed cards: 0.45 to 0.55 are alike
    joker_from: float = 0.8  # a joker; guess: less, cards that are too hidden are called jokers
    sure_back: float = 0.5  # a back hides what lies under it; guess: less, carpets like backs hide cards
    second_pack: float = 0.05  # times rarer, a card's twin; counted on 429 photographed cards, in their sight


@dataclass(frozen=True, slots=True)
class CardSettings:
    """All numbers of the room."""

    faces: Faces = Faces()
    places: Places = Places()
    deck: Deck = Deck()
    finder: Finder = Finder()
    indices: Indices = Indices()
    poses: Poses = Poses()
    photograph: Photograph = Photograph()


CARDS = CardSettings()
