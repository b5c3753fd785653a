"""Devices come in, ask to be somebody, pass the host's part on, are sent away; refused, nothing changes."""

import shutil
from contextlib import ExitStack

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from scripted import wait_for
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.who import HOST, Pass
from companion_api.store import Store, StoreFailed
from companion_api.store.registered import Registered
from companion_api.web import passes
from companion_api.web import register as registering
from companion_api.web.door.gate import FULL
from companion_api.web.register import CannotPass, Full, Register
from companion_api.web.routes.channel import REMOVED

NAMES = ("Ana", "Bruno", "Chloé")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("devices"))
    house.arrange(*NAMES)
    yield house
    house.close()


@pytest.fixture
def house(whole):
    """The same evening, with nobody in."""
    register = whole.live.holders
    register._keep(Registered())
    return whole


@pytest.fixture
def phone(house):
    return TestClient(house.app)


def key(shown):
    return {"Authorization": f"Bearer {shown}"}


def join(phone, house, role, player=None, shown=None, **more):
    told = {"role": role, **({} if player is None else {"player": player}), **more}
    renewed = house.live.holders.renewed
    shown = shown or (house.token if role == "host" else passes.invite(house.token, role, renewed))
    return phone.post("/api/join", headers=key(shown), json=told).json()


def pass_on(phone, house, shown, player):
    told = {"player": player, "evening": house.live.evening.id, "seq": house.live.seq}
    return phone.post("/api/host", headers=key(shown), json=told).status_code


def role(phone, shown):
    return phone.get("/api/join", headers=key(shown)).json()["you"]["role"]


def live(phone, shown):
    line = phone.websocket_connect("/api/live").__enter__()
    line.send_json({"token": shown, "seq": 0})
    return line, line.receive_json()


def until(line, true):
    while not true(told := line.receive_json()):
        pass
    return told


def test_the_host_part_goes_to_a_device_and_not_to_whoever_takes_its_name(house, phone):
    host, bruno = join(phone, house, "host", "Chloé")["pass"], join(phone, house, "player", "Bruno")["pass"]
    assert pass_on(phone, house, host, "Bruno") == 422, "Bruno's phone is not there"
    hers, now = live(phone, bruno)
    his, _ = live(phone, host)
    wait_for(lambda: house.live.now()["phones"] == ["Bruno", "Chloé"])
    assert now["you"]["role"] == "player"
    assert pass_on(phone, house, bruno, "Chloé") == 403 and pass_on(phone, house, host, "Chloé") == 422
    assert (role(phone, host), role(phone, bruno)) == ("host", "player"), "refused changes nothing"
    assert pass_on(phone, house, host, "Bruno") == 200
    until(hers, lambda told: told["you"] == {"role": "host", "player": "Bruno"})
    until(his, lambda told: told["you"] == {"role": "player", "player": "Chloé"})
    assert phone.delete("/api/pictures", headers=key(host)).status_code == 403
    other = join(phone, house, "player", "Bruno")
    assert other["role"] == "guest" and other["wants"] == "Bruno"
    for ask, path in (("delete", "pictures"), ("get", "devices"), ("get", "log"), ("get", "history/json")):
        assert phone.request(ask, f"/api/{path}", headers=key(other["pass"])).status_code == 403
    hers.close()
    his.close()


def test_a_second_phone_of_a_name_is_asked_for_on_the_first(house, phone):
    host, ana = join(phone, house, "host")["pass"], join(phone, house, "player", "Ana")["pass"]
    bruno = join(phone, house, "player", "Bruno")["pass"]
    lines = {name: live(phone, shown)[0] for name, shown in (("ana", ana), ("bruno", bruno), ("host", host))}
    second = join(phone, house, "player", "Ana")
    mine, now = live(phone, second["pass"])
    assert now["you"] == {"role": "guest", "player": None} and now["wants"] == "Ana"
    tap = {"tap": "card", "player": "Ana", "card": "2C", "seq": house.live.seq}
    assert phone.post("/api/taps", headers=key(second["pass"]), json=tap).status_code == 403
    mark = until(lines["ana"], lambda told: told["asked"])["asked"][0]["mark"]
    assert until(lines["host"], lambda told: told["asked"])["asked"] == [{"mark": mark, "player": "Ana"}]
    for shown, status in ((bruno, 404), (second["pass"], 403), (ana, 200), (ana, 404)):
        answer = phone.post(f"/api/devices/{mark}", headers=key(shown), json={"allow": True})
        assert answer.status_code == status
    until(mine, lambda told: told["you"] == {"role": "player", "player": "Ana"} and told["wants"] is None)
    third = join(phone, house, "player", "Ana")
    asking, _ = live(phone, third["pass"])
    mark = until(lines["host"], lambda told: told["asked"])["asked"][0]["mark"]
    assert phone.post(f"/api/devices/{mark}", headers=key(host), json={"allow": False}).status_code == 200
    assert until(asking, lambda told: told["wants"] is None)["you"]["role"] == "guest"
    assert not any(name == "bruno" and line.receive_json()["asked"] for name, line in lines.items())
    for line in (mine, asking, *lines.values()):
        line.close()


