"""Nap as the referee asks it: the rules of tricks, for cards that are seen laid (`game_rules.GameRules`).

Bids, cards bought, the widow, the floater and the trump are told by people; so are fines. Whose turn it is
is fixed: the bidder leads, the others follow clockwise, whoever wins a trick leads the next. Any card may
come: who does not follow suit revokes if he holds one, which only a later card of his shows. `apply` goes on
after such a card as if the fine were paid, as cards lie whether it is or not; the log awaits it
(`engine.games.nap.apply`), and so does the settlement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import BIT, Card
from engine.errors import IllegalEvent
from engine.events import Alert, CardPlayed, Event, Fined
from engine.games import nap
from engine.games.nap import Evening as Evening
from engine.games.nap import Round

GAME, PRESET, DEAL, BOARD, PART, TOLD = nap.GAME, nap.PRESET, nap.DEAL, nap.BOARD, nap.PART, nap.TOLD
REVOKE = "revoke"
"""Of the rules the one that a card shows to have been broken before; it can be laid all the same."""

start = nap.start
read_options = nap.read_options
left = nap.left
held_now = nap.held_now
next_antes = nap.next_antes
next_dealer = nap.next_dealer
unsettled = nap.unsettled
cards_laid = nap.cards_laid
why_not = nap.why_not
resting_on = nap.resting_on


def apply(evening: Evening, event: Event) -> Evening:
    """The state after one more event, revokes fined as they show; raises `IllegalEvent`."""
    if isinstance(event, CardPlayed) and rule_shown(evening, event.player, event.card) == REVOKE:
        evening = nap.apply(evening, Fined(event.player, 0, REVOKE))
    after = nap.apply(evening, event)
    now = after.round
    if now is not None and now.revoke is not None:
        return nap.apply(after, Fined(after.players[now.revoke[0].player], 0, REVOKE))
    return after


def rule_shown(evening: Evening, player: str, card: Card) -> str | None:
    """The rule that this card breaks or shows to have been broken, None: none."""
    broken = nap.why_not(evening, player, card)
    return None if broken is None else broken.rule


# --- how a deal stands -------------------------------------------------------------------


def pack(evening: Evening) -> Sequence[Card]:
    """The cards of these rules for so many players."""
    return tuple(sorted(nap.deck(evening.options, len(evening.players))))


def finished(evening: Evening) -> bool:
    """Whether the last trick is complete, or all have passed."""
    now = evening.round
    return now is not None and (now.over or now.settled)


def hands_missing(evening: Evening) -> tuple[str, ...]:
    """Nobody's: all cards are laid."""
    return ()


def cards_left(evening: Evening) -> dict[str, int]:
    """Number of cards in each hand now (before the first deal: none)."""
    now = evening.round
    return (
        dict.fromkeys(evening.players, 0)
        if now is None
        else dict(zip(evening.players, now.left, strict=True))
    )


def boxes_now(evening: Evening) -> dict[Card, int]:
    """There are no boxes."""
    return {}


def antes(evening: Evening, dealer: str) -> dict[str, dict[Card, int]]:
    """Nothing is put into boxes."""
    return {player: {} for player in evening.players}


# --- nothing is called -------------------------------------------------------------------


def is_called(evening: Evening, card: Card) -> bool:
    """No card is."""
    return False


def call_until_next(evening: Evening) -> bool:
    """Nothing is called."""
    return False


def calls_taken(evening: Evening) -> frozenset[Card]:
    """None."""
    return frozenset()


def calls_reminded(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """None."""
    return ()


def call_fault(evening: Evening, player: str, card: Card, t: float | None = None) -> str | None:
    """A call changes nothing: no card is called."""
    return "no_honour"


def alerts(before: Evening, event: Event, after: Evening) -> tuple[Alert, ...]:
    """That a card shows its player to have revoked before, while no fine is paid for it."""
    now = after.round
    if not isinstance(event, CardPlayed) or now is None or now.revoke is None:
        return ()
    facts = {"reason": "broken", "rule": REVOKE}
    return (Alert("illegal_card", event.player, event.card, t=event.t, extra=facts),)


# --- who may lay what --------------------------------------------------------------------


def rule_broken(evening: Evening, place: int, card: Card) -> str | None:
    """The rule that forbids the player at ``place`` to lay ``card`` now, None: he may.

    A card that shows a revoke may be laid: what breaks the rule lies already.
    """
    rule = rule_shown(evening, evening.players[place], card)
    return None if rule == REVOKE else rule


def wanted(evening: Evening) -> int | None:
    """No rank is."""
    return None


def asked_round(evening: Evening) -> tuple[tuple[Card, ...], ...]:
    """The cards of the suit led that have not been laid, at once; none for whoever leads."""
    now, led = evening.round, nap.suit_led(evening)
    if now is None or led is None:
        return ()
    return (tuple(card for card in pack(evening) if card.suit == led and not now.table & BIT[card]),)


def asked(evening: Evening) -> tuple[str, ...]:
    """Whose turn it is to follow; nobody where he leads."""
    return may_go_on(evening) if nap.suit_led(evening) is not None else ()


def may_go_on(evening: Evening) -> tuple[str, ...]:
    """Whose turn it is to play; nobody while somebody has still to bid."""
    turn = nap.turn(evening)
    return () if turn is None or nap.bidding(evening) else (turn,)


def may_pass(evening: Evening, player: str, card: Card) -> bool:
    """Never: suit must be followed."""
    return False


def starts(evening: Evening, hand: Sequence[Card]) -> Sequence[Card]:
    """Those that the rules let whoever leads lay."""
    turn = nap.turn(evening)
    return [card for card in hand if turn is not None and rule_shown(evening, turn, card) is None]


def passed(evening: Evening, place: int, card: Card) -> tuple[int, ...]:
    """None: who does not follow was bound to (`Round.due`)."""
    return (0,) * len(evening.players)


def suited(evening: Evening) -> bool:
    """There are no sequences."""
    return False


def sequence(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """There are none."""
    return ()


def back_crosses(evening: Evening) -> int:
    """There are none."""
    return 0


# --- the settlement ----------------------------------------------------------------------


def with_known(evening: Evening, known: Mapping[str, tuple[Card, ...]]) -> Round:
    """The deal as it is: no hand is missing.

    Raises:
        IllegalEvent: no deal has started.
    """
    if evening.round is None:
        raise IllegalEvent("round", "no round has started")
    return evening.round


def settled(evening: Evening, now: Round) -> Evening:
    """The evening as it is: the last trick settles the deal."""
    return evening
