"""«Revoir»: pictures round an event, in bounded memory, and no more of them than a table needs."""

import base64

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted import Evening
from starlette.testclient import TestClient

from companion_api.evening.who import Pass
from companion_api.replay import legible, recorded
from companion_api.replay.replay import AFTER, BEFORE, MOST_ASKED, WITHIN, Often, Replay
from companion_api.replay.ring import MOST_BYTES, Ring, Still
from companion_api.web import passes
from companion_api.web.app import create_app
from engine.boundaries import CardLook
from engine.cards import DECK
from vision.cards.photograph import DetectedCard
from vision.redaction.redacted import Scene, jpeg


@given(st.lists(st.tuples(st.floats(0, 1000), st.integers(0, 300)), max_size=60), st.integers(0, 1000))
def test_a_ring_holds_the_newest_pictures_in_order_and_never_more_than_it_may(taken, most):
    ring = Ring(most)
    kept: list[Still] = []
    for t, size in taken:
        still = Still(t, bytes(size))
        kept = [*([] if kept and t < kept[-1].t else kept), still]
        ring.keep(still)
        there = ring.between(-1, 2000)
        assert sum(len(each.jpeg) for each in there) <= most
        assert list(there) == kept[len(kept) - len(there) :]
        left_out = kept[: len(kept) - len(there)][-1:]
        assert sum(len(each.jpeg) for each in [*left_out, *there]) > most or not left_out
        kept = list(there)
        assert ring.span == ((there[0].t, there[-1].t) if there else None)
    ring.clear()
    assert ring.span is None and ring.between(0, 2000) == ()


def test_the_ring_and_what_a_referee_was_given_stay_within_the_memory_agreed_on():
    ticks = 8 * 30 * 3600 * 6  # six hours of 30 pictures a second
    assert MOST_BYTES + recorded.MOST_BYTES + ticks <= 64_000_000


def filled(until=20.0):
    replay = Replay(lambda: 0.0)
    for step in range(int(until * 4) + 1):
        replay.ring.keep(Still(step / 4, b"%d" % step))
    return replay


@pytest.mark.parametrize("t", [3.0, 10.1, 19.9])
def test_an_event_is_seen_with_what_came_just_before_and_after(t):
    found = filled().round({"seq": 4, "t": t})
    times = [each["t"] for each in found]
    assert times == [step / 4 for step in range(81) if t - BEFORE <= step / 4 <= t + AFTER]
    assert base64.b64decode(found[0]["jpeg"]) == b"%d" % round(4 * times[0])


@pytest.mark.parametrize("line", [{"t": -1.0}, {"t": 40.0}, {"seq": 3}, {"t": None}])
def test_what_is_not_in_memory_is_not_there(line):
    assert filled().round(line) is None
    assert Replay().round({"t": 3.0}) is None


def test_no_more_is_fetched_than_a_table_needs():
    now = 0.0
    replay = Replay(lambda: now)
    replay.ring.keep(Still(1.0, b"x"))
    for _ in range(MOST_ASKED):
        assert replay.round({"t": 1.0})
    with pytest.raises(Often):
        replay.round({"t": 1.0})
    now = WITHIN
    assert replay.round({"t": 1.0})


QUEEN, SEVEN = DECK[11], DECK[6]
PART = (10, 10, 50, 30)


def test_a_card_that_was_never_laid_goes_from_every_picture_that_showed_it():
    ring = Ring(1000)
    ring.keep(Still(1.0, b"queen", frozenset({QUEEN}), (PART,), b"grey"))
    ring.keep(Still(2.0, b"both", frozenset({QUEEN, SEVEN}), (PART,), b"gray"))
    ring.keep(Still(3.0, b"seven", frozenset({SEVEN}), (PART,), b"grau"))
    ring.withdraw({QUEEN})
    assert [each.jpeg for each in ring.between(0, 9)] == [b"grey", b"gray", b"seven"]
    assert [each.shown for each in ring.between(0, 9)] == [frozenset(), frozenset(), {SEVEN}]
    assert [each.coarse for each in ring.between(0, 9)] == [b"", b"", b"grau"]


