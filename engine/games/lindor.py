"""Nain Jaune after Lacombe (1792; first printed 1789): the preset ``lindor``.

The rules as this module plays them. Numbers are keys of `engine.games.sources`; "silent"
means that no source says and the choice is ours. House rules are the fields of `Options`.

* **Players** 2 to 8. Cards each and talon: 2: 22/8, 3: 15/7, 4: 12/4, 5: 9/7, 6: 8/4, 7: 7/3,
  8: 6/4 (000 001 004; for 2 the house). The talon is never seen.
* **Antes** before each deal every player puts 1 on the 10♦, 2 J♣, 3 Q♠, 4 K♥, 5 the 7♦ (all);
  what a round leaves in a box stays there.
* **Play** the player after the dealer leads any card; each card that follows is one rank
  higher, of any suit (all). Whoever stops names what he lacks («sans 6»); going on is his
  choice (001), so it proves nothing. The others are then asked once each, in turn (001).
  When nobody goes on, whoever laid the last card starts with any card (001 002), even one of
  the wanted rank. After a king its player starts with any card (000 001 002).
* **Nobody logs a pass**: whoever is skipped has passed. So after a card its player may lay any
  card (he goes on, or all others passed), another player only the wanted rank, and after a
  king nobody else anything.
* **Honours** who lays one and calls it («dame qui prend») takes its box (000 001). The call
  counts until anyone's next card, for the round's last card until a hand is shown (silent); just
  before its card it counts too, when no card lies between. Not called: the box stays (000 001).
* **End** at once with a player's last card, even a king. Each other player pays him the points
  of the cards he has left: court cards and tens 10, the others their face, aces 1 (000 001 004).
* **Bête** who is left with an honour pays into its box what it holds after play (000 001 004).
* **Grand opéra** whoever lays his whole hand in one unbroken turn, the first in which he lays a
  card, also empties all boxes, missed ones too (000 001 002 004), after the bêtes (silent).
* **Next dealer** to the right of the last: with clockwise play the one before him in `players`.
* **The evening ends** when a player cannot place his antes; most chips wins (001). The engine
  says so (`ruined`) and refuses no round: a table that goes on has agreed to.

House variants that are known elsewhere, under names of ours: `first_lead` ``right_of_dealer``, `suits`
``same`` (runs in one suit), `dwarf_leads`, `pass_penalty`, and `per_card` 1. No rule in print that we
found says where the jeton for passing goes; ours goes into the yellow dwarf's own box, so that it is
won there. Since nobody logs a pass, those pay who were asked and skipped.

The state is frozen and `apply` a pure fold; an event against the rules raises `IllegalEvent`
with one of these rule names: ``game``, ``players``, ``deal``, ``round``, ``ruin``, ``one_deck``,
``first_lead``, ``sequence``, ``king``, ``asked``, ``hand``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import BIT, DECK, HONOURS, Card
from engine.errors import IllegalEvent
from engine.events import CardPlayed, Event, GameStarted
from engine.games import nain_jaune, stops
from engine.games.nain_jaune import BOX, DWARF, KING, House
from engine.games.options import option, options_from, whole_option
from engine.games.stops import Laid, Round, place_of
from engine.games.stops.alike import *  # noqa: F403

GAME = nain_jaune.GAME
PRESET = "lindor"
BOARD = HONOURS
DEAL = nain_jaune.DEAL
PENALTY = 1
"""Jetons that passing costs (`Options.pass_penalty`; the house)."""
_OF_RANK = {rank: tuple(card for card in DECK if card.rank == rank) for rank in range(1, KING + 1)}


@dataclass(frozen=True, slots=True)
class Options(House):
    """House rules; the defaults are the preset. Values are texts.

    Attributes:
        packets: how the cards are dealt out; nothing else depends on it.
        first_dealer: how the first dealer is found; nothing else depends on it.
        direction: of play; it says on which side the next dealer sits.
        first_lead: the player after the dealer leads, or whoever was drawn; ``right_of_dealer``
            (the house): the player to the dealer's right.
        dwarf_leads: ``on`` (the house): whoever holds 7♦ leads the round with it; where it lies in
            the talon, which shows when another card is led, the usual leader does. Who turns out
            to hold it all the same has overlooked it.
        suits: ``same`` (the house): a card goes on only in the suit of the one before.
        must_continue: ``runner``: whoever runs lays as long a run as he can, the others may go on
            (000); ``on``: everybody asked who has the wanted rank must lay it (our reading of
            1760's duty). That somebody did not shows only later (`Round.overlooked`).
        asked: who may go on when a player stops: each other once, or only the next one.
        after_stop: ``skip``: when nobody has the wanted rank, the last player may lay the one
            above it, else that one is asked round, and so on; past the king he starts anew.
        decline_lead: ``on``: after a stop that nobody filled the lead may be passed on.
        pass_penalty: ``on`` (the house): who is asked and does not go on puts a jeton into the box of
            7♦, once for each card asked on. Who stops is not asked, he says «sans».
        call_required: ``off``: laying an honour takes its box.
        missed_call: ``bete``: an honour not called costs its player what its box holds after play.
        bete: ``off``: a held honour costs nothing.
        hand_payment: the points of the cards left, or ``per_card`` chips for each.
        opera: ``one_go`` as above; ``no_card``: no other player laid any card (004);
            ``no_honour``: no opponent laid an honour (002).
        opera_order: bêtes are paid before or after the boxes are emptied.
    """

    packets: str = option("3", "3_then_2", "1", group="deal", sources=("000 001", "002", "004"))
    first_dealer: str = option("lot", "high_card", group="deal", sources=("000 001", "002"))
    direction: str = option("clockwise", "anticlockwise", group="deal", sources=("000 001", "001 004"))
    first_lead: str = option(
        "after_dealer", "drawn", "right_of_dealer", group="deal", sources=("001", "002", "house")
    )
    dwarf_leads: str = option("off", "on", group="deal", sources=("000 001", "house"))
    suits: str = option("ignored", "same", group="play", sources=("000 001 002 004", "house"))
    must_continue: str = option("off", "runner", "on", group="play", sources=("001", "000 002", "004q"))
    asked: str = option("everyone", "next_only", group="play", sources=("000 001", "002"))
    after_stop: str = option("free", "skip", group="play", sources=("000 001 002", "000"))
    decline_lead: str = option("off", "on", group="play", sources=("000 001", "002"))
    pass_penalty: str = option("off", "on", group="play", sources=("000 001 002 004", "house"))
    call_required: str = option("on", "off", group="boxes", sources=("000 001", "002 004"))
    missed_call: str = option(
        "lost", "bete", group="boxes", sources=("000 001", "000"), only_with=("call_required", "on")
    )
    bete: str = option("on", "off", group="boxes", sources=("000 001 004", "002"))
    hand_payment: str = option("points", "per_card", group="end", sources=("000 001 004", "000 002"))
    per_card: int = whole_option(
        1, least=1, group="end", sources=("000", "002"), only_with=("hand_payment", "per_card")
    )
    opera: str = option("one_go", "no_card", "no_honour", group="end", sources=("000 001", "004", "002"))
    opera_order: str = option("betes_first", "opera_first", group="end", sources="", only_with=("bete", "on"))

    @property
    def clockwise(self) -> bool:
        """Clockwise (000 001), so the next dealer sits before the last in `players` (000 001 002)."""
        return self.direction == "clockwise"

    @property
    def leader_step(self) -> int | None:
        """The player after the dealer, the one before him, or whoever was drawn (`first_lead`)."""
        return {"after_dealer": 1, "drawn": None, "right_of_dealer": self.dealer_step}[self.first_lead]

    @property
    def by_points(self) -> bool:
        """By points, or by the card (`hand_payment`)."""
        return self.hand_payment == "points"

    def antes_put(self, place: int, dealer: int) -> int:
        """Everybody puts them once (all)."""
        return 1

    def call_pays(self, card: Card) -> int:
        """Nothing from the other players."""
        return 0

    def agreed_rounds(self, players: int) -> int | None:
        """The table says how many."""
        return None


@dataclass(frozen=True, slots=True)
class Evening(stops.Evening):
    """The state of an evening at which this preset is played."""

    options: Options


def read_options(values: Mapping[str, object], where: str, kind: type[Options] = Options) -> Options:
    """The house rules that differ from the preset.

    ``per_card`` alone means that hands are paid by the card.

    Args:
        values: by name. where: what to call it in an error.
        kind: the preset's options, or those of a variant that adds to them (`engine.games.variant`).

    Raises:
        BadInput: an option or a value that there is not.
    """
    if "per_card" in values and "hand_payment" not in values:
        values = {**values, "hand_payment": "per_card"}
    return options_from(kind, values, where)


def start(event: GameStarted) -> Evening:
    """The state before the first round.

    Raises:
        BadInput: an option that there is not.
        IllegalEvent: a number of players for which there is no deal, or one who sits twice.
    """
    return stops.sit_down(Evening, read_options(event.options, "'options'"), event, DEAL)


def apply(evening: Evening, event: Event) -> Evening:
    """The state after one more event; raises `IllegalEvent` (`stops.apply`)."""
    return stops.apply(evening, event, deal=DEAL, lay=_card_played, settled=settled)


starts = stops.starts


# --- what is legal -----------------------------------------------------------------------


def why_not(evening: Evening, player: str, card: Card) -> IllegalEvent | None:
    """The rule that forbids ``player`` to lay ``card`` now, None when he may."""
    rule = rule_broken(evening, place_of(evening, player), card)
    return None if rule is None else stops.refused(evening, player, card, rule, _why(evening, rule))


def _why(evening: Evening, rule: str) -> str | None:
    """What people should read about a rule that is broken, where this game has words of its own."""
    now = evening.round
    if now is None or rule not in ("king", "sequence", "asked"):
        return None
    last, top = now.laid[-1]
    before = evening.players[last]
    return {
        "king": f"but {before} starts anew after his king {top}",
        "sequence": f"on {top} of {before}: only {before} may start anew, others go on one rank higher",
        "asked": f"but only the player after {before} is asked",
    }[rule]


def wanted(evening: Evening) -> int | None:
    """The rank (2–13) that goes on; None where any card starts anew or no round is on."""
    now = evening.round
    if now is None or now.top is None or stops.finished(evening):
        return None
    return now.top.rank + 1


def asked_round(evening: Evening) -> tuple[tuple[Card, ...], ...]:
    """The cards that go on, in the order in which they are asked round; none on a start anew.

    Some of them may lie already. Where 7♦ must lead it is asked for before the first card.
    """
    if _dwarf_is_due(evening):
        return ((DWARF,),)
    rank, now = wanted(evening), evening.round
    if rank is None or now is None or now.top is None:
        return ()
    highest = KING if evening.options.after_stop == "skip" else rank
    return tuple(_going_on(evening.options, now.top, each) for each in range(rank, highest + 1))


def _going_on(options: Options, top: Card, rank: int) -> tuple[Card, ...]:
    """The cards of a rank that may follow ``top``."""
    return (Card(rank, top.suit),) if options.suits == "same" else _OF_RANK[rank]


def _one_higher(options: Options, top: Card, card: Card) -> bool:
    """Whether a card continues the run that ``top`` ends."""
    return card.rank == top.rank + 1 and (options.suits == "ignored" or card.suit == top.suit)


def _follows(options: Options, top: Card, card: Card) -> bool:
    """Whether a card may follow ``top`` (with ``skip``: once the ranks between have been asked round)."""
    if options.after_stop == "free":
        return _one_higher(options, top, card)
    return card.rank > top.rank and (options.suits == "ignored" or card.suit == top.suit)


def _dwarf_is_due(evening: Evening) -> bool:
    """Whether a round begins that 7♦ leads, if anyone holds it."""
    now = evening.round
    return evening.options.dwarf_leads == "on" and now is not None and not now.laid


def may_pass(evening: Evening, player: str, card: Card) -> bool:
    """Whether this player, asked, who holds this card that goes on, may keep it all the same."""
    now = evening.round
    if evening.options.must_continue == "on" or now is None or _dwarf_is_due(evening):
        return False
    if evening.options.must_continue == "off" or now.top is None:
        return True
    return evening.players[now.laid[-1].player] != player or card.rank > now.top.rank + 1


def suited(evening: Evening) -> bool:
    """Whether a sequence keeps to one suit."""
    return evening.options.suits == "same"


def asked(evening: Evening) -> tuple[str, ...]:
    """Who is asked, in turn, whether he goes on: first who laid the last card; none on a start anew."""
    if _dwarf_is_due(evening):
        return may_go_on(evening)
    now, players = evening.round, evening.players
    if now is None or now.top is None or stops.finished(evening):
        return ()
    last = now.laid[-1].player
    count = 2 if evening.options.asked == "next_only" else len(players)
    return tuple(players[(last + step) % len(players)] for step in range(count))


def may_go_on(evening: Evening) -> tuple[str, ...]:
    """Who may lay the next card, in the order in which they are asked.

    First the one who laid the last card (he may go on, or start anew when all have passed); the
    others only with the wanted rank, or when he leaves them the lead. Whoever is skipped has passed.
    """
    now, players = evening.round, evening.players
    if now is None or stops.finished(evening):
        return ()
    if not now.laid:
        if now.leader is None:
            return players
        return (
            players[now.leader :] + players[: now.leader]
            if _dwarf_is_due(evening)
            else (players[now.leader],)
        )
    last = now.laid[-1].player
    if now.top is None:
        return (players[last],)
    if evening.options.decline_lead == "on":
        return players[last:] + players[:last]
    return asked(evening)


def sequence(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the run that the last card belongs to."""
    laid = stops.cards_laid(evening)
    first = len(laid) - 1
    while first > 0 and _one_higher(evening.options, laid[first - 1][1], laid[first][1]):
        first -= 1
    return laid[max(first, 0) :]


def back_crosses(evening: Evening) -> int:
    """How often whoever laid the last card has run through a king in this turn: up to it, and on (002).

    Once is a *back cross*, again a *double back cross*; it moves no chips.
    """
    now = evening.round
    turn = [] if now is None else [laid.card for laid in now.laid[len(now.laid) - now.turn :]]
    run_up = zip(turn, turn[1:], turn[2:], strict=False)  # a last king has not been run through
    return sum(_one_higher(evening.options, low, king) and king.rank == KING for low, king, _ in run_up)


def rule_broken(evening: Evening, place: int, card: Card) -> str | None:
    """The name of the rule that forbids the player at ``place`` to lay ``card`` now, or None.

    All rules of laying cards stand here; it is cheap, for those who try many.
    """
    now, options = evening.round, evening.options
    if now is None or 0 in now.left:
        return "round"
    if now.table & BIT[card]:
        return "one_deck"
    if not now.laid:
        free = now.leader is None or place == now.leader or (card == DWARF and options.dwarf_leads == "on")
        return None if free else "first_lead"
    last = now.laid[-1].player
    if place == last:
        return None
    if now.top is None:
        return "king"
    if options.decline_lead == "on":
        # Everybody passed, and whoever was to start anew let the lead go on to this player.
        return None
    if not _follows(options, now.top, card):
        return "sequence"
    if options.asked == "next_only" and place != (last + 1) % len(evening.players):
        return "asked"
    return None


# --- what an event does ------------------------------------------------------------------


def _card_played(evening: Evening, event: CardPlayed) -> Evening:
    now, laid = stops.allowed(evening, event, why_not)
    options, card = evening.options, laid.card
    bound = stops.able(evening, _bound(options, now, laid), rule_broken)
    if options.pass_penalty == "on":
        for each in _passed(options, now, laid):
            if each != now.laid[-1].player:
                now = stops.fine(evening, now, each, DWARF, PENALTY, "pass_penalty")
    top = None if card.rank == KING else card
    return stops.with_round(evening, stops.lay(evening, now, laid, event.t, top, bound))


def _bound(options: Options, now: Round, laid: Laid) -> tuple[int, ...]:
    """Cards that each player was bound to lay instead of this one, as `cards.BIT`s."""
    count = len(now.left)
    if not now.laid:
        led_wrongly = options.dwarf_leads == "on" and laid.card != DWARF
        return (BIT[DWARF] if led_wrongly else 0,) * count
    if options.must_continue == "off":
        return (0,) * count
    in_vain = _passed(options, now, laid)
    if options.must_continue == "runner":
        last = now.laid[-1].player
        # One above the missing rank he may lay, and need not (000).
        in_vain = {last: tuple(c for c in in_vain.get(last, ()) if now.top and c.rank == now.top.rank + 1)}
    return tuple(_bits(in_vain.get(place, ())) for place in range(count))


def passed(evening: Evening, place: int, card: Card) -> tuple[int, ...]:
    """Cards that each player was asked for in vain if ``card`` comes now, as `cards.BIT`s."""
    now = evening.round
    assert now is not None
    if now.top is None:
        return (0,) * len(now.left)
    last = now.laid[-1].player
    in_vain = _in_vain(evening.options, now.top, last, Laid(place, card), len(now.left))
    return stops.able(evening, tuple(map(_bits, in_vain)), rule_broken)


def _passed(options: Options, now: Round, laid: Laid) -> dict[int, tuple[Card, ...]]:
    """Who has passed since the last card, in the order asked, and on which cards, now that this one comes."""
    if now.top is None:
        return {}
    last, count = now.laid[-1].player, len(now.left)
    passed = _in_vain(options, now.top, last, laid, count)
    order = ((last + step) % count for step in range(count))
    return {place: passed[place] for place in order if passed[place]}


@lru_cache(maxsize=8192)
def _in_vain(options: Options, top: Card, last: int, laid: Laid, count: int) -> tuple[tuple[Card, ...], ...]:
    """The cards on which each of ``count`` players has passed: ``laid`` comes after ``last`` laid ``top``.

    Everybody asked has passed on the ranks below the one laid, and those asked before its player
    on that one too; on a start anew everybody has passed on all that was asked for.
    """
    rank = laid.card.rank
    asked = 2 if options.asked == "next_only" else count
    steps = (laid.player - last) % count
    goes_on = steps < asked and _follows(options, top, laid.card)
    highest = KING if options.after_stop == "skip" else top.rank + 1
    ranks = range(top.rank + 1, rank if goes_on else highest + 1)
    below = tuple(card for each in ranks for card in _going_on(options, top, each))
    wanted = _going_on(options, top, rank) if goes_on else ()
    passed: list[tuple[Card, ...]] = [()] * count
    for step in range(asked):
        passed[(last + step) % count] = below + wanted if step < steps else below
    return tuple(passed)


@lru_cache
def _bits(cards: tuple[Card, ...]) -> int:
    return sum(BIT[card] for card in cards)


# --- the settlement ----------------------------------------------------------------------


def settled(evening: Evening, now: Round) -> Evening:
    """The evening with this round, paid once every loser has shown his hand."""
    if not stops.all_shown(now):
        return stops.with_round(evening, now)
    options = evening.options
    out = now.left.index(0)
    by_points = options.by_points
    owed = [
        stops.hand_points(now, place) if by_points else left * options.per_card
        for place, left in enumerate(now.left)
    ]
    opera = _opera(options, now, out)
    return stops.settle(
        evening,
        now,
        owed=owed,
        reason="points" if by_points else "cards",
        betes=_betes(options, now),
        opera=opera,
        sweeps=options.opera_order if opera else "",
    )


def _opera(options: Options, now: Round, out: int) -> bool:
    """Whether the winner made a grand opéra."""
    if options.opera == "one_go":
        return now.turn == sum(laid.player == out for laid in now.laid)
    if options.opera == "no_card":
        return now.turn == len(now.laid)
    return not any(laid.card in BOX and laid.player != out for laid in now.laid)


def _betes(options: Options, now: Round) -> list[tuple[int, Card]]:
    """(player, honour) of every bête."""
    due = stops.held_honours(options, now) if options.bete == "on" else []
    if options.missed_call == "bete":
        due += [(place, card) for place, card, _ in now.missed]
    return due
