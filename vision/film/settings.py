"""The numbers of the room of films, one a line: what it is, and what it was counted on, or a guess.

Lengths are lengths of a card where looks are planned, widths where tracks are kept; times are seconds.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attention:
    """When and where to look (`vision.film.attention`)."""

    rests_near: tuple[float, ...] = (0.06, 0.2, 0.4, 1.2, 4.0)  # s: looks; guess: later, runs are missed
    rests: tuple[float, ...] = (0.06, 0.4, 1.2, 4.0)  # s, elsewhere; guess: more looks, held cards take all
    apart: float = 0.19  # s between looks near cards; counted on 160 cards laid in films of lived-in rooms
    apart_elsewhere: float = 0.3  # s, and elsewhere; guess: less, cards that stir in hands take all looks
    least: float = 0.05  # squares of a card due; guess: more, a strip of a card laid on another is missed
    gap: float = 0.3  # nearer to each other it is one part; guess: less, a card's pieces are looked at apart
    most: float = 1.8  # side of a look's part at most; counted on 78 cards laid in films of lived-in rooms
    margins: tuple[float, ...] = (1.2, 0.9)  # round it, by turns: cut cards are unread; counted on 78 cards


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a look takes in (`vision.film.eyes`)."""

    first_look: float = 0.3  # s to the first look; guess: less, cards that move lie there from the start
    beside: float = 0.8  # from a card that lies others are expected; guess: less, a pile's next card is late
    read: float = 0.8  # a face explains what is new; guess: lower, misreadings end the search for its card
    faint: float = 0.1  # a fitted outline is read beside, too; guess: higher, one a little off stays unread
    strip: float = 0.05  # squares of a card no read card explains: likewise; guess: more, fans lose cards
    rest: float = 0.1  # s; what rests less is busy; guess: less, a card behind a passing hand counts as gone
    on_board: float = 0.5  # share of a card: it is print; guess: less, cards that touch the board are dropped
    sure: float = 0.9  # a face that tells how long cards are; guess: lower, misread things spoil that length
    lengths: int = 30  # the last so many; guess: fewer, a few wrong outlines are the middle
    length: float = 0.1  # of the picture's width, before; guess: far off, the first looks miss their parts
    rested: float = 0.8  # of a card's pixels rest; guess: more, fingers that stir on it make it come later
    settled_card: float = 0.3  # s until a card is part of the table; guess: less, fingers on it are, too
    settled: float = 1.5  # s, anything else; guess: less, a card is known as table before it was looked at


@dataclass(frozen=True, slots=True)
class Fitted:
    """What a new card explains (`vision.film.fitted_cards`)."""

    light: tuple[float, float] = (0.5, 1.4)  # of card's usual; guess: narrower, a hand's shade hides cards
    tint: float = 0.1  # colours differ; guess: more, skin (0.17 and more) is card; less, lamps make it none
    print: float = 0.3  # lengths; guess: less, court figures split a card; more, fingers between are card


@dataclass(frozen=True, slots=True)
class Fitting:
    """Fitting a card's outline to what it changed (`vision.film.fits`)."""

    long_side: float = 72.0  # px of a card rectified; guess: fewer, edges blur; more, each fit takes longer
    edge_weight: float = 0.6  # of new edges against all change inside; guess: less, outlines slide on white
    edge_full: float = 24.0  # levels of a full edge; guess: more, white on white shows none
    same_news: int = 2  # small px round what is new; guess: more, print of a shivering camera draws fits
    # -- Widths of searches: speed, not truth
    turns: int = 24  # directions tried first over half a turn: every 7.5°
    near: int = 5  # rectified px within which a rough place is made exact
    beside: int = 9  # rectified px round a card that are looked at for it
    most_places: int = 4  # clearly different places that are given


@dataclass(frozen=True, slots=True)
class Completions:
    """Cards half under fingers (`vision.film.completions`)."""

    same: float = 0.6  # overlap with a read card: its outline; guess: less, the card beneath is not tried
    new: float = 0.3  # share of an outline; guess: more, a card mostly under fingers is not tried
    apart: float = 4.0  # px between whole cards; guess: more, the one that reads is not tried; less, slow
    most: int = 24  # read in one look, each as dear as a found card; counted on 45 cards laid in runs
    told: float = 0.9  # its face; counted on 45 cards laid in runs, looked at twice: none wrong was read so


