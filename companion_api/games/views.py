"""What a phone shows: a pure function of the evening's events.

The view is in codes and numbers; the page puts it into words. Everyone at the table may see
all of it: hands stay unknown until they are laid open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from companion_api.games import explaining, loader
from companion_api.saying.words import words
from companion_api.store import Event as Line
from engine.cards import BIT, HONOURS, RANKS, SUITS, Card, parse_card
from engine.certainty import INCOMPLETE, MARK, rests_on
from engine.errors import BadInput, IllegalEvent
from engine.evening import dues
from engine.evening.purses import Purses, after_rounds
from engine.evening.reckoning import Reckoning, reckon
from engine.evening.terms import money_json
from engine.events import (
    Alert,
    AntesSeen,
    Called,
    CardPlayed,
    Corrected,
    Event,
    HandShown,
    Noted,
    RoundStarted,
    Settlement,
    from_json,
    to_json,
)
from engine.explanation import Reason, explain
from engine.games import game, stops
from engine.games.options import idle
from engine.money import ledger
from engine.referee import gate
from engine.referee.people import questions
from engine.table import COLOURS, Table
from languages import LANGUAGES

Json = dict[str, Any]
ALERTS_SHOWN = 5
LIKELY_SHOWN = 4
UNTIL_A_CARD = ("late_call", "void_call")
"""Alerts whose matter ends with the next card: a call that came to nothing."""
SURELY_COUNTED = 8
"""Pieces in one box that the camera still counts for sure; of more, some hide others."""


@dataclass(frozen=True, slots=True)
class Past:
    """A round that another one has followed: how it ended, its cards and hands as they stand."""

    now: stops.Round
    cards: tuple[CardPlayed, ...]
    hands: tuple[HandShown, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Somebody did not go on with the sequence («sans 7»).

    Attributes:
        player: who had laid the last card.
        rank: that he lacked, 2 to 13.
        by: who went on in his place; None: nobody did, and a sequence began anew.
    """

    player: str
    rank: int
    by: str | None


@dataclass(slots=True)
class Story:
    """The events folded, with what the state alone no longer tells.

    Attributes:
        past: earlier rounds, in order.
        events: as they came.
        in_force: events in force that the rules allow.
        state: after all of them, None before `GameStarted`.
        cards: this round's cards that were accepted, in order.
        hands: this round's hands shown.
        stops: this round's, in order.
        alerts: this round's whose matter goes on.
        antes: what was counted in the boxes before this round's first card, the last time.
        noted: what people note of this round: players who have put their antes (``ante``), who leads
            (``leads``), whether it is guided (``guided``).
        refused: events that the rules refuse, and the rule's name.
        settled_hands: the hands behind the last settlement.
        reasons: why that settlement says what it says.
        counted: settled rounds and boxes, and the pieces that everybody holds after them; that of the
            same evening some events ago may stand here.
    """

    events: Sequence[Event] = ()
    in_force: list[Event] = field(default_factory=list)
    past: list[Past] = field(default_factory=list)
    state: stops.Evening | None = None
    cards: list[CardPlayed] = field(default_factory=list)
    hands: list[HandShown] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    alerts: list[Alert] = field(default_factory=list)
    antes: AntesSeen | None = None
    noted: dict[str, list[str | None]] = field(default_factory=dict)
    refused: list[tuple[Event, str]] = field(default_factory=list)
    settled_hands: tuple[HandShown, ...] = ()
    reasons: tuple[Reason, ...] = ()
    counted: tuple[object, Purses | None] | None = None

    @property
    def leads(self) -> str | None:
        """Whom people have said to lead this round, where the rules leave it open."""
        return next(iter(self.noted.get("leads", ())), None)

    @property
    def antes_put(self) -> bool:
        """Whether everybody has put his antes, as people note it or the camera counts."""
        evening = self.state
        if evening is None or evening.round is None:
            return False
        payers = [player for stake in _stakes(evening) for player in stake["players"]]
        return _antes_right(self, evening) or set(payers) <= set(self.noted.get("ante", ()))

    def reckoning(self, value: Mapping[str, int] | None = None) -> Reckoning:
        """The evening reckoned up, once it has begun; ``value``: of each kind of chip, if the table says."""
        return reckon(self.in_force, self.state, value=value)

    def purses(self, end: Reckoning) -> Purses | None:
        """The pieces that everybody holds after the settled rounds; None where they were not told."""
        stock, state = end.terms.stock_chips, self.state
        if stock is None or state is None or not game.module_of(state).BOARD:
            return None
        if self.counted is None or self.counted[0] != (state.settlements, state.boxes):
            self.counted = (state.settlements, state.boxes), after_rounds(state, stock, end.value)
        return self.counted[1]


