"""From the events of an evening to what people do on the table and when, and the truth about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from engine.cards import Card
from engine.events import Called, CardPlayed, Event, HandShown, RoundStarted, Settlement, to_json
from engine.games import game, stops
from engine.money import ledger
from engine.money.ledger import Change
from hardware.simulator.acting.deal import take_together
from hardware.simulator.acting.troupe import Troupe
from hardware.simulator.layout import BAND, Seat, turned
from hardware.simulator.stage.script import FillBox, Held, LayCard, Script, Swept
from hardware.simulator.stage.stage import Stage
from hardware.simulator.things.chips import VALUES, Chip

ROUND_THE_BOARD = (0, 1, 4, 2, 3)
"""In which order people put their antes into the boxes, by their places on the board."""
_FAN_STEP = 19.0
"""Between two cards of a fan, mm: an index shows."""
_ROW_STEP = 30.0
"""Between two cards of a row, mm, where there is room."""
_GAP = 14.0
"""Between a player's row and the hand that he shows, mm."""
_FAN_TURN = 1.6
"""Between two cards of a fan, degrees."""
_FAN_MOST = 13.0
"""Beyond that, degrees, a card would leave the strip in front of its player."""


class Director:
    """Turns events into gestures, one after the other, and writes down what is then true.

    Args:
        stage: where they are acted out.
        troupe: who else acts there.
    """

    def __init__(self, stage: Stage, troupe: Troupe) -> None:
        self._stage = stage
        self._mishaps = troupe.mishaps
        self._runs = troupe.runs
        self._hands = troupe.hands
        self._deal = troupe.deal
        self._besides = troupe.besides
        self._stocks = troupe.stocks
        self._left = troupe.left
        self._calls: list[dict[str, Any]] = []
        self._laid_by: dict[int, int] = {}
        self._places = {stage.name(place): place for place in range(len(stage.people))}
        self._honour_at: dict[Card, float] = {}
        self._last_card = 0.0
        self._dealt = 0
        self._laid_already: set[int] = set()

    def perform(self, events: Sequence[Event]) -> Script:
        """Plan the whole film of `events` (`engine.events`, an evening from ``game_started`` on).

        Raises:
            IllegalEvent: the events break a rule.
        """
        stage = self._stage
        evening: Any = None
        for number, event in enumerate(events):
            before, evening = evening, game.apply(evening, event)
            if isinstance(event, RoundStarted):
                self._dealt = game.module_of(evening).DEAL[len(evening.players)][0]
                cards = self._mishaps.plan(events, number)
                self._runs.plan(events, number, self._mishaps.at)
                for each in self._besides:
                    each.plan(cards)
                self._start_round(before, event, evening)
                self._deal.begin(events, number, evening.players.index(event.dealer))
            elif before is not None:
                self._act(events, number, before, evening)
        duration = stage.now + 1.2
        for each in self._besides:
            each.end(duration)
        return Script(
            gestures=tuple(stage.gestures),
            changes=tuple(sorted(stage.changes, key=lambda change: change.t)),
            truth=tuple(sorted(stage.truth, key=lambda event: event["t"])),
            upsets=tuple(sorted(stage.upsets, key=lambda upset: upset["t"])),
            lost=frozenset(stage.lost),
            black=frozenset(stage.black),
            calls=tuple(sorted(self._calls, key=lambda call: call["t"])),
            settlements=evening.settlements,
            duration=duration,
            hands=tuple(sorted(stage.hands, key=lambda line: line["t"])),
            moves=tuple(sorted(stage.moves, key=lambda line: line["t"])),
        )

    def _act(self, events: Sequence[Event], number: int, before: Any, after: Any) -> None:
        """Act out `events[number]` of a round; `before`, `after`: the evening without it and with it."""
        event = events[number]
        if isinstance(event, CardPlayed):
            self._play(events, number, before)
            self._note_missed(before, after)
            self._note_overlooked(before, after)
        elif isinstance(event, Called):
            self._call(event, late=event.card not in [laid.card for laid in before.round.open])
        elif isinstance(event, HandShown):
            self._note_missed(before, after)
            self._show(after.players.index(event.player), event)
            self._note_overlooked(before, after)
        if len(after.round.takes) > len(before.round.takes):
            self._take(after, *after.round.takes[-1][:2])
        if self._stocks is not None and len(after.settlements) > len(before.settlements):
            self._stocks.settle(after.settlements[-1])

    def _start_round(self, before: Any, event: RoundStarted, evening: stops.Evening) -> None:
        stage = self._stage
        if before.round is None:
            for honour, value in (event.boxes or {}).items():
                stage.pay_in(honour, self._left.get(honour) or ledger.in_chips(value, VALUES))
                if stage.boxes[honour]:
                    stage.changes.append(FillBox(0.0, honour, tuple(stage.boxes[honour])))
            if self._left:
                boxes = {honour.code: dict(chips) for honour, chips in self._left.items()}
                stage.note_upset("leftovers", 0.0, stage.now, boxes=boxes)
        else:
            self._after_round(before.settlements[-1])
            self._clear_table(evening.players.index(event.dealer))
            stage.note(stage.now, "round_started", dealer=event.dealer)
        for place in range(len(stage.layout.seats)):
            if placed := stops.antes(evening, event.dealer)[evening.players[place]]:
                self._ante(place, placed)
        stage.now += 0.5

    def _note_missed(self, before: Any, after: Any) -> None:
        stage = self._stage
        for place, card, _ in after.round.missed[len(before.round.missed) :]:
            t = min(self._honour_at[card] + 0.8, stage.now)
            stage.note(t, "missed_call", player=stage.name(place), card=card.code)

    def _note_overlooked(self, before: Any, after: Any) -> None:
        stage = self._stage
        for laid in after.round.overlooked[len(before.round.overlooked) :]:
            since = stops.wanted_after(after.round, laid)
            wanted = {} if since is None else {"after": since.code}
            stage.note(stage.now, "overlooked", player=stage.name(laid.player), card=laid.card.code, **wanted)

    # --- what people do ------------------------------------------------------------------

    def _ante(self, place: int, antes: Mapping[Card, int]) -> None:
        stage = self._stage
        honours = [*antes]
        order = [honours[n] for n in ROUND_THE_BOARD if n < len(honours)]
        if stage.rng.random() < 0.5:
            order.reverse()
        stops = [
            stage.layout.box(card, stage.box_inset).mean(0) + [stage.rng.gauss(0, 4) for _ in "xy"]
            for card in order
        ]
        arrivals = self._pay(place, [(card, antes[card]) for card in order], stops, "ante")
        free = stage.free(stage.layout.board, stage.floor, arrivals[-1] + 0.06)
        chips = {
            honour.code: {name: sum(c.kind == name for c in stage.boxes[honour]) for name in VALUES}
            for honour in honours
        }
        heaped = [box.code for box in honours if any(chip.z > 0 for chip in stage.boxes[box])]
        stage.note(free, "ante", player=stage.name(place), chips=chips, heaped=heaped)

    def _pay(
        self, place: int, owed: Sequence[tuple[Card, int]], stops: Sequence[np.ndarray], what: str
    ) -> list[float]:
        """A hand pays into one box after the other; when it is at each.

        Args:
            owed: boxes, and how many jetons' worth.
            stops: where the fingertips are at each (2, mm).
            what: is paid, an ante or a bête.
        """
        stage, stocks = self._stage, self._stocks
        rest = 0.12 if what == "ante" else 0.4
        glides: list[float] = [0.2] * (len(stops) - 1)
        plan: Sequence[Change] = ()
        if stocks is not None:
            plan = stocks.ready(place, owed)
            glides = [stocks.way(place, stops[0]), *glides]
            stops = [stocks.spot(place), *stops]
        keys, arrivals = stage.visit(place, stops, glide=[*glides, 0.0], rest=rest, z=stage.floor + 14)
        if stocks is not None:
            stocks.paid(place, arrivals.pop(0) + 0.06, what, [card for card, _ in owed], plan)
        settled = 0.06 if what == "ante" else 0.2
        for number, ((card, value), t) in enumerate(zip(owed, arrivals, strict=True)):
            if plan:
                stage.take_out(card, plan[number].back)
                stage.pay_in(card, plan[number].paid)
            elif what == "ante":
                stage.pay_in(card, self._ante_chips(value))
            else:
                stage.pay_in(card, ledger.in_chips(value, VALUES))
            stage.changes.append(FillBox(t + settled, card, tuple(stage.boxes[card])))
        stage.act(place, "open", keys)
        return arrivals

    def _ante_chips(self, value: int) -> dict[str, int]:
        if value == 5 and self._stage.rng.random() < self._stage.style.fiche_for_five:
            return {"fiche": 1}
        return {"jeton": value} if value <= 5 else ledger.in_chips(value, VALUES)

    def _play(self, events: Sequence[Event], number: int, evening: Any) -> None:
        """Lay a card, unless it was laid in one go with the one before it; `evening`: before it."""
        event = events[number]
        assert isinstance(event, CardPlayed)
        if number in self._laid_already:
            return
        place = evening.players.index(event.player)
        for each in self._besides:
            each.before(number, place)
        due = self._mishaps.before(number, place, evening, self._spot)
        then = events[number + 1] if number + 1 < len(events) else None
        if "two_cards" in due:
            assert isinstance(then, CardPlayed)
            self._laid_already.add(number + 1)
            self._lay_cards(place, [event, then])
        elif "face_down" in due:
            self._lay_face_down(place, event)
        elif run := self._runs.at(number):
            self._laid_already.update(range(number + 1, number + len(run.cards)))
            self._runs.lay(place, run, self._next_spot, self._note_lying)
        else:
            self._lay_cards(place, [event])
        self._mishaps.after()

    def _spot(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """Where a player's next card goes, and in which direction its top points."""
        stage = self._stage
        seat, person = stage.layout.seats[place], stage.people[place]
        if stage.layout.kind == "pile":
            scatter, twist = stage.style.scatter * person.scatter, stage.style.twist * person.scatter
            middle = stage.layout.on_pile(
                np.array([stage.rng.gauss(0, scatter) for _ in range(2)]), stage.card_size
            )
            top = turned(stage.forward(place, middle), stage.rng.gauss(0, twist))
        else:
            middle, top = self._row_place(seat, place, self._laid_by.get(place, 0))
        if stage.rng.random() < 0.5:
            top = -top
        return middle, top

    def _next_spot(self, place: int) -> tuple[np.ndarray, np.ndarray]:
        """As `_spot`, for a card that is laid then."""
        spot = self._spot(place)
        self._laid_by[place] = self._laid_by.get(place, 0) + 1
        return spot

    def _lay_cards(self, place: int, events: Sequence[CardPlayed]) -> None:
        stage = self._stage
        middle, top = self._spot(place)
        rest = 0.14 + self._mishaps.lingering(place)
        # Of two cards at once the upper one leaves the lower one's left index free.
        aside = self._mishaps.aside(top) if len(events) > 1 else np.zeros(2)
        self._laid_by[place] = self._laid_by.get(place, 0) + len(events)
        keys, (arrived,), since = self._hands.visit(
            place, [stage.grip(place, middle)], rest=rest, z=self._height(middle, top)
        )
        down = arrived + 0.07
        self._hands.take(place, [event.card for event in events], since)
        held, laid = [], []
        for event, away in zip(events, (np.zeros(2), aside), strict=False):
            corners, z = stage.corners(middle + away, top)
            held.append(Held(event.card, top, since, down, aside=away))
            laid.append(LayCard(down, event.card, corners, z))
            stage.put_down(laid[-1])
        stage.act(place, "hold", keys, held=held)
        for event, lying in zip(events, laid, strict=True):
            self._note_lying(event, lying)
        if len(events) > 1:
            cards = [event.card.code for event in events]
            stage.note_upset("two_cards", down, self._last_card, player=stage.name(place), cards=cards)

    def _height(self, middle: np.ndarray, top: np.ndarray) -> float:
        return self._stage.corners(middle, top)[1]

    def _lay_face_down(self, place: int, event: CardPlayed) -> None:
        self._laid_by[place] = self._laid_by.get(place, 0) + 1
        lying = self._mishaps.lay_face_down(place, event.card, *self._spot(place))
        self._note_lying(event, lying)

    def _note_lying(self, event: CardPlayed, lying: LayCard, since: float | None = None) -> None:
        """Note that a card lies, once its arm has left it, or from `since` on if it never does."""
        stage = self._stage
        # Of two laid at once the lower one comes first, whichever the arm leaves first.
        lies = stage.free(lying.corners, lying.z, lying.t) if since is None else since
        free = self._last_card = max(self._last_card, lies)
        if event.card in stage.boxes:
            self._honour_at[event.card] = free
        stage.move(lying.t, [event.card], "pile", self._places[event.player])
        corners = np.round(stage.view.project(lying.corners, lying.z), 1).tolist()
        stage.note(free, "card_played", player=event.player, card=event.card.code, corners=corners)

    def _call(self, event: Called, *, late: bool) -> None:
        """People call between the arrival of the arm and the moment they reach for the chips.

        Who calls too late does so when the next card already lies.
        """
        stage = self._stage
        t = stage.now + stage.rng.uniform(-0.5, 0.1) / stage.style.pace
        if late:
            t = max(t, self._last_card + 0.1)
        self._calls.append({"t": round(t, 2), "player": event.player, "card": event.card.code})
        stage.now = max(stage.now, t + 0.1)

    def _take(self, evening: Any, place: int, honour: Card) -> None:
        free = self._grab(place, honour)
        self._stage.note(free, "box_taken", player=evening.players[place], card=honour.code)

    def _grab(self, place: int, honour: Card) -> float:
        """Take everything out of a box; the time from which nothing covers the box."""
        stage = self._stage
        box = stage.layout.box(honour, stage.box_inset)
        stops = [box.mean(0) + stage.forward(place, box.mean(0)) * 25]
        away = 0.3
        if self._stocks is not None:
            away = self._stocks.way(place, stops[0])
            stops.append(self._stocks.spot(place))
        keys, arrivals = stage.visit(place, stops, glide=away, rest=0.4, z=stage.floor + 10)
        taken = arrivals[0] + 0.25
        under = tuple(
            Chip(chip.kind, stage.rng.uniform(-75, -12), stage.rng.uniform(-24, 24), 0.0, chip.angle)
            for chip in stage.boxes[honour]
        )
        stage.boxes[honour] = []
        until = np.inf if self._stocks is None else arrivals[1] + 0.2
        stage.act(place, "open", keys, chips=Swept(under, taken, until))
        if self._stocks is not None:
            self._stocks.took(place, until, "take", honour, Counter(chip.kind for chip in under))
        stage.changes.append(FillBox(taken, honour, ()))
        return stage.free(box, stage.floor, taken)

    def _show(self, place: int, event: HandShown) -> None:
        stage = self._stage
        seat = stage.layout.seats[place]
        count = len(event.cards)
        fan = stage.rng.choice([0.0, 0.0, 14.0])
        width = stage.card_size[0]
        pile = stage.layout.kind == "pile"
        room = min(width + 4, (seat.width - 16 - width) / max(1, count - 1)) if pile else self._row_step(seat)
        step = self._mishaps.squeezed(room)
        spots = []
        for number in range(count):
            if pile:
                along = (number - (count - 1) / 2) * step
                middle, top = self._in_band(seat, along, fan * (number / max(1, count - 1) - 0.5))
            else:
                middle, top = self._row_place(
                    seat, place, self._laid_by.get(place, 0) + number, after_gap=True
                )
                middle = middle - seat.along * number * (room - step)
            spots.append((middle, top))
        stops = [stage.grip(place, middle) for middle, _ in spots]
        self._hands.put_away(place, stage.now)
        keys, arrivals = stage.visit(place, stops, glide=0.16, rest=0.02, z=4.0)
        for card, (middle, top), t in zip(event.cards, spots, arrivals, strict=True):
            stage.put_down(LayCard(t, card, *stage.corners(middle, top)))
            stage.move(t, [card], "table", place)
        stage.act(place, "hold", keys, held=[Held(event.cards[-1], spots[-1][1], 0.0, arrivals[-1])])
        whole = cv2.convexHull(
            np.vstack([shown.corners for shown in stage.lying[-count:]]).astype(np.float32)
        )
        free = stage.free(whole[:, 0].astype(float), 0.0, arrivals[-1])
        stage.note(free, "hand_shown", player=event.player, cards=[card.code for card in event.cards])

    def _after_round(self, settlement: Settlement) -> None:
        """Bêtes go into their boxes, and an opéra's winner empties all."""
        stage = self._stage
        places = {seat.name: place for place, seat in enumerate(stage.layout.seats)}
        for bete in settlement.betes:
            if not bete.chips:
                continue
            stop = stage.layout.box(bete.card, stage.box_inset).mean(0)
            self._pay(places[bete.player], [(bete.card, bete.chips)], [stop], "bete")
        for honour in settlement.swept:
            self._grab(places[settlement.winner], honour)

    def _clear_table(self, dealer: int) -> None:
        """The dealer gathers the cards, heap by heap."""
        stage = self._stage
        while stage.lying:
            first = stage.lying[-1].corners.mean(0)
            near = [c for c in stage.lying if np.linalg.norm(c.corners.mean(0) - first) < 170]
            take_together(stage, dealer, near, rest=0.3, z=6.0)
            gone = {id(c) for c in near}
            stage.lying = [c for c in stage.lying if id(c) not in gone]
        self._deal.gather(dealer)
        self._laid_by.clear()
        stage.now += 1.5

    # --- places --------------------------------------------------------------------------

    def _row_place(
        self, seat: Seat, place: int, number: int, *, after_gap: bool = False
    ) -> tuple[np.ndarray, np.ndarray]:
        """Where card `number` of a player's row or fan lies; the hand he shows goes on behind a gap."""
        stage = self._stage
        dealt = self._dealt
        width, fan, step = stage.card_size[0], stage.layout.kind == "fans", self._row_step(seat)
        extent = 2 * width + _GAP + (dealt - 2) * step
        along = -extent / 2 + width / 2 + number * step
        if after_gap:
            along += width + _GAP - step
        turn = stage.rng.gauss(0, 1.5)
        if fan:
            turn += float(np.clip((number - (dealt - 1) / 2) * _FAN_TURN, -_FAN_MOST, _FAN_MOST))
        if not after_gap:
            turn += self._mishaps.askew(place)
        return self._in_band(seat, along, turn)

    def _row_step(self, seat: Seat) -> float:
        """How far two cards of a player's row or fan lie apart, mm."""
        step = _FAN_STEP if self._stage.layout.kind == "fans" else _ROW_STEP
        return min(step, (seat.width - 2 * self._stage.card_size[0] - _GAP - 16) / max(1, self._dealt - 2))

    def _in_band(self, seat: Seat, along: float, turn: float) -> tuple[np.ndarray, np.ndarray]:
        depth = BAND / 2 - 2 + self._stage.rng.uniform(-2, 2)
        return seat.edge + seat.along * along - seat.outward * depth, turned(-seat.outward, turn)


def settlement_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement as truth files hold it: without transfers and without a number."""
    line = to_json(settlement)
    return {name: value for name, value in line.items() if name not in ("transfers", "seq", "t")}
