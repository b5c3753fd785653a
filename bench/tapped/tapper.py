"""People who tap at random: what a round needs, and whatever else a phone can send.

Half of it is what a table would tap, so that evenings come far; the rest is too late, too early, twice,
about other rounds, in somebody else's name, or makes no sense. The dice are handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from bench.spoken.spoken_rounds import CALLS, CORNERS, TALK
from companion_api.evening.who import Pass
from companion_api.games.views import Story
from engine.boundaries import (
    BoxSeen,
    CardGone,
    CardLaid,
    CardLook,
    Sighting,
    Unseen,
    ViewBack,
    ViewLost,
)
from engine.cards import DECK, HONOURS, Card
from engine.evening import presets
from engine.events import NOTES
from engine.games import game, stops
from engine.games.at_random import play
from engine.games.stops import Evening

NAMES = ("Ana", "Bruno", "Chloé", "David", "Zoé", "Émile", "Jean-Paul", "JC")
OPTIONS = 4
"""House rules that differ from the preset's, at most."""
LATE = 0.06
"""How often a phone taps without having seen the last event, or in another evening."""
ANOTHERS = 0.12
"""How often somebody taps what is another's."""
SEES = 0.97
"""How surely the camera sees a card and its arm, where nothing is in the way …"""
BLURRED = 0.3
"""… and how often something is."""
Body = Mapping[str, Any]


class Seen(Protocol):
    """What the people at a table see, or remember."""

    @property
    def evening(self) -> int:
        """Which evening it is."""

    @property
    def events(self) -> Sequence[Mapping[str, Any]]:
        """Its events so far, as phones get them."""

    @property
    def story(self) -> Story:
        """The same, folded."""

    @property
    def view(self) -> Mapping[str, Any]:
        """The table as phones show it."""

    @property
    def names(self) -> Sequence[str]:
        """Who plays."""

    @property
    def t(self) -> float:
        """The table's time."""


