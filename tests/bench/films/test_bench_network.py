"""A camera that is cut off is measured to the end, and a round that was not seen is no exact one."""

import json

import cv2
import numpy as np
import pytest

from bench.films import network

FPS, SECONDS = 20, 4


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A film of an empty table, and a round that the film does not show."""
    writer = cv2.VideoWriter(str(tmp_path / "bare.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (320, 192))
    dice = np.random.default_rng(1)
    for _ in range(FPS * SECONDS):
        writer.write(dice.integers(80, 90, (192, 320, 3), np.uint8))
    writer.release()
    board = [[100, 60], [200, 60], [200, 150], [100, 150]]
    players = [{"name": "Ana", "seat": [10, 90]}, {"name": "Bruno", "seat": [310, 90]}]
    table = {"players": players, "dealer": "Bruno", "board": board, "size": [320, 192]}
    (tmp_path / "bare.table.json").write_text(json.dumps(table))
    (tmp_path / "bare.calls.jsonl").write_text("")
    laid = {"type": "card_played", "player": "Ana", "card": "QS", "t": 1.0}
    truth = {"events": [laid], "settlement": {"winner": "Ana", "net": {"Ana": 5, "Bruno": -5}}, "fps": FPS}
    (tmp_path / "bare.truth.json").write_text(json.dumps(truth))
    monkeypatch.setattr(network, "CUTS", 2)
    monkeypatch.setattr(network, "SHORTEST", 0.4)
    monkeypatch.setattr(network, "LONGEST", 0.6)
    return tmp_path


@pytest.mark.parametrize("waits", [True, False])
def test_a_cut_camera_is_measured_to_the_films_end(folder, waits):
    told = network.game(folder, "bare", "rtsp", waits, 1)
    assert (told["exact"], told["honest"], told["settled"]) == (False, True, 0)
    assert (told["cards"], told["cards_right"], told["cuts"]) == (1, 0, 2)
    assert told["memory_grown_mb"] is None and told["memory_mb"] > 50
