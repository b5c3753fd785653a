"""How each phone comes to trust this computer: a page of its own, by plain HTTP, beside the table's.

It carries no token and shows nothing of the evening: the authority's certificate, its fingerprint
to compare with the terminal's, and what to do on each kind of phone.
"""

from __future__ import annotations

from fastapi import FastAPI, Response

from companion_api.web.door.authority import Papers
from companion_api.web.pages import applications

FILE = "nainjaune.crt"


def create_app(papers: Papers, table: str, names: tuple[str, ...] = ()) -> FastAPI:
    """The page.

    Args:
        papers: with our authority.
        table: where the table's page is, without a token.
        names: of this computer; see `companion_api.web.door.gate`.
    """
    app = applications.application("nainjaune trust", names)

    @app.get(f"/{FILE}")
    def certificate() -> Response:
        """What phones are to trust, as they all read it (DER)."""
        return Response(
            papers.authority,
            media_type="application/x-x509-ca-cert",
            headers={"Content-Disposition": f'attachment; filename="{FILE}"'},
        )

    @app.get("/about.json")
    def about() -> dict[str, str]:
        """What the page tells: ``table``, ``fingerprint``."""
        return {"table": table, "fingerprint": papers.fingerprint}

    applications.add_one(app, "trust", "icon.svg", "ask.js")
    return app
