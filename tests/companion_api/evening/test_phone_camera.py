"""A phone as the camera: what the server takes, and a real browser that films for the table."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np
import pytest
from browser import Door, leave, phone
from fastapi import Depends, FastAPI
from fastapi.staticfiles import StaticFiles
from fastapi.testclient import TestClient
from scripted import HANGS, wait_for

from companion_api.web.auth import invitation
from companion_api.web.door.gate import guard
from companion_api.web.pages import applications, page_words
from companion_api.web.routes import phone_camera
from engine.errors import BadInput
from hardware.cameras import CameraLost
from hardware.cameras.phone import LARGEST, PhoneFeed, phone_feed

TOKEN = "secret-of-the-evening"
KEY = {"Authorization": f"Bearer {TOKEN}"}


def jpeg(size=(64, 36), colour=(30, 120, 200)) -> bytes:
    return cv2.imencode(".jpg", np.full((size[1], size[0], 3), colour, np.uint8))[1].tobytes()


def app(feed: PhoneFeed) -> FastAPI:
    made = FastAPI()
    guard(made)
    made.include_router(phone_camera.router(feed), dependencies=[Depends(invitation(TOKEN))])
    page_words.add_to(made)
    made.mount("/", StaticFiles(directory=applications.PAGE, html=True))
    return made


def test_pictures_come_out_as_frames_the_newest_first() -> None:
    feed = PhoneFeed((320, 180))
    client = TestClient(app(feed))
    with feed.camera() as camera:
        for shade in (10, 90, 200):
            answer = client.post("/api/camera", content=jpeg((160, 90), (shade,) * 3), headers=KEY)
            told = answer.json()
            assert (told["width"], told["height"]) == (320, 180) and told["waited"] < 400
        frame = next(camera)
        assert frame.image.shape == (180, 320, 3)
        assert abs(int(frame.image[90, 160, 0]) - 200) < 3
        camera.patience = 0.05
        with pytest.raises(CameraLost) as lost:
            next(camera)
        assert lost.value.why == "no_picture"


def test_the_answer_waits_until_the_picture_is_looked_at() -> None:
    feed = PhoneFeed((320, 180))
    client = TestClient(app(feed))

    def waited() -> int:
        told: int = client.post("/api/camera", content=jpeg(), headers=KEY).json()["waited"]
        return told

    # However busy the machine: one of several is answered at once, as none is while nobody looks.
    assert min(waited() for _ in range(5)) < 250  # nobody films
    with feed.camera() as camera:
        assert waited() >= 250
        camera.patience = 5.0
        ended = threading.Event()
        looks = threading.Thread(target=lambda: [next(camera) for _ in iter(ended.is_set, True)])
        looks.start()
        assert min(waited() for _ in range(10)) < 250
        ended.set()
        waited()
        looks.join()


def test_a_picture_that_breaks_off_is_refused_and_the_next_one_shown() -> None:
    feed = PhoneFeed((64, 36))
    with feed.camera() as camera:
        for end in (b"\xff\xda", b"\xff\xd9"):
            with pytest.raises(BadInput, match="damaged or cut off"):
                feed.put(jpeg()[: jpeg().index(end)])
        feed.put(jpeg())
        assert next(camera).image.shape == (36, 64, 3)


def test_the_computer_s_page_says_whether_a_phone_films_and_else_why_not(monkeypatch) -> None:
    feed = PhoneFeed((320, 180))
    client = TestClient(app(feed))

    def state() -> str:
        told: str = client.get("/api/camera", headers=KEY).json()["state"]
        return told

    assert state() == "nobody"
    for says in ("opened", "not_allowed", "no_camera", "needs_https"):
        assert client.post("/api/camera/says", json={"says": says}, headers=KEY).status_code == 204
        assert state() == says
    client.post("/api/camera", content=jpeg(), headers=KEY)
    assert state() == "films"
    monkeypatch.setattr(phone_camera, "STILL_FILMS", -1)
    assert state() == "stopped"
    assert client.post("/api/camera/says", json={"says": "hello"}, headers=KEY).status_code == 422


def test_a_phone_held_upright_is_fitted_in_undistorted() -> None:
    feed = PhoneFeed((320, 180))
    with feed.camera() as camera:
        feed.put(jpeg((90, 160), (255, 255, 255)))
        lit = next(camera).image[:, :, 0] > 128
    assert lit.sum(axis=0).max() == 180
    assert abs(int(lit.any(axis=0).sum()) - 101) <= 1


@pytest.mark.parametrize(
    ("content", "status"),
    [(b"", 422), (b"\xff\xd8\xff\xe0 not a picture", 422), (b"x" * (LARGEST + 1), 413)],
)
def test_what_is_no_picture_is_refused(content: bytes, status: int) -> None:
    client = TestClient(app(PhoneFeed()))
    assert client.post("/api/camera", content=content, headers=KEY).status_code == status
    assert client.post("/api/camera", content=jpeg()).status_code == 401


def test_few_bytes_that_hold_many_pixels_are_refused() -> None:
    bomb = jpeg((8000, 4000))
    assert len(bomb) < LARGEST
    with pytest.raises(BadInput, match="too large"):
        PhoneFeed().put(bomb)


def test_the_size_can_be_asked_for() -> None:
    assert phone_feed("0") is None
    assert phone_feed("phone").size == (1280, 720)
    assert phone_feed("phone:1920x1080").size == (1920, 1080)
    with pytest.raises(BadInput, match="phone:big"):
        phone_feed("phone:big")


BLURRED = "return getComputedStyle(document.querySelector('#view')).filter.includes('blur')"


@pytest.fixture
def filming(tmp_path: Path):
    """A browser whose camera shows a film of a white square that moves."""
    film = tmp_path / "table.mjpeg"
    with film.open("wb") as out:
        for x in range(0, 200, 4):
            image = np.full((240, 320, 3), 60, np.uint8)
            cv2.rectangle(image, (x, 100), (x + 40, 140), (255, 255, 255), -1)
            out.write(cv2.imencode(".jpg", image)[1].tobytes())
    browser = phone(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    yield browser
    leave(browser)


def test_a_browser_films_for_the_table_and_goes_on_after_the_server_was_away(filming) -> None:
    feed = PhoneFeed((320, 240))
    door = Door(app(feed), TOKEN, evening=False)
    with feed.camera() as camera:
        filming.get(door.address.replace("/#", "/camera/#"))
        camera.patience = HANGS
        frames = [next(camera) for _ in range(12)]
        places = {int(np.argmax(frame.image[120, :, 0] > 200)) for frame in frames}
        assert len(places) > 3
        wait_for(lambda: "images par seconde" in filming.find_element("#said").text)
        wait_for(lambda: filming.execute_script(BLURRED))
        door.stop()
        wait_for(lambda: "ne répond pas" in filming.find_element("#said").text)
        door.start()
        number = frames[-1].number
        while next(camera).number < number + 5:
            pass
        camera.close()
    door.stop()
