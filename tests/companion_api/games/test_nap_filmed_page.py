"""Nap before a camera: bids tapped, tricks as they are seen, a revoke fined, on a phone and a television."""

import pytest
from browser import TELEVISION, Door, come_in, leave, phone
from pages import found, keep, press, text
from scripted import Evening, look, wait_for

from companion_api.evening.taps import Tap
from companion_api.evening.watching import Outcome
from companion_api.web.app import create_app
from engine.boundaries import CardGone
from engine.events import Bid, CardPlayed, Fined, to_json
from engine.games import game
from engine.games.at_random import nap_play

TABLE = {
    "game": "nap",
    "rules": "nap",
    "options": {"pool": "on"},
    "players": [{"name": name} for name in ("Ana", "Bruno", "Chloé", "David")],
    "dealer": "David",
}
BETWEEN = 2
"""Frames, a second apart, from one card to the next."""


class Filmed(Evening):
    """A deal in which somebody revokes; its cards are seen as a test goes through its events."""

    def _plan(self, rng, skip):
        begun = [self.table.game_started()]
        careless = nap_play.Habits(faults=0.0, revokes=1.0, passes=0.3)
        self.true = [*begun, *nap_play.random_deal(game.fold(begun), "David", rng, careless)]
        self.calls, self.trick = [], []

    def shows(self, event):
        """A card comes to lie; after the last one of a trick whoever won it gathers them."""
        frame = self.camera.number + BETWEEN
        self.observer.plan[frame] = (self.table.names.index(event.player), event.card)
        self.frames(frame + 1)
        self.trick.append((float(frame), event.card))
        if len(self.trick) == len(self.table.names):
            self.gather()

    def gather(self):
        t = self.camera.number + 0.1
        gone = [CardGone(t, self.camera.number, laid, look(card)) for laid, card in self.trick]
        self.trick = []
        self.watching.ask(lambda: Outcome([each for one in gone for each in self.referee.observe(one)]))

    def bids(self):
        """(player, bid) of the bids told so far."""
        lines = self.live.events()
        return [(line["player"], line["bid"]) for line in lines if line["type"] == "bid"]

    def tell(self, event):
        told = {name: value for name, value in to_json(event).items() if name not in ("seq", "t")}
        self.desk.take(Tap(tap="tell", seq=self.live.seq, event=told))


@pytest.fixture
def evening(tmp_path):
    evening = Filmed(tmp_path, 5, table=TABLE)
    yield evening
    evening.close()


@pytest.fixture
def screens(evening):
    door = Door(create_app(evening.live, evening.desk), evening.token)
    host, television = phone(), phone(metrics=TELEVISION)
    come_in(host, door.address)
    come_in(television, door.address, "television")
    yield host, television
    for browser in (host, television):
        leave(browser)
    door.stop()


def test_a_filmed_deal_on_a_phone_and_a_television(evening, screens):
    host, television = screens
    assert any(isinstance(event, Fined) for event in evening.true)
    evening.frames(1)
    cards = 0
    for event in evening.true[2:]:
        if isinstance(event, Bid):
            wait_for(lambda event=event: event.player in text(host, "#bidding h2"))
            press(host, f"#bidding [data-bid={event.bid}]")
            wait_for(lambda event=event: evening.bids()[-1:] == [(event.player, event.bid)])
        elif isinstance(event, CardPlayed):
            evening.shows(event)
            cards += 1
            if cards == 3:
                wait_for(lambda: len(found(host, "#trick .lay")) == 3)
                wait_for(lambda: len(found(television, "#trick .lay")) == 3)
                assert found(host, "#enter-missed:not([open])"), "the camera lays the cards"
                press(host, "#trick .lay:nth-child(2)")
                wait_for(lambda: found(host, "#missed-one") and found(host, ".shown img"))
                press(host, ".sheet .close, [data-close]")
                wait_for(lambda: not found(host, "#missed-one"))
                keep(host, "nap-filmed-trick-phone")
                keep(television, "nap-filmed-trick-television")
        elif isinstance(event, Fined):
            wait_for(lambda: found(host, "#revoked"))
            assert event.player in text(host, "#revoked")
            keep(host, "nap-filmed-revoke-phone")
            keep(television, "nap-filmed-revoke-television")
            press(host, "#revoke-pay")
            wait_for(lambda: not found(host, "#revoked"))
        else:
            evening.tell(event)
    evening.frames(evening.camera.number + 6)
    wait_for(lambda: evening.live.now()["view"]["phase"] == "settled")
    settled = evening.live.now()["view"]["settlement"]
    assert settled["net"] == game.fold(evening.true).settlements[-1].net
    assert all(card["picture"] for card in evening.live.now()["view"]["cards"])
