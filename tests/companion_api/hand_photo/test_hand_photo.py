"""A hand by one photograph: whose, when and how large it may be, and what the game says against it."""

import threading
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from scripted import wait_for
from shown_hands import HANDS, arranged, photograph
from starlette.testclient import TestClient
from tapped import House

from companion_api.evening.who import HOST, Pass
from companion_api.hand_photo import photos
from companion_api.hand_photo.photos import LARGEST, MOST_SENT, MOST_WAITING, WITHIN, HandPhotos, Often
from companion_api.hand_photo.reading import SURE, read_hand
from companion_api.web import passes
from engine.boundaries import CardLook
from engine.cards import DECK, parse_card
from vision.cards.photograph import DetectedCard

ANA = " ".join(HANDS["Ana"])


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("data"))
    house.phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    yield house
    house.close()


def send(house, content, player, held=HOST):
    key = {"Authorization": f"Bearer {passes.issue(house.token, held)}"}
    return house.phone.post("/api/hand-photo", params={"player": player}, content=content, headers=key)


def refused(answer, status, why):
    assert answer.status_code == status, answer.text
    assert answer.json().get("error", answer.json().get("detail")) == why


def test_before_the_round_is_over_a_photograph_is_refused_in_one_clear_line(house):
    arranged_later = send(house, photograph(ANA), "Ana")
    refused(arranged_later, 422, "player")  # nobody plays yet
    house.arrange("Ana", "Bruno", "Chloé", dealer="Ana")
    answer = send(house, photograph(ANA), "Ana", Pass("player", "Ana"))
    refused(answer, 422, "hands")
    assert "once the round is over" in answer.json()["detail"]


@pytest.fixture(scope="module")
def over(tmp_path_factory):
    house = House(tmp_path_factory.mktemp("data"))
    house.phone = TestClient(house.app, base_url="http://127.0.0.1:8765")
    arranged(house)
    yield house
    house.close()


def test_only_his_own_hand_and_the_host_any_and_what_is_refused_changes_nothing(over):
    before = over.live.events()
    picture = photograph(ANA)
    refused(send(over, picture, "Ana", Pass("player", "Chloé")), 403, "role")
    refused(send(over, picture, "Ana", Pass("television")), 403, "role")
    refused(send(over, picture, "Ana", Pass("guest")), 403, "role")
    assert over.phone.post("/api/hand-photo?player=Ana", content=picture).status_code == 401
    refused(send(over, picture, "Eve", Pass("host")), 422, "player")
    refused(send(over, picture, "Bruno", Pass("player", "Bruno")), 422, "shown")  # who went out has none
    refused(send(over, b"\xff\xd8 no picture", "Chloé", Pass("player", "Chloé")), 422, "picture")
    refused(send(over, b"", "Chloé", Pass("player", "Chloé")), 422, "picture")
    assert over.live.events() == before


def test_size_is_bounded_in_bytes_and_in_pixels(over):
    assert send(over, bytes(LARGEST + 1), "Chloé", Pass("host", "Bruno")).status_code == 413
    for kind, size, said in (
        ("PNG", (9000, 9000), "too large"),
        ("PNG", (20_001, 1), "too large"),
        ("TIFF", (60, 40), "expected JPEG or PNG"),
        ("WEBP", (60, 40), "expected JPEG or PNG"),
    ):
        sent = BytesIO()
        Image.new("L", size).save(sent, kind)
        answer = send(over, sent.getvalue(), "Chloé", Pass("host", "Bruno"))
        refused(answer, 422, "picture")
        assert said in answer.json()["detail"]


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_hand_is_read_upright_whatever_way_the_phone_was_held(over, orientation):
    before = over.live.events()
    answer = send(over, photograph(ANA, orientation=orientation), "Ana", Pass("player", "Ana"))
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    read = answer.json()
    assert sorted(card["card"] for card in read["cards"]) == sorted(HANDS["Ana"])
    assert (read["known"], read["missing"], read["elsewhere"]) == (14, 0, [])
    # The outlines are those of the upright picture: the first row above the second, from left to right.
    first = {card["card"]: np.mean(card["outline"], axis=0) for card in read["cards"]}
    assert all(first[a][0] < first[b][0] for a, b in zip(HANDS["Ana"][:6], HANDS["Ana"][1:7], strict=True))
    assert all(first[code][1] < 0.5 for code in HANDS["Ana"][:7])
    assert all(first[code][1] > 0.5 for code in HANDS["Ana"][7:])
    assert over.live.events() == before and not list(over.store.pictured(over.live.evening.id))


