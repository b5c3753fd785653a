"""A browser films a recorded round for the table, and the companion settles it: a minute of real time."""

from __future__ import annotations

import json
import os
import statistics
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import cv2
import numpy as np
import pytest
from browser import leave, phone
from scripted import wait_for

from bench.films.film_figures import COMPARED
from hardware.cameras.film import Film

GAMES = Path(os.environ.get("NAINJAUNE_GAMES", "../shared/games"))
pytestmark = [
    pytest.mark.skipif("NAINJAUNE_LONG" not in os.environ, reason="a minute a game: set NAINJAUNE_LONG=1"),
    pytest.mark.skipif(not GAMES.is_dir(), reason=f"no filmed games at {GAMES} (NAINJAUNE_GAMES)"),
]
CAMERA_FPS = 30
"""Chromium's fake camera plays a file of JPEG pictures at this rate, whatever the film's own."""


def as_camera(film: Path, out: Path) -> float:
    """The film as a file for the fake camera, which begins again at its end: seconds of the film."""
    with Film(film) as frames, out.open("wb") as file:
        times = CAMERA_FPS / frames.fps
        shown, number = 0.0, 0
        for number, frame in enumerate(frames, 1):
            jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()
            while shown < number * times:
                file.write(jpeg)
                shown += 1
        for _ in range(10 * CAMERA_FPS):  # the table lies still before the film begins again
            file.write(jpeg)
        return number / frames.fps


@pytest.mark.parametrize("name", ["light-wood-4", "dark-wood-3"])
def test_a_phone_films_a_game_to_its_settlement(name: str, tmp_path: Path, started) -> None:
    truth = json.loads((GAMES / f"{name}.truth.json").read_text())
    calls = [json.loads(line) for line in (GAMES / f"{name}.calls.jsonl").read_text().splitlines()]
    seconds = as_camera(GAMES / f"{name}.mp4", tmp_path / "camera.mjpeg")
    table = (GAMES / f"{name}.table.json").absolute()
    options = ("--camera", "phone", "--table", table, "--port", 0, "--data", "data", "--json")
    play = started("play", *options, cwd=tmp_path)
    assert play.stdout is not None
    link = json.loads(play.stdout.readline())["address"]
    told: list[tuple[float, dict]] = []
    listener = threading.Thread(target=listen, args=(play.stdout, told), daemon=True)
    listener.start()
    browser = phone(
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={tmp_path / 'camera.mjpeg'}",
    )
    try:
        browser.get(link.replace("/#", "/camera/#"))
        start = browser.find_element("#start")
        wait_for(start.is_displayed)
        start.click()
        wait_for(lambda: browser.execute_script("return document.getElementById('view').currentTime > 0"))
        shown = [position(browser)]
        for moment, call in [*((call["t"], call) for call in calls), (seconds + 3, None)]:
            while shown[-1][1] < moment:
                time.sleep(min(0.2, moment - shown[-1][1]))
                shown.append(position(browser))
            if call is not None:
                tap(link, call)
        said = browser.find_element("#said").text
    finally:
        leave(browser)
        play.terminate()
    listener.join(10)
    settled = [line for _, line in told if line["type"] == "settlement"]
    late = delays(told, truth, shown)
    slow = (shown[-1][0] - shown[0][0]) / (shown[-1][1] - shown[0][1])
    print(f"{name}: {said}; the fake camera took {slow:.2f} times the film's length")
    late = [statistics.median(late), statistics.quantiles(late, n=20)[-1]]
    print(f"{name}: delay median {late[0]:.2f} s, p95 {late[1]:.2f} s")
    assert settled, [line for _, line in told if line["type"] == "alert"]
    ours, theirs = settled[-1], truth["settlement"]
    for field in COMPARED:
        assert plain(ours.get(field)) == plain(theirs.get(field)), field


def position(browser) -> tuple[float, float]:
    """When, and how many seconds of its file the fake camera has shown: a busy computer makes it late."""
    frames = browser.execute_script(
        "return document.getElementById('view').srcObject.getVideoTracks()[0].stats.totalFrames"
    )
    return time.monotonic(), frames / CAMERA_FPS


def plain(value: object) -> object:
    """Lists without regard to their order."""
    return sorted(json.dumps(each, sort_keys=True) for each in value) if isinstance(value, list) else value


def tap(link: str, call: dict) -> None:
    """What a phone sends when somebody taps «Dame qui prend»; again when the table moved on or was busy."""
    base, _, token = link.partition("/#t=")
    log = urllib.request.Request(f"{base}/api/log", headers={"Authorization": f"Bearer {token}"})
    for _ in range(5):
        with urllib.request.urlopen(log) as answer:
            seq = len(answer.read().decode().splitlines())
        body = {"tap": "call", "seq": seq, "card": call["card"]} | (
            {"player": call["player"]} if "player" in call else {}
        )
        request = urllib.request.Request(
            f"{base}/api/taps", json.dumps(body).encode(), {"Authorization": f"Bearer {token}"}
        )
        try:
            urllib.request.urlopen(request).close()
            return
        except urllib.error.HTTPError as error:
            if error.code not in (409, 503):
                raise


def listen(lines, told: list[tuple[float, dict]]) -> None:
    """When each event was printed."""
    for line in lines:
        told.append((time.monotonic(), json.loads(line)))


def delays(told: list[tuple[float, dict]], truth: dict, shown: list[tuple[float, float]]) -> list[float]:
    """Seconds from a card lying free before the camera to its event on the computer's output."""
    clock, film = zip(*shown, strict=True)
    ours = {line["card"]: at for at, line in reversed(told) if line["type"] == "card_played"}
    theirs = {line["card"]: line["t"] for line in truth["events"] if line["type"] == "card_played"}
    return [ours[card] - float(np.interp(t, film, clock)) for card, t in theirs.items() if card in ours]
