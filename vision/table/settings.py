"""The numbers of the table's room, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bearings:
    """Keeping the bearings of a table (`vision.table.bearings`)."""

    first_wait: float = 0.5  # s until the next search, then twice that …; guess: less, searches stall films
    longest_wait: float = 6.0  # s, … and no longer; guess: more, a board laid down late is found late
    exact: float = 1.5  # mm: one picture of markers is enough; guess: more, boxes are off by a chip
    clearer: float = 0.7  # of a view's error: takes its place; guess: more, boxes shift all the time
    give_up: float = 6.0  # s at rest after a bump; guess: less, a new place that could be found is not used
    patience: float = 2.0  # s of nothing seen until people hear of it; guess: less, an arm warns them
    try_again: float = 0.7  # s between tries after a bump; guess: less, they stall films; more, cards lack
    first_look: float = 1.0  # s: what lay still was there before; guess: less, a hand's first card was
    clearer_read: float = 0.5  # surer turned, a mirror; counted on 2 filmed boards: 1.0 and 2.1 of 5 less
    still_width: int = 480  # px of a still; guess: more, held cards are read; less, nobody sees what lies


@dataclass(frozen=True, slots=True)
class Board:
    """The board's own shape (`vision.table.board`); lenses are picture widths."""

    side: float = 240.0  # mm where nothing tells it; guess: off, all lengths that are told are off alike
    least_area: float = 400.0  # px² of four corners; guess: less, taps on one corner are a board
    usual_lens: float = 0.8  # of a camera if the board tells none; guess: off, oblong boards are square
    lenses: tuple[float, float] = (0.5, 2.0)  # it may tell; guess: wider, one crooked corner tells a lens
    square: float = 1.1  # sides differ by less; guess: less, square boards get oblong boxes
    tap_error: float = 3.0  # px a tapped corner is off; guess: less, people are told a false exactness


@dataclass(frozen=True, slots=True)
class Bump:
    """Noticing a push, and where everything lies then (`vision.table.bump`, `registration`).

    Pixels are those of the small picture in which points are followed; levels are of 255.
    """

    width: int = 640  # px of it; guess: fewer, pushes by a pixel go unnoticed; more, each look is slow
    match_width: int = 960  # px where a new place is looked for; guess: fewer, boxes are off after a bump
    points: int = 160  # followed; guess: fewer, arms hide too many; more, faint ones stray
    every: float = 0.1  # s between looks; guess: more, cards of a moved table are read where they are not
    step: float = 0.9  # px points go in a bump; guess: less, cameras that shiver by a tenth are pushed
    fewest: int = 12  # points that bear witness; guess: fewer, a hand pushes the table; more, bare ones never
    together: float = 0.6  # of them went alike; guess: less, a hand does; more, arms over a bump hide it
    turned: float = 0.4  # of these went a step; guess: more, a turn is missed: its middle stays
    off: float = 1.5  # px a point misses the others; guess: less, a turn falls apart; more, a hand is one
    lost: float = 0.25  # of points found, or it is another picture …; guess: more, arms over a board are
    lost_for: float = 1.5  # s … if it stays so; guess: less, an arm that rests there is a bump
    stayed: float = 0.5  # of the board's points: only cards went …; guess: more, gathering cards is a bump
    fewest_stayed: int = 5  # … and so many; guess: fewer, two stray points deny a bump
    calm: float = 0.6  # px between looks at rest; guess: less, noise never rests; more, it is read in motion
    clear: float = 0.05  # of the clearest, points that tell rest …; guess: less, noise strays and never rests
    faint: float = 0.02  # … where these are few; guess: less, noise is followed; more, bare tables show none
    rest: float = 0.3  # s at rest; guess: less, its new place is looked for while it moves on
    renew: float = 4.0  # s until points are chosen afresh; guess: more, most lie on cards that went
    hidden: float = 0.02  # of the picture under arms then; guess: more, points on arms are followed
    grain: tuple[int, int] = (5, 5)  # px noise is smoothed over; guess: fewer, a noisy table never rests
    wide: tuple[int, int] = (41, 41)  # px of light; guess: fewer, things are light; more, lamps move
    narrow: tuple[int, int] = (21, 21)  # px to draw one on another; counted on 6: 3 px off at most, not 44
    clear_edge: float = 10.0  # levels an edge counts at most; guess: more, a card that came pulls the table
    speaks: float = 20.0  # levels a pixel counts at most; guess: more, what came since outvotes the table
    stays: float = 0.97  # of its miss: it stayed; guess: less, a push of the board is the camera's
    strays_for: float = 1.0  # s points may be left out as noise; guess: more, those of a slow push are
    fits: float = 1.05  # times a part's own miss, all as one; counted on 80 simulated bumps: one more mended
    edge: int = 25  # px about the board's edge …; guess: more, cards beside it deny that it stayed
    same_edge: float = 0.8  # … alike: it stayed; guess: less, small pushes are denied; more, shadows push
    patch: int = 21  # px of a point's patch; guess: fewer, print repeats; more, hands are in all of them
    alike: float = 26.0  # levels apart, one thing maybe; guess: less, bumps into shade are not found
    same: float = 5.0  # levels apart, one place; guess: more, a hand over a small board carries it along
    least_matches: int = 14  # pairs for a new place; guess: fewer, a pattern that repeats is one
    agree: float = 0.5  # of what both show, alike there; guess: less, a wrong place is taken; more, none is
    # -- Widths of searches: speed, not truth
    rounds: int = 40  # of drawing one picture on another: a second of one core at most


