"""Before an evening: a family's own pack and chips, learnt from what its camera shows.

The phone asks again and again how far it is (`Learning.look`); whenever the picture has come to rest
with something new in it, it is taken as a photo. `nainjaune deck learn` takes its photos alike.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from companion_api.doctor import camera_check
from companion_api.evening.taps import Refused
from companion_api.learning import decks
from engine.boundaries import Point, Quad
from engine.cards import DECK, Card
from engine.errors import BadInput
from vision.cards.deck import Lesson
from vision.chips.discs import Chip, find_chips
from vision.chips.kinds import learn_kinds
from vision.motion.stillness import Stillness
from vision.redaction.redacted import Scene

REST = 0.7
"""Seconds that a camera's whole picture lies still before it is taken as a photo."""
MOVED = 0.002
"""Share of the picture that must have changed since the last photo for another one."""
MOST_SHOWN = 600
"""Outlines seen in one lesson after which no photo is taken any more: a camera may look on for hours."""
DOUBTS_SHOWN = 4
"""Pictures that a phone asks about at a time."""
CHIPS_SHOWN = 24
"""Chips that a phone offers, the surest."""


class Photographer:
    """Says of which pictures of a film to make a photo: those at rest that show something new."""

    def __init__(self) -> None:
        self._stillness = Stillness()
        self._last: np.ndarray | None = None

    def takes(self, image: np.ndarray, t: float) -> bool:
        """Whether the next picture (uint8 BGR, of time ``t``) is one to take."""
        still = self._stillness.look(image, t)
        # The frame's edges may hold a person who never lies still.
        if np.mean(still.t - still.since < REST) > MOVED:
            return False
        if self._last is not None and np.mean(np.abs(still.small - self._last).max(2) > still.step) <= MOVED:
            return False
        self._last = still.small
        return True


def lesson_json(lesson: Lesson) -> dict[str, list[str]]:
    """The cards of a pack, those learnt, and those seen but not sure, as codes."""
    known = lesson.learnt
    asked = {one.card for one in lesson.shown if one.state == "asked" and one.card is not None}
    return {
        "cards": [card.code for card in DECK],
        "learnt": [card.code for card in DECK if card in known],
        "asked": [card.code for card in DECK if card in asked],
    }


class _Pack:
    """A pack while it is shown."""

    def __init__(self, name: str, known: dict[Card, np.ndarray]) -> None:
        self.name = name
        self.lesson = Lesson(known)
        self.photographer = Photographer()
        self.photo = 0


