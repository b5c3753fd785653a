"""An evening of Nap and its deal in progress: frozen, a fold over events, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import BIT, Card
from engine.certainty import Inferred
from engine.errors import IllegalEvent
from engine.events import Bid, CardPlayed, NapSettlement
from engine.games.nap.house import Options, hand_size, height
from engine.games.seats import place_among


class Laid(NamedTuple):
    """A card on the table: the player's place in playing order, its face, and its event."""

    player: int
    card: Card
    event: CardPlayed


class Round(NamedTuple):
    """One deal in progress. Players are places in playing order.

    Attributes:
        number: from 1.
        dealer: who dealt.
        pool: chips in the pool or kitty now.
        paid: chips that each player has put into it in this deal.
        fined: who has been fined in this deal.
        bids: one of each player, from the dealer's left.
        high: the highest bid so far, None while all have passed.
        seen: who has looked at the floater.
        buyers: how many players, from the dealer's left, have had their chance to buy.
        drawn: cards bought.
        widow: who has taken the widow.
        trump: the suit named, None when not named.
        laid: every card, in order.
        table: the laid cards as `cards.BIT`s.
        leader: who leads the trick in progress.
        tricks: won by each player.
        aside: (suit led, card) of each time somebody did not follow suit.
        revoke: the card that did not follow and the one that shows it, while no fine is paid.
        claimed: who has claimed the tricks that were left, None: nobody.
        settled: the deal is paid.
        left: cards left in each hand.
        due: cards of the suits that each player did not follow, as `cards.BIT`s: if he holds one, he revoked.
        inferred: what was inferred less surely than what is committed otherwise (`engine.certainty`).
    """

    number: int
    dealer: int
    pool: int
    paid: tuple[int, ...]
    tricks: tuple[int, ...]
    fined: frozenset[int] = frozenset()
    bids: tuple[Bid, ...] = ()
    high: Bid | None = None
    seen: frozenset[int] = frozenset()
    buyers: int = 0
    drawn: int = 0
    widow: int | None = None
    trump: str | None = None
    laid: tuple[Laid, ...] = ()
    table: int = 0
    leader: int = 0
    aside: tuple[tuple[str, Laid], ...] = ()
    revoke: tuple[Laid, Laid] | None = None
    claimed: int | None = None
    settled: bool = False
    left: tuple[int, ...] = ()
    due: tuple[int, ...] = ()
    inferred: tuple[Inferred, ...] = ()

    @property
    def top(self) -> Card | None:
        """No card follows on one."""
        return None

    @property
    def hands(self) -> tuple[tuple[Card, ...] | None, ...]:
        """Nobody shows any."""
        return (None,) * len(self.paid)

    @property
    def takes(self) -> tuple[tuple[int, Card, int], ...]:
        """There are no boxes."""
        return ()

    @property
    def over(self) -> bool:
        """Whether the last trick is complete."""
        return not any(self.left)

    @property
    def gathers(self) -> bool:
        """Whoever wins a trick takes it."""
        return True

    @property
    def gathered(self) -> int:
        """The cards of the tricks won."""
        return len(self.laid) - len(trick_of(self))

    @property
    def lying(self) -> int:
        """The cards of the trick in progress, or else of the last one."""
        trick = trick_of(self) or self.laid[-len(self.paid) :]
        return sum(BIT[laid.card] for laid in trick)

    @property
    def score(self) -> Hashable:
        """Who has won how many tricks, whose turn it is, the trump, what suits each did not follow.

        Of the trick in progress: the suit led, and the card that wins it so far.
        """
        trick = trick_of(self)
        stands = (trick[0].card.suit, best_of(trick, trump_of(self))[:2]) if trick else None
        return self.tricks, next_place(self), trump_of(self), self.due, stands

    @property
    def situation(self) -> Hashable:
        """Who may lay which card hangs on whose turn it is; of the first lead a floater's bid says more.

        Where one card is lacking to the trick, whose turn it is after that hangs on the best one so far.
        """
        trick = trick_of(self)
        led = trick[0].card.suit if trick else None
        first = self.laid[0][:2] if self.laid else None
        last = len(trick) == len(self.paid) - 1
        return (
            self.table,
            next_place(self),
            led,
            first,
            (best_of(trick, trump_of(self))[:2], trump_of(self)) if last else None,
        )


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole state: a fold over the events of one evening.

    Attributes:
        options: the house rules.
        players: names in playing order.
        stock_told: the stock was told, so that balances are what people really hold.
        balances: chips of each player, all settled deals included.
        pool: chips that the last settled deal left in the pool or kitty.
        round: the deal in progress or just settled, None before the first.
        settlements: of all finished deals.
    """

    options: Options
    players: tuple[str, ...]
    stock_told: bool
    balances: tuple[int, ...]
    pool: int = 0
    round: Round | None = None
    settlements: tuple[NapSettlement, ...] = ()


def turn(evening: Evening) -> str | None:
    """Who must bid, or play a card, next; None when no deal is in progress."""
    now = evening.round
    if now is None or now.settled or all_laid(evening, now):
        return None
    return evening.players[next_place(now)]


def bidding(evening: Evening) -> bool:
    """Whether somebody has still to bid."""
    now = evening.round
    return now is not None and not now.settled and len(now.bids) < len(evening.players)


def trump(evening: Evening) -> str | None:
    """The trump suit; None before the first card unless it was named, and at mis."""
    now = evening.round
    return None if now is None else trump_of(now)


def suit_led(evening: Evening) -> str | None:
    """The suit that must be followed; None for whoever leads."""
    now = evening.round
    trick = () if now is None else trick_of(now)
    return trick[0].card.suit if trick else None


def cards_laid(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the deal so far."""
    now = evening.round
    return () if now is None else tuple((evening.players[laid.player], laid.card) for laid in now.laid)


