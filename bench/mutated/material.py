"""Good files of every kind that a command reads, made by the program itself: what is mutated.

The files are the same in every process, so that a seed alone replays a mutation.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from bench.spoken.spoken_rounds import Manners, spoken_round
from bench.tapped.engine import random_log
from companion_api.family import exchange, spreadsheet
from companion_api.family.past import Chronicle
from companion_api.learning import decks
from companion_api.store import Store
from engine import notation
from engine.cards import DECK
from engine.evening.presets import HousePreset
from engine.events import Event, to_json
from engine.games import game
from engine.table import table_from_json
from hardware.hearing.sound import write_wav
from hardware.quiet import silenced
from hardware.simulator import SimulatedTable
from vision.cards.reader import SIZE as CARD

FRAME = (192, 108)
"""Width and height of photographs and films: small, so that many can be looked at."""
FRAMES = 6
DECK_NAME = "maison"
KINDS = (
    "log",
    "notation",
    "table",
    "calls",
    "script",
    "sound",
    "deck",
    "csv",
    "json",
    "image",
    "film",
    "database",
)

Files = Mapping[str, list[Path]]


def make(folder: Path) -> Files:
    """Write the files of each of `KINDS`; of a deck and a database the file inside their folder.

    Args:
        folder: an empty one, where they go.
    """
    logs = [
        random_log(kind, rules, seed, players)
        for kind, rules in game.GAMES
        for seed, players in ((1, 3), (2, 5))
    ]
    files = {kind: list(_written(folder / kind, each)) for kind, each in _texts(logs).items()}
    picture = _picture()
    files["image"] = list(_images(folder / "image", picture))
    files["film"] = list(_films(folder / "film", picture))
    files["sound"] = [folder / "sound" / "a.wav"]
    files["sound"][0].parent.mkdir()
    tone = np.sin(np.arange(8000) / 5) * 9000
    write_wav(files["sound"][0], tone.astype(np.int16), 16_000)
    files["deck"] = _deck(folder / "deck")
    history = _database(folder / "database", logs)
    for kind, text in history.items():
        files[kind] = list(_written(folder / kind, [(f"a.{kind}", text)]))
    found = [path for path in (folder / "database").iterdir() if path.is_file()]
    files["database"] = sorted(found, key=lambda path: -path.stat().st_size)[:1]
    return files


def _written(folder: Path, texts: list[tuple[str, str]]) -> Iterator[Path]:
    folder.mkdir()
    for name, text in texts:
        (folder / name).write_text(text, encoding="utf-8", newline="")
        yield folder / name


def _texts(logs: list[list[Event]]) -> dict[str, list[tuple[str, str]]]:
    """(name, text) of each text file by kind."""
    names = ["Ana", "Zoé", "Chloé"]
    table: dict[str, Any] = {
        "game": "nain-jaune", "rules": "lindor", "options": {"fiche": "5"}, "dealer": names[-1],
        "players": [{"name": name, "seat": [60 * n + 20, 100]} for n, name in enumerate(names)],
        "board": [[60, 20], [130, 20], [130, 80], [60, 80]], "size": list(FRAME),
        "boxes": {"TD": 0, "JC": 2, "QS": 0, "KH": 4, "7D": 0}, "stock": 100,
        "chips": {"jeton": {"value": 1, "colour": "#d03020", "shape": "round"}, "fiche": {"value": 5}},
    }  # fmt: skip
    bare = {"players": names, "dealer": names[0], "rules": "french_page"}
    spoken = spoken_round(table_from_json(table, "table"), random.Random(1), Manners())
    calls = [
        {"t": heard.t, "player": heard.player, "card": heard.call.code}
        for heard in spoken.tapped
        if heard.call
    ]
    script = [
        {"t": 1.5 * n, "text": text, "confidence": 0.9, "end": 1.5 * n + 1}
        for n, text in enumerate(("dame qui prend", "sans six", "nain jaune", "passe le sel"))
    ]
    return {
        "log": [(f"{n}.jsonl", _lines(map(to_json, log))) for n, log in enumerate(logs)],
        "notation": [(f"{n}.nj", notation.write(log)) for n, log in enumerate(logs)],
        "table": [("a.json", json.dumps(table, indent=1)), ("b.json", json.dumps(bare))],
        "calls": [("a.jsonl", _lines(calls))],
        "script": [("a.jsonl", _lines(script))],
    }


def _lines(values: Any) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def _picture() -> np.ndarray:
    """A simulated table in the middle of a round."""
    with SimulatedTable(1) as simulated:
        frames = simulated.frames()
        frame = next(frame for number, frame in enumerate(frames) if number == 20)
    return np.asarray(cv2.resize(frame.image, FRAME, interpolation=cv2.INTER_AREA))


def _images(folder: Path, picture: np.ndarray) -> Iterator[Path]:
    folder.mkdir()
    colours = Image.fromarray(picture[:, :, ::-1])
    grey = np.asarray(colours.convert("L"))
    exif = Image.Exif()
    exif[0x0112] = 6
    saved: dict[str, tuple[Image.Image, dict[str, Any]]] = {
        "a.jpg": (colours, {"exif": exif, "quality": 90}),
        "progressive.jpg": (colours, {"progressive": True}),
        "cmyk.jpg": (colours.convert("CMYK"), {}),
        "a.png": (colours, {}),
        "palette.png": (colours.quantize(32), {"transparency": 3}),
        "alpha.png": (colours.convert("RGBA"), {"exif": exif}),
        "wide.png": (Image.fromarray(grey.astype(np.uint16) * 257), {}),
        "a.webp": (colours, {"exif": exif}),
        "moving.webp": (colours, {"save_all": True, "append_images": [colours.rotate(9)]}),
        "a.bmp": (colours, {}),
        "a.tif": (colours, {"compression": "tiff_lzw", "exif": exif}),
        "deflated.tif": (colours, {"compression": "tiff_adobe_deflate"}),
        "packed.tif": (colours.convert("1"), {"compression": "group4"}),
        "jpeg.tif": (colours, {"compression": "jpeg"}),
        "float.tif": (Image.fromarray(grey.astype(np.float32) / 255), {}),
    }
    for name, (image, options) in saved.items():
        image.save(folder / name, **options)
        yield folder / name


def _films(folder: Path, picture: np.ndarray) -> Iterator[Path]:
    folder.mkdir()
    for name, codec in (
        ("a.mp4", "mp4v"),
        ("a.avi", "MJPG"),
        ("a.mkv", "mp4v"),
        ("a.ts", "mpg2"),
        ("a.webm", "VP80"),
    ):
        path = folder / name
        with silenced():  # FFmpeg, about each codec's name
            writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*codec), 15, FRAME)
        if not writer.isOpened():
            continue
        for number in range(FRAMES):
            writer.write(np.roll(picture, number, 1))
        writer.release()
        yield path


def _deck(folder: Path) -> list[Path]:
    noise = np.random.default_rng(1).integers(0, 255, (CARD[1], CARD[0], 3), np.uint8)
    decks.save(DECK_NAME, {card: np.roll(noise, n, 0) for n, card in enumerate(DECK[:4])}, folder)
    place = decks.folder_of(DECK_NAME, folder)
    return [place / "deck.json", place / f"{DECK[0].code}.png"]


def _database(folder: Path, logs: list[list[Event]]) -> dict[str, str]:
    """Evenings in a folder of their own, and the same as CSV and JSON."""
    store = Store(folder)
    try:
        for number, log in enumerate(logs[:4]):
            players = game.fold(log).players
            evening = store.begin({"players": list(players), "dealer": players[-1]}, f"token{number:032}")
            store.append(evening.id, [to_json(event) for event in log])
        store.save_preset(HousePreset("mamie", "lindor", {"opera": "no_card"}))
        texts = {"csv": spreadsheet.to_csv(Chronicle(store).evenings()), "json": exchange.to_json_text(store)}
    finally:
        store.close()
    return texts