class Learning:
    """What is learnt before an evening, one thing at a time.

    Args:
        still: the camera's picture now (H × W × 3, BGR) or None.
        data: where decks are kept (`companion_api.learning.decks`).
    """

    def __init__(self, still: Callable[[], Any], data: str | None = None) -> None:
        self._still = still
        self._data = data
        self._pack: _Pack | None = None
        self._chips: np.ndarray | None = None
        self._alone = threading.Lock()

    # -- the pack --------------------------------------------------------------------------

    def decks(self) -> list[dict[str, Any]]:
        """The packs there are and read: ``[{name, cards (how many are known)}]``."""
        found = []
        for name in decks.names(self._data):
            with contextlib.suppress(BadInput):
                found.append({"name": name, "cards": len(decks.cards_of(name, self._data))})
        return found

    def begin(self, name: str) -> None:
        """A pack is shown from now on; of one that is known the rest.

        Raises:
            BadInput: nothing can be called so.
        """
        folder = decks.folder_of(name, self._data)
        known = decks.load(name, self._data) if (folder / "deck.json").exists() else {}
        with self._alone:
            self._pack = _Pack(name, known)

    def look(self) -> dict[str, Any]:
        """Look at the table, and how far the pack is.

        Returns:
            ``name, cards, learnt, asked`` (`lesson_json`), ``size, jpeg`` (the still), ``shown
            [{card, state, corners}]`` in the last photo, ``doubts [{id, card, jpeg}]`` (the
            likeliest card, its picture).

        Raises:
            Refused: no pack is being learnt, or no picture comes.
        """
        with self._alone:
            pack, image = self._learnt, self._picture()
            if len(pack.lesson.shown) < MOST_SHOWN and pack.photographer.takes(image, time.monotonic()):
                pack.photo = next((one.photo for one in pack.lesson.show(image, goes_on=True)), 0)
            doubts = [one for one in pack.lesson.shown if one.state == "asked"][-DOUBTS_SHOWN:]
            shown = [one for one in pack.lesson.shown if one.photo == pack.photo]
            return {
                "name": pack.name,
                **lesson_json(pack.lesson),
                **camera_check.still(image, [one.corners for one in shown]),
                "shown": [
                    {
                        "card": one.card.code if one.card else None,
                        "state": one.state,
                        "corners": camera_check.rounded(one.corners),
                    }
                    for one in shown
                ],
                "doubts": [
                    {"id": one.id, "card": one.card.code if one.card else None, "jpeg": _jpeg(one.crop)}
                    for one in doubts
                ],
            }

    def say(self, id_: str, card: Card | None) -> None:
        """People say what a picture shows; None: no card.

        Raises:
            BadInput: there is no such picture, or its photo shows that card elsewhere.
            Refused: no pack is being learnt.
        """
        with self._alone:
            self._learnt.lesson.say({id_: card})

    def keep(self) -> None:
        """Keep what is known of the pack.

        Raises:
            Refused: no pack is being learnt, or nothing of it is known.
            BadInput: it cannot be written.
        """
        with self._alone:
            pack = self._learnt
            if not pack.lesson.learnt:
                raise Refused("nothing", "no card was told in what was shown")
            decks.save(pack.name, pack.lesson.learnt, self._data)
            self._pack = None

    def leave(self) -> None:
        """Learn no pack any more; nothing of it is kept."""
        with self._alone:
            self._pack = None

    def forget(self, name: str) -> None:
        """Delete a pack.

        Raises:
            BadInput: there is none of that name.
        """
        decks.forget(name, self._data)

    @property
    def _learnt(self) -> _Pack:
        if self._pack is None:
            raise Refused("nothing", "no pack is being learnt")
        return self._pack

    # -- chips -----------------------------------------------------------------------------

    def chips(self) -> dict[str, Any]:
        """The chips in a photo taken now.

        Returns:
            ``size, jpeg`` (the photo), ``chips [{shape, colour, center, size}]``, the surest first.

        Raises:
            Refused: no picture comes.
        """
        with self._alone:
            image = self._chips = self._picture()
        found = sorted(find_chips(image), key=lambda chip: -chip.confidence)[:CHIPS_SHOWN]
        return {
            **camera_check.still(image, [_round(chip) for chip in found]),
            "chips": [
                {
                    "shape": chip.shape,
                    "colour": chip.colour,
                    "center": [round(place, 1) for place in chip.center],
                    "size": round(chip.size, 1),
                }
                for chip in found
            ],
        }

    def kinds(self, taps: dict[str, Point]) -> dict[str, Any]:
        """The kinds of chips, as a table's ``chips`` has them but for the value, from taps on that photo.

        Raises:
            Refused: no photo was taken, or two kinds look alike.
        """
        if self._chips is None:
            raise Refused("nothing", "no photo of chips was taken")
        try:
            kinds = learn_kinds(self._chips, taps, dict.fromkeys(taps, 1))
        except BadInput as wrong:
            raise Refused("chips", str(wrong)) from None
        return {kind.name: {"shape": kind.shape, "colour": kind.colour} for kind in kinds}

    def _picture(self) -> np.ndarray:
        image: np.ndarray | None = self._still()
        if image is None:
            raise Refused("picture", "no picture comes from the camera")
        return image


def _jpeg(crop: np.ndarray) -> str:
    """A card that is shown to be learnt, all of it."""
    height, width = crop.shape[:2]
    return camera_check.as_text(Scene(crop, (((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)),)))


def _round(chip: Chip) -> Quad:
    """An outline round a chip."""
    (x, y), reach = chip.center, chip.size
    return ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
