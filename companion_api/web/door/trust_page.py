"""How each phone comes to trust this computer: a page of its own, by plain HTTP, beside the table's.

It carries no token and shows nothing of the evening: the authority's certificate, its fingerprint
to compare with the terminal's, and what to do on each kind of phone.
"""

from __future__ import annotations

from fastapi import FastAPI, Response
from fastapi.responses import FileResponse

from companion_api.web import page_words
from companion_api.web.door.authority import Papers
from companion_api.web.door.gate import guard
from companion_api.web.files import Files
from companion_api.web.pages import PAGE

FILE = "nainjaune.crt"


def create_app(papers: Papers, table: str, names: tuple[str, ...] = ()) -> FastAPI:
    """The page.

    Args:
        papers: with our authority.
        table: where the table's page is, without a token.
        names: of this computer; see `companion_api.web.door.gate`.
    """
    app = FastAPI(title="nainjaune trust", openapi_url=None)
    guard(app, names)

    @app.get(f"/{FILE}")
    def certificate() -> Response:
        """What phones are to trust, as they all read it (DER)."""
        return Response(
            papers.authority,
            media_type="application/x-x509-ca-cert",
            headers={"Content-Disposition": f'attachment; filename="{FILE}"'},
        )

    @app.get("/icon.svg")
    def icon() -> Response:
        """The table's own."""
        return FileResponse(PAGE / "icon.svg")

    @app.get("/ask.js")
    def ask() -> Response:
        """How the table's own page asks."""
        return FileResponse(PAGE / "ask.js")

    @app.get("/about.json")
    def about() -> dict[str, str]:
        """What the page tells: ``table``, ``fingerprint``."""
        return {"table": table, "fingerprint": papers.fingerprint}

    page_words.add_to(app)
    app.mount("/", Files(directory=PAGE / "trust", html=True))
    return app
