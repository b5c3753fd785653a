"""Why a round of Nain Jaune was settled as it was: the lines of both presets, `lindor` and `avantcoureur`.

Everything is read from the settled state; nothing is reckoned anew but what a player owed, which
he may not have been able to pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.cards import HONOURS, Card
from engine.events import Settlement
from engine.explanation.reason import Counted, Fact, Ground, Reason, departures, grounds
from engine.games import avantcoureur, lindor
from engine.games.nain_jaune import DWARF, KING
from engine.games.stops import Evening, House, Laid, Round, hand_points, points, wanted_after

Facts = Mapping[str, Fact]
_ASKS = ("suits", "asked", "after_stop")
"""Options of `lindor` by which somebody is asked for a card, or is not."""
_ASKS_IN_1760 = ("dwarf_out_of_turn",)


def _told_by(*sources: str) -> tuple[Ground, ...]:
    """The ground of a rule that no option changes."""
    return (Ground(None, None, sources),)


def explain(evening: Evening) -> tuple[Reason, ...]:
    """The lines of the round just settled; none while no round is.

    The antes first, then what happened in the order in which it was paid.
    """
    now = evening.round
    if now is None or not now.settled:
        return ()
    settlement = evening.settlements[-1]
    options = evening.options
    if isinstance(options, lindor.Options):
        preset = (
            *_hands(evening, options, now, settlement),
            *_boxes(evening, options, now, settlement),
        )
    elif isinstance(options, avantcoureur.Options):
        preset = (*_hocs(evening, options, now), *_hands_of_1760(evening, options, now, settlement))
    else:
        raise TypeError(f"{type(options).__name__} are the options of no preset that we explain")
    overlooked = _overlooked(evening, now, settlement)
    paid = (*_fines(evening, now), *preset, *overlooked)
    return (*_antes(evening, now), *_calls(evening, now), *paid, *_asleep(evening, now, settlement))


# --- both presets ------------------------------------------------------------------------


def _antes(evening: Evening, now: Round) -> Iterator[Reason]:
    options = evening.options
    boxes = tuple(Counted(card, ante) for card, ante in zip(options.BOX, options.antes, strict=True))
    chips = sum(box.chips for box in boxes)
    pays = [options.antes_put(place, now.dealer) for place in range(len(evening.players))]
    why = grounds(options, "stake_unit")
    if why[0].value == "fiche":
        why += grounds(options, "fiche")
    for player, due in zip(evening.players, pays, strict=True):
        if due and all(pays):
            yield Reason("ante", player, -chips, None, {"boxes": boxes}, why)
        elif due:
            yield Reason("ante_dealer", player, -chips, None, {"boxes": boxes}, why + _told_by("000", "001"))


def _calls(evening: Evening, now: Round) -> Iterator[Reason]:
    """Honours laid: their boxes taken, or not called in time."""
    options = evening.options
    rule = "take" if options.box_called else "take_silent"
    for place, card, chips in now.takes:
        why = grounds(options, "call_required")
        yield Reason(rule, evening.players[place], chips, None, {"card": card}, why)
    for place, card, chips in now.missed:
        if isinstance(options, lindor.Options):
            why = grounds(options, "missed_call", "call_window")
        else:
            why = grounds(options, "call_required", "call_window")
        yield Reason("missed_call", evening.players[place], 0, None, {"card": card, "box": chips}, why)


def _bete(
    evening: Evening, now: Round, settlement: Settlement, rule: str, laid: Laid, why: tuple[Ground, ...]
) -> Reason:
    """What the player of an honour pays into its box, which holds what play has left in it."""
    paid = {bete.card: bete.chips for bete in settlement.betes}.get(laid.card, 0)
    owed = dict(zip(HONOURS, now.boxes, strict=True))[laid.card]
    facts: Facts = {"card": laid.card, "owed": owed}
    player = evening.players[laid.player]
    return Reason(rule, player, -paid, None, facts, why + _capped(evening.options, owed, paid))


def _held(now: Round) -> Iterator[Laid]:
    """The honours left in hand, in playing order, then in the order of the boxes."""
    for place, hand in enumerate(now.hands):
        yield from (Laid(place, card) for card in HONOURS if card in (hand or ()))


def _overlooked(evening: Evening, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """Cards that somebody was bound to lay and kept, and what the house fines him for each."""
    options = evening.options
    fine = options.overlooked_fine
    asks = departures(options, *(_ASKS if isinstance(options, lindor.Options) else _ASKS_IN_1760))
    left = {each.giver: each.chips for each in settlement.payments if each.reason == "overlooked"}
    for laid in now.overlooked:
        player, since = evening.players[laid.player], wanted_after(now, laid)
        why = grounds(options, "dwarf_leads" if since is None else "must_continue") + asks
        rule, rule_fined = "overlooked", "overlooked_fined"
        if since is None:
            rule, rule_fined = "dwarf_overlooked", "dwarf_overlooked_fined"
        facts: dict[str, Fact] = {"card": laid.card} if since is None else {"card": laid.card, "after": since}
        if not fine or player == settlement.winner:
            yield Reason(rule, player, 0, None, facts, why)
            continue
        paid = min(fine, left.get(player, 0))
        left[player] = left.get(player, 0) - paid
        why += grounds(options, "overlooked_fine") + _capped(options, fine, paid)
        yield Reason(rule_fined, player, -paid, settlement.winner, {**facts, "owed": fine}, why)


def _asleep(evening: Evening, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """Boxes that nobody could touch: their honour lies in the talon."""
    seen = {laid.card for laid in now.laid} | {card for hand in now.hands for card in hand or ()}
    for card in HONOURS:
        if card not in seen and settlement.boxes[card]:
            facts: Facts = {"card": card, "box": settlement.boxes[card]}
            yield Reason("asleep", None, facts=facts, grounds=_told_by("002", "004"))


def _worth(hand: tuple[Card, ...]) -> tuple[Counted, ...]:
    """The points of a hand card by card, the dearest first."""
    return tuple(
        Counted(card, points(card)) for card in sorted(hand, key=lambda card: (-points(card), -card.rank))
    )


def _paid_to_winner(settlement: Settlement) -> Mapping[str, int]:
    return {
        payment.giver: payment.chips
        for payment in settlement.payments
        if payment.taker == settlement.winner and payment.reason in ("points", "cards")
    }


def _capped(options: House, owed: int, paid: int) -> tuple[Ground, ...]:
    """Why less was paid than owed."""
    return grounds(options, "debt") if paid < owed else ()


# --- lindor ------------------------------------------------------------------------------


def _fines(evening: Evening, now: Round) -> Iterator[Reason]:
    """What players put into a box as an option has it, all of one player and option together."""
    total: dict[tuple[int, Card, str], int] = {}
    for place, card, chips, option in now.fined:
        total[place, card, option] = total.get((place, card, option), 0) + chips
    for (place, card, option), chips in sorted(total.items()):
        asks = departures(evening.options, *_ASKS) if option == "pass_penalty" else ()
        why = grounds(evening.options, option) + asks
        yield Reason(option, evening.players[place], -chips, None, {"card": card}, why)


def _hands(evening: Evening, options: lindor.Options, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """What the losers pay the winner for the cards they have left."""
    paid = _paid_to_winner(settlement)
    for place, (player, hand) in enumerate(zip(evening.players, now.hands, strict=True)):
        if not now.left[place]:
            continue
        hand, counted = hand or (), dict(now.counted).get(place)
        if options.hand_payment == "points" and counted is not None:
            facts: Facts = {"base": counted, "owed": counted}
            rule, why, owed = "points_counted", grounds(options, "hand_payment"), counted
        elif options.hand_payment == "points":
            rule, why, worth = "points", grounds(options, "hand_payment"), _worth(hand)
            owed = sum(each.chips for each in worth)
            facts = {"cards": worth, "owed": owed}
        else:
            rule, why = "cards", grounds(options, "hand_payment", "per_card")
            owed = now.left[place] * options.per_card
            facts = {"count": now.left[place], "each": options.per_card, "owed": owed}
        chips = paid.get(player, 0)
        yield Reason(rule, player, -chips, settlement.winner, facts, why + _capped(options, owed, chips))


def _boxes(evening: Evening, options: lindor.Options, now: Round, settlement: Settlement) -> Iterator[Reason]:
    """Bêtes paid into the boxes, and boxes that an opéra empties."""
    sweep = _sweep(options, settlement)
    if options.opera_order == "opera_first":
        yield from sweep
        for reason in _betes(evening, options, now, settlement):
            if settlement.opera:
                facts = {"card": reason.facts["card"]}
                why = reason.grounds + grounds(options, "opera_order")
                yield Reason("bete_empty", reason.player, facts=facts, grounds=why)
            else:
                yield reason
    else:
        yield from _betes(evening, options, now, settlement)
        yield from sweep


def _betes(evening: Evening, options: lindor.Options, now: Round, settlement: Settlement) -> Iterator[Reason]:
    if options.missed_call == "bete":
        for place, card, _ in now.missed:
            why = grounds(options, "missed_call")
            yield _bete(evening, now, settlement, "bete_missed", Laid(place, card), why)
    if options.bete == "on":
        for held in _held(now):
            yield _bete(evening, now, settlement, "bete", held, grounds(options, "bete"))


def _sweep(options: lindor.Options, settlement: Settlement) -> Iterator[Reason]:
    if settlement.opera:
        boxes = tuple(Counted(card, chips) for card, chips in settlement.swept.items() if chips)
        why = grounds(options, "opera", *(["opera_order"] if settlement.betes else []))
        chips = sum(box.chips for box in boxes)
        yield Reason(f"opera_{options.opera}", settlement.winner, chips, None, {"boxes": boxes}, why)


# --- avantcoureur ------------------------------------------------------------------------


def _hocs(evening: Evening, options: avantcoureur.Options, now: Round) -> Iterator[Reason]:
    """What announced hocs bring from each other player, in the order in which they counted."""
    paid = list(now.paid)
    for laid in now.called:
        due = options.call_pays(laid.card)
        rule = _kind_of_hoc(laid.card)
        why = grounds(options, "hoc_chip", *(["accidental_hoc_pays"] if rule == "hoc_accidental" else []))
        why += departures(options, "call_window")
        for giver, player in enumerate(evening.players):
            if not due or giver == laid.player:
                continue
            chips = paid.pop(0)[2] if paid and paid[0][:2] == (giver, laid.player) else 0
            facts: Facts = {"card": laid.card, "owed": due}
            taker = evening.players[laid.player]
            yield Reason(rule, player, -chips, taker, facts, why + _capped(options, due, chips))


def _kind_of_hoc(card: Card) -> str:
    if card == DWARF:
        return "hoc_dwarf"
    if card.rank == KING:
        return "hoc_king"
    return "hoc_permanent" if card in HONOURS else "hoc_accidental"


_TIMES = {"points": 1, "points_dwarf": 2, "points_opera": 2, "points_dwarf_opera": 4}
"""What points count in 1760, by what doubles them."""


def _hands_of_1760(
    evening: Evening, options: avantcoureur.Options, now: Round, settlement: Settlement
) -> Iterator[Reason]:
    """Points, doubled by 7♦ and by an opéra, then the bêtes; no box is swept."""
    paid = _paid_to_winner(settlement)
    if settlement.opera:
        yield Reason("opera_doubles", settlement.winner, grounds=_told_by("004q"))
    for place, (player, hand) in enumerate(zip(evening.players, now.hands, strict=True)):
        if not now.left[place]:
            continue
        hand = hand or ()
        worth, base = _worth(hand), hand_points(now, place)
        rule = "points" + ("_dwarf" if DWARF in hand else "") + ("_opera" if settlement.opera else "")
        owed = base * _TIMES[rule]
        why = _told_by(*(("000", "001", "004") if rule == "points" else ("004q",)))
        facts: Facts = {"cards": worth, "base": base, "owed": owed}
        if place in dict(now.counted):
            rule, facts = "points_counted", {"base": base, "owed": owed}
        chips = paid.get(player, 0)
        yield Reason(rule, player, -chips, settlement.winner, facts, why + _capped(options, owed, chips))
    for held in _held(now):
        if held.card != DWARF:
            yield _bete(evening, now, settlement, "bete", held, _told_by("000", "001", "004"))
        elif options.dwarf_bete == "on":
            yield _bete(evening, now, settlement, "bete", held, grounds(options, "dwarf_bete"))
        else:
            facts = {"card": DWARF}
            why = grounds(options, "dwarf_bete")
            yield Reason("bete_dwarf_spared", evening.players[held.player], 0, None, facts, why)
