"""What the program knows of a game: what each module gives, and what besides where the cards are refereed.

A game is a module with a ``start`` and an ``apply``: the state is a pure fold over events. The referee
asks a `GameRules` and reads an `Evening` with its `Round`; it knows no game by name.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from engine.cards import Card
from engine.certainty import Inferred
from engine.errors import IllegalEvent
from engine.events import Alert, AnySettlement, Event, GameStarted


class State(Protocol):
    """What every game's state tells."""

    @property
    def players(self) -> tuple[str, ...]:
        """Names in playing order."""

    @property
    def balances(self) -> tuple[int, ...]:
        """Chips of each player, all settled rounds included."""

    @property
    def settlements(self) -> tuple[AnySettlement, ...]:
        """Of all finished rounds."""


class Laid(Protocol):
    """A card on the table."""

    @property
    def player(self) -> int:
        """Place in playing order of who laid it."""

    @property
    def card(self) -> Card:
        """Its face."""


class Round(Protocol):
    """What the referee reads of a round in progress or just settled. Players are places in playing order."""

    @property
    def number(self) -> int:
        """From 1."""

    @property
    def dealer(self) -> int:
        """Who dealt."""

    @property
    def left(self) -> tuple[int, ...]:
        """Cards left in each hand."""

    @property
    def laid(self) -> Sequence[Laid]:
        """Every card, in order."""

    @property
    def table(self) -> int:
        """The laid cards as `cards.BIT`s."""

    @property
    def top(self) -> Card | None:
        """The card on which the next one follows; None where any card starts anew."""

    @property
    def due(self) -> tuple[int, ...]:
        """Cards that each player was bound to lay and did not, as `cards.BIT`s."""

    @property
    def hands(self) -> Sequence[tuple[Card, ...] | None]:
        """Cards shown by each at the end, None until shown."""

    @property
    def settled(self) -> bool:
        """Whether it is paid."""

    @property
    def over(self) -> bool:
        """Whether the round's last card lies; hands may still have to be shown."""

    @property
    def gathers(self) -> bool:
        """Whether cards are gathered during the round, trick by trick."""

    @property
    def gathered(self) -> int:
        """How many of the laid cards may have been gathered so: those of tricks won."""

    @property
    def lying(self) -> int:
        """The laid cards that lie there still, as `cards.BIT`s: tricks before the last one are gathered."""

    @property
    def score(self) -> Hashable:
        """What the cards so far have brought about: rounds with the same are alike, whatever was laid."""

    @property
    def situation(self) -> Hashable:
        """All on which it depends who may lay which card next."""

    @property
    def takes(self) -> Sequence[tuple[int, Card, int]]:
        """(player, card, chips) of each box taken."""


class Evening(State, Protocol):
    """What the referee reads of a refereed game's state."""

    @property
    def round(self) -> Round | None:
        """The round in progress or just settled, None before the first."""


class Game(Protocol):
    """What a game's module gives.

    Attributes:
        GAME, PRESET: its names in a log.
        DEAL: players → (cards each, talon).
        BOARD: the cards that have a box, in the order in which a table's boxes are told: on a square board
            bottom left, bottom right, top right, top left, middle; none where the game has no board.
        PART: the part of the page that shows it.
        TOLD: the events that people tell of a round.
        Evening: the type of its state (a `State`), which no other game has.
    """

    GAME: str
    PRESET: str
    DEAL: dict[int, tuple[int, int]]
    BOARD: tuple[Card, ...]
    PART: str
    TOLD: tuple[type[Event], ...]

    @property
    def Evening(self) -> type[Any]: ...

    def start(self, event: GameStarted) -> Any:
        """The state (a `State`) before the first round."""

    def apply(self, evening: Any, event: Event) -> Any:
        """The state after one more event; raises `IllegalEvent`."""

    def read_options(self, told: Mapping[str, object], where: str) -> Any:
        """House rules checked; raises `BadInput`."""

    def left(self, evening: Any) -> dict[str, int]:
        """Chips that the last settled round left in each box (pool, kitty), by its name in a log."""

    def held_now(self, evening: Any) -> tuple[dict[str, int], dict[str, int]]:
        """Chips of each player and in each box now, the round in progress included."""

    def next_antes(self, evening: Any) -> dict[str, int]:
        """What each player must place before the next round; who places nothing is left out."""

    def next_dealer(self, evening: Any) -> str | None:
        """Who deals the next round; None before the first (by lot)."""

    def unsettled(self, evening: Any) -> str | None:
        """What the round in progress still lacks, None when no round is in progress."""