@dataclass(frozen=True, slots=True)
class Evidence:
    """Terms of a track's score, log odds (`vision.film.evidence`)."""

    # Logistic regression of face, place and company, each film left out in turn. Rests, hands over it, how
    # long it was seen and what else was read there told nothing more.
    weights: tuple[float, ...] = (0.26, -8.93, 1.04)  # of the three; counted on 338 tracks of five films
    bias: float = 0.3  # to begin with, fitted with them; counted on 338 tracks of five films
    most_look: float = 4.0  # one look of a face; guess: more, one look that is surely wrong tells a card
    most_face: float = 16.0  # all of them; guess: more, looks that err alike outweigh a wrong place
    unreadable: float = 0.001  # least probability of a face; fixed: keeps the odds finite
    company: int = 8  # cards laid of which one is near; guess: more, in rows each player's own count as none
    unknown: float = 2.0  # cards supposed elsewhere; guess: fewer, a first card held counts as company


@dataclass(frozen=True, slots=True)
class Tracks:
    """Association and telling (`vision.film.tracker`)."""

    read: float = 0.3  # a look tells of a card; guess: lower, chance readings join tracks
    sure: float = 0.9  # a face read surely; guess: lower, misread cards teach sizes and two packs
    fair: float = 0.8  # a new track begins; guess: lower, misread cards are told
    together: int = 5  # looks of which place and faces are the mean; guess: more, a pushed card's place lags
    alike: float = 0.15  # shares by which sides of one size differ; guess: more, fans are taken for cards
    near: float = 0.3  # widths, one place; guess: less, shifting outlines are two; more, neighbours are one
    pushed: float = 0.8  # widths a lying card is pushed; guess: more, the same face held is that card pushed
    buried: float = 0.3  # hidden, it is not pushed; counted on 7 films: 2 more right, 40 corrections fewer
    beside: float = 1.2  # widths between a pile's or a row's cards; guess: less, no card of a row has company
    told: float = 0.4  # a card is told; counted on 79 cards of two rounds: all right, 41 with 0.55
    likely: float = 0.5  # it explains what else is read there; guess: higher, its misreadings are told, too
    believed: float = 0.6  # it lies there where no rules tell more; guess: higher, cards vanish in doubt
    news: float = 1.5  # change of log odds that is told; guess: less, the referee weighs what decides nothing
    no_odds: float = 20.0  # log odds against what other cards explain; fixed: none
    bounded: float = 0.001  # nearer to 0 or 1 it is alike; guess: less, tiny changes of sure cards are told
    moved: float = 4.0  # log odds against one seen elsewhere later; guess: less, held cards stay told
    same: float = 0.1  # s before a card rests it is seen already; guess: less, its misreading is another card
    looks: int = 8  # after which nothing new is said of a face; guess: fewer, late clear looks are lost
    twice: int = 2  # looks that show two equal cards at once; guess: one, a misread look makes two packs
    doubtful: float = 3.0  # s a doubtful place is looked at again; guess: less, a card under a hand stays so
    hidden: float = 0.15  # of a card, which says nothing then; guess: more, a card under an arm is gone
    misses: int = 3  # looks that miss a card that is gone; guess: fewer, what a finder misses is taken away
    away: float = 2.0  # s, and for how long; guess: less, a caption or a sheet takes cards away
    forget: float = 5.0  # s until what was never told goes; guess: less, slow cards begin anew
    # -- Widths of searches: speed, not truth
    sights: int = 30  # looks that a track keeps
    sizes: int = 200  # looks at cards from which their size is known


@dataclass(frozen=True, slots=True)
class FilmSettings:
    """Every number of `vision/film`."""

    attention: Attention = Attention()
    eyes: Eyes = Eyes()
    fitted: Fitted = Fitted()
    fitting: Fitting = Fitting()
    completions: Completions = Completions()
    evidence: Evidence = Evidence()
    tracks: Tracks = Tracks()


FILM = FilmSettings()