class Tapper:
    """People at one table.

    Args:
        seen: what they go by; another evening may begin meanwhile.
    """

    KINDS = (
        "next",
        "any_card",
        "missed_card",
        "call",
        "any_call",
        "hand",
        "undo",
        "undo_any",
        "undo_correction",
        "undo_beginning",
        "correct",
        "correct_far",
        "correct_hand",
        "answer",
        "round",
        "paid",
        "note",
        "end",
        "said",
        "odd",
    )

    def __init__(self, seen: Seen) -> None:
        self._seen = seen
        self._shown: tuple[object, set[Card]] = (None, set())

    def body(self, kind: str, rng: Random) -> dict[str, Any]:
        """A tap of this kind, as a phone sends it; where there is nothing of it to tap, any card."""
        told = getattr(self, f"_{kind}")(rng) or self._any_card(rng)
        seq, evening = len(self._seen.events), self._seen.evening
        if rng.random() < LATE:
            seq = max(0, seq + rng.choice((-3, -1, 1)))
        if rng.random() < LATE / 4:
            evening += rng.choice((-1, 1))
        return {**told, "seq": seq, **({"evening": evening} if rng.random() < 0.9 else {})}

    def holder(self, body: Body, rng: Random) -> Pass:
        """Whose phone it is: mostly one that may."""
        if rng.random() < ANOTHERS:
            role = rng.choice(("player", "television", "guest"))
            return Pass(role, rng.choice(self._seen.names) if role == "player" else None)
        own = body.get("player")
        if own in self._seen.names and rng.random() < 0.5:
            return Pass("player", own)
        return Pass("host", rng.choice((None, *self._seen.names)))

    # -- what a table taps ---------------------------------------------------------------------

    def _next(self, rng: Random) -> Body | None:
        """What the round needs next: a card, an answer, a hand, what is to be paid, another round."""
        evening = self._seen.story.state
        if evening is None:
            return None
        if evening.round is None or evening.round.settled:
            return {"tap": "round"} if rng.random() < 0.3 else self._paid(rng)
        if self._seen.view["questions"] and rng.random() < 0.7:
            return self._answer(rng)
        if stops.finished(evening):
            return self._hand(rng)
        move = self._move(evening, rng)
        return move and {"tap": "card", "player": move[0], "card": move[1].code}

    def _move(self, evening: Evening, rng: Random) -> tuple[str, Card] | None:
        """A card that may be laid: one that its player was dealt, unless too much was put right since."""
        try:
            step = play.next_step(evening, self._held(evening), rng)
        except (IndexError, ValueError):
            rules = game.rules_of(evening)
            may = [
                (name, card)
                for place, name in enumerate(evening.players)
                for card in DECK
                if rules.rule_broken(evening, place, card) is None
            ]
            return rng.choice(may) if may else None
        return step.player, step.card

    def _held(self, evening: Evening) -> list[list[Card]]:
        """What each was dealt and has not laid."""
        assert evening.round is not None
        dealt = play.deal(len(evening.players), Random(f"{self._seen.evening} {evening.round.number}"))
        laid = {card for _, card in stops.cards_laid(evening)}
        return [[card for card in hand if card not in laid] for hand in dealt.hands]

    def _hand(self, rng: Random) -> Body | None:
        """A hand that is missing, with as many cards as its player must hold; or any hand."""
        evening = self._seen.story.state
        if evening is None or evening.round is None:
            return None
        missing = stops.hands_missing(evening)
        player = rng.choice(missing or self._seen.names)
        left = stops.cards_left(evening)[player]
        held = self._held(evening)
        shown = {card for hand in self._seen.story.hands for card in hand.cards}
        own = [card for card in held[evening.players.index(player)] if card not in shown]
        rest = [card for hand in held for card in hand if card not in shown and card not in own]
        cards = [*own, *rng.sample(rest, len(rest))][: left if rng.random() < 0.9 else left + 1]
        return {"tap": "hand", "player": player, "cards": [card.code for card in cards]}

    def _call(self, rng: Random) -> Body | None:
        """A call that counts, or one that an alert asks for."""
        view = self._seen.view
        asked = [each for each in (*view["alerts"], *view["questions"]) if each["card"] and each["player"]]
        if asked and rng.random() < 0.3:
            each = rng.choice(asked)
            return {"tap": "call", "card": each["card"], "player": each["player"], "target": each["seq"]}
        waiting = view["call"]
        if waiting is None:
            return None
        return {"tap": "call", "card": waiting["card"], **rng.choice(({}, {"player": waiting["player"]}))}

    def _round(self, rng: Random) -> Body:
        return {"tap": "round", **rng.choice(({}, {"player": rng.choice(self._seen.names)}))}

    def _note(self, rng: Random) -> Body:
        what = rng.choice(NOTES)
        about = {} if what == "guided" else {"player": rng.choice(self._seen.names)}
        return {"tap": "note", "what": what, "remove": rng.random() < 0.3, **about}

    def _paid(self, rng: Random) -> Body:
        """Something due; now and then what is not."""
        evening = self._seen.view["evening"]
        dues = [] if evening is None else evening["dues"]
        if not dues or rng.random() < 0.1:
            return {"tap": "paid", "player": rng.choice(self._seen.names), "to": rng.choice(self._seen.names)}
        due = rng.choice(dues)
        told = {"player": due["from"], "to": due["to"], "card": due["card"]}
        return {"tap": "paid", **{name: value for name, value in told.items() if value is not None}}

    def _end(self, rng: Random) -> Body:
        """The evening, or what becomes of the chips in the boxes when it has ended."""
        leftover = {"leftover": rng.choice(("stay", "last_winner", "split"))}
        return {"tap": "end", **rng.choice(({}, {"remove": True}, leftover, {**leftover, "remove": True}))}

    def _said(self, rng: Random) -> Body:
        calls = [words for way in CALLS.values() for words in way]
        words = rng.choice((*calls, *TALK, "sans six", "roi qui prend sans dix dame qui prend", "hoc"))
        sure = rng.choice((0.3, 0.6, 0.9, 1.0))
        return {"tap": "said", "text": words, "confidence": sure, "ago": rng.choice((0, 0.7, 3))}

    # -- what people take back -------------------------------------------------------------------

    def _undo(self, rng: Random) -> Body | None:
        """What the page offers to undo."""
        offered = self._seen.view["undo"]
        return offered and {"tap": "undo", "target": offered["seq"]}

    def _undo_any(self, rng: Random) -> Body:
        return {"tap": "undo", "target": self._number(rng)}

    def _undo_correction(self, rng: Random) -> Body | None:
        """An undo, or something put right, mostly a late one."""
        told = _of(self._lines("corrected"), rng)
        return told and {"tap": rng.choice(("undo", "correct")), "remove": True, **told}

    def _undo_beginning(self, rng: Random) -> Body | None:
        """That a round or the evening began, was settled or has ended."""
        kinds = ("round_started", "game_started", "settlement", "evening_ended", "paid", "alert", "called")
        told = _of(self._lines(rng.choice(kinds)), rng)
        return told and {"tap": "undo", **told}

    # -- what people put right -------------------------------------------------------------------

    def _correct(self, rng: Random) -> Body | None:
        """A card of this round was another one, another player's, or none."""
        lines = [{"seq": card.seq, "card": card.card.code} for card in self._seen.story.cards]
        return self._instead(_of(lines, rng), lines, rng)

    def _correct_far(self, rng: Random) -> Body | None:
        """So was one of an earlier round, or one that does not stand any more."""
        lines = self._lines("card_played")
        return self._instead(_of(lines, rng, late=False), lines, rng)

    def _correct_hand(self, rng: Random) -> Body | None:
        """A hand held other cards."""
        told, lines = _of(self._lines("hand_shown"), rng), self._lines("hand_shown")
        if told is None or rng.random() < 0.1:
            return told and {"tap": "correct", **told, "remove": True}
        cards = list(next(line["cards"] for line in lines if line["seq"] == told["target"]))
        cards[rng.randrange(len(cards))] = rng.choice(DECK).code
        return {"tap": "correct", **told, "cards": cards}

    def _instead(self, told: Body | None, lines: Sequence[Body], rng: Random) -> Body | None:
        """What a card was instead: mostly one of its rank, which the rules allow as well."""
        if told is None:
            return None
        was = next(line["card"] for line in lines if line["seq"] == told["target"])
        alike = rng.choice([card.code for card in DECK if card.code[0] == was[0]])
        ways: tuple[Body, ...] = (
            {"remove": True},
            {"card": alike},
            {"card": rng.choice(DECK).code},
            {"player": rng.choice(self._seen.names)},
            {"card": alike, "player": rng.choice(self._seen.names)},
        )
        return {"tap": "correct", **told, **rng.choice(ways)}

    def _missed_card(self, rng: Random) -> Body | None:
        """A card that the camera missed, before one of this round's."""
        told = _of([{"seq": card.seq} for card in self._seen.story.cards], rng)
        missed = {"tap": "card", "player": rng.choice(self._seen.names), "card": rng.choice(DECK).code}
        return told and {**missed, **told}

    def _answer(self, rng: Random) -> Body | None:
        """An answer to a question that is open, or was."""
        asked = [{"seq": each["seq"]} for each in self._seen.view["questions"]]
        choice: Body = rng.choice(({}, {"choice": rng.randrange(4)}, {"choice": 0}))
        told = _of(asked or self._lines("alert"), rng)
        return told and {"tap": "answer", **choice, **told}

    # -- what nobody should ------------------------------------------------------------------------

    def _any_card(self, rng: Random) -> Body:
        return {"tap": "card", "player": rng.choice(self._seen.names), "card": rng.choice(DECK).code}

    def _any_call(self, rng: Random) -> Body:
        card = rng.choice((*HONOURS, rng.choice(DECK)))
        return {"tap": "call", "card": card.code, "player": rng.choice((None, *self._seen.names))}

    def _odd(self, rng: Random) -> Body:
        """Any tap with any fields."""
        fields: Mapping[str, Callable[[], object]] = {
            "target": lambda: self._number(rng),
            "card": lambda: rng.choice(DECK).code,
            "cards": lambda: [rng.choice(DECK).code for _ in range(rng.randrange(9))],
            "player": lambda: rng.choice((*self._seen.names, "nobody")),
            "to": lambda: rng.choice(self._seen.names),
            "choice": lambda: rng.randrange(6),
            "remove": lambda: rng.random() < 0.5,
            "leftover": lambda: rng.choice(("stay", "split")),
            "text": lambda: rng.choice(TALK),
        }
        kinds = ("call", "correct", "undo", "answer", "card", "hand", "round", "paid", "end", "said")
        chosen = rng.sample(sorted(fields), rng.randrange(len(fields)))
        return {"tap": rng.choice(kinds), **{name: fields[name]() for name in chosen}}

    def _number(self, rng: Random) -> int:
        """Of any event, or of none yet."""
        last = len(self._seen.events)
        return max(1, last + 2 - int((last + 2) * rng.random() ** 2))

    def _lines(self, *kinds: str) -> list[Body]:
        return [line for line in self._seen.events if line["type"] in kinds]

    # -- what the camera sees meanwhile ------------------------------------------------------------

    def sightings(self, rng: Random) -> list[Sighting]:
        """Nothing, the next card, some other card, or something else that a camera tells."""
        evening, now = self._seen.story.state, self._seen.view["phase"]
        t = self._seen.t
        if evening is None or now not in ("antes", "playing", "hands", "settled"):
            return []
        ways: tuple[Callable[[], Sequence[Sighting]], ...] = (
            lambda: self._seen_next(evening, t, rng),
            lambda: [
                _laid(t, rng.choice(DECK), rng.randrange(len(self._seen.names)), len(self._seen.names), rng)
            ],
            lambda: (
                [CardGone(t, 0, rng.choice(self._seen.story.cards).t or t, _look(rng.choice(DECK), rng))]
                if self._seen.story.cards
                else []
            ),
            lambda: [_box(t, box, rng) for box in rng.sample(HONOURS, rng.randrange(1, 6))],
            lambda: [ViewLost(t, 0, "covered"), ViewBack(t, 0), Unseen(t, 0, 3.0)],
        )
        return list(rng.choices(ways, (10, 2, 1, 1, 1))[0]())

    def _seen_next(self, evening: Evening, t: float, rng: Random) -> list[Sighting]:
        """The card that is laid next, as a camera sees it; a card of a hand once the round is over."""
        if evening.round is None or evening.round.settled:
            return []
        if not stops.finished(evening):
            move = self._move(evening, rng)
            place = -1 if move is None else evening.players.index(move[0])
            return [] if move is None else [_laid(t, move[1], place, len(evening.players), rng)]
        missing = stops.hands_missing(evening)
        held = dict(zip(evening.players, self._held(evening), strict=True))
        this = self._seen.evening, evening.round.number
        if self._shown[0] != this:
            self._shown = this, set()
        shown = self._shown[1]
        cards = [(evening.players.index(name), card) for name in missing for card in held[name]]
        cards = [each for each in cards if each[1] not in shown]
        some = rng.sample(cards, min(3, len(cards)))
        shown.update(card for _, card in some)
        return [_laid(t, card, place, len(evening.players), rng) for place, card in some]


