"""The words of the pages, as they ask for them: part by part, in every language that there is."""

from __future__ import annotations

import hashlib
import json

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import JSONResponse

import languages
from companion_api.saying import words

GUESTS = "guests"
"""The part that games from elsewhere bring."""


def list_of_languages() -> dict[str, dict[str, str]]:
    """By code what each language calls itself, and what a page says as long as no words have come."""
    return {
        code: {"name": languages.name(code), "away": words.words(code).say("reconnecting")}
        for code in languages.LANGUAGES
    }


def add_to(app: FastAPI) -> None:
    """Add the addresses; before the page itself is mounted."""

    @app.get("/languages.js", include_in_schema=False)
    def module() -> Response:
        """`list_of_languages` as a module of the page's."""
        listed = json.dumps(list_of_languages(), ensure_ascii=False, indent=1)
        text = f'export const LANGUAGES = {listed};\nexport const FIRST = "{languages.FIRST}";\n'
        return Response(text, media_type="text/javascript")

    @app.get("/words/languages.json", include_in_schema=False)
    def listed() -> JSONResponse:
        """The same as JSON."""
        return JSONResponse(list_of_languages())

    @app.get("/words/{language}/{part}.json", include_in_schema=False)
    async def told(request: Request, language: str, part: str) -> Response:
        """One part of what is said in a language; 304 to whoever has it."""
        if language not in languages.LANGUAGES or part not in (*languages.page_parts(), GUESTS):
            raise HTTPException(404, "words")
        table = words.brought(language) if part == GUESTS else languages.page(language, part)
        body = json.dumps(table, ensure_ascii=False).encode("utf-8")
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag})
        return Response(body, media_type="application/json", headers={"ETag": tag})
