"""«Imprimer le plateau»: the printed kit as pages that the browser prints, with what every install has."""

from __future__ import annotations

from html import escape
from typing import Literal

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from companion_api.saying.words import words
from hardware.print import kit
from languages import FIRST, LANGUAGES

SHOWN = ("board", "markers", "chips", "check", "camera")
TITLES = {
    "board": "print.board_title",
    "markers": "print.corners_title",
    "chips": "print.chips_title",
    "check": "print.check_title",
    "camera": "print.camera_title",
}
"""What each piece is called, in the words' catalogue."""


def add_to(app: FastAPI) -> None:
    """Serve ``/kit/PIECE.html``."""

    @app.get("/kit/{piece}.html", include_in_schema=False)
    def sheets(
        piece: Literal[SHOWN],  # type: ignore[valid-type]
        lang: Literal[LANGUAGES] = FIRST,  # type: ignore[valid-type]
        paper: Literal["a4", "letter"] = "a4",
        board: Literal["a2", "a3"] = "a2",
    ) -> HTMLResponse:
        """The sheets of one piece, each as large as its paper."""
        return HTMLResponse(page(piece, lang, paper, board))


def page(piece: str, lang: str, paper: str = "a4", board: str = "a2") -> str:
    """One piece of the kit as a page: on a screen with a button, on paper the sheets alone."""
    say = words(lang)
    title = escape(say.say(TITLES[piece]))
    others = "".join(
        f'<a href="{each}.html?lang={lang}&amp;paper={paper}">{escape(say.say(TITLES[each]))}</a>'
        for each in SHOWN
        if each != piece
    )
    drawn = "".join(kit.pictures(piece, say.entry("print"), paper, board))
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="icon" href="../icon.svg" type="image/svg+xml"><link rel="stylesheet" href="kit.css">'
        f'<script type="module" src="kit.js"></script></head><body><header><h1>{title}</h1>'
        f'<button id="print">{escape(say.say("print.press"))}</button>{others}'
        f'<a href="../start/">{escape(say.say("start_page"))}</a>'
        f"<p>{escape(say.say('print.scale'))}</p></header><main>{drawn}</main></body></html>"
    )
