"""Packs that were learnt, each a folder of its own in the data folder.

``decks/NAME/deck.json`` is ``{"format": 1, "name": NAME, "cards": {"QS": "QS.png", …}}`` and each
file beside it the flattened, upright picture of that card, PNG, 112 × 160 pixels, colour. That is
the whole format: what is read from the pictures is worked out when they are loaded, so a deck
stays good when the networks change, and a picture that is wrong can be deleted with its line.
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from companion_api.system.data_folder import data_folder
from engine import reading
from engine.cards import DECK, Card
from engine.errors import BadInput
from hardware.files.photos import read_photo
from hardware.files.private import private_folder, write_private
from hardware.files.texts import read_json
from vision.cards.deck import PackReader
from vision.cards.reader import SIZE

FORMAT = 1
_NAME = re.compile(r"[^\W_][\w .-]{0,39}", re.UNICODE)


def folder_of(name: str, data: str | Path | None = None) -> Path:
    """The folder of the deck called *name*; *data*: the data folder, None: the usual one.

    Raises:
        BadInput: nothing can be called so.
    """
    name = unicodedata.normalize("NFC", name)
    if not _NAME.fullmatch(name) or name.endswith((" ", ".")):
        raise BadInput(f"deck {name!r}: expected a name of 1 to 40 letters, digits, blanks, - and _")
    return _decks(data) / name


def _decks(data: str | Path | None) -> Path:
    # A database's address holds evenings, no pictures of cards.
    here = data_folder() if data is None or "://" in str(data) else Path(data)
    return here / "decks"


def names(data: str | Path | None = None) -> list[str]:
    """The decks there are, by name."""
    try:
        return sorted(place.parent.name for place in _decks(data).glob("*/deck.json"))
    except OSError as error:
        raise BadInput(f"{_decks(data)}: cannot be opened ({error.strerror})") from None


def cards_of(name: str, data: str | Path | None = None) -> dict[Card, str]:
    """The cards learnt of a deck, with the names of their pictures.

    Raises:
        BadInput: there is no such deck, or its file is not what it should be.
    """
    folder = folder_of(name, data)
    file = folder / "deck.json"
    if not file.is_file():
        known = ", ".join(names(data)) or "none; nainjaune deck learn makes one"
        raise BadInput(f"deck {name!r}: not learnt yet (there are: {known})")
    content = read_json(file, "a deck as `nainjaune deck learn` writes it")
    where = str(file)
    deck = reading.mapping(content, where, "the deck")
    if deck.get("format") != FORMAT:
        raise BadInput(f"{file}: 'format' is {reading.shown(deck.get('format'))}, expected {FORMAT}")
    files: dict[Card, str] = {}
    for code, picture in reading.mapping(reading.field(deck, "cards", where), where, "'cards'").items():
        card = reading.card(code, where, "'cards'")
        if not isinstance(picture, str) or Path(picture).name != picture:
            raise BadInput(f"{file}: {card} has {reading.shown(picture)}, expected a picture beside it")
        files[card] = picture
    return files


def load(name: str, data: str | Path | None = None) -> dict[Card, np.ndarray]:
    """The cards learnt of a deck, with their pictures (uint8 BGR, `SIZE`).

    Raises:
        BadInput: there is no such deck, or its files are not what they should be.
    """
    folder = folder_of(name, data)
    pictures: dict[Card, np.ndarray] = {}
    for card, picture in cards_of(name, data).items():
        pictures[card] = read_photo(folder / picture)
        if pictures[card].shape[1::-1] != SIZE:
            raise BadInput(f"{folder / picture}: expected {SIZE[0]} × {SIZE[1]} pixels")
    return pictures


def save(name: str, pictures: Mapping[Card, np.ndarray], data: str | Path | None = None) -> None:
    """Write a deck in place of what was known of it; whoever reads meanwhile finds the old one or the new.

    Raises:
        BadInput: it cannot be written.
    """
    folder = folder_of(name, data)
    cards = {card.code: f"{card.code}.png" for card in DECK if card in pictures}
    content = {"format": FORMAT, "name": name, "cards": cards}
    try:
        private_folder(folder)
        for card, picture in pictures.items():
            write_private(folder / cards[card.code], cv2.imencode(".png", picture)[1].tobytes())
        write_private(folder / "deck.json", (json.dumps(content, indent=1) + "\n").encode())
        for old in {*folder.glob("*.png")} - {folder / name for name in cards.values()}:
            old.unlink()
    except OSError as error:
        raise BadInput(f"{folder}: the deck cannot be written ({error.strerror})") from None


def forget(name: str, data: str | Path | None = None) -> None:
    """Delete a deck and its pictures.

    Raises:
        BadInput: there is none of that name, or it cannot be deleted.
    """
    folder = folder_of(name, data)
    if not (folder / "deck.json").exists():
        load(name, data)
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be deleted ({error.strerror})") from None


def reader_for(name: str | None, data: str | Path | None = None) -> PackReader | None:
    """The reader of the deck called *name*; None for no name: the shipped reader does.

    Raises:
        BadInput: see `load`.
    """
    return None if name is None else PackReader(load(name, data))