def read(lines: Iterable[Line]) -> list[Event]:
    """Stored lines as events; types that we do not know are left out."""
    events = (from_json(dict(line)) for line in lines)
    return [event for event in events if event is not None]


def tell(lines: Iterable[Line]) -> Story:
    """Fold stored lines. An event against the rules is left out and listed in ``refused``."""
    story = Story(read(lines))
    for _, event in game.in_force(story.events):
        follow(story, event)
    return story


def follow(story: Story, event: Event) -> bool:
    """Fold one more event in force; False where the rules refuse it."""
    before = story.state
    try:
        story.state = game.apply(story.state, event)
    except (IllegalEvent, BadInput) as error:
        story.refused.append((event, getattr(error, "rule", "game")))
        return False
    story.in_force.append(event)
    if isinstance(event, RoundStarted):
        if before is not None and before.round is not None:
            story.past.append(Past(before.round, tuple(story.cards), tuple(story.hands)))
        story.cards, story.hands, story.alerts, story.refused = [], [], [], []
        story.antes, story.stops, story.noted = None, [], {}
    elif isinstance(event, Noted):
        _note(story, event)
    elif isinstance(event, AntesSeen):
        story.antes = event
    elif isinstance(event, CardPlayed):
        if (stop := _stop(before, story.state, event.player)) is not None:
            story.stops.append(stop)
        story.cards.append(event)
        story.alerts = [alert for alert in story.alerts if alert.kind not in UNTIL_A_CARD]
    elif isinstance(event, HandShown):
        story.hands.append(event)
        if story.state.round is not None and story.state.round.settled:
            story.settled_hands = tuple(story.hands)
    elif isinstance(event, Alert):
        story.alerts.append(event)
    if before is not None and story.state.settlements is not before.settlements:
        story.reasons = explain(story.state)
    return True


def _note(story: Story, event: Noted) -> None:
    """Take a note in, or back; only one player leads."""
    others = (
        [] if event.what == "leads" else [p for p in story.noted.get(event.what, ()) if p != event.player]
    )
    story.noted[event.what] = others if event.holds is False else [*others, event.player]


def wanted(evening: Any) -> int | None:
    """The rank that goes on now; None: somebody starts anew. One whose cards all lie is asked for no more."""
    rules, now = game.rules_of(evening), evening.round
    rank = rules.wanted(evening)
    if rank is None:
        return None
    asked = rules.asked_round(evening)
    left = [cards for cards in asked if any(not now.table & BIT[card] for card in cards)]
    return None if not left else rank if left[0] == asked[0] else left[0][0].rank


def _stop(before: stops.Evening | None, after: stops.Evening, player: str) -> Stop | None:
    """Whose run the card that ``player`` has just laid has ended, or taken over; None where it goes on."""
    if before is None or before.round is None or not before.round.laid:
        return None
    rules = game.rules_of(before)
    rank, last = rules.wanted(before), before.players[before.round.laid[-1].player]
    follows = len(rules.sequence(after)) > 1
    if rank is None or (follows and player == last):
        return None
    return Stop(last, rank, player if follows else None)


def view(lines: Sequence[Line], table: Table, pictured: frozenset[int]) -> Json:
    """`show` of stored events."""
    return show(tell(lines), table, pictured)


