"""What a phone shows while a pack is learnt: the 52 cards, those still missing among them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from fastapi import Depends, FastAPI

from companion_api.learning.learning import lesson_json
from companion_api.system.ports import listen_all
from companion_api.web.auth import invitation
from companion_api.web.door.serve import Beside, address, configured
from companion_api.web.pages import applications
from engine.cards import DECK
from vision.cards.deck import Lesson


def create_app(now: Callable[[], dict[str, Any]], token: str) -> FastAPI:
    """The page, and at ``/lesson`` what *now* gives to whoever shows the *token*."""
    app = applications.application("nainjaune deck")

    @app.get("/lesson", dependencies=[Depends(invitation(token))])
    def lesson() -> dict[str, Any]:
        return now()

    applications.add_one(app, "deck", "ask.js", "storage.js")
    return app


class LessonPage:
    """The page while a lesson lasts; `link` is what to open.

    Args:
        hosts, port: where to listen; see `companion_api.system.ports.listen_all`.

    Raises:
        BadInput: the port cannot be had.
    """

    def __init__(self, hosts: Sequence[str], port: int) -> None:
        self._told: dict[str, Any] = {"cards": [card.code for card in DECK], "learnt": [], "asked": []}
        doors, token = listen_all(hosts, port), secrets.token_urlsafe(16)
        self.link = address(doors[0], token)
        self._beside = Beside(configured(create_app(lambda: self._told, token)), doors, "deck-page")

    def show(self, lesson: Lesson) -> None:
        """Tell phones how far the lesson is."""
        self._told = lesson_json(lesson)

    def close(self) -> None:
        """Close the door."""
        self._beside.close()
