"""The numbers of layouts, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Proposals:
    """Where cards may lie (`vision.cards.layout.proposals`)."""

    near: float = 1.5  # times as large, they touch: one hand; guess: less, cards between its ends are missed
    margin: float = 0.5  # card widths round a group; counted on 907 made-up cards: 0.6 is no better, slower
    aspect: float = 1.4  # a card's long over short side; fixed: poker cards (bridge cards, 1.56, are read so)
    card_shapes: tuple[float, float] = (1.25, 1.75)  # sides' ratio; guess: narrower, whole cards are grown
    grown_at_most: float = 2.5  # times what is seen of it; guess: more, strips without a face are read
    hand_from: int = 3  # cards on one another; counted on 237 cards of made-up fans: 236 right, else 228
    sizes: tuple[float, float] = (0.5, 2.0)  # of an index's card; guess: wider, a far card's index joins in


@dataclass(frozen=True, slots=True)
class Score:
    """The log odds by which a card explains a picture (`vision.cards.layout.score`)."""

    found: float = 0.5  # weight of what proposes it beside its face; counted on 572 labels, in their sight
    size: float = 0.22  # spread of its area, log; counted on 572 labels of real photographs, in their sight
    twin: float = -6.0  # a second one of a face; guess: nearer 0, one index read twice is two cards
    no_index: float = -3.0  # half hidden, no index seen; counted on 20 tight hands: every index was found
    in_sight: float = 0.6  # of it needs no index; guess: less, outlines across cards count as one
    at_best: float = 5.0  # of a face or a proposal; guess: more, one sure misreading outweighs its place


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large cards are where (`vision.cards.layout.sizes`)."""

    fitted_from: int = 5  # cards, for three numbers; guess: fewer, one wrong outline tilts the table
    like: tuple[float, float] = (0.6, 1.7)  # area in cards; guess: wider, pips, boards and pairs are cards
    fits: float = 0.02  # of an outline's size; guess: less, few cards decide; more, a wrong one pulls along
    beyond: float = 1.25  # times the largest or smallest farther out; guess: more, horizons make dots cards


@dataclass(frozen=True, slots=True)
class Search:
    """Which cards explain a picture together (`vision.cards.layout.search`)."""

    same_card: float = 0.45  # of the smaller of one face; guess: more, a card outlined twice is two
    same_place: float = 0.5  # overlap, unread: it again; guess: less, a card half under another is not read
    made_of_others: float = 0.8  # covered by others, unread; guess: less, a card under others is dropped
    faint: float = 0.4  # confidence, unread; counted on 126 cards of pairs: without it half as slow again


@dataclass(frozen=True, slots=True)
class Occlusion:
    """Which of two cards lies upon the other (`vision.cards.layout.visibility`); lengths are card widths."""

    own_index: float = 0.12  # off its place; guess: more, the next index of a tight hand is its own
    turned: float = 0.6  # off its corners; guess: more, an index of a card laid across is its own
    index: float = 0.06  # half of it across; guess: more, a card beside it hides it; less, none does


@dataclass(frozen=True, slots=True)
class Paper:
    """Paper that goes on beyond a card's edge (`vision.cards.layout.layers`)."""

    touching: float = 0.02  # overlap of cards on one another; guess: less, neighbours are; more, fans are not
    patch: tuple[int, int] = (64, 92)  # px of a card looked at; guess: fewer, paper and print mix
    gap: int = 3  # of these px left out at an edge; guess: fewer, a rough outline's own rim is paper
    deep: int = 9  # of these px deep; guess: fewer, a shadow's edge is paper; more, a strip is none
    along: float = 0.3  # of an edge; guess: less, pale things are cards and cost indices; more, strips lack


@dataclass(frozen=True, slots=True)
class Border:
    """Whose border is seen (`vision.cards.layout.stacking`); lengths are a card's short sides."""

    round: float = 0.12  # left out at ends of edges; guess: less, round corners show no border
    off: float = 0.06  # beside the true one; guess: less, rough outlines miss it; more, the other's is seen
    deeper: float = 0.03  # inwards for its paper; guess: more, print is met; less, the blur of the edge
    clear: float = 12.0  # levels of a clear edge; guess: more, white on white shows none; less, print does
    seen: float = 0.45  # of it; counted on 631 upper cards of new packs: all but two, lower ones mostly 0.4
    sliver: float = 0.04  # wide, not in sight; guess: more, strips of a tight hand vanish
    # -- Widths of searches: speed, not truth
    step: float = 0.01  # between places compared across a border
    along: float = 0.025  # and along it


@dataclass(frozen=True, slots=True)
class LayoutSettings:
    """All numbers of layouts."""

    proposals: Proposals = Proposals()
    score: Score = Score()
    sizes: Sizes = Sizes()
    search: Search = Search()
    occlusion: Occlusion = Occlusion()
    paper: Paper = Paper()
    border: Border = Border()


LAYOUT = LayoutSettings()
