"""What all our applications begin with and browsers get from each: the page's files, its words, the kit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from starlette.requests import Request

from companion_api.web.answers import pack
from companion_api.web.door.gate import guard
from companion_api.web.failures import answer_failures
from companion_api.web.pages import brought, how_to, kit, page_words
from companion_api.web.pages.files import Files

PAGE = Path(__file__).parents[2] / "page"


def application(title: str, names: Iterable[str] = ()) -> FastAPI:
    """An application that answers nothing yet: what every request passes stands before it.

    Args:
        title: what it calls itself.
        names: of this computer (`companion_api.web.door.gate`).
    """
    app = FastAPI(title=title, openapi_url=None)
    pack(app)
    guard(app, names)
    answer_failures(app)
    return app


def add_to(app: FastAPI) -> None:
    """Serve all pages; last, since they answer to every address that nothing else does."""
    brought.add_to(app)
    page_words.add_to(app)
    how_to.add_to(app)
    kit.add_to(app)
    app.mount("/", Files(directory=PAGE, html=True))


def add_one(app: FastAPI, page: str, *files: str) -> None:
    """Serve one page alone; last.

    Args:
        page: its folder.
        files: what it needs besides, of those that all pages have.
    """
    for name in files:
        app.add_route(f"/{name}", _file(PAGE / name))
    page_words.add_to(app)
    app.mount("/", Files(directory=PAGE / page, html=True))


def _file(path: Path) -> Callable[[Request], FileResponse]:
    return lambda request: FileResponse(path)