def show(story: Story, table: Table, pictured: frozenset[int]) -> Json:
    """The table as a phone shows it.

    Args:
        story: the evening's events, folded.
        table: what it was begun with.
        pictured: numbers of the events that have a picture.

    Returns:
        ``round, phase (waiting antes playing hands settled), dealer, leader`` (who may start
        anew), ``wanted`` (rank 2–13 or None), ``winner, players [{name, cards_left,
        balance, colour}], cards [{seq, player, card, confidence, picture, corrected, call, likely}],
        sequence [seq], stops [{player, rank, by}]`` (`Stop`), ``takes, missed [{player, card, chips}]``
        (boxes taken, and those that an honour not called left as they were), ``boxes {card: chips},
        chips {kind: {value, colour, shape}}, call {seq, card, player, kind, chips}, can_call [card],
        stakes [{players, boxes {card: pieces}, kind}]`` (who puts what before the first card), ``placed``
        (who has), ``asks_lead`` (the rules leave open who leads: people say it, or draw),
        ``antes [{card, due, seen, about, sure}]`` (boxes that hold something else than they must, as the
        camera counts them before the first card), ``antes_right`` (it counts in each what must lie there),
        ``missing`` (whose hands are not shown yet), ``alerts [{seq, kind, player, card, why, about,
        picture}], questions, undo {seq, type, player, card, by}, rules`` (`_rules`), ``settlement``.
    """
    evening = story.state
    if evening is None:
        return not_begun(table, table.honours)
    now = evening.round
    end = story.reckoning(ledger.values(table.chips))
    stopped = now is None or now.settled
    called = {(evening.players[place], card) for place, card, _ in (() if now is None else now.takes)}
    rules = game.rules_of(evening)
    return {
        "round": now.number if now else 0,
        "phase": _phase(evening),
        "dealer": evening.players[now.dealer] if now else table.dealer,
        "leader": _leader(story, evening),
        "wanted": wanted(evening),
        "winner": stops.winner(evening),
        "players": _players(evening, end, colours_of(table)),
        "cards": [] if now is None else _cards(story, story.cards, now, pictured),
        "back_crosses": rules.back_crosses(evening),
        "sequence": [card.seq for card in story.cards[-len(rules.sequence(evening)) :]]
        if story.cards
        else [],
        "stops": [asdict(stop) for stop in story.stops],
        "takes": [] if now is None else by_card(evening.players, now.takes),
        "missed": [] if now is None else by_card(evening.players, now.missed),
        "boxes": dict(end.boxes),
        "call": None if stopped else _call(story, evening),
        "can_call": [] if stopped else _can_call(evening),
        "chips": chip_kinds(table),
        **_opening(story, evening),
        "missing": list(stops.hands_missing(evening)),
        "alerts": _alerts(story, evening, pictured),
        "questions": questions_of(story, pictured, called),
        "undo": undoable(story),
        "rules": _rules(table, evening),
        "settlement": _settlement(story, evening, end, pictured),
        "deal": None,
    }


def _opening(story: Story, evening: stops.Evening) -> Json:
    """What there is to see before the first card: antes, and who leads."""
    now = evening.round
    opens = now is not None and not now.laid
    return {
        "asks_lead": opens and now is not None and now.leader is None,
        "stakes": _stakes(evening) if opens else [],
        "placed": list(story.noted.get("ante", ())),
        "antes": _antes(story, evening) if opens else [],
        "antes_right": opens and _antes_right(story, evening),
    }


def _players(evening: stops.Evening, end: Reckoning, colours: Mapping[str, int]) -> list[Json]:
    """Everybody in playing order: cards left, chips won or lost, colour."""
    left = stops.cards_left(evening)
    return [
        {"name": name, "cards_left": left[name], "balance": chips, "colour": colours[name]}
        for name, chips in end.chips.items()
    ]


def _rules(table: Table, evening: stops.Evening) -> Json:
    """The rules in force."""
    return {
        "preset": table.rules,
        "options": asdict(evening.options),
        "idle": idle(evening.options),
        "suited": game.rules_of(evening).suited(evening),
        "by_points": evening.options.by_points,
        "beside": loader.beside(table.rules),
    }


