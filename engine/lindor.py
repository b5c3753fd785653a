"""Nain Jaune after Lacombe (1792; first printed 1789): the preset ``lindor``.

The rules as this module plays them. Numbers are sources: 000 the German text, 001 the English
one, 002 the French page, 004 the Académie's articles; "silent" means that none says and the
choice is ours. House rules are the fields of `Options`.

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

The state is frozen and `apply` a pure fold; an event against the rules raises `IllegalEvent`
with one of these rule names: ``game``, ``players``, ``deal``, ``round``, ``ruin``, ``one_deck``,
``first_lead``, ``sequence``, ``king``, ``asked``, ``must_continue``, ``hand``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from engine import ledger
from engine.cards import ANTES, HONOURS, Card, card_name
from engine.errors import IllegalEvent
from engine.events import (
    Alert,
    Called,
    CardPlayed,
    Event,
    GameStarted,
    HandShown,
    Payment,
    RoundStarted,
    Settlement,
    Take,
)
from engine.options import option, options_from, whole_option

GAME = "nain-jaune"
PRESET = "lindor"
DEAL: dict[int, tuple[int, int]] = {
    2: (22, 8),
    3: (15, 7),
    4: (12, 4),
    5: (9, 7),
    6: (8, 4),
    7: (7, 3),
    8: (6, 4),
}
"""Players → (cards each, talon)."""
KING = 13
WITH_CARD = 2.0
"""Seconds after its card within which a call is "with" it (`Options.call_window`; the house)."""
_HONOUR = {card: place for place, card in enumerate(HONOURS)}
_ANTES = tuple(ANTES[card] for card in HONOURS)


@dataclass(frozen=True, slots=True)
class Options:
    """House rules, named as in RULES.md; the defaults are the preset. Values are texts.

    Attributes:
        packets: how the cards are dealt out; nothing else depends on it.
        first_dealer: how the first dealer is found; nothing else depends on it.
        direction: of play; it says on which side the next dealer sits.
        first_lead: the player after the dealer leads, or whoever was drawn.
        must_continue: ``on``: who has the wanted rank must lay it. It shows only later, when a
            card that should have been laid turns up; that event is then refused.
        asked: who may go on when a player stops: each other once, or only the next one.
        after_stop: ``skip``: when nobody has the wanted rank, the last player may lay the one
            above it, else that one is asked round, and so on; past the king he starts anew.
        decline_lead: ``on``: after a stop that nobody filled the lead may be passed on.
        call_required: ``off``: laying an honour takes its box.
        call_window: ``with_card``: as ``next_card``, but, where the log tells times, no later
            than `WITH_CARD` after its card; ``round``: until a hand is shown.
        missed_call: ``bete``: an honour not called costs its player what its box holds after play.
        bete: ``off``: a held honour costs nothing.
        hand_payment: the points of the cards left, or ``per_card`` chips for each.
        opera: ``one_go`` as above; ``no_card``: no other player laid any card (004);
            ``no_honour``: no opponent laid an honour (002).
        opera_order: bêtes are paid before or after the boxes are emptied.
        end: what ends the evening: ruin, an agreed number of rounds, or the time.
        debt: ``capped``: nobody pays more than he has, the winner first, then the boxes (only
            when the stock was told).
        leftover: whose the boxes are when the evening ends (`closing`).
        stake_unit: antes in jetons or in fiches.
        fiche: what a fiche is worth.
    """

    packets: str = option("3", "3_then_2", "1")
    first_dealer: str = option("lot", "high_card")
    direction: str = option("clockwise", "anticlockwise")
    first_lead: str = option("after_dealer", "drawn")
    must_continue: str = option("off", "on")
    asked: str = option("everyone", "next_only")
    after_stop: str = option("free", "skip")
    decline_lead: str = option("off", "on")
    call_required: str = option("on", "off")
    call_window: str = option("next_card", "with_card", "round")
    missed_call: str = option("lost", "bete")
    bete: str = option("on", "off")
    hand_payment: str = option("points", "per_card")
    per_card: int = whole_option(1, least=1)
    opera: str = option("one_go", "no_card", "no_honour")
    opera_order: str = option("betes_first", "opera_first")
    end: str = option("ruin", "rounds", "time")
    debt: str = option("owed", "capped")
    leftover: str = option("stay", "last_winner", "split")
    stake_unit: str = option("jeton", "fiche")
    fiche: str = option("5", "2")


def read_options(told: Mapping[str, object], where: str) -> Options:
    """The house rules that differ from the preset.

    ``per_card`` alone means that hands are paid by the card.

    Raises:
        BadInput: an option or a value that there is not.
    """
    if "per_card" in told and "hand_payment" not in told:
        told = {**told, "hand_payment": "per_card"}
    return options_from(Options, told, where)


class Laid(NamedTuple):
    """A card on the table: the player's place in playing order, and its face."""

    player: int
    card: Card


