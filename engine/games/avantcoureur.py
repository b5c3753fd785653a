"""The Nain Jaune of 1760, as *L'Avantcoureur* printed it: the preset ``avantcoureur``.

The rules as this module plays them. Numbers are keys of `engine.games.sources`; "silent" means
that no source says and the choice is ours. House rules are the fields of `Options`; what holds for
every preset stands in `engine.games.nain_jaune`.

* **Players** 3 with 15 cards each or 5 with 9, talon 7 (000 001 004). Deal and play go
  anticlockwise (000 001): ``players`` is in playing order. The player after the dealer leads
  (004q), he deals next (silent).
* **Antes** only the dealer puts them; the rest stays (000 001).
* **Play** any card first, then upward in one suit: after 9♣ only the 10♣ is *wanted*. Whoever
  laid the last card goes on while he can, then the others in turn (000 001). Who has the wanted
  card must lay it (004q; `must_continue`); that he did not shows only later, when it turns up
  (`Round.overlooked`).
* **A hoc** stops the sequence, its player starts anew with any card: Q♠, J♣, 10♦, the kings and 7♦
  (000 001 004q). So K♠ never follows Q♠.
* **An accidental hoc** is any other card that nobody goes on from: its player starts anew. It shows
  when his next card is neither the wanted one nor 7♦. The round's last card is never one.
* **7♦** stands for any wanted card (004q), with or without holding that card (silent); who holds
  it need not lay it (000 001). It is hoc anywhere; with ``dwarf_after=continue`` the sequence goes
  on from the card that it stands for instead: led, or wanted itself, it wants 8♦; standing for a
  king its player starts anew; standing for Q♠, J♣ or 10♦ it wants the next rank all the same (the
  option speaks of the rank). It takes its own box also when it stands for another card (silent).
* **Nobody logs a pass**: whoever is skipped has passed. After a hoc only its player may lay; else
  any other player may lay the wanted card or 7♦. Whoever was asked before him has passed. 7♦ laid
  while a card is wanted stands for it; with ``dwarf_out_of_turn`` on it may also come after another
  player's hoc or before the first lead, and then it proves nothing about those who were not asked.
* **Announcements** whoever lays a king or an honour and announces it in time (`call_window`, as in
  every preset) gets `hoc_chip` from each other player, K♥ once, and for an honour its box too (000
  001 004). Not announced: nothing, the box stays (000 001), no bête, the lead is kept (silent).
  An accidental hoc is announced after its card; it pays only with ``accidental_hoc_pays``. A hoc
  announced wrongly changes nothing.
* **End** at once with a player's last card. The others pay him their points, who still holds 7♦
  double on his whole hand (004q). *Opéra*, when no other player laid any card, doubles all (004q),
  so 7♦ fourfold; it sweeps no box and doubles no bête (004).
* **Bête** as in every preset; 004q names only the other four honours: `dwarf_bete`.
* **Where debts are capped** chips go in the order of play: antes, boxes and hocs as they come, then
  the winner's points, then the bêtes (silent between hocs and the rest).
* **The evening** goes over an agreed number of deals: 10 with 5 players, 12 with 3 (000 001).

The state is frozen and `apply` a pure fold; an event against the rules raises `IllegalEvent`
with one of these rule names: ``game``, ``players``, ``deal``, ``round``, ``ruin``, ``one_deck``,
``first_lead``, ``sequence``, ``hoc``, ``hand``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards import BIT, DECK, HONOURS, Card
from engine.errors import IllegalEvent
from engine.events import Called, CardPlayed, Event, GameStarted
from engine.games import nain_jaune, stops
from engine.games.nain_jaune import BOX, DWARF, KING, House
from engine.games.options import number_option, option, options_from
from engine.games.stops import Laid, Round, place_of
from engine.games.stops.alike import *  # noqa: F403

GAME = nain_jaune.GAME
PRESET = "avantcoureur"
BOARD = HONOURS
DEAL = {players: nain_jaune.DEAL[players] for players in (3, 5)}
HOCS = frozenset(card for card in DECK if card in BOX or card.rank == KING)
"""The cards that always stop a sequence: Q♠ J♣ 10♦, the kings, 7♦."""


@dataclass(frozen=True, slots=True)
class Options(House):
    """House rules; the defaults are the preset.

    Attributes:
        hoc_chip: chips from each other player for an announced king or honour.
        accidental_hoc_pays: ``on``: an announced accidental hoc brings them too (004).
        must_continue: ``off``: who has the wanted card may keep it.
        dwarf_after: after 7♦ its player starts anew, or the sequence goes on.
        dwarf_out_of_turn: ``on``: 7♦ may also be laid by who is not asked.
        call_required: ``hoc_only``: an honour takes its box without a call, which brings only chips.
        dwarf_bete: ``off``: holding 7♦ costs no bête (004q).
        end: what ends the evening.
        round_unit: the agreed rounds are deals, or cycles in which everybody deals once (004).
        rounds: how many are agreed: 10 with 5 players and 12 with 3, or 10, or 12 (004 004q).
    """

    hoc_chip: int = number_option(1, 0, group="hocs", sources=("000 001 004", "004q"))
    accidental_hoc_pays: str = option("off", "on", group="hocs", sources=("000 001", "004"))
    must_continue: str = option("on", "off", group="play", sources=("004q", ""))
    dwarf_after: str = option("stop", "continue", group="hocs", sources="004q")
    dwarf_out_of_turn: str = option("off", "on", group="hocs", sources=("004q", "000 001"))
    call_required: str = option("on", "hoc_only", group="boxes", sources=("000 001", "004 004q"))
    dwarf_bete: str = option("on", "off", group="hocs", sources=("000 001 004", "004q"))
    end: str = option("rounds", "ruin", "time", group="length", sources=("000 001 004", "", ""))
    round_unit: str = option("deal", "cycle", group="length", sources=("000 001", "004"))
    rounds: str = option(
        "by_players", "10", "12", group="length", sources=("000 001", "004 004q", "004 004q")
    )

    @property
    def clockwise(self) -> bool:
        """Anticlockwise (000 001), so the next dealer comes after the last in `players` (silent)."""
        return False

    def antes_put(self, place: int, dealer: int) -> int:
        """Only the dealer puts any (000 001)."""
        return int(place == dealer)

    def call_pays(self, card: Card) -> int:
        """A chip for a king or an honour; for other cards where accidental hocs pay."""
        return self.hoc_chip if card in HOCS or self.accidental_hoc_pays == "on" else 0

    def is_called(self, card: Card) -> bool:
        """Any card may turn out to be a hoc."""
        return True

    def is_reminded(self, card: Card) -> bool:
        """A king or an honour; of an accidental hoc nobody knows yet whether it is one."""
        return card in HOCS

    def agreed_rounds(self, players: int) -> int | None:
        """10 with 5 players, 12 with 3; of cycles, each player's deals."""
        rounds = {3: 12, 5: 10}[players] if self.rounds == "by_players" else int(self.rounds)
        return rounds * players if self.round_unit == "cycle" else rounds


