"""`nainjaune deck`: what is learnt is kept, listed, completed and forgotten; contradictions are one line."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient

from companion_api.learning import decks
from companion_api.web.hosting.deck_page import create_app
from engine.cards import DECK, Card
from engine.errors import BadInput
from models.training.cards.decks import drawn_deck
from vision.cards.reader import SIZE

CARDS = (Card(7, "D"), Card(12, "S"))


def _picture(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    decks.save("maison", {card: _picture(n) for n, card in enumerate(CARDS)}, tmp_path)
    return tmp_path


def test_a_deck_comes_back_as_it_was_kept(data: Path) -> None:
    pictures = decks.load("maison", data)
    assert set(pictures) == set(CARDS)
    assert all(np.array_equal(pictures[card], _picture(n)) for n, card in enumerate(CARDS))


def test_the_format_is_frozen(data: Path) -> None:
    told = json.loads((data / "decks" / "maison" / "deck.json").read_text())
    assert told == {"format": 1, "name": "maison", "cards": {"7D": "7D.png", "QS": "QS.png"}}
    assert cv2.imread(str(data / "decks" / "maison" / "QS.png")).shape == (160, 112, 3)


def test_decks_are_listed_shown_and_forgotten(nainjaune, data: Path) -> None:
    (line,) = nainjaune("deck", "list", "--data", data, "--json").lines
    assert line["deck"] == "maison" and line["learnt"] == 2 and not line["complete"]
    assert len(line["missing"]) == 50 and "QS" not in line["missing"]
    assert "manquent as de trèfle" in nainjaune("deck", "show", "maison", "--data", data).out
    assert nainjaune("deck", "forget", "maison", "--data", data).status == 0
    assert decks.names(data) == []
    nainjaune("deck", "show", "maison", "--data", data).refused("'maison'", "not learnt yet")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("nothing", "not JSON"),
        ('{"format": 2, "cards": {}}', "expected 1"),
        ('{"format": 1}', "'cards' is missing"),
        ('{"format": 1, "cards": {"QS": "../x.png"}}', "a picture beside it"),
        ('{"format": 1, "cards": {"QS": "none.png"}}', "no such file"),
        ('{"format": 1, "cards": {"Q9": "QS.png"}}', "Q9"),
    ],
)
def test_a_broken_deck_is_one_line(nainjaune, data: Path, content: str, said: str) -> None:
    (data / "decks" / "maison" / "deck.json").write_text(content)
    nainjaune("deck", "show", "maison", "--data", data).refused(said)


def test_bad_orders_are_one_line(nainjaune, data: Path, tmp_path: Path) -> None:
    photo = tmp_path / "green.png"
    cv2.imwrite(str(photo), np.full((240, 320, 3), (60, 110, 40), np.uint8))

    def learn(*args: object):
        return nainjaune("deck", "learn", *args, "--data", data)

    learn().refused("expected photos, or --camera")
    learn(photo, "--camera", "0").refused("expected photos, or --camera")
    learn(photo, "--cards", "QS 7D QS").refused("QS twice")
    learn(photo, "--cards", "XX").refused("XX")
    learn(photo, "--is", "1.1").refused("expected PHOTO.NUMBER=CARD")
    learn(photo, "--is", "1.1=QS", "--is", "1.1=KS").refused("two things of one card")
    learn(photo, "--is", "first=QS").refused("expected PHOTO.NUMBER=CARD")
    learn(photo, "--cards", "KS AS", "--is", "1.1=QS").refused("does not name QS")
    learn(photo, "--is", "1.1=QS").refused("1.1: no such card")
    learn(photo, "--cards", "QS", "--cards", "KS").refused("2 times for 1 photo")
    learn(photo, "--name", "../evil").refused("'../evil'")
    learn(photo, "--name", "other").refused("no card was told")
    assert decks.names(data) == ["maison"]


def test_reading_with_a_deck_that_is_not_there_is_one_line(
    nainjaune, data: Path, tmp_path: Path, table_file
) -> None:
    nainjaune("cards", tmp_path / "x.jpg", "--deck", "autre", "--data", data).refused("there are: maison")
    nainjaune("play", "--deck", "autre", "--data", data).refused("there are: maison")
    photo = tmp_path / "table.png"
    cv2.imwrite(str(photo), np.full((240, 320, 3), 90, np.uint8))
    table = table_file(tmp_path / "T.json", deck="autre")
    nainjaune("watch", photo, "--table", table, "--data", data).refused("there are: maison")
    nainjaune("watch", photo, "--table", table, "--data", data, "--deck", "maison")


def test_a_name_is_a_folder_s_name_and_nothing_else(tmp_path: Path) -> None:
    for name in ("", ".", "..", "a/b", "a\\b", "a" * 41, "a.", " a", "-x"):
        with pytest.raises(BadInput, match="expected a name"):
            decks.folder_of(name, tmp_path)
    assert decks.folder_of("Jeu de Mémé 2", tmp_path) == tmp_path / "decks" / "Jeu de Mémé 2"


def test_a_family_s_52_cards_are_learnt_again_over_what_was_known(tmp_path: Path) -> None:
    decks.save("jeu", {card: _picture(1) for card in DECK}, tmp_path)
    decks.save("jeu", {DECK[0]: _picture(2), DECK[1]: _picture(3)}, tmp_path)
    assert set(decks.load("jeu", tmp_path)) == {DECK[0], DECK[1]}
    assert len(list((tmp_path / "decks" / "jeu").glob("*.png"))) == 2


def test_a_camera_takes_a_photo_whenever_the_table_rests(nainjaune, tmp_path: Path) -> None:
    deck = drawn_deck(np.random.default_rng(20))
    last = [Card(7, "D"), Card(4, "S"), Card(9, "H"), Card(1, "C")]
    shows = [last[:3], last]
    film = cv2.VideoWriter(str(tmp_path / "f.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 300))
    for cards in shows:
        photo = np.full((300, 640, 3), (60, 110, 40), np.uint8)
        for k, card in enumerate(cards):
            face = cv2.resize(deck.face(card)[..., 2::-1], (140, 200), interpolation=cv2.INTER_AREA)
            photo[50:250, 10 + 155 * k : 150 + 155 * k] = face
        for _ in range(8):
            film.write(photo)
    film.release()
    camera = ("--camera", tmp_path / "f.avi", "--port", 0)
    ran = nainjaune("deck", "learn", *camera, "--data", tmp_path, "--json")
    assert ran.lines[0]["address"].startswith("http://127.0.0.1:")
    progress = [line["learnt"] for line in ran.lines if "learnt" in line]
    assert len(progress) == 3 and progress == sorted(progress)
    taken = [line for line in ran.lines if "photo" in line]
    assert [line["photo"] for line in taken].count(2) == 1, "only the fourth card is news"
    right = {card.code for card in last}
    assert {line["card"] for line in taken if line["state"] == "learnt"} <= right
    assert {c.code for c in decks.load("maison", tmp_path)} <= right


def test_a_phone_sees_what_is_missing_when_it_shows_the_token() -> None:
    told = {"cards": ["QS", "7D"], "learnt": ["QS"], "asked": []}
    phone = TestClient(create_app(lambda: told, "secret"))
    assert phone.get("/lesson").status_code == 401
    assert phone.get("/lesson", headers={"Authorization": "Bearer secret"}).json() == told
    for file in ("/", "/deck.js", "/deck.css"):
        answer = phone.get(file)
        assert answer.status_code == 200 and "default-src 'none'" in answer.headers["Content-Security-Policy"]