def blank(phase: str, dealer: str | None, players: Sequence[Json], honours: Iterable[Card] = HONOURS) -> Json:
    """A view in which nothing has been laid yet; ``honours``: the cards that have a box."""
    return {
        "round": 0,
        "phase": phase,
        "dealer": dealer,
        "leader": None,
        "asks_lead": False,
        "wanted": None,
        "winner": None,
        "players": players,
        "cards": [],
        "back_crosses": 0,
        "sequence": [],
        "stops": [],
        "takes": [],
        "missed": [],
        "boxes": {card.code: 0 for card in honours},
        "chips": {},
        "call": None,
        "can_call": [],
        "stakes": [],
        "placed": [],
        "antes": [],
        "antes_right": False,
        "missing": [],
        "alerts": [],
        "questions": [],
        "undo": None,
        "rules": None,
        "settlement": None,
        "deal": None,
        "strict": False,
        "part": None,
    }


def by_card(names: Sequence[str], honours: Iterable[tuple[int, Card, int]]) -> list[Json]:
    """Boxes taken, or calls forgotten: whose place, which card, how many chips, as pages are told them."""
    return [{"player": names[place], "card": card.code, "chips": chips} for place, card, chips in honours]


def _phase(evening: stops.Evening) -> str:
    if evening.round is None:
        return "waiting"
    if evening.round.settled:
        return "settled"
    if stops.finished(evening):
        return "hands"
    return "playing" if evening.round.laid else "antes"


def _leader(story: Story, evening: stops.Evening) -> str | None:
    """Who may lay any card: the one who leads, or who laid the last card; None while that is open."""
    now = evening.round
    if now is not None and not now.laid and now.leader is None:
        return story.leads
    may = game.rules_of(evening).may_go_on(evening)
    return may[0] if may else None


def rounds(story: Story, pictured: frozenset[int]) -> list[Json]:
    """Every round so far, for people who put right what they notice late.

    Returns:
        ``[{round, dealer, winner, net {player: chips} or None, cards (as in `show`), hands [{seq,
        player, cards, points, count}]}]``, the last one first; ``points``: of a hand that was counted, whose
        honours alone are its ``cards``; ``count``: how many cards it has.
    """
    evening = story.state
    if evening is None or evening.round is None:
        return []
    all_rounds = [*story.past, Past(evening.round, tuple(story.cards), tuple(story.hands))]
    settled = {each.round: each for each in evening.settlements}
    return [
        {
            "round": each.now.number,
            "dealer": evening.players[each.now.dealer],
            "winner": settled[each.now.number].winner if each.now.number in settled else None,
            "net": dict(settled[each.now.number].net) if each.now.number in settled else None,
            "cards": _cards(story, each.cards, each.now, pictured),
            "hands": [{"seq": hand.seq, **_hand(hand, evening, each.now)} for hand in each.hands],
        }
        for each in reversed(all_rounds)
    ]


def _hand(hand: HandShown, evening: stops.Evening, now: stops.Round) -> Json:
    return {
        "player": hand.player,
        "cards": [card.code for card in sorted(hand.cards)],
        "points": hand.points,
        "count": now.left[stops.place_of(evening, hand.player)],
    }


def _cards(
    story: Story, cards: Iterable[CardPlayed], now: stops.Round, pictured: frozenset[int]
) -> list[Json]:
    taken = {card for _, card, _ in now.takes}
    missed = {card for _, card, _ in now.missed}
    waiting = {laid.card for laid in now.open}
    corrected = put_right(story)
    by_time = pictures_by_time(story.events, pictured)
    marks = [(taken, "called"), (missed, "missed"), (waiting, "open")]
    return [
        {
            "seq": event.seq,
            "player": event.player,
            "card": event.card.code,
            "confidence": round(event.confidence, 3),
            "picture": picture_of(event, pictured, by_time),
            "corrected": event.seq in corrected,
            "call": next((mark for marked, mark in marks if event.card in marked), None),
            "likely": likely(event, now.table),
        }
        for event in cards
    ]


def put_right(story: Story) -> set[int | None]:
    """The numbers of the events that people have put right."""
    restored = {event.extra.get("restores") for event in story.events}
    return {
        event.target if isinstance(event, Corrected) else event.seq
        for event in story.events
        if "was" in event.extra and event.seq not in restored
    }


def pictures_by_time(events: Iterable[Event], pictured: frozenset[int]) -> dict[float, int]:
    """The numbers of pictures by the time that they show."""
    return {event.t: event.seq for event in events if event.seq in pictured and event.t is not None}