@dataclass(frozen=True, slots=True)
class Evening(stops.Evening):
    """The state of an evening at which this preset is played."""

    options: Options


def read_options(values: Mapping[str, object], where: str, kind: type[Options] = Options) -> Options:
    """The house rules that differ from the preset.

    Args:
        values: by name. where: what to call it in an error.
        kind: the preset's options, or those of a variant that adds to them (`engine.games.variant`).

    Raises:
        BadInput: an option or a value that there is not.
    """
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
    return stops.apply(evening, event, deal=DEAL, lay=_card_played, settled=settled, called=_called)


back_crosses = stops.back_crosses
starts = stops.starts


# --- what is legal -----------------------------------------------------------------------


def _next(card: Card) -> Card:
    """The card that goes on from one below the king."""
    return Card(card.rank + 1, card.suit)


def wanted_card(evening: Evening) -> Card | None:
    """The card that goes on (it may lie already); None where any card starts anew."""
    now = evening.round
    if now is None or now.top is None or stops.finished(evening):
        return None
    return _next(now.top)


def wanted(evening: Evening) -> int | None:
    """The rank (2–13) of the card that goes on; None where any card starts anew."""
    card = wanted_card(evening)
    return None if card is None else card.rank


def asked_round(evening: Evening) -> tuple[tuple[Card, ...], ...]:
    """The cards that go on, asked round at once: the wanted one and 7♦; none on a start anew."""
    card = wanted_card(evening)
    if card is None:
        return ()
    return ((card,),) if card == DWARF else ((card, DWARF),)


def asked(evening: Evening) -> tuple[str, ...]:
    """Who is asked, in turn, whether he goes on: first who laid the last card; none on a start anew."""
    now = evening.round
    if now is None or now.top is None or stops.finished(evening):
        return ()
    last = now.laid[-1].player
    return evening.players[last:] + evening.players[:last]


def may_go_on(evening: Evening) -> tuple[str, ...]:
    """Who may lay the next card, in the order in which they are asked.

    First the one who laid the last card, or who leads; the others only with the wanted card or
    7♦. Whoever is skipped has passed.
    """
    now, players = evening.round, evening.players
    if now is None or stops.finished(evening):
        return ()
    first = now.laid[-1].player if now.laid else now.leader
    assert first is not None
    out_of_turn = evening.options.dwarf_out_of_turn == "on" and not now.table & BIT[DWARF]
    others = len(players) if now.top is not None or out_of_turn else 1
    return (players[first:] + players[:first])[:others]


def may_pass(evening: Evening, player: str, card: Card) -> bool:
    """Whether this player, asked, who holds this card that goes on, may keep it: 7♦ always (000 001)."""
    return evening.options.must_continue == "off" or card == DWARF


def suited(evening: Evening) -> bool:
    """Whether a sequence keeps to one suit."""
    return True


def sequence(evening: Evening) -> tuple[tuple[str, Card], ...]:
    """(player, card) of the run that the last card belongs to, stand-ins included."""
    laid = stops.cards_laid(evening)
    top: Card | None = None
    first = 0
    for place, (_, card) in enumerate(laid):
        if top is None or card not in (_next(top), DWARF):
            first = place
        top = _top(evening.options, top, card)
    return laid[first:]