def test_cards_that_have_been_laid_are_told_apart_and_a_card_too_few_is_said(over):
    # A hand of which one card is covered, beside two cards of the pile.
    shown = HANDS["Ana"][:13]
    answer = send(over, photograph(" ".join([*shown[:12], "AH", "KH"])), "Ana")
    read = answer.json()
    assert sorted(card["card"] for card in read["cards"]) == sorted(shown[:12])
    assert sorted(read["elsewhere"]) == ["AH", "KH"] and read["missing"] == 2 and not read["sure"]


def test_one_at_a_time_few_wait_and_nobody_sends_without_end(over, monkeypatch):
    now, entered, going = 0.0, threading.Semaphore(0), threading.Semaphore(0)
    reading = HandPhotos(over.live, lambda: now)
    at_once = []

    def looks(image, reader):
        at_once.append(1)
        entered.release()
        going.acquire()
        assert len(at_once) == 1
        at_once.pop()
        return iter(())

    monkeypatch.setattr(photos, "looks", looks)
    picture = photograph("AS 2S")
    senders = [Pass("host", f"{n}") for n in range(MOST_WAITING)]
    threads = [threading.Thread(target=reading.read, args=(picture, "Ana", held)) for held in senders]
    for thread in threads:
        thread.start()
    entered.acquire()
    wait_for(lambda: not reading._waiting._value)  # all have come
    with pytest.raises(Often):
        reading.read(picture, "Ana", Pass("host", "one more"))
    for _ in threads:
        going.release()
    for thread in threads:
        thread.join()
    for _ in range(MOST_SENT):
        going.release()
        reading.read(picture, "Ana", HOST)
    with pytest.raises(Often):
        reading.read(picture, "Ana", HOST)
    now = WITHIN
    going.release()
    assert reading.read(picture, "Ana", HOST).missing == 14


def sight(**faces):
    """A card that the reader sees with these probabilities."""
    shares = np.zeros(52)
    for code, share in faces.items():
        shares[parse_card(code).index] = share
    return DetectedCard(CardLook(((0.0, 0.0), (0.1, 0.0), (0.1, 0.2), (0.0, 0.2)), tuple(shares)), 0.9, False)


def codes(cards):
    return {card.card.code for card in cards}


def test_what_looks_or_the_number_do_not_agree_on_is_unsure():
    sure = [sight(QS=0.99), sight(KH=0.98)]
    assert read_hand([sure, sure], DECK, 2).sure
    assert not read_hand([sure, sure], DECK, 3).sure, "one is missing"
    assert not read_hand([sure, sure], DECK, 1).sure, "one too many"
    weak = [sight(QS=0.99), sight(KH=SURE - 0.01)]
    hand = read_hand([sure, weak], DECK, 2)
    assert not hand.sure and codes(hand.cards) == {"QS", "KH"}
    assert [card.sure for card in hand.cards if card.card.code == "KH"] == [False]
    other = [sight(QS=0.99), sight(KD=0.98)]
    hand = read_hand([sure, other, sure], DECK, 2)
    assert codes(hand.cards) == {"QS", "KH"} and codes(hand.asked) == {"KD"} and not hand.sure


def test_a_card_stands_in_no_hand_twice_and_none_that_lies_elsewhere():
    free = set(DECK) - {parse_card("QS")}
    seen = [sight(QS=0.98), sight(KH=0.95), sight(KH=0.6, KD=0.3)]
    hand = read_hand([seen, seen], free, 1)
    assert codes(hand.cards) == {"KH"} and [card.code for card in hand.elsewhere] == ["QS"]
    doubtful = [sight(QS=0.4, QC=0.35)]
    assert codes(read_hand([doubtful], free, 1).cards) == {"QC"}, "the queen of spades has been laid"
