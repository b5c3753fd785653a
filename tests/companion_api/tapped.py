"""An evening without a camera, set up and played by taps through the real server."""

from random import Random

from scripted import wait_for
from starlette.testclient import TestClient

from companion_api.evening import no_camera
from companion_api.evening.live import Live
from companion_api.evening.no_camera import NoCamera
from companion_api.evening.setting_up import Arrange, SetUp
from companion_api.evening.taps import Desk, Tap
from companion_api.games.views import tell
from companion_api.learning.learning import Learning
from companion_api.store import Store
from companion_api.web.app import Extras, create_app
from companion_api.web.hosting.sittings import Custom, Sittings
from engine.games import game
from engine.games.at_random import play
from engine.games.at_random.play import Habits

no_camera.EVERY = 0.03


class House:
    """Everything behind the page, from set-up to the end; `app` is what phones see."""

    def __init__(self, folder, still=None, size=NoCamera.size):
        """``still``: gives the camera's picture before the evening, of this ``size``."""
        self.store = Store(folder)
        last = self.store.last()
        self.live = Live(self.store, last or self.store.begin({}))
        self.desk = Desk()
        self.sittings = Sittings(self.live, self.desk, NoCamera(), NoCamera, Custom(data=str(folder)))
        self.setup = SetUp(self.live, self.sittings.begin, self.sittings.leave, size, None, still)
        learning = None if still is None else Learning(still, str(folder))
        self.app = create_app(self.live, self.desk, Extras(self.setup, learning=learning))
        if last is not None and last.setup:
            self.sittings.begin()

    @property
    def token(self):
        return self.live.evening.token

    @property
    def view(self):
        return self.live.now()["view"]

    def arrange(self, *players, **more):
        """Begin an evening; the last player deals. ``more``: of the table file."""
        table = {"players": [{"name": name} for name in players], "dealer": players[-1], **more}
        self.setup.arrange(Arrange(evening=self.live.evening.id, seq=self.live.seq, table=table))

    def tap(self, **what):
        self.desk.take(Tap(seq=self.live.seq, **what))

    def play_round(self, seed, overlooks=0.0):
        """Every card and hand of a random round, tapped; nobody calls; ``overlooks`` as `Habits` has it."""
        wait_for(lambda: self.view["phase"] == "antes")
        rng = Random(seed)
        evening = tell(self.live.events()).state
        dealt = play.deal(len(evening.players), rng, game.rules_of(evening).DEAL)
        steps = list(play.random_round(evening, dealt.hands, rng, Habits(forgets=1.0, overlooks=overlooks)))
        for step in steps:
            self.tap(tap="card", player=step.player, card=step.card.code)
        for hand in play.left_in_hand(evening.players, dealt.hands, steps):
            self.tap(tap="hand", player=hand.player, cards=[card.code for card in hand.cards])
        wait_for(lambda: self.view["phase"] == "settled")
        return steps

    def close(self):
        self.sittings.leave()
        self.store.close()


NAMES = ["Ana", "Bruno", "Chloé", "David", "Eve", "Fanny", "Gil", "Hugo"]


class Phone:
    """One phone in the server's hands."""

    def __init__(self, house):
        self.house = house
        self.http = TestClient(house.app, base_url="http://127.0.0.1:8765")
        self.key = {"Authorization": f"Bearer {house.token}"}

    def offer(self):
        return self.http.get("/api/setup", headers=self.key).json()

    def send(self, path, **what):
        seen = {"evening": self.house.live.evening.id, "seq": self.house.live.seq}
        return self.http.post(f"/api/{path}", headers=self.key, json={**seen, **what})

    def begin(self, **table):
        told = {"players": NAMES, "dealer": "Ana", "rules": "lindor", "options": {}, **table}
        answer = self.send("setup", table=told)
        assert answer.status_code == 200, answer.text
        return answer