def unsettled(evening: Evening) -> str | None:
    """What the deal in progress still lacks, None when none waits to be settled."""
    now = evening.round
    if now is None or now.settled:
        return None
    if now.revoke is not None:
        return f"round {now.number} is not settled: {not_fined(evening, *now.revoke)}"
    what = "bid" if bidding(evening) else "play"
    return f"round {now.number} is not over: {turn(evening)} has still to {what}"


def next_dealer(evening: Evening) -> str | None:
    """Who deals next: the player to the left; None before the first deal (by lot)."""
    if evening.round is None:
        return None
    return evening.players[(evening.round.dealer + 1) % len(evening.players)]


def _pot(options: Options) -> str:
    """What the chips in the middle are called."""
    return "kitty" if options.floater == "on" else "pool"


def left(evening: Evening) -> dict[str, int]:
    """What the last settled deal left in the pool or kitty."""
    return {_pot(evening.options): evening.pool}


def held_now(evening: Evening) -> tuple[dict[str, int], dict[str, int]]:
    """Chips of each player and in the pool or kitty now."""
    now = evening.round
    if now is None or now.settled:
        return dict(zip(evening.players, evening.balances, strict=True)), left(evening)
    chips = (held - paid for held, paid in zip(evening.balances, now.paid, strict=True))
    return dict(zip(evening.players, chips, strict=True)), {_pot(evening.options): now.pool}


def next_antes(evening: Evening) -> dict[str, int]:
    """What each player puts into the pool or kitty before the next deal; nothing where there is neither."""
    each, extra = antes_of(evening.options)
    dealer = next_dealer(evening)
    due = {player: each + extra * (player == dealer) for player in evening.players}
    return {player: chips for player, chips in due.items() if chips}


def antes_of(options: Options) -> tuple[int, int]:
    """What everybody puts into the pool or kitty before a deal, and what the dealer adds."""
    ante, extra = int(options.floater == "on"), 0
    return (ante + options.pool_ante, options.dealer_extra) if options.pool == "on" else (ante, extra)


def with_round(evening: Evening, now: Round) -> Evening:
    """The evening with another round: `dataclasses.replace`, but fast (once per card)."""
    return Evening(
        evening.options,
        evening.players,
        evening.stock_told,
        evening.balances,
        evening.pool,
        now,
        evening.settlements,
    )


def place_of(evening: Evening, player: str) -> int:
    return place_among(evening.players, player)


def next_place(now: Round) -> int:
    """The place of whoever must bid or play a card."""
    count = len(now.paid)
    if len(now.bids) < count:
        return (now.dealer + 1 + len(now.bids)) % count
    return (now.leader + len(now.laid)) % count


def trump_of(now: Round) -> str | None:
    if now.high is None or now.high.bid == "mis":
        return None
    if now.trump is None and now.laid:
        return now.laid[0].card.suit
    return now.trump


def trick_of(now: Round) -> tuple[Laid, ...]:
    """The cards of the trick in progress."""
    return now.laid[len(now.laid) - len(now.laid) % len(now.paid) :]


def best_of(trick: tuple[Laid, ...], trumps: str | None) -> Laid:
    """The card that wins a trick as it lies: the highest trump, else the highest card of the suit led."""
    led = trick[0].card.suit

    def strength(laid: Laid) -> tuple[bool, bool, int]:
        return laid.card.suit == trumps, laid.card.suit == led, height(laid.card)

    return max(trick, key=strength)


def all_laid(evening: Evening, now: Round) -> bool:
    return len(now.laid) == hand_size(evening.options) * len(now.paid)


def put_at(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    """These numbers with another one at a place."""
    return (*numbers[:place], number, *numbers[place + 1 :])


def paying(now: Round, place: int, chips: int) -> Round:
    """A player puts chips into the pool."""
    return now._replace(pool=now.pool + chips, paid=put_at(now.paid, place, now.paid[place] + chips))


def in_progress(evening: Evening, does: str) -> Round:
    """The deal in progress; ``does`` is what needs one."""
    now = evening.round
    if now is None:
        raise IllegalEvent("round", f"{does} before any round has started")
    if now.settled:
        raise IllegalEvent("round", f"{does} after round {now.number} has ended")
    return now


def revoke_in_words(evening: Evening, first: Laid, shown: Laid) -> str:
    player, suit = evening.players[first.player], shown.card.suit
    return f"{player} plays {shown.card}, but did not follow {suit} with {first.card} before"


def not_fined(evening: Evening, first: Laid, shown: Laid) -> IllegalEvent:
    """The game goes on after a revoke that should have been fined."""
    message = f"{revoke_in_words(evening, first, shown)}, and is not fined for it"
    return IllegalEvent("revoke", message, since=first.event, event=shown.event)