class Round(NamedTuple):
    """One round in progress. Players are places in playing order, boxes in `HONOURS` order.

    Attributes:
        number: from 1.
        dealer: who dealt.
        leader: who must lay the first card; None when anyone may.
        boxes: chips in each box now.
        left: cards left in each hand.
        laid: every card, in order.
        table: the laid cards as bits of `Card.index`.
        turn: how many of the last cards their player laid without a break.
        early: calls made since the last card, each waiting for its card to be laid next.
        open: honours laid whose call would still count.
        laid_at: seconds at which the last card was laid, None when not told.
        takes: (player, honour, chips) by call.
        missed: (player, honour, chips) not called in time.
        hands: cards shown by each, None until shown.
        void: ranks that each player has shown not to hold, as bits (only with must_continue).
        settled: the round is paid.
    """

    number: int
    dealer: int
    leader: int | None
    boxes: tuple[int, ...]
    left: tuple[int, ...]
    laid: tuple[Laid, ...] = ()
    table: int = 0
    turn: int = 0
    early: tuple[Laid, ...] = ()
    open: tuple[Laid, ...] = ()
    laid_at: float | None = None
    takes: tuple[tuple[int, Card, int], ...] = ()
    missed: tuple[tuple[int, Card, int], ...] = ()
    hands: tuple[tuple[Card, ...] | None, ...] = ()
    void: tuple[int, ...] = ()
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole state: a fold over the events of one evening.

    Attributes:
        options: the house rules.
        players: names in playing order.
        stock_told: the stock was told, so that balances are what people really hold.
        balances: chips of each player, all settled rounds included.
        boxes: chips left by the last settled round, in `HONOURS` order.
        round: the round in progress or just settled, None before the first.
        settlements: of all finished rounds.
    """

    options: Options
    players: tuple[str, ...]
    stock_told: bool
    balances: tuple[int, ...]
    boxes: tuple[int, ...] = (0, 0, 0, 0, 0)
    round: Round | None = None
    settlements: tuple[Settlement, ...] = ()


def start(event: GameStarted) -> Evening:
    """The state before the first round.

    Raises:
        BadInput: an option that there is not.
        IllegalEvent: a number of players for which there is no deal, or one who sits twice.
    """
    options = read_options(event.options, "'options'")
    if len(event.players) not in DEAL:
        raise IllegalEvent("deal", f"{len(event.players)} players: the nain jaune is for 2 to 8")
    for place, player in enumerate(event.players):
        if player in event.players[:place]:
            raise IllegalEvent("players", f"{player} is named twice among the players")
    stock = event.stock or {}
    return Evening(
        options=options,
        players=event.players,
        stock_told=event.stock is not None,
        balances=tuple(stock.get(player, 0) for player in event.players),
    )


def apply(evening: Evening, event: Event) -> Evening:
    """The state after one more event; what moves nothing (evidence, alerts) changes nothing.

    Raises:
        IllegalEvent: the event breaks a rule; the state before it still stands.
    """
    if isinstance(event, CardPlayed):
        return _card_played(evening, event)
    if isinstance(event, Called):
        return _called(evening, event)
    if isinstance(event, HandShown):
        return _hand_shown(evening, event.player, event.cards)
    if isinstance(event, RoundStarted):
        return _round_started(evening, event)
    if isinstance(event, GameStarted):
        raise IllegalEvent("game", "the game has already started")
    return evening


# --- what is legal -----------------------------------------------------------------------


def why_not(evening: Evening, player: str, card: Card) -> IllegalEvent | None:
    """The rule that forbids ``player`` to lay ``card`` now, None when he may."""
    place = _place(evening, player)
    return _refusal(evening, place, card)


def may_lay(evening: Evening, player: str, card: Card) -> bool:
    """Whether ``player`` may lay ``card`` now, as far as can be told without seeing his hand."""
    return why_not(evening, player, card) is None


def wanted(evening: Evening) -> int | None:
    """The rank (2–13) that goes on; None where any card starts anew or no round is on."""
    now = evening.round
    if now is None or not now.laid or finished(evening) or now.laid[-1].card.rank == KING:
        return None
    return now.laid[-1].card.rank + 1


def may_go_on(evening: Evening) -> tuple[str, ...]:
    """Who may lay the next card, in the order in which they are asked.

    First the one who laid the last card (he may go on, or start anew when all have passed); the
    others only with the wanted rank. Whoever is skipped has passed.
    """
    now = evening.round
    if now is None or finished(evening):
        return ()
    players = evening.players
    if not now.laid:
        return players if now.leader is None else (players[now.leader],)
    last = now.laid[-1].player
    others = len(players) - 1
    if now.laid[-1].card.rank == KING:
        others = 0
    elif evening.options.asked == "next_only" and evening.options.decline_lead == "off":
        others = 1
    return tuple(players[(last + step) % len(players)] for step in range(others + 1))


def call_open(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, honour) of each honour laid whose call would still count."""
    if evening.round is None:
        return ()
    return tuple((evening.players[laid.player], laid.card) for laid in evening.round.open)