class GameRules(Game, Protocol):
    """What a game gives besides whose cards the camera referees: its board, its calls, its rules of laying.

    Its state is an `Evening`; that of the games of laying in sequence is `engine.games.stops`.
    """

    def pack(self, evening: Any) -> Sequence[Card]:
        """The cards that are played with, those that nobody holds among them."""

    # -- how a round stands ------------------------------------------------------------------

    def finished(self, evening: Any) -> bool:
        """Whether the round's last card lies (hands may still have to be shown)."""

    def hands_missing(self, evening: Any) -> tuple[str, ...]:
        """The losers whose hands are still to be shown before the round can be settled."""

    def cards_left(self, evening: Any) -> dict[str, int]:
        """Number of cards in each hand now (before the first round: none)."""

    def cards_laid(self, evening: Any) -> tuple[tuple[str, Card], ...]:
        """(player, card) of the round so far."""

    def boxes_now(self, evening: Any) -> dict[Card, int]:
        """Chips that each box must hold now."""

    def antes(self, evening: Any, dealer: str) -> dict[str, dict[Card, int]]:
        """What each player puts into each box before a round that *dealer* deals."""

    # -- calls -------------------------------------------------------------------------------

    def is_called(self, evening: Any, card: Card) -> bool:
        """Whether people call this card out at all."""

    def call_until_next(self, evening: Any) -> bool:
        """Whether the next card ends the time for a call; else only the round does."""

    def calls_taken(self, evening: Any) -> frozenset[Card]:
        """The cards of this round whose call has counted."""

    def calls_reminded(self, evening: Any) -> tuple[tuple[str, Card], ...]:
        """(player, card) of each card laid of whose open call people may be reminded."""

    def call_fault(self, evening: Any, player: str, card: Card, t: float | None = None) -> str | None:
        """Why a call made now (at second ``t``) changes nothing (`stops.call_fault`); None: it may count."""

    def alerts(self, before: Any, event: Event, after: Any) -> tuple[Alert, ...]:
        """What people should be told about an event that was applied (``after == apply(before, event)``)."""

    # -- who may lay what --------------------------------------------------------------------

    def rule_broken(self, evening: Any, place: int, card: Card) -> str | None:
        """The rule that forbids the player at ``place`` to lay ``card`` now, None: he may."""

    def why_not(self, evening: Any, player: str, card: Card) -> IllegalEvent | None:
        """The same with words for people."""

    def wanted(self, evening: Any) -> int | None:
        """The rank (2–13) that goes on; None where any card starts anew, or ranks do not matter for that."""

    def asked_round(self, evening: Any) -> tuple[tuple[Card, ...], ...]:
        """The cards that go on, in the order in which they are asked round; none on a start anew.

        Where a suit is to be followed: all its cards, at once."""

    def asked(self, evening: Any) -> tuple[str, ...]:
        """Who is asked, in turn, whether he goes on; none on a start anew."""

    def may_go_on(self, evening: Any) -> tuple[str, ...]:
        """Who may lay the next card: those asked, then others who may lay all the same."""

    def may_pass(self, evening: Any, player: str, card: Card) -> bool:
        """Whether this player, asked, who holds this card that goes on, may keep it all the same."""

    def starts(self, evening: Any, hand: Sequence[Card]) -> Sequence[Card]:
        """Of a hand, the cards with which its player may start anew; none: the next one does."""

    def passed(self, evening: Any, place: int, card: Card) -> tuple[int, ...]:
        """Cards that each player was asked for in vain if ``card`` comes now, as `cards.BIT`s."""

    def suited(self, evening: Any) -> bool:
        """Whether a sequence keeps to one suit."""

    def sequence(self, evening: Any) -> tuple[tuple[str, Card], ...]:
        """(player, card) of the run that the last card belongs to."""

    def back_crosses(self, evening: Any) -> int:
        """How often this turn has run through a king (a remark that moves no chips)."""

    # -- the settlement ----------------------------------------------------------------------

    def resting_on(self, evening: Any, inferred: Sequence[Inferred]) -> Any:
        """The evening in whose round something was inferred; a settlement that it has already says so."""

    def with_known(self, evening: Any, known: Mapping[str, tuple[Card, ...]]) -> Any:
        """The round, whose last card lies, as if the losers held no more than is *known* of their hands."""

    def settled(self, evening: Any, now: Any) -> Any:
        """The evening with this round, paid once every loser has shown his hand."""


def lacking(rules: object) -> tuple[str, ...]:
    """What something that is to be a `GameRules` does not give, by name."""
    asked = (name for kind in (Game, GameRules) for name in (*kind.__annotations__, *vars(kind)))
    return tuple(name for name in asked if not name.startswith("_") and not hasattr(rules, name))
