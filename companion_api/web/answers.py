"""What every route's answers share: nothing is kept by a browser, large ones are packed, how one says no."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse

from companion_api.saying import phrases
from languages import LANGUAGES, SOURCE

LARGEST_MESSAGE = 4096
"""Bytes of one request body or live message: a tap takes about a hundred."""
UNKEPT = {"Cache-Control": "no-store"}
"""Headers of what belongs to this moment or this family alone."""

PACKED = 1000
"""Bytes from which an answer is packed: on a slow line a page comes in a third of the time."""


def pack(app: FastAPI) -> None:
    """Pack this application's larger answers, pages included."""
    app.add_middleware(GZipMiddleware, minimum_size=PACKED)


def refusal(
    why: str, detail: str, status: int = 422, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """``{"error", "detail"}``: a word that the page knows, and a line for people."""
    return JSONResponse({"error": why, "detail": detail}, status, headers)


def in_words(line: str) -> dict[str, dict[str, str]]:
    """``{"said": {language: line}}``, an English line in every language; empty where one does not know it."""
    lines = {language: phrases.translated(line, language) for language in LANGUAGES}
    known = all(other != line for language, other in lines.items() if language != SOURCE)
    return {"said": lines} if known else {}