def test_a_phone_that_chooses_anew_stays_the_same_device_and_nobody_is_asked(house, phone):
    first = join(phone, house, "player", "Ana")
    again = join(phone, house, "player", "Ana", held=first["pass"])
    assert again["player"] == "Ana" and again["wants"] is None
    assert join(phone, house, "guest", held=first["pass"])["role"] == "guest"
    assert join(phone, house, "player", "Ana")["player"] == "Ana", "her name is free again"
    assert len(house.live.holders._registered.devices) == 2


def test_who_is_in_says_whose_he_is_by_his_pass_though_the_codes_were_renewed(house, phone):
    nobody = join(phone, house, "player")["pass"]
    host = join(phone, house, "host")["pass"]
    house.live.holders.renew()
    assert join(phone, house, "player", "Ana", shown=nobody)["player"] == "Ana"
    assert join(phone, house, "host", "Bruno", shown=host)["player"] == "Bruno"
    for role_ in ("host", "television"):
        assert "pass" not in join(phone, house, role_, shown=nobody), "nobody becomes more by his own pass"
    assert join(phone, house, "player", "Bruno", shown=nobody)["wants"] == "Bruno"
    assert len(house.live.holders._registered.devices) == 2


def test_whoever_is_sent_away_is_out_at_once_and_is_told(house, phone):
    host, guest = join(phone, house, "host")["pass"], join(phone, house, "guest")["pass"]
    line, _ = live(phone, guest)
    devices = phone.get("/api/devices", headers=key(host)).json()
    assert [(each["role"], each["here"], each["you"]) for each in devices] == [
        ("host", False, True), ("guest", True, False),
    ]  # fmt: skip
    mark = devices[1]["mark"]
    assert phone.delete(f"/api/devices/{mark}", headers=key(guest)).status_code == 403
    assert phone.delete(f"/api/devices/{mark}", headers=key(host)).status_code == 200
    while "text" in (told := line.receive()):
        pass
    assert told["code"] == REMOVED
    assert phone.get("/api/rounds", headers=key(guest)).status_code == 401
    with phone.websocket_connect("/api/live") as again:
        again.send_json({"token": guest, "seq": 0})
        assert again.receive()["code"] == REMOVED, "one that slept is told as well"
    assert phone.delete(f"/api/devices/{mark}", headers=key(host)).status_code == 404


def test_codes_that_were_renewed_let_nobody_in_and_who_is_in_stays(house, phone):
    host, ana = join(phone, house, "host")["pass"], join(phone, house, "player", "Ana")["pass"]
    old = phone.get("/api/invitation", headers=key(host)).json()["roles"]
    seen = {"evening": house.live.evening.id, "seq": house.live.seq}
    assert phone.post("/api/invitation", headers=key(ana), json=seen).status_code == 403
    new = phone.post("/api/invitation", headers=key(host), json=seen).json()["roles"]
    assert new == phone.get("/api/invitation", headers=key(host)).json()["roles"]
    for name in ("player", "television", "guest"):
        for told, status in ((old, 401), (new, 200)):
            link = told[name]["address"].partition("#t=")[2].partition("&")[0]
            for shown in (link, told[name]["code"]):
                assert phone.get("/api/join", headers=key(shown)).status_code == status
    assert role(phone, ana) == "player" and role(phone, host) == "host"
    television = join(phone, house, "television")["pass"]
    assert set(phone.get("/api/invitation", headers=key(television)).json()["roles"]) == {"player"}


def test_guests_cannot_crowd_out_the_table(house, phone, monkeypatch):
    monkeypatch.setattr(registering, "GUESTS", 3)
    monkeypatch.setattr(registering, "GUESTS_OF_ONE", 2)
    monkeypatch.setattr(registering, "MOST_OF_ONE", 2)
    monkeypatch.setitem(registering.MOST, "guest", 3)
    guest = join(phone, house, "guest")["pass"]
    lines = [live(phone, guest)[0] for _ in range(2)]
    for shown in (guest, join(phone, house, "guest")["pass"]):
        with phone.websocket_connect("/api/live") as line:
            line.send_json({"token": shown, "seq": 0})
            assert line.receive()["code"] == FULL
    lines += [live(phone, join(phone, house, each)["pass"])[0] for each in ("player", "television", "host")]
    for _ in range(4):
        join(phone, house, "guest")
    told = house.live.holders._registered.devices
    assert sum(each.role == "guest" for each in told) == 3, "the longest absent goes"
    assert role(phone, guest) == "guest", "who is here stays"
    for line in lines:
        line.close()