def finished(evening: Evening) -> bool:
    """Whether the round's last card lies (hands may still have to be shown)."""
    return evening.round is not None and 0 in evening.round.left


def winner(evening: Evening) -> str | None:
    """Who went out, None while nobody has."""
    now = evening.round
    return evening.players[now.left.index(0)] if now is not None and 0 in now.left else None


def hands_missing(evening: Evening) -> tuple[str, ...]:
    """The losers whose hands are still to be shown before the round can be settled."""
    now = evening.round
    if now is None or now.settled or 0 not in now.left:
        return ()
    return tuple(
        player
        for player, hand, left in zip(evening.players, now.hands, now.left, strict=True)
        if hand is None and left
    )


def unsettled(evening: Evening) -> str | None:
    """What the round in progress still lacks, None when no round waits to be settled."""
    now = evening.round
    if now is None or now.settled:
        return None
    if 0 not in now.left:
        return f"round {now.number} is not over: nobody has laid his last card"
    missing = " and ".join(hands_missing(evening))
    return f"round {now.number} is not settled: the hand of {missing} has not been shown"


def cards_left(evening: Evening) -> dict[str, int]:
    """Number of cards in each hand now (before the first round: none)."""
    if evening.round is None:
        return dict.fromkeys(evening.players, 0)
    return dict(zip(evening.players, evening.round.left, strict=True))


