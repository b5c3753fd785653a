"""What the camera sees of cards and boxes."""

from __future__ import annotations

from engine.boundaries import (
    AlreadyThere,
    BoxSeen,
    CardGone,
    CardLaid,
    CardLookedAgain,
    Sighting,
    Unseen,
    ViewBack,
    ViewLost,
)
from engine.events import BoxTaken, Event
from engine.games.game_rules import Evening
from engine.referee import view
from engine.referee.calls import Call, alert
from engine.referee.intake.calls import Calls
from engine.referee.rounds import next_round
from engine.referee.rounds.gathering import Goes
from engine.referee.seen_cards import SeenCard
from engine.referee.settings import BOX_SETTLES, EMPTIED, SHORTEST, SURELY_EMPTY
from engine.referee.transaction import all_or_nothing
from engine.referee.witnesses.call import takers


class Sightings(Calls):
    """What the camera sees of cards and boxes."""

    @all_or_nothing
    def observe(self, sighting: Sighting) -> list[Event]:
        """Take in what the camera saw. Cards are judged by the next `tick`."""
        self._journal.passes(sighting.t)
        if not isinstance(sighting, ViewLost | ViewBack) and self._keep_for_later(sighting):
            return []
        self._ended = False
        if isinstance(sighting, view.OfView):
            return view.follow(self._journal, sighting)
        known = view.board_found(self._journal) if isinstance(sighting, CardLaid | BoxSeen) else []
        if self._late is not None and isinstance(sighting, CardLaid | CardLookedAgain | CardGone | BoxSeen):
            return known + self._while_late(self._late, sighting)
        if self._untold.awaits(sighting, self.evening, self._known_cards):
            self._untold.keep(sighting)
            return known
        return known + self._take_in(sighting)

    def _take_in(self, sighting: Sighting) -> list[Event]:
        """What is seen of cards and boxes of a round that is followed."""
        match sighting:
            case CardLaid():
                return self._card_laid(sighting)
            case CardLookedAgain():
                self._looked_again(sighting)
            case CardGone():
                return self._card_gone(sighting)
            case BoxSeen():
                return self._box_seen(sighting)
            case AlreadyThere():
                return self._already_there(sighting)
            case Unseen():
                if sighting.seconds >= SHORTEST:
                    self._pile.unwatched(sighting.t - sighting.seconds, sighting.t)
        return []

    def _card_laid(self, seen: CardLaid) -> list[Event]:
        out: list[Event] = []
        if self._next.squared_up(seen.t):
            self._pile.stays_under(seen.look.corners)
        if self._finished():
            cards = self._known_cards()
            if next_round.cleared(cards) and next_round.is_new(seen.look, cards):
                out += self._next_round(seen)
        if self._pile.open and not self._next.waits:
            self._pile.goes_on()
            card = SeenCard(seen.t, seen.arrived, self._now, seen.look.corners, seen.look.faces, seen.seats)
            card.lies = seen.lies
            self._pile.lay(card)
            for call in self._statements.calls:
                if seen.arrived <= call.t and not call.cancelled:
                    self._speaks(call)
        return out

    def _looked_again(self, seen: CardLookedAgain) -> None:
        card = self._pile.find(seen.laid, seen.look)
        if card is None:
            return
        self._doubted(card, seen.lies)
        if card.faces != seen.look.faces:
            card.faces = seen.look.faces
            self._pile.touch(self._pile.cards.index(card))

    def _doubted(self, seen: SeenCard, lies: float) -> None:
        """How surely a card lies there is known better."""
        if seen.lies != lies:
            seen.lies = lies
            self._pile.touch(self._pile.cards.index(seen))

    def _card_gone(self, seen: CardGone) -> list[Event]:
        """A card was taken away: taken back when it was the last one, else the table is cleared."""
        card = self._pile.find(seen.laid, seen.look)
        if card is None:
            return []
        self._doubted(card, seen.lies)
        now = None if self.evening is None else self.evening.round
        if self._gathering.goes(card, seen.t, self._pile, now, self._next) is Goes.GATHERED:
            return []
        self._decide()
        return self._retell()

    def _box_seen(self, seen: BoxSeen) -> list[Event]:
        before = self._boxes.look(seen)
        evening = self.evening
        if evening is None or evening.round is None:
            return []
        out: list[Event] = []
        if before is not None and self._finished():
            cards, settled = self._known_cards(), self.complete
            if self._next.antes_go_in(before, seen, next_round.cleared(cards), settled):
                out += self._next_round(seen)
        if not self._pile.cards:
            self._boxes.changed(seen.t)
            return out
        emptied = before is not None and not before.empty and seen.empty
        if emptied and seen.confidence >= SURELY_EMPTY:
            out += self._box_emptied(seen, evening)
        return out

    def _box_emptied(self, seen: BoxSeen, evening: Evening) -> list[Event]:
        """Chips left a box: whose they are, and whether somebody called."""
        layer = next((player for player, card in self._rules.cards_laid(evening) if card == seen.box), None)
        out: list[Event] = []
        if layer is not None:
            out.append(self._emit(BoxTaken(layer, seen.box, t=seen.t)))
        t = seen.t - BOX_SETTLES / 2
        if self._by_chips:
            self._statements.call(Call(t, seen.box, None, "chips"))
        self._pile.favour(t, seen.box, EMPTIED, "box", takers(seen.seats))
        self._decide()
        out += self._retell()
        if self._by_chips:
            return out
        if layer is None and seen.seats:
            layer = evening.players[max(range(len(seen.seats)), key=lambda place: seen.seats[place])]
        now = evening.round
        taken = now is not None and any(card == seen.box for _, card, _ in now.takes)
        if not taken and not self._statements.waits_for(seen.box):
            out.append(self._emit(alert("box_mismatch", "box_emptied", seen.t, layer, seen.box)))
        return out
