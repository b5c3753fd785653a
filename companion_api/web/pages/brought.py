"""What other packages bring, as the pages ask for it: parts beside the table of games, pages of their own."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from starlette.staticfiles import StaticFiles

from companion_api.games import loader
from companion_api.games.pages import pages


def add_to(app: FastAPI) -> None:
    """Add the addresses; before the page itself is mounted."""

    @app.get("/pages.json", include_in_schema=False)
    def listed() -> JSONResponse:
        """The pages that the menu shows besides ours, by name."""
        return JSONResponse([{"name": each.name, "title": each.title} for each in pages()])

    for each in pages():
        app.mount(f"/pages/{each.name}", StaticFiles(directory=each.folder, html=True))
    for rules, folder in loader.parts():
        app.mount(f"/guests/{rules}", StaticFiles(directory=folder))