@dataclass(frozen=True, slots=True)
class Honours:
    """Finding the board by the honours printed on it (`vision.table.honours`)."""

    sure: float = 0.5  # the honour it looks like; guess: less, a card on the table makes a board
    faint: float = 0.2  # kept until seen better; guess: more, honours under chips are never together
    near: float = 0.3  # of a box, a missing one's place; guess: more, a card beside it is it; less, none is
    crooked: float = 0.06  # of a box, off their places; counted on 2 filmed rounds: both are found
    card: tuple[float, float] = (59.0, 88.0)  # mm; fixed: between the French and the English size
    corner_weight: float = 0.1  # beside a middle's; guess: more, corners hidden by chips tilt the plane
    spread: float = 0.35  # px a middle errs at least; guess: less, people are told a false exactness
    room: float = 1.25  # long sides of an honour, its box alone; guess: more, its neighbour's chips are in it


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight edges of a picture (`vision.table.lines`); lengths are shares of its width."""

    shortest: float = 0.03  # piece of an edge; guess: more, walls between chips lack; less, print is edges
    off: float = 0.002  # ends off their edge; guess: more, both sides of a wall are one; less, none joins
    gap: float = 0.05  # between two pieces; guess: more, edges of different things join; less, hands cut them
    turned: float = 2.5  # degrees of pieces; guess: less, short ones do not join; more, other edges do
    # -- Widths of searches: speed, not truth
    width: int = 960  # px of the picture in which edges are looked for: a twentieth of a second
    kept: int = 110  # edges, most seen first: a board has forty, and pairs of pairs are tried


@dataclass(frozen=True, slots=True)
class Lattice:
    """Boards proposed by straight edges (`vision.table.lattice`); lengths are shares of its width."""

    parallel: float = 25.0  # degrees of opposite sides; guess: less, a near board before a wide lens lacks
    crossing: float = 40.0  # degrees of crossing ones; guess: more, a board seen aslant lacks
    apart: tuple[float, float] = (0.06, 0.6)  # opposite ones; guess: narrower, small or near boards lack
    beside: float = 0.5  # of that, not side by side; guess: less, a board half under a hand lacks
    long: float = 0.3  # of that, the longer one; guess: more, walls under chips lack
    seen: float = 1.2  # of the 4 sides; guess: more, a board half under a hand lacks; less, all is boards
    seen_of_some: float = 2.0  # where outer lines are guessed; guess: less, tiles and cloths are boards
    sides: tuple[float, float] = (0.08, 0.9)  # least, greatest; guess: narrower, far or near boards lack
    thin: float = 2.8  # times the shortest; guess: less, one seen from 20° above the table lacks
    lenses: tuple[float, ...] = (0.55, 0.7, 0.9, 1.2, 1.7)  # tried; guess: fewer, square ones look crooked
    crooked: float = 0.08  # log, cosine of a square; guess: less, walls seen at their tops deny a board
    lens_spread: float = 0.4  # log, about the usual; guess: less, phones' wide lenses deny a board
    unlikely: float = 12.0  # `lattice.tilt`; guess: less, boards seen aslant lack
    tilt_counts: float = 0.1  # of that in the ranking; guess: more, it counts twice with the score
    same: float = 0.008  # corners in one step; guess: less, both faces of a wall are two boards
    # -- Widths of searches: speed, not truth
    kept: int = 20000  # squares proposed, most seen first


@dataclass(frozen=True, slots=True)
class Score:
    """How well a board explains a picture (`vision.table.score`)."""

    off: float = 0.025  # of its side, an edge off its line …; guess: more, what lies beside it is walls
    aslant: float = 0.06  # … and its ends apart; guess: more, cards' edges are; less, short pieces are not
    edge: float = 6.0  # log odds of all inner, or outer, lines; guess: more, tiles outweigh faces
    stroke: float = 2.1  # log odds against strokes in blank cells; guess: more, chips deny a board
    inner: float = 0.72  # of a cell, its inside; guess: more, walls and their shadows are strokes
    picture: float = 0.77  # cells, an honour's long side …; guess: off, boards of one of two sizes lack
    size_spread: float = 0.22  # log, … its spread; guess: less, boards of another make lack
    proportion: float = 1.45  # times longer than wide …; guess: off, pictures behind walls do not fit
    stout_spread: float = 0.2  # log, … its spread; guess: less, pictures half under chips do not fit
    turned: float = 0.12  # radians against the board; guess: less, cards glued in by hand do not fit
    longish: float = 1.15  # times, tells which way; guess: less, pictures half under chips lie across
    across: float = -3.0  # log odds, lies across; guess: nearer 0, boards turned by a quarter are as likely
    beside: float = 0.12  # cells off its middle; guess: less, walls that hide some of it deny it
    odd: float = -6.0  # log odds of an outline at least; guess: less, one card in a box denies a board
    trust: float = 0.98  # in the reader; guess: more, chips on a picture deny its board
    further: float = 2.0  # log odds, each honour after two; guess: less, cards by chance make a board
    contradicts: float = -0.5  # log odds against the honour; guess: nearer 0, unclear pictures deny it
    unseen: float = -0.7  # log odds of one not seen; guess: less, a board full of chips is none
    # -- Widths of searches: speed, not truth
    spots: int = 18  # places on each line at which it is looked for: six for each cell's side


@dataclass(frozen=True, slots=True)
class Search:
    """Looking for the board (`vision.table.search`)."""

    same: float = 0.3  # overlap, seen before; guess: less, a card beside one is it; more, one is two
    # All proposals near it together: 8 boards full of chips all have more, 32 pictures without 6 at most.
    enough: float = 7.0  # log odds of a board; counted on 40 simulated pictures
    clear: float = 2.5  # more than any other place or mirror; counted on 8 mirrored pictures: at 2 one errs
    elsewhere: float = 0.15  # of its side, another place; guess: less, the tops of its walls are its rival
    rare: float = 3.0  # log odds, other cells than usual; guess: less, one honour misread moves the boxes
    error: float = 0.05  # of its side, a corner off; counted on 31 pictures: 0.026, and 0.051 for 95 of 100
    # -- Widths of searches: speed, not truth
    scored: int = 1000  # boards compared with all edges: those whose faces fit best


@dataclass(frozen=True, slots=True)
class Markers:
    """Finding the markers of the printed kit (`vision.table.markers`)."""

    enlarged: int = 2  # times larger where some lack; guess: less, small ones stay unread; more, slow
    remembered: int = 12  # pictures fitted together; guess: fewer, boxes are less exact; more, fits are slow
    stray: float = 3.0  # mm off the others' plane; guess: more, a copy that lies about tilts the board
    crooked: float = 2.0  # mm left over; guess: less, good prints are blamed; more, boxes are off unsaid
    far_off: float = 15.0  # mm of error, no fit; guess: more, boxes are looked for beside themselves
    # So that 95 % of a board's corners lie within the error that is told.
    alike: float = 0.35  # px all corners are off alike; guess: less, people are told a false exactness
    still: float = 1.5  # px they move at rest; guess: more, a push is averaged; less, noise forgets pictures
    smallest: float = 20.0  # px round one that is read; guess: less, every speck of a pattern is tried
    scale_off: float = 0.012  # of a print; guess: more, a millimetre in eight centimetres goes unsaid
    sheet_scale: int = 6  # px per mm of the check sheet; guess: fewer, a third of a percent is not seen
    card_shows: float = 14.0  # colours apart, CIE L*a*b*; guess: less, paper's shade is a card; more, none is
    look: int = 26  # px for an edge; guess: more, the next line is it; less, a card laid crookedly lacks


@dataclass(frozen=True, slots=True)
class Plane:
    """The table's plane and the cards' size on it (`vision.table.plane`)."""

    longest: float = 1.85  # long over short side; guess: less, tarot's (1.8) lack; more, strips are cards
    squarest: float = 1.3  # the same; guess: less, cards half under fingers tell the size of cards
    askew: float = 4.0  # degrees, spread of its angles; guess: more, held cards (3 to 21) lie; less, few do
    off_short: float = 0.06  # log, of its short side …; guess: more, held cards (0.1 to 0.2) lie there
    off_long: float = 0.06  # log, … and its long one; guess: more, the same
    nearly_square: float = 1.25  # seen so, either way; guess: less, cards under fingers grow the wrong way


@dataclass(frozen=True, slots=True)
class TableSettings:
    """All numbers of the room."""

    bearings: Bearings = Bearings()
    board: Board = Board()
    bump: Bump = Bump()
    honours: Honours = Honours()
    lines: Lines = Lines()
    lattice: Lattice = Lattice()
    score: Score = Score()
    search: Search = Search()
    markers: Markers = Markers()
    plane: Plane = Plane()


TABLE = TableSettings()
