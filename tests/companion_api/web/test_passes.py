"""Who may what: invitations, passes, and the taps of each role."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted import Evening
from starlette.testclient import TestClient

from companion_api.evening.who import ROLES, Pass
from companion_api.system.addresses import Lends
from companion_api.web import passes
from companion_api.web.app import Extras, create_app
from hardware.cameras.phone import PhoneFeed

SEED = 9  # the third card is an honour, not called in time
TOKEN = "a-token-of-some-length"


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path, SEED)
    evening.cards(3)
    yield evening
    evening.close()


@pytest.fixture
def phone(evening):
    return TestClient(create_app(evening.live, evening.desk), base_url="http://127.0.0.1:8765")


def key(shown):
    return {"Authorization": f"Bearer {shown}"}


def join(phone, shown, role, player=None):
    told = {"role": role} if player is None else {"role": role, "player": player}
    return phone.post("/api/join", headers=key(shown), json=told)


def tap(phone, evening, held, **what):
    return phone.post("/api/taps", headers=key(held), json={"seq": evening.live.seq, **what})


@given(st.sampled_from(ROLES), st.none() | st.text(min_size=1, max_size=80))
def test_a_pass_says_what_was_joined_as_and_only_under_its_token(role, player):
    held = Pass(role, player)
    shown = passes.issue(TOKEN, held)
    assert passes.read(TOKEN, shown) == held and len(shown) <= passes.LONGEST
    assert passes.read(TOKEN + "x", shown) is None


@given(st.text(max_size=60))
def test_nothing_else_is_a_pass(shown):
    assert passes.read(TOKEN, shown) is None and passes.roles(TOKEN, shown) == ()
    body, _, seal = passes.issue(TOKEN, Pass("guest")).partition(".")
    assert passes.read(TOKEN, f"{shown}.{seal}") is None or shown == body
    assert passes.read(TOKEN, f"invitation.{passes.invite(TOKEN)}") is None


def test_who_is_invited_by_the_host_cannot_become_one(phone, evening):
    invitation = phone.get("/api/invitation", headers=key(evening.token)).json()
    assert invitation["address"].startswith("http://127.0.0.1:8765/#t=") and "<svg" in invitation["qr"]
    shown = invitation["address"].partition("#t=")[2].partition("&")[0]
    offer = phone.get("/api/join", headers=key(shown)).json()
    assert offer["roles"] == ["player", "guest"]
    assert offer["players"] == ["Ana", "Bruno", "Chloé", "David"] and offer["you"] is None
    assert phone.get("/api/join", headers=key(evening.token)).json()["roles"][0] == "host"
    assert join(phone, shown, "host").status_code == 403
    assert join(phone, shown, "player", "Zoé").status_code == 422
    assert join(phone, shown, "queen").status_code == 422
    assert join(phone, "wrong", "guest").status_code == 401
    held = join(phone, shown, "player", "Chloé").json()
    assert (held["role"], held["player"]) == ("player", "Chloé")
    offer = phone.get("/api/join", headers=key(held["pass"])).json()
    assert offer["roles"] == [] and offer["you"] == {"role": "player", "player": "Chloé"}
    assert join(phone, held["pass"], "host").status_code == 401, "a pass lets nobody in anew"
    assert phone.get("/api/log", headers=key(shown)).status_code == 401, "an invitation shows nothing yet"


def test_who_is_invited_to_film_films_and_does_nothing_else(evening):
    feed = PhoneFeed((64, 36))
    phone = TestClient(
        create_app(evening.live, evening.desk, Extras(feed=feed)), base_url="https://127.0.0.1:8765"
    )
    camera = phone.get("/api/invitation", headers=key(evening.token)).json()["camera"]
    shown = camera["address"].partition("#t=")[2]
    assert passes.roles(evening.token, shown) == ("camera",)
    assert join(phone, shown, "host").status_code == 403 and join(phone, shown, "player").status_code == 403
    assert join(phone, passes.invite(evening.token), "camera").status_code == 403
    held = join(phone, shown, "camera").json()["pass"]
    assert phone.post("/api/camera", content=b"no picture", headers=key(held)).status_code == 422
    assert tap(phone, evening, held, tap="undo", target=1).status_code == 403
    assert phone.get("/api/invitation", headers=key(held)).status_code == 403
    for role in ("player", "television", "guest"):
        other = join(phone, evening.token, role).json()["pass"]
        assert phone.post("/api/camera", content=b"", headers=key(other)).status_code == 403


def test_every_role_has_a_code_of_its_own_and_none_is_drawn_where_no_phone_comes():
    told = passes.joining("http://192.168.1.20:8765/", TOKEN)
    assert set(told["roles"]) == {"player", "television", "guest"}
    for role, each in told["roles"].items():
        shown = each["address"].removeprefix("http://192.168.1.20:8765/#t=").removesuffix(f"&as={role}")
        assert passes.roles(TOKEN, shown)[0] == passes.roles(TOKEN, each["code"])[0] == role
        assert "<svg" in each["qr"]
    assert passes.joining(None, TOKEN) == {"address": None, "qr": None, "code": None, "roles": {}}
    nothing = passes.filming(Lends(), TOKEN)
    assert nothing["address"] is None and nothing["qr"] is None and nothing["trust"] is None


def test_the_live_channel_says_who_one_is(phone, evening):
    held = join(phone, evening.token, "host", "Ana").json()["pass"]
    with phone.websocket_connect("/api/live") as socket:
        socket.send_json({"token": held, "seq": 0})
        assert socket.receive_json()["you"] == {"role": "host", "player": "Ana"}


@pytest.mark.parametrize("role", ["television", "guest", "player"])
def test_who_only_watches_sees_everything_and_taps_nothing(phone, evening, role):
    held = join(phone, evening.token, role).json()["pass"]
    before = evening.live.events()
    card = evening.live.now()["view"]["cards"][0]
    for what in (
        {"tap": "call", "card": "7D"},
        {"tap": "correct", "target": card["seq"], "remove": True},
        {"tap": "undo", "target": card["seq"]},
        {"tap": "card", "player": "Ana", "card": "2C"},
        {"tap": "round"},
        {"tap": "end"},
    ):
        answer = tap(phone, evening, held, **what)
        assert (answer.status_code, answer.json()["error"]) == (403, "role")
    assert phone.delete("/api/pictures", headers=key(held)).status_code == 403
    shows = 200 if role == "television" else 403
    assert phone.get("/api/invitation", headers=key(held)).status_code == shows
    assert evening.live.events() == before
    assert phone.get(f"/api/pictures/{card['picture']}", headers=key(held)).status_code == 200


def test_a_player_calls_for_himself_only(phone, evening):
    layer = evening.live.now()["view"]["call"]["player"]
    other = next(name for name in evening.table.names if name != layer)
    stranger = join(phone, evening.token, "player", other).json()["pass"]
    assert tap(phone, evening, stranger, tap="call", card="7D", player=layer).status_code == 403
    mine = join(phone, evening.token, "player", layer).json()["pass"]
    assert tap(phone, evening, mine, tap="call", card="7D").status_code == 200
    evening.frames(evening.observer.number + 2)
    told = evening.live.events()[-1]
    assert (told["type"], told["player"], told["via"]) == ("called", layer, "tap")
    undo = evening.live.now()["view"]["undo"]
    assert undo["by"] == layer
    assert tap(phone, evening, stranger, tap="undo", target=undo["seq"]).status_code == 403
    assert tap(phone, evening, mine, tap="undo", target=undo["seq"]).status_code == 200
    assert evening.live.events()[-1]["by"] == layer


def test_a_correction_says_who_made_it(phone, evening):
    held = join(phone, evening.token, "host", "Bruno").json()["pass"]
    card = evening.live.now()["view"]["cards"][0]
    tap(phone, evening, held, tap="correct", target=card["seq"], card=card["likely"][0])
    assert evening.live.now()["view"]["undo"]["by"] == "Bruno"
    tap(phone, evening, evening.token, tap="undo", target=evening.live.now()["view"]["undo"]["seq"])
    assert evening.live.events()[-1]["by"] == "host"
