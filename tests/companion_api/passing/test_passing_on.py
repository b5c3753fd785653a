"""The host’s role goes from phone to phone: what is refused changes nothing, and a restart neither."""

from contextlib import ExitStack

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.passing.holders import CannotPass, Holders
from companion_api.server import passes
from companion_api.server.passes import Pass
from companion_api.store import Store, StoreFailed
from companion_api.store.passed_on import PassedOn

NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    house.arrange(*NAMES)
    yield house
    house.close()


def key(shown):
    return {"Authorization": f"Bearer {shown}"}


def join(phone, house, role, player=None):
    told = {"role": role, **({} if player is None else {"player": player})}
    return phone.post("/api/join", headers=key(house.token), json=told).json()["pass"]


def pass_on(phone, house, shown, player):
    told = {"player": player, "evening": house.live.evening.id, "seq": house.live.seq}
    return phone.post("/api/host", headers=key(shown), json=told).status_code


def role(phone, shown):
    return phone.get("/api/join", headers=key(shown)).json()["you"]["role"]


def test_a_host_passes_his_role_on_and_both_phones_hear_of_it(house):
    phone = TestClient(house.app)
    host, ana = join(phone, house, "host", "Chloé"), join(phone, house, "player", "Ana")
    assert pass_on(phone, house, host, "Ana") == 422, "Ana's phone is not there"
    with phone.websocket_connect("/api/live") as hers, phone.websocket_connect("/api/live") as his:
        hello = {"evening": 0, "seq": 0}
        hers.send_json({"token": ana, **hello})
        his.send_json({"token": host, **hello})
        assert hers.receive_json()["you"]["role"] == "player" and his.receive_json()["you"]["role"] == "host"
        wait_for(lambda: house.live.now()["phones"] == ["Ana", "Chloé"])
        assert pass_on(phone, house, ana, "Chloé") == 403
        assert pass_on(phone, house, host, "Chloé") == 422, "to himself"
        assert pass_on(phone, house, host, "Zoé") == 422
        assert (role(phone, host), role(phone, ana)) == ("host", "player"), "refused changes nothing"
        assert pass_on(phone, house, host, "Ana") == 200
        for line, now in ((hers, "host"), (his, "player")):
            while (told := line.receive_json())["you"]["role"] != now:
                pass
            assert told["you"]["player"] in NAMES
        assert phone.delete("/api/pictures", headers=key(host)).status_code == 403
        assert phone.delete("/api/pictures", headers=key(ana)).status_code == 200
        # Two phones that joined as hosts are told apart, and the computer itself stays host.
        other = join(phone, house, "host", "Chloé")
        assert role(phone, other) == "host" and role(phone, host) == "player"
        assert role(phone, passes.issue(house.token, passes.HOST)) == "host"
        # And back again.
        assert pass_on(phone, house, ana, "Chloé") == 200
        assert (role(phone, host), role(phone, ana)) == ("host", "player")
    wait_for(lambda: house.live.now()["phones"] == [])


def test_it_holds_after_a_restart_and_a_full_disk_changes_nothing(tmp_path, monkeypatch):
    store = Store(tmp_path)
    token = store.begin({}).token
    holders = Holders(store, token)
    host = passes.issue(token, Pass("host", "Chloé", "ab12"))
    ana = passes.issue(token, Pass("player", "Ana"))

    def full(*_):
        raise StoreFailed("full", "no room")

    with holders.joined(Pass("player", "Ana")):
        with monkeypatch.context() as patched:
            patched.setattr(store, "pass_on", full)
            with pytest.raises(StoreFailed):
                holders.pass_on(host, "Ana")
        assert holders.read(host).role == "host" and holders.read(ana).role == "player"
        holders.pass_on(host, "Ana")
    store.close()
    store = Store(tmp_path)
    again = Holders(store, token)
    assert again.read(host) == Pass("player", "Chloé", "ab12")
    assert again.read(ana).role == "host"
    assert Holders(store, "another token").now(Pass("player", "Ana")).role == "player"
    store.rename_player("Ana", "Anonyme 1")
    assert store.passed_on(token).held == (), "a name that is forgotten stands nowhere"
    store.close()


class Kept:
    """A store's part that this needs, in memory."""

    def __init__(self):
        self.kept = {}

    def passed_on(self, token):
        return self.kept.get(token, PassedOn())

    def pass_on(self, token, told):
        self.kept[token] = told


class Phones(RuleBasedStateMachine):
    """Phones come, go and pass on; a model says who is host."""

    def __init__(self):
        super().__init__()
        self.store, self.token = Kept(), "token"
        self.holders = Holders(self.store, self.token)
        self.held = [Pass("host", "Ana", "01"), Pass("host", None, "02"), Pass("player", "Bruno"),
                     Pass("player", "Chloé"), passes.HOST]  # fmt: skip
        self.hosts = {0, 1, 4}
        self.here = ExitStack()
        self.present = set()

    @rule(who=st.integers(0, 4))
    def comes(self, who):
        self.here.enter_context(self.holders.joined(self.held[who]))
        if self.held[who].player:
            self.present.add(self.held[who].player)

    @rule()
    def all_leave(self):
        self.here.close()
        self.present = set()

    @rule()
    def restarts(self):
        self.all_leave()
        self.holders = Holders(self.store, self.token)

    @rule(who=st.integers(0, 4), to=st.sampled_from(NAMES))
    def passes_on(self, who, to):
        held = self.held[who]
        may = who in self.hosts and to in self.present and to != held.player
        try:
            self.holders.pass_on(passes.issue(self.token, held), to)
        except CannotPass:
            assert not may
            return
        assert may
        if held.phone or held.role == "player":
            self.hosts.discard(who)
        self.hosts.add(next(place for place, each in enumerate(self.held) if each.player == to))

    @invariant()
    def as_the_model_says(self):
        assert {
            place for place, each in enumerate(self.held) if self.holders.now(each).role == "host"
        } == self.hosts
        assert self.hosts, "somebody is always host"
        assert self.holders.here == sorted(self.present)

    def teardown(self):
        self.here.close()


TestPhones = Phones.TestCase
TestPhones.settings = settings(max_examples=60, stateful_step_count=20)
