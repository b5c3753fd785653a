"""`nainjaune cards FILM...`: what came to lie on the table of a film and what left, of any game."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Any

from companion_api.commands.seeing.frames import PROGRESS, frames_of
from companion_api.saying.words import Words
from engine.boundaries import CardGone, CardLaid, CardLook, CardLookedAgain
from engine.cards import DECK, parse_card
from hardware.cameras import open_camera
from vision.cards.reader import Reader
from vision.film.cards import FilmCards
from vision.film.eyes import trained
from vision.film.told import Told, believed

SUFFIXES = (".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".ts", ".mts", ".mpg", ".mpeg", ".3gp", ".wmv")
"""What films are called."""

Line = dict[str, Any]


def is_film(name: str) -> bool:
    """Whether a file called so is taken for a film."""
    return name.lower().endswith(SUFFIXES)


def lines_of(film: str, reader: Reader) -> Iterator[Line]:
    """What a film tells, as it is told, in the contract's form; the last line says how long it took.

    Args:
        film: a file.
        reader: tells the faces.

    Raises:
        BadInput: it cannot be read; of one that breaks off, after what was seen.
    """
    began, last = time.process_time(), time.monotonic()
    seconds, faces = 0.0, dict[float, int]()
    with open_camera(film) as camera:
        cards = FilmCards(camera.size, trained(reader))
        for frame in frames_of(camera):
            for one in cards.look(frame):
                line = _line(one, faces)
                if line is not None:
                    yield {"film": film, **line}
            seconds = frame.t
            if time.monotonic() - last >= PROGRESS:
                last = time.monotonic()
                print(f"nainjaune: {film}: {seconds:.0f} s", file=sys.stderr)
    cpu = round(time.process_time() - began, 2)
    yield {"film": film, "type": "end", "seconds": round(seconds, 2), "cpu_s": cpu}


def _line(news: Told, faces: dict[float, int]) -> Line | None:
    """One line; None: nothing that was told becomes another thing.

    Args:
        faces: of each card told to lie there, the face that was told last; kept up to date.
    """
    look = news.look
    if isinstance(news, CardLaid):
        return _laid(news.t, news, faces) if believed(news) else None
    laid = _rounded(news.laid)
    if isinstance(news, CardGone):
        if faces.pop(news.laid, None) is None:
            return None
        return {"type": "card_gone", "t": _rounded(news.t), "card": DECK[look.face].code, "laid": laid}
    if not believed(news):
        if faces.pop(news.laid, None) is None:
            return None
        return {"type": "corrected", "t": _rounded(news.t), "laid": laid, "card": None}
    if news.laid not in faces:
        return _laid(news.laid, news, faces)
    if faces[news.laid] == look.face:
        return None
    faces[news.laid] = look.face
    return {"type": "corrected", "t": _rounded(news.t), "laid": laid, "card": DECK[look.face].code}


def _laid(t: float, news: CardLaid | CardLookedAgain, faces: dict[float, int]) -> Line:
    """A card that is believed to lie there now, since second *t*."""
    faces[t] = news.look.face
    return {"type": "card_laid", "t": _rounded(t), **_card(news.look), "corners": _corners(news.look)}


def in_words(line: Line, say: Words) -> str:
    """One line for people."""
    if line["type"] == "end":
        return say.say("terminal.film_end", seconds=line["seconds"], cpu=line["cpu_s"])
    card = None if line.get("card") is None else say.card(parse_card(line["card"]))
    at = f"{line['t']:7.2f} s  "
    if line["type"] == "card_laid":
        return at + say.say("terminal.film_laid", card=card)
    if line["type"] == "card_gone":
        return at + say.say("terminal.film_gone", card=card)
    if card is None:
        return at + say.say("terminal.film_never", laid=line["laid"])
    return at + say.say("terminal.film_corrected", laid=line["laid"], card=card)


def _card(look: CardLook) -> Line:
    return {"card": DECK[look.face].code, "confidence": round(max(look.faces), 4)}


def _corners(look: CardLook) -> list[list[float]]:
    return [[round(x, 1), round(y, 1)] for x, y in look.corners]


def _rounded(t: float) -> float:
    return round(t, 3)