def picture_of(event: Event, pictured: frozenset[int], by_time: Mapping[float, int]) -> int | None:
    """An event's picture: one that was told anew has a new number, its picture still that of its time."""
    if event.seq in pictured:
        return event.seq
    return None if event.t is None else by_time.get(event.t)


def likely(event: CardPlayed, table: int) -> list[str]:
    """What the card may be instead: what the camera held for possible, then its rank's others."""
    others = event.extra.get("alternatives")
    seen = [code for code in others if isinstance(code, str)] if isinstance(others, list | tuple) else []
    alike = [RANKS[event.card.rank - 1] + suit for suit in SUITS]
    codes = [code for code in dict.fromkeys([*seen, *alike]) if code != event.card.code]
    free = [code for code in codes if not table >> Card(RANKS.index(code[0]) + 1, code[1]).index & 1]
    return free[:LIKELY_SHOWN]


def _call(story: Story, evening: stops.Evening) -> Json | None:
    """The card laid last whose call still counts.

    ``kind``: ``honour``, ``king`` (1760: the others pay), or ``hoc``: it is one if nobody goes on.
    """
    waiting = stops.call_open(evening)
    if not waiting:
        return None
    player, card = waiting[-1]
    board = game.rules_of(evening).BOARD
    kind = "honour" if card in board else "king" if card.rank == len(RANKS) else "hoc"
    return {
        "seq": next(event.seq for event in reversed(story.cards) if event.card == card),
        "card": card.code,
        "player": player,
        "kind": kind,
        "chips": stops.call_brings(evening, card),
    }


def colours_of(table: Table) -> dict[str, int]:
    """The colour of each player: the one he chose, else by his place."""
    return {
        player.name: place % COLOURS if player.colour is None else player.colour
        for place, player in enumerate(table.players)
    }


def not_begun(table: Table, honours: Iterable[Card] = HONOURS) -> Json:
    """The view of a table before its evening begins; ``honours`` as for `blank`."""
    seated = [
        {"name": name, "cards_left": 0, "balance": 0, "colour": colour}
        for name, colour in colours_of(table).items()
    ]
    return {**blank("waiting", table.dealer, seated, honours), "chips": chip_kinds(table)}


def chip_kinds(table: Table) -> Json:
    """The kinds of chips in use: colour and shape are None where nobody told them."""
    return {
        kind.name: {"value": kind.value, "colour": kind.colour, "shape": kind.shape} for kind in table.chips
    }


def _antes(story: Story, evening: stops.Evening) -> list[Json]:
    """Boxes in which the camera counts something else than must lie there; ``sure`` up to few pieces.

    ``about``: what a heap of which only the top is seen may be worth; None where nothing seems to be hidden.
    """
    if story.antes is None:
        return []
    counts = story.antes.extra.get("counts")
    pieces = {
        code: sum(many.values()) for code, many in (counts if isinstance(counts, Mapping) else {}).items()
    }
    heaps = story.antes.extra.get("about")
    hidden = heaps if isinstance(heaps, Mapping) else {}

    def about(code: str, seen: int) -> int | None:
        many = pieces.get(code, 0)
        return round(seen * hidden[code] / many) if many and code in hidden else None

    return [
        {
            "card": card.code,
            "due": due,
            "seen": seen,
            "about": about(card.code, seen),
            "sure": pieces.get(card.code, 99) <= SURELY_COUNTED,
        }
        for card, due in stops.boxes_now(evening).items()
        if (seen := story.antes.boxes.get(card)) is not None and seen != due
    ]