def test_everything_holds_after_a_kill_and_a_full_disk_changes_nothing(tmp_path, monkeypatch):
    store = Store(tmp_path / "data")
    token = store.begin({}).token
    register = Register(store, token)
    shown = {}

    def comes(role, player=None):
        device = register.join(role, player)
        shown[device.mark] = passes.issue(token, Pass(device.role, device.player, device.mark))
        return shown[device.mark]

    host, ana, guest = comes("host", "Chloé"), comes("player", "Ana"), comes("guest")

    def as_found(number):
        """What a program knows that is started after this one was killed now."""
        shutil.copytree(tmp_path / "data", tmp_path / str(number))
        other = Store(tmp_path / str(number))
        again = Register(other, token)
        known = {each: again.read(each) for each in shown.values()}, again.renewed, again.removed(guest)
        other.close()
        return known

    def now():
        return (
            {each: register.read(each) for each in shown.values()},
            register.renewed,
            register.removed(guest),
        )

    def full(*_):
        raise StoreFailed("full", "no room")

    with register.joined(register.read(ana)):
        changes = (
            lambda: register.pass_on(host, "Ana"),
            register.renew,
            lambda: register.remove(register.read(guest).device),
        )
        for number, change in enumerate(changes):
            before = now()
            with monkeypatch.context() as patched:
                patched.setattr(store, "register", full)
                with pytest.raises(StoreFailed):
                    change()
            assert now() == before
            change()
            assert now() == as_found(number) != before
    assert register.read(ana).role == "host" and register.read(host).role == "player"
    store.rename_player("Ana", "Anonyme 1")
    assert Register(store, token).read(ana).player == "Anonyme 1", "a name that is forgotten stands nowhere"
    store.close()


class Kept:
    """A store's part that this needs, in memory."""

    def __init__(self):
        self.kept = {}

    def registered(self, token):
        return self.kept.get(token, Registered())

    def register(self, token, told):
        self.kept[token] = told


class Phones(RuleBasedStateMachine):
    """Devices come, go, ask, answer, pass on and are sent away; a model says what each is."""

    def __init__(self):
        super().__init__()
        self.store, self.token = Kept(), "token"
        self.register = Register(self.store, self.token)
        self.model = {}  # mark → (role, player, wants)
        self.here = {}

    def pass_of(self, mark):
        return passes.issue(self.token, Pass("guest", None, mark))

    def pick(self, place):
        marks = [*self.model]
        return marks[place % len(marks)] if marks else None

    @rule(kind=st.sampled_from(("host", "player", "guest")), player=st.sampled_from(NAMES))
    def joins(self, kind, player):
        player = None if kind == "guest" else player
        taken = any(each[1] == player for each in self.model.values())
        device = self.register.join(kind, player)
        asks = kind == "player" and taken
        self.model[device.mark] = ("guest", None, player) if asks else (kind, player, None)

    @rule(place=st.integers(0, 30))
    def comes(self, place):
        mark = self.pick(place)
        if mark is not None and mark not in self.here:
            stack = self.here[mark] = ExitStack()
            try:
                stack.enter_context(self.register.joined(self.register.read(self.pass_of(mark))))
            except Full:
                del self.here[mark]

    @rule(place=st.integers(0, 30))
    def goes(self, place):
        mark = self.pick(place)
        if mark in self.here:
            self.here.pop(mark).close()

    @rule()
    def restarts(self):
        for stack in self.here.values():
            stack.close()
        self.here = {}
        self.register = Register(self.store, self.token)

    @rule(by=st.integers(0, 30), place=st.integers(0, 30), allow=st.booleans())
    def answers(self, by, place, allow):
        who, mark = self.pick(by), self.pick(place)
        if mark is None:
            return
        role, player, wants = self.model[mark]
        kind, name, _ = self.model[who]
        may = wants is not None and (kind == "host" or (kind == "player" and name == wants))
        assert self.register.answer(self.register.read(self.pass_of(who)), mark, allow) == may
        if may:
            self.model[mark] = ("player", wants, None) if allow else (role, player, None)

    @rule(by=st.integers(0, 30), to=st.sampled_from(NAMES))
    def passes_on(self, by, to):
        who = self.pick(by)
        if who is None:
            return
        kind, name, _ = self.model[who]
        phone = next((mark for mark in self.model if mark in self.here and self.model[mark][1] == to), None)
        may = kind == "host" and to != name and phone is not None
        try:
            self.register.pass_on(self.pass_of(who), to)
        except CannotPass:
            assert not may
            return
        assert may
        self.model[who] = ("player" if name else "guest", name, None)
        self.model[phone] = ("host", to, None)

    @rule(place=st.integers(0, 30))
    def is_sent_away(self, place):
        mark = self.pick(place)
        if mark is not None:
            assert self.register.remove(mark) and self.register.removed(self.pass_of(mark))
            self.model.pop(mark)
            if mark in self.here:
                self.here.pop(mark).close()

    @invariant()
    def as_the_model_says(self):
        for mark, (role, player, wants) in self.model.items():
            held = self.register.read(self.pass_of(mark))
            assert held == Pass(role, player, mark) and self.register.wants(held) == wants
        assert self.register.read(passes.issue(self.token, HOST)) == HOST, "nobody is ever locked out"
        names = {self.model[mark][1] for mark in self.here} - {None}
        assert self.register.here == sorted(names)

    def teardown(self):
        for stack in self.here.values():
            stack.close()


TestPhones = Phones.TestCase
TestPhones.settings = settings(max_examples=60, stateful_step_count=25)
