"""The page parts of games from elsewhere, as the page asks for them."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.staticfiles import StaticFiles

from companion_api.guests import loader


def add_to(app: FastAPI) -> None:
    """Add the addresses; before the page itself is mounted."""

    for rules, folder in loader.parts():
        app.mount(f"/guests/{rules}", StaticFiles(directory=folder))