def cards_laid(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the round so far."""
    if evening.round is None:
        return ()
    return tuple((evening.players[laid.player], laid.card) for laid in evening.round.laid)


def sequence(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the run that the last card belongs to."""
    laid = cards_laid(evening)
    first = len(laid) - 1
    while first > 0 and laid[first - 1][1].rank + 1 == laid[first][1].rank:
        first -= 1
    return laid[max(first, 0) :]


def boxes_now(evening: Evening) -> dict[Card, int]:
    """Chips that each box must hold now."""
    now = evening.round
    held = evening.boxes if now is None or now.settled else now.boxes
    return dict(zip(HONOURS, held, strict=True))


def chips_now(evening: Evening) -> dict[str, int]:
    """Chips of each player now: antes paid and boxes taken in the round in progress included."""
    chips = dict(zip(evening.players, evening.balances, strict=True))
    now = evening.round
    if now is not None and not now.settled:
        for player in chips:
            chips[player] -= sum(antes(evening).values())
        for place, _, taken in now.takes:
            chips[evening.players[place]] += taken
    return chips


def antes(evening: Evening) -> dict[Card, int]:
    """What one player puts into each box."""
    return dict(zip(HONOURS, _antes(evening.options), strict=True))


def chip_values(evening: Evening) -> dict[str, int]:
    """What a jeton, a fiche and a contrat are worth, where the table file says nothing else."""
    return {**ledger.values(ledger.DEFAULT_CHIPS), "fiche": int(evening.options.fiche)}


def next_dealer(evening: Evening) -> str | None:
    """Who deals the next round: the neighbour to the right; None before the first (by lot)."""
    if evening.round is None:
        return None
    step = -1 if evening.options.direction == "clockwise" else 1
    return evening.players[(evening.round.dealer + step) % len(evening.players)]


def ruined(evening: Evening) -> tuple[str, ...]:
    """Who cannot place the antes of the next round; nobody when the stock was not told."""
    due = sum(_antes(evening.options))
    return tuple(
        player
        for player, chips in zip(evening.players, evening.balances, strict=True)
        if evening.stock_told and chips < due
    )


def ended(evening: Evening) -> bool:
    """Whether the evening is over by ruin (agreed rounds or time are the table's to say)."""
    between = evening.round is None or evening.round.settled
    return evening.options.end == "ruin" and between and bool(ruined(evening))


def closing(evening: Evening) -> dict[str, int]:
    """Balances if the evening ends now, the boxes going where ``leftover`` says.

    Split: each player the same, what cannot be shared stays in the boxes (silent).
    """
    chips = list(evening.balances)
    pot = sum(evening.boxes)
    if evening.options.leftover == "last_winner" and evening.settlements:
        chips[evening.players.index(evening.settlements[-1].winner)] += pot
    elif evening.options.leftover == "split":
        chips = [held + pot // len(chips) for held in chips]
    return dict(zip(evening.players, chips, strict=True))


def call_fault(evening: Evening, player: str, card: Card, t: float | None = None) -> str | None:
    """Why a call made now (at second ``t``) changes nothing.

    ``late``, ``foreign`` (another player laid it), ``repeated`` or ``no_honour``.

    None: it counts, or it comes before its card and may still count (`early`).
    """
    now = evening.round
    if card not in _HONOUR:
        return "no_honour"
    if now is None or now.settled:
        return "late"
    place = _place(evening, player)
    for laid in now.laid:
        if laid.card == card:
            if laid.player != place:
                return "foreign"
            if laid in now.open:
                return "late" if _lags(evening, now, t) else None
            taken = any(honour == card for _, honour, _ in now.takes)
            return "repeated" if taken else "late"
    return "late" if 0 in now.left else None


def alerts(before: Evening, event: Event, after: Evening) -> tuple[Alert, ...]:
    """What people should be told about an event that was applied: missed and empty calls.

    Args:
        before, event, after: ``after == apply(before, event)``.
    """
    told = []
    was, now = before.round, after.round
    if isinstance(event, Called) and before.options.call_required == "on":
        fault = call_fault(before, event.player, event.card, event.t)
        if fault is not None and fault != "repeated":
            told.append(_void(event.player, event.card, fault, event.t))
    if was is not None and now is not None and was.number == now.number:
        if not now.early:
            for early in was.early:
                if early not in now.laid[-1:]:
                    told.append(_void(after.players[early.player], early.card, "early", event.t))
        for place, card, chips in now.missed[len(was.missed) :]:
            player = after.players[place]
            detail = f"{player} a posé {card_name(card, article=True)} sans annoncer"
            told.append(Alert("missed_call", player, card, detail, t=event.t, extra={"chips": chips}))
    return tuple(told)


def _void(player: str, card: Card, fault: str, t: float | None) -> Alert:
    kind = "late_call" if fault == "late" else "void_call"
    return Alert(kind, player, card, _FAULTS[fault], t=t, extra={"reason": fault})


_FAULTS = {
    "late": "l'annonce vient trop tard",
    "foreign": "un autre a posé cette carte",
    "no_honour": "cette carte n'a pas de case",
    "early": "la carte annoncée n'a pas suivi",
}


@lru_cache(maxsize=64)
def _antes(options: Options) -> tuple[int, ...]:
    unit = int(options.fiche) if options.stake_unit == "fiche" else 1
    return tuple(ante * unit for ante in _ANTES)


def _place(evening: Evening, player: str) -> int:
    try:
        return evening.players.index(player)
    except ValueError:
        raise IllegalEvent("players", f"{player} does not play") from None


def rule_broken(evening: Evening, place: int, card: Card) -> str | None:
    """The name of the rule that forbids the player at ``place`` to lay ``card`` now, or None.

    This is the whole law of laying cards; it is cheap, for those who try many.
    """
    now, options = evening.round, evening.options
    if now is None or 0 in now.left:
        return "round"
    if now.table >> card.index & 1:
        return "one_deck"
    if now.void[place] >> card.rank & 1:
        return "must_continue"
    if not now.laid:
        return None if now.leader is None or place == now.leader else "first_lead"
    last, top = now.laid[-1]
    if place == last:
        return None
    if top.rank == KING:
        return "king"
    if options.decline_lead == "on":
        # Everybody passed, and whoever was to start anew let the lead go on to this player.
        return None
    if card.rank != top.rank + 1 and not (options.after_stop == "skip" and card.rank > top.rank):
        return "sequence"
    if options.asked == "next_only" and place != (last + 1) % len(evening.players):
        return "asked"
    return None


def _refusal(evening: Evening, place: int, card: Card) -> IllegalEvent | None:
    """The rule broken, if any, and what people should read about it."""
    rule = rule_broken(evening, place, card)
    if rule is None:
        return None
    now, players = evening.round, evening.players
    lays = f"{players[place]} lays {card}"
    if now is None:
        return IllegalEvent(rule, f"{lays} before any round has started")
    if rule in ("king", "sequence", "asked"):
        last, top = now.laid[-1]
        before = players[last]
        why = {
            "king": f"but {before} starts anew after his king {top}",
            "sequence": f"on {top} of {before}: only {before} may start anew, others go on one rank higher",
            "asked": f"but only the player after {before} is asked",
        }[rule]
    elif rule == "first_lead":
        assert now.leader is not None
        why = f"but {players[now.leader]} leads"
    else:
        why = {
            "round": f"after {winner(evening)} has ended the round",
            "one_deck": "which already lies on the table",
            "must_continue": "but passed when its rank was wanted",
        }[rule]
    return IllegalEvent(rule, f"{lays} {why}" if rule in ("sequence", "round") else f"{lays}, {why}")


# --- what an event does ------------------------------------------------------------------


def _round_started(evening: Evening, event: RoundStarted) -> Evening:
    dealer = _place(evening, event.dealer)
    last = evening.round
    lacking = unsettled(evening)
    if lacking is not None:
        raise IllegalEvent("round", lacking)
    due = _antes(evening.options)
    if evening.options.debt == "capped" and ruined(evening):
        raise IllegalEvent("ruin", f"{ruined(evening)[0]} cannot place {sum(due)} chips and may not owe them")
    count = len(evening.players)
    before = evening.boxes if event.boxes is None else tuple(event.boxes.get(box, 0) for box in HONOURS)
    return replace(
        evening,
        round=Round(
            number=1 if last is None else last.number + 1,
            dealer=dealer,
            leader=(dealer + 1) % count if evening.options.first_lead == "after_dealer" else None,
            boxes=tuple(held + ante * count for held, ante in zip(before, due, strict=True)),
            left=(DEAL[count][0],) * count,
            hands=(None,) * count,
            void=(0,) * count,
        ),
    )


def _with(evening: Evening, now: Round) -> Evening:
    """The evening with another round: `dataclasses.replace`, but fast (once per card)."""
    return Evening(
        evening.options,
        evening.players,
        evening.stock_told,
        evening.balances,
        evening.boxes,
        now,
        evening.settlements,
    )


def _card_played(evening: Evening, event: CardPlayed) -> Evening:
    card = event.card
    place = _place(evening, event.player)
    now = evening.round
    refusal = _refusal(evening, place, card)
    if refusal is not None or now is None:
        raise refusal or IllegalEvent("round", "no round has started")
    options = evening.options
    boxes, takes, missed, waiting = now.boxes, now.takes, now.missed, now.open
    if waiting and options.call_window != "round":
        missed += tuple((laid.player, laid.card, boxes[_HONOUR[laid.card]]) for laid in waiting)
        waiting = ()
    laid = Laid(place, card)
    honour = _HONOUR.get(card)
    if honour is not None:
        if options.call_required == "off" or laid in now.early:
            takes, boxes = _take(takes, boxes, laid)
        else:
            waiting += (laid,)
    left = now.left
    unbroken = bool(now.laid) and now.laid[-1].player == place
    return _with(
        evening,
        Round(
            now.number,
            now.dealer,
            now.leader,
            boxes,
            (*left[:place], left[place] - 1, *left[place + 1 :]),
            (*now.laid, laid),
            now.table | 1 << card.index,
            now.turn + 1 if unbroken else 1,
            (),
            waiting,
            event.t,
            takes,
            missed,
            now.hands,
            now.void if options.must_continue == "off" else _shown_void(evening, now, laid),
        ),
    )


def _take(
    takes: tuple[tuple[int, Card, int], ...], boxes: tuple[int, ...], laid: Laid
) -> tuple[tuple[tuple[int, Card, int], ...], tuple[int, ...]]:
    """Empty the box of the card laid into its player's purse."""
    box = _HONOUR[laid.card]
    return (*takes, (laid.player, laid.card, boxes[box])), (*boxes[:box], 0, *boxes[box + 1 :])


def _shown_void(evening: Evening, now: Round, laid: Laid) -> tuple[int, ...]:
    """Ranks that players have shown not to hold by not going on, where everybody must."""
    if not now.laid or now.laid[-1].card.rank == KING:
        return now.void
    last, top = now.laid[-1]
    void = list(now.void)
    count = len(void)
    rank = laid.card.rank
    asked = 2 if evening.options.asked == "next_only" else count
    skipping = evening.options.after_stop == "skip"
    # Ranks that everybody asked has passed on: those below the one laid, or, on a start anew,
    # the wanted one (all up to the king where ranks are skipped).
    passed: tuple[int, ...] = ()
    if rank > top.rank + 1:
        passed = tuple(range(top.rank + 1, rank)) if skipping else (top.rank + 1,)
    elif rank <= top.rank:
        passed = tuple(range(top.rank + 1, KING + 1)) if skipping else (top.rank + 1,)
    for step in range(asked):
        for each in passed:
            void[(last + step) % count] |= 1 << each
    if rank > top.rank and (skipping or rank == top.rank + 1):
        for step in range((laid.player - last) % count):
            void[(last + step) % count] |= 1 << rank
    return tuple(void)


def _called(evening: Evening, event: Called) -> Evening:
    card = event.card
    place = _place(evening, event.player)
    now = evening.round
    if now is None or now.settled or card not in _HONOUR or evening.options.call_required == "off":
        return evening
    laid = Laid(place, card)
    if laid in now.open and not _lags(evening, now, event.t):
        takes, boxes = _take(now.takes, now.boxes, laid)
        waiting = tuple(other for other in now.open if other != laid)
        return _with(evening, now._replace(takes=takes, boxes=boxes, open=waiting))
    if 0 not in now.left and not now.table >> card.index & 1:
        return _with(evening, now._replace(early=(*now.early, laid)))
    return evening


def _lags(evening: Evening, now: Round, t: float | None) -> bool:
    """Whether a call comes too long after its card to be "with" it, where it must be."""
    if evening.options.call_window != "with_card" or t is None or now.laid_at is None:
        return False
    return t - now.laid_at > WITH_CARD


def _hand_shown(evening: Evening, player: str, cards: tuple[Card, ...]) -> Evening:
    place = _place(evening, player)
    now = evening.round
    if now is None:
        raise IllegalEvent("round", f"{player} shows cards before any round has started")
    if 0 not in now.left:
        raise IllegalEvent("hand", f"{player} shows cards before anyone has laid the last card")
    if not cards and now.left[place] == 0:
        return evening  # the winner's empty hand says nothing new and ends nobody's call
    shown = now.hands[place]
    if shown is not None:
        if set(shown) == set(cards):
            return evening
        raise IllegalEvent("hand", f"{player} has already shown {_listed(shown)}")
    if len(cards) != now.left[place]:
        raise IllegalEvent("hand", f"{player} shows {len(cards)} cards, but has {now.left[place]} left")
    table = now.table
    for hand in now.hands:
        for card in hand or ():
            table |= 1 << card.index
    for card in cards:
        if table >> card.index & 1:
            raise IllegalEvent("one_deck", f"{player} shows {card}, which already lies on the table")
        table |= 1 << card.index
        if now.void[place] >> card.rank & 1:
            raise IllegalEvent("must_continue", f"{player} shows {card}, but passed when its rank was wanted")
    late = tuple((laid.player, laid.card, now.boxes[_HONOUR[laid.card]]) for laid in now.open)
    now = now._replace(
        hands=(*now.hands[:place], cards, *now.hands[place + 1 :]),
        missed=now.missed + late,
        open=(),
        early=(),
    )
    return _settled(_with(evening, now), now)


def _listed(cards: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in cards) or "no card"


# --- the settlement ----------------------------------------------------------------------


def points(card: Card) -> int:
    """What a card left in hand costs: court cards and tens 10, the others their face, aces 1."""
    return min(card.rank, 10)


def _settled(evening: Evening, now: Round) -> Evening:
    """Pay the round once every loser has shown his hand."""
    out = now.left.index(0)
    for place, hand in enumerate(now.hands):
        if hand is None and place != out:
            return evening
    options, players = evening.options, evening.players
    due = _antes(options)
    purse = [chips - sum(due) for chips in evening.balances]
    for place, _, chips in now.takes:
        purse[place] += chips
    capped = options.debt == "capped" and evening.stock_told

    def pays(place: int, chips: int) -> int:
        paid = min(chips, max(purse[place], 0)) if capped else chips
        purse[place] -= paid
        return paid

    payments = []
    by_points = options.hand_payment == "points"
    for place, hand in enumerate(now.hands):
        if place != out and hand:
            owed = sum(points(card) for card in hand) if by_points else len(hand) * options.per_card
            paid = pays(place, owed)
            purse[out] += paid
            if paid:
                payments.append(
                    Payment(players[place], players[out], paid, "points" if by_points else "cards")
                )
    boxes = list(now.boxes)
    swept: dict[Card, int] = {}
    opera = _opera(options, now, out)

    def sweep() -> None:
        for box, card in enumerate(HONOURS):
            if boxes[box]:
                swept[card] = boxes[box]
                purse[out] += boxes[box]
                boxes[box] = 0

    if opera and options.opera_order == "opera_first":
        sweep()
    betes = []
    for place, card in _betes(options, now):
        box = _HONOUR[card]
        paid = pays(place, boxes[box])
        boxes[box] += paid
        if paid:
            betes.append(Take(players[place], card, paid))
    if opera and options.opera_order == "betes_first":
        sweep()
    settlement = Settlement(
        round=now.number,
        dealer=players[now.dealer],
        winner=players[out],
        opera=opera,
        takes=tuple(Take(players[place], card, chips) for place, card, chips in now.takes),
        missed_calls=tuple(Take(players[place], card, chips) for place, card, chips in now.missed),
        betes=tuple(betes),
        swept=swept,
        payments=tuple(payments),
        boxes=dict(zip(HONOURS, boxes, strict=True)),
        net={p: held - was for p, held, was in zip(players, purse, evening.balances, strict=True)},
        transfers=ledger.transfers(ledger.nets(payments)),
    )
    return replace(
        evening,
        balances=tuple(purse),
        boxes=tuple(boxes),
        round=now._replace(settled=True),
        settlements=(*evening.settlements, settlement),
    )


def _opera(options: Options, now: Round, out: int) -> bool:
    """Whether the winner made a grand opéra."""
    if options.opera == "one_go":
        return now.turn == sum(laid.player == out for laid in now.laid)
    if options.opera == "no_card":
        return now.turn == len(now.laid)
    return not any(laid.card in _HONOUR and laid.player != out for laid in now.laid)


def _betes(options: Options, now: Round) -> list[tuple[int, Card]]:
    """(player, honour) of every bête, in playing order, then in the order of the boxes."""
    due = []
    if options.missed_call == "bete":
        due += [(place, card) for place, card, _ in now.missed]
    if options.bete == "on":
        due += [
            (place, card) for place, hand in enumerate(now.hands) for card in hand or () if card in _HONOUR
        ]
    return sorted(due, key=lambda bete: (bete[0], _HONOUR[bete[1]]))