@pytest.mark.parametrize("stays", [False, True])
def test_where_another_card_is_read_a_picture_is_given_as_coarsely_as_the_rest(stays, monkeypatch):
    """Where one is read whatever is hidden, all of the picture is."""
    sharp, grey = (jpeg([Scene(np.full((40, 60, 3), shade, np.uint8))]) for shade in (200, 90))
    read = []

    def names(image, reader=None):
        read.append(image.shape)
        there = stays or image[10, 15].max() > 150
        look = CardLook(
            ((10.0, 5.0), (20.0, 5.0), (20.0, 15.0), (10.0, 15.0)),
            tuple(0.6 * (each == SEVEN) for each in DECK),
        )
        return [DetectedCard(look, 1.0, False)] if there else []

    monkeypatch.setattr(legible, "cards_of_photo", names)
    replay = Replay(lambda: 0.0)
    for t, card in ((1.0, QUEEN), (1.2, QUEEN), (1.4, SEVEN)):
        replay.ring.keep(Still(t, sharp, frozenset({card}), (PART,), grey))
    given = [base64.b64decode(each["jpeg"]) for each in replay.round({"t": 1.0})]
    assert given[2] == sharp and [each.jpeg for each in replay.ring.between(0, 9)] == given
    for told in given[:2]:
        image = cv2.imdecode(np.frombuffer(told, np.uint8), cv2.IMREAD_GRAYSCALE)
        assert abs(int(image[10, 15]) - 90) < 8
        assert all((abs(int(image[place]) - 90) < 8) == stays for place in ((35, 5), (28, 46)))
    assert len(read) == (4 if stays else 3), "alike pictures are read once"


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path / "data", seed=4)
    evening.cards(4)
    for step in range(60):
        evening.live.replay.ring.keep(Still(step / 4, b"picture"))
    yield evening
    evening.close()


def test_everybody_sees_again_and_who_plays_sends_it_to_the_television(evening):
    app = TestClient(create_app(evening.live, evening.desk))
    card = next(line for line in evening.live.events() if line["type"] == "card_played")

    at = {"evening": evening.live.evening.id, "seq": evening.live.seq}

    def bearer(role, player=None):
        return {"Authorization": f"Bearer {passes.issue(evening.token, Pass(role, player))}"}

    assert app.get(f"/api/replay/{card['seq']}").status_code == 401
    for role in ("guest", "television", "host"):
        answer = app.get(f"/api/replay/{card['seq']}", headers=bearer(role))
        assert answer.status_code == 200 and len(answer.json()["pictures"]) > 10
        assert answer.headers["cache-control"] == "no-store"
    assert app.get("/api/replay/999", headers=bearer("host")).status_code == 404
    for role, player, status in (("guest", None, 403), ("television", None, 403), ("player", "Ana", 200)):
        told = {"event": card["seq"], **at}
        assert app.post("/api/replay", json=told, headers=bearer(role, player)).status_code == status
    shown = evening.live.now()["replay"]
    assert shown["shown"] == {"seq": card["seq"], "number": 1} and shown["since"] == 0.0
    assert app.post("/api/replay", json={"event": 999, **at}, headers=bearer("host")).status_code == 404
    assert app.post("/api/replay", json={"event": -1, **at}, headers=bearer("host")).status_code == 422
    now = app.get("/api/replay/0", headers=bearer("television")).json()["pictures"]
    assert len(now) == 1 and set(now[0]) == {"t", "jpeg", "cards"}, "the table as it is now"
    assert evening.live.now()["replay"]["shown"]["number"] == 1


def test_pictures_that_people_delete_go_from_memory_too(evening):
    evening.live.forget_pictures()
    assert evening.live.now()["replay"]["since"] is None


def test_another_evening_begins_without_pictures_of_the_last(evening):
    evening.live.renew()
    assert evening.live.now()["replay"] == {"since": None, "shown": None}
    assert evening.live.replay.given is None
