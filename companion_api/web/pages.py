"""What browsers get, whatever is shown: the page's files, its words, what «Comment on joue» draws from."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI

from companion_api.web import how_to, page_words
from companion_api.web.files import Files

PAGE = Path(__file__).parents[1] / "page"


def add_to(app: FastAPI) -> None:
    """Serve them; last, since they answer to every address that nothing else does."""
    page_words.add_to(app)
    how_to.add_to(app)
    app.mount("/", Files(directory=PAGE, html=True))