def rule_broken(evening: Evening, place: int, card: Card) -> str | None:
    """The name of the rule that forbids the player at ``place`` to lay ``card`` now, or None.

    All rules of laying cards stand here; it is cheap, for those who try many.
    """
    now = evening.round
    if now is None or 0 in now.left:
        return "round"
    if now.table & BIT[card]:
        return "one_deck"
    if card == DWARF and evening.options.dwarf_out_of_turn == "on":
        return None
    if not now.laid:
        return None if place == now.leader else "first_lead"
    if place == now.laid[-1].player:
        return None
    if now.top is None:
        return "hoc"
    return None if card in (_next(now.top), DWARF) else "sequence"


def why_not(evening: Evening, player: str, card: Card) -> IllegalEvent | None:
    """The rule that forbids ``player`` to lay ``card`` now and what people should read, None: he may."""
    rule = rule_broken(evening, place_of(evening, player), card)
    return None if rule is None else stops.refused(evening, player, card, rule, _why(evening, rule))


def _why(evening: Evening, rule: str) -> str | None:
    """What people should read about a rule that is broken, where this game has words of its own."""
    now = evening.round
    if now is None or rule not in ("hoc", "sequence"):
        return None
    last, top = now.laid[-1]
    before = evening.players[last]
    if now.top is None:
        return f"but {before} starts anew after his hoc {top}"
    card_on = _next(now.top)
    return f"on {top} of {before}: only {before} may start anew, others lay {card_on} or {DWARF}"


# --- what an event does ------------------------------------------------------------------


def _card_played(evening: Evening, event: CardPlayed) -> Evening:
    now, laid = stops.allowed(evening, event, why_not)
    before = now.laid[-1] if now.laid else None
    if before in now.early and _accidental(before, laid):
        now = stops.heed(evening, now, before)
    bound = (0,) * len(now.left)
    if evening.options.must_continue == "on":
        bound = passed(evening, laid.player, laid.card)
    top = _top(evening.options, now.top, laid.card)
    return stops.with_round(evening, stops.lay(evening, now, laid, event.t, top, bound))


def _top(options: Options, top: Card | None, card: Card) -> Card | None:
    """The card from which the next one goes on, once ``card`` lies on ``top``; None: a start anew."""
    if card == DWARF and options.dwarf_after == "continue":
        stands_for = DWARF if top is None else _next(top)
        return None if stands_for.rank == KING else stands_for
    return None if card in HOCS else card


def _accidental(laid: Laid, after: Laid) -> bool:
    """Whether a card was an accidental hoc, by the card laid after it."""
    if laid.card in HOCS or laid.player != after.player:
        return False
    return after.card not in (_next(laid.card), DWARF)


def _called(evening: Evening, event: Called) -> Evening:
    """Somebody announced a hoc; of an accidental one the next card shows whether it is one."""
    if event.card in HOCS:
        return stops.called(evening, event)
    laid, now = Laid(place_of(evening, event.player), event.card), evening.round
    if now is None or not stops.in_time(evening, now, laid, event.t):
        return evening
    place = now.laid.index(laid)
    if place + 1 == len(now.laid):
        return stops.with_round(evening, now._replace(early=(*now.early, laid)))
    if _accidental(laid, now.laid[place + 1]):
        return stops.with_round(evening, stops.heed(evening, now, laid))
    return evening


def passed(evening: Evening, place: int, card: Card) -> tuple[int, ...]:
    """Cards that each player was asked for in vain if ``card`` comes now, as `cards.BIT`s."""
    now, count = evening.round, len(evening.players)
    assert now is not None
    if now.top is None:
        return (0,) * count
    wanted, last = _next(now.top), now.laid[-1].player
    if card == DWARF and evening.options.dwarf_out_of_turn == "on":
        asked_first = 0  # it may have come before anyone was asked
    elif card in (wanted, DWARF):
        asked_first = (place - last) % count
    else:
        asked_first = count
    if wanted == DWARF:
        asked_first = 0  # who holds it may always keep it
    in_vain = tuple(BIT[wanted] * ((each - last) % count < asked_first) for each in range(count))
    return stops.able(evening, in_vain, rule_broken)


# --- the settlement ----------------------------------------------------------------------


def settled(evening: Evening, now: Round) -> Evening:
    """The evening with this round, paid once every loser has shown his hand."""
    if not stops.all_shown(now):
        return stops.with_round(evening, now)
    opera = now.turn == len(now.laid)
    betes = stops.held_honours(evening.options, now)
    if evening.options.dwarf_bete == "off":
        betes = [(place, card) for place, card in betes if card != DWARF]
    owed = [
        stops.hand_points(now, place) * (2 if DWARF in (hand or ()) else 1) * (2 if opera else 1)
        for place, hand in enumerate(now.hands)
    ]
    return stops.settle(evening, now, owed=owed, reason="points", betes=betes, opera=opera)
