"""The numbers of the room of motion, one a line: what it is, and what it was counted on, or a guess."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arms:
    """Following arms, and whose they are (`vision.motion.arms`); shares of lengths are of the diagonal."""

    gap: int = 4  # small px, half of what parts an arm; guess: less, sleeves like the table end at the wrist
    least_contact: int = 3  # small px of the border it covers; guess: more, thin wrists are no arms
    least_area: float = 0.0008  # of the picture; guess: more, a fingertip with a card is none
    moving: float = 0.5  # of a part off the border: a hand; guess: less, a card that was laid is a hand
    forearm: float = 0.2  # no farther off; guess: more, a hand joins another's arm; less, it has no owner
    root_moves: float = 0.1  # of its crossing between pictures; guess: more, a newcomer is the last arm
    hand: int = 16  # small px where two hands meet; guess: fewer, what one lays is surely the other's
    forget: float = 0.2  # s unseen until it has left; guess: less, one arm is many; more, two are one
    angle_spread: float = 0.15  # radians off its shoulder; counted on 257 arms: 11 wrong instead of 36
    astray: float = 0.05  # least of any direction; guess: less, who leans over is surely another
    # Fitted with the spreads to the arms of seven simulated rounds.
    shoulder: tuple[float, float] = (0.43, 0.13)  # behind, right of the seat; counted on 257 simulated arms
    place_spread: tuple[float, float] = (0.04, 0.7)  # off it, and by reach; counted on 257 simulated arms
    least_reach: float = 0.1  # before its direction tells; guess: less, fingertips point anywhere
    entering: float = 0.3  # weight of one just in, against 1 more across; guess: more, fingertips decide
    surer: float = 2.0  # power of all its pictures against one; counted on 257 simulated arms
    half_trust: float = 12.0  # s unseen; counted on 74 simulated cards brought across a gap: 71 were his
    widest: float = 0.3  # of the border it takes; guess: more, light along the border is somebody's arm
    goes_on: float = 0.05  # of it elsewhere than before; guess: less, an arm at rest votes on and on
    stranger: float = 0.003  # the least likely seat keeps; guess: less, one wrong arm outweighs the game


@dataclass(frozen=True, slots=True)
class Changed:
    """What has changed on the known table, and who did it (`vision.motion.changes`)."""

    rest: float = 0.12  # s without change; guess: less, a hand that pauses rests; more, quick runs never do
    idle: float = 2.0  # s: what hangs on the border rests; guess: more, who reaches past it is the same arm
    held: float = 1.0  # s it shows its light; guess: less, nothing tells it at arms; more, old light does
    least_news: int = 12  # small px of news, of 375 of a card; guess: fewer, specks of noise are
    together: int = 3  # of nine pixels changed, itself one; guess: fewer, noise links all there is
    restless: float = 0.08  # of news that flickers; guess: less, a pile under a trembling lamp never rests
    same_picture: float = 0.005  # s between two pictures; fixed: single precision errs by 1 ms after hours
    established: float = 0.3  # s a place rests first; guess: less, a hand of the first picture is the table
    as_at_first: float = 0.8  # of a card as its place was first; guess: less, white on white lay there before
    at_it: float = 0.15  # of a change its arm was over; guess: more, who laid it by fingertips did not
    already: float = 0.6  # looked so before it came; guess: more, who comes after a card has laid it
    other: float = 0.4  # weight of another arm there; guess: more, who reaches past a card has laid it
    done: float = 0.2  # and if it has brought its card; guess: more, cards go to who laid just before
    held_it: float = 0.15  # one that seems to have found it; guess: less, who holds his card still has none
    drift: float = 0.05  # per picture after slow light; guess: less, dusk becomes news


@dataclass(frozen=True, slots=True)
class FullTable:
    """The table in full size (`vision.motion.full_table`)."""

    refresh: float = 1.0  # s until what lies still is renewed; guess: more, cards are fitted in old light


@dataclass(frozen=True, slots=True)
class Seats:
    """Learning the seats from where arms come (`vision.motion.seats`)."""

    apart: float = 2.0  # times a place's own width between places; counted on 2 filmed rounds: both settle
    least_gap: float = 0.35  # of an even spacing round the table; counted on 2 filmed rounds: both settle
    most_arms: int = 80  # remembered; guess: more, one who moved his chair counts as two places for long


@dataclass(frozen=True, slots=True)
class Stillness:
    """What moves, and since when the rest lies still (`vision.motion.stillness`); levels are of 255."""

    width: int = 400  # small px; guess: fewer, a card is under 15 by 25 and chips are specks; more, slow
    least_step: float = 12.0  # levels that move; guess: fewer, noise does; more, white on white rests
    noise_steps: float = 6.0  # times the camera's noise, too; guess: fewer, a noisy table never rests
    softest: float = 1.6  # small px it is smoothed over at most; guess: more, a card is none any more
    trembles: float = 0.08  # of its brightness; guess: less, white cards never rest under a trembling lamp
    measured: float = 0.25  # s between pictures compared; guess: less, a camera that mixes them hides noise
    textured: int = 40  # levels between neighbours at an edge; guess: fewer, noise counts as edges
    learns: float = 0.2  # weight of the latest measure; guess: more, one push makes a camera noisy
    measures: int = 16  # of shivers kept; guess: fewer, hands that pass are the camera's shiver
    low: float = 0.3  # quantile of them; guess: more, hands and bumps count; less, coding that shivers moves
    most_shiver: float = 0.06  # of an edge's height; guess: more, cards that are laid at edges are shivers
    wide: int = 5  # px each way of which …; guess: more, a finger is an edge that shivers
    solid: float = 0.4  # … such a share moves, so all does; guess: more, hands count as shivering edges
    fewest: int = 200  # pixels at edges that tell it; guess: fewer, one card's edge speaks for the table


@dataclass(frozen=True, slots=True)
class Watch:
    """The table as it rests (`vision.motion.watch`)."""

    keep_arms: float = 8.0  # s an arm that left may have brought it; guess: less, cards seen late have no arm
    first_seen: float = 0.5  # s after a gap: it lay before; guess: more, what no arm brought is somebody's
    settled: float = 1.5  # s until it is known anew in full size; guess: less, a hand that waits is the table


@dataclass(frozen=True, slots=True)
class MotionSettings:
    """All numbers of the room."""

    arms: Arms = Arms()
    changes: Changed = Changed()
    full_table: FullTable = FullTable()
    seats: Seats = Seats()
    stillness: Stillness = Stillness()
    watch: Watch = Watch()


MOTION = MotionSettings()