def _stakes(evening: stops.Evening) -> list[Json]:
    """What is put into the boxes before this round, in pieces of the kind that the rules stake; by whom."""
    now, options = evening.round, evening.options
    assert now is not None
    kind = getattr(options, "stake_unit", "jeton")
    worth = int(getattr(options, "fiche", 1)) if kind == "fiche" else 1
    alike: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for player, boxes in game.rules_of(evening).antes(evening, evening.players[now.dealer]).items():
        put = tuple((card.code, chips // worth) for card, chips in boxes.items() if chips)
        if put:
            alike.setdefault(put, []).append(player)
    return [{"players": who, "boxes": dict(put), "kind": kind} for put, who in alike.items()]


def _antes_right(story: Story, evening: stops.Evening) -> bool:
    """Whether the camera counts in every box what must lie there."""
    due = stops.boxes_now(evening)
    return story.antes is not None and all(story.antes.boxes.get(card) == due[card] for card in due)


def _can_call(evening: stops.Evening) -> list[str]:
    """Cards of which anyone's call could still count: honours, and what else lies and waits for its call."""
    board = game.rules_of(evening).BOARD
    waiting = [card for _, card in stops.call_open(evening) if card not in board]
    honours = [
        card
        for card in board
        if any(stops.call_fault(evening, player, card) is None for player in evening.players)
    ]
    return [card.code for card in (*honours, *waiting)]


def _alerts(story: Story, evening: stops.Evening, pictured: frozenset[int]) -> list[Json]:
    """The round's alerts that still hold, and events that the rules refused."""
    now = evening.round
    missed = {(evening.players[place], card) for place, card, _ in now.missed} if now else set()
    open_calls = set(stops.call_open(evening))
    taken = {card for _, card, _ in now.takes} if now else set()
    holds = {"missed_call": missed, "reminder": open_calls}
    shown = [
        alert
        for alert in story.alerts
        if (alert.kind not in holds or (alert.player, alert.card) in holds[alert.kind])
        and not (alert.kind == "box_mismatch" and alert.card in taken)
    ]
    shown = not_told_elsewhere(shown)
    shown += [
        Alert(
            "illegal_card", event.player, event.card, seq=event.seq, extra={"reason": "broken", "rule": rule}
        )
        for event, rule in story.refused
        if isinstance(event, CardPlayed)
    ]
    return alert_lines(story, shown, pictured)


def not_told_elsewhere(alerts: Iterable[Alert]) -> list[Alert]:
    """Those alerts that are no questions, and not what a settlement says that it rests on."""
    shown = [each for each in alerts if each.kind != gate.ASKED and questions.asked(each) is None]
    return [each for each in shown if each.extra.get("reason") != MARK]


def alert_lines(story: Story, shown: Sequence[Alert], pictured: frozenset[int]) -> list[Json]:
    """Alerts as a phone shows them, the last few: each with its picture and the card that it is about."""
    by_time = pictures_by_time(story.events, pictured)
    seqs = {(event.player, event.card): event.seq for event in story.cards}
    return [
        {
            "seq": alert.seq,
            "kind": alert.kind,
            "player": alert.player,
            "card": alert.card.code if alert.card else None,
            "why": {language: words(language).why(alert) for language in LANGUAGES},
            "about": seqs.get((alert.player, alert.card)) if alert.player and alert.card else None,
            "picture": picture_of(alert, pictured, by_time),
        }
        for alert in shown[-ALERTS_SHOWN:]
    ]


def questions_of(
    story: Story, pictured: frozenset[int], called: Collection[tuple[str, Card]] = ()
) -> list[Json]:
    """What people are asked, the most chips first.

    Args:
        called: (player, card) of each call that counts: nobody is asked about those any more.

    Returns:
        ``[{seq, kind, player, card, picture, about, chips, unseen, alternatives [{kind, player, card,
        share}]}]``: unseen where nobody saw the card (it was laid just before ``picture``); kind
        ``question`` (`engine.referee.people.questions`) or ``doubtful_call`` (with ``heard``, the words, and
        ``confidence``), which only the one who laid the card can answer.
    """
    by_time = pictures_by_time(story.events, pictured)
    facts = ("about", "chips", "unseen", "alternatives", "heard", "confidence")
    lines = []
    for alert in story.alerts:
        asked = questions.asked(alert)
        if asked is None and (alert.kind != gate.ASKED or (alert.player, alert.card) in called):
            continue
        line = to_json(alert)
        lines.append(
            {
                "seq": alert.seq,
                "kind": alert.kind if asked is None else questions.REASON,
                "player": alert.player,
                "card": line.get("card"),
                "picture": None if alert.t is None else by_time.get(alert.t),
                **{name: line.get(name) for name in facts},
            }
        )
    return sorted(lines, key=lambda each: -(each["chips"] or 0))


def undoable(story: Story) -> Json | None:
    """The last thing in this round that still stands and that people may take back.

    Undoing again takes back the one before. A correction made by a person (it says how it
    ``was``) counts as one thing; what the log only told anew after it (``again``) does not.
    """
    settled: set[int | None] = set()
    tellable = () if story.state is None else game.module_of(story.state).TOLD
    for event in reversed(story.events):
        if isinstance(event, RoundStarted):
            return None
        if event.seq in settled:
            continue
        if isinstance(event, Corrected):
            # What takes a correction back leaves its card as it was first told.
            settled.add(event.extra.get("restores", event.target))
        if "was" in event.extra:
            return {"seq": event.seq, "type": "corrected", "player": None, "card": None, "by": _by(event)}
        if isinstance(event, tellable) and "again" not in event.extra:
            line = {"card": None, **to_json(event)}
            shown: tuple[str, ...] = ("seq", "type", "player", "card", "bid")
            return {**{key: line[key] for key in shown if key in line}, "by": _by(event)}
    return None


def _by(event: Event) -> str | None:
    """Whose tap an event came from: a player or ``host``; None: what was seen or heard."""
    by = event.extra.get("by")
    if by is None and isinstance(event, Called) and event.via == "tap":
        return event.player
    return by if isinstance(by, str) else None


def _incomplete(last: Settlement, story: Story, pictured: frozenset[int]) -> list[Json]:
    """What the settlement rests on that was inferred, by language, with its picture and what to show."""
    by_time = pictures_by_time(story.events, pictured)
    saying = {event.seq: event for _, event in game.in_force(story.events)}

    def picture(about: int | None) -> int | None:
        return picture_of(saying[about], pictured, by_time) if about in saying else None

    return [
        {
            **item.json,
            "picture": picture(item.about),
            "text": {language: words(language).inferred(item) for language in LANGUAGES},
            "show": {language: words(language).to_show(item) for language in LANGUAGES},
        }
        for item in rests_on(last)
    ]


def _settlement(
    story: Story, evening: stops.Evening, end: Reckoning, pictured: frozenset[int]
) -> Json | None:
    """The last settled round: as in the log, with the chips to hand over and what each amount is made of.

    Returns:
        The log's fields, ``points`` {player: chips} paid to the winner, ``hands`` shown, ``explanations``
        (`explaining.explained`), ``accounts`` {player: lines} of which his net is made, ``next_dealer``;
        each of ``transfers`` and ``betes`` with its pieces (`dues.to_json`), ``money`` and ``why``, its
        lines. A line is ``{line, everyone, chips}``: place among the explanations, whether it is told of
        all players at once, and what it brings.
    """
    if not evening.settlements:
        return None
    last: Settlement = evening.settlements[-1]
    fields, reasons = to_json(last), story.reasons
    alike = explaining.alike(reasons, len(last.net))

    def made_of(player: str, counts: Callable[[Reason], bool]) -> list[Json]:
        return explaining.made_of(reasons, alike, player, counts)

    handed = dues.handovers(last, story.purses(end), end.value)
    for payment, each in zip((*fields["transfers"], *fields["betes"]), handed, strict=True):
        payment |= dues.to_json(each)
        payment["money"] = money_json(end.terms.in_money(payment["chips"]))
    for pay in fields["transfers"]:
        pay["why"] = made_of(pay["from"], lambda reason: bool(reason.other and reason.chips))
    for bete in fields["betes"]:
        card = parse_card(bete["card"])
        bete["why"] = made_of(bete["player"], _of_bete(card))
    return {
        **fields,
        "swept": fields.get("swept", {}),
        INCOMPLETE: _incomplete(last, story, pictured),
        "points": {payment.giver: payment.chips for payment in last.payments if payment.reason == "points"},
        "hands": [
            {
                "player": hand.player,
                "cards": [card.code for card in sorted(hand.cards)],
                "points": hand.points,
            }
            for hand in story.settled_hands
        ],
        "explanations": [explaining.explained(*each) for each in zip(reasons, alike, strict=True)],
        "accounts": {player: made_of(player, lambda reason: True) for player in last.net},
        "next_dealer": stops.next_dealer(evening),
    }


def _of_bete(card: Card) -> Callable[[Reason], bool]:
    return lambda reason: reason.rule.startswith("bete") and reason.facts.get("card") == card
