"""Past evenings while none is being played: the page `history/` with a store and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Annotated, Any

from fastapi import Depends, Header
from fastapi.responses import JSONResponse

from companion_api.store import Store
from companion_api.web import passes
from companion_api.web.answers import UNKEPT
from companion_api.web.auth import bearer, stranger
from companion_api.web.pages import applications
from companion_api.web.rights import admitting
from companion_api.web.routes import past as past_api


@dataclass(frozen=True, slots=True)
class NoEvening:
    """What stands where an evening would: none can be forgotten by mistake.

    Attributes:
        store: the past evenings.
        evening: whose ``id`` is no evening's.
        table: None.
    """

    store: Store
    evening: Any
    table: None = None


class PastEvenings:
    """Past evenings, shown.

    Args:
        store: closed at the end.
        token: made for this visit; passes are signed with it.

    Attributes:
        app: what pages see.
    """

    def __init__(self, store: Store, token: str) -> None:
        self._store = store
        store.unreadable()  # what evenings came to is kept: that they still read is looked at here
        self.token = token
        self.app = applications.application("nainjaune past")

        @self.app.get("/api/join")
        def joined(authorization: Annotated[str | None, Header()] = None) -> JSONResponse:
            """Who holds this pass, as the table's page asks it."""
            held = passes.read(token, bearer(authorization))
            if held is None:
                raise stranger()
            return JSONResponse({"roles": [], "players": [], "you": held.to_json()}, headers=UNKEPT)

        nothing = NoEvening(store, SimpleNamespace(id=0))
        admit = admitting(partial(passes.read, token))
        self.app.include_router(past_api.router(nothing), dependencies=[Depends(admit)])
        applications.add_to(self.app)

    def close(self) -> None:
        """Let go of the store."""
        self._store.close()