def table(rng: Random) -> dict[str, Any]:
    """A table as a phone may set it up; not always one that can be played at."""
    rules = rng.choice([rules for kind, rules in game.REFEREED if kind == "nain-jaune"])
    chosen = rng.sample(presets.choices("nain-jaune", rules), rng.randrange(OPTIONS + 1))
    options = {
        each.name: rng.choice(each.values) if each.values else (each.least or 0) + rng.randrange(3)
        for each in chosen
    }
    players = rng.sample(NAMES, rng.choice((3, 5) if rules == "avantcoureur" else range(2, 9)))
    told: dict[str, Any] = {
        "rules": rules,
        "options": options,
        "players": players,
        "dealer": rng.choice(players),
    }
    if rng.random() < 0.3:
        told["reminder"] = 2
    return told


def _of(lines: Sequence[Body], rng: Random, *, late: bool = True) -> dict[str, Any] | None:
    """What a tap is about: one of these events, mostly one of the last; None where there is none."""
    if not lines:
        return None
    place = int(len(lines) * (1 - rng.random() ** 3 if late else rng.random()))
    return {"target": lines[min(place, len(lines) - 1)]["seq"]}


def _look(card: Card, rng: Random) -> CardLook:
    """A card as it is seen: surely, or as one of two."""
    sure = rng.choice((0.5, 0.7)) if rng.random() < BLURRED else SEES
    other = rng.choice(DECK)
    faces = [0.0] * len(DECK)
    faces[other.index] += 0.98 - sure
    faces[card.index] += sure
    away = rng.randrange(12) * 60.0
    return CardLook(tuple((x + away, y) for x, y in CORNERS), tuple(faces))  # type: ignore[arg-type]


def _laid(t: float, card: Card, place: int, players: int, rng: Random) -> CardLaid:
    sure = rng.choice((0.4, 0.6)) if rng.random() < BLURRED else SEES
    seats = tuple(sure if seat == place else (1 - sure) / (players - 1) for seat in range(players))
    return CardLaid(t, 0, t - rng.choice((0.2, 0.6)), _look(card, rng), seats)


def _box(t: float, box: Card, rng: Random) -> BoxSeen:
    chips = rng.choice((0, 0, 3, 8))
    return BoxSeen(t, 0, box, {"jeton": chips} if chips else {}, not chips, 0.98)
