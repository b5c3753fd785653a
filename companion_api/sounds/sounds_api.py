"""What pages ask of a family's own sounds."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, HTTPException, Response
from fastapi.responses import JSONResponse

from companion_api.server.answers import UNKEPT
from companion_api.sounds.own_sounds import OwnSounds


def add_to(app: FastAPI, sounds: OwnSounds | None, anybody: Any) -> None:
    """Answer at ``/api/sounds``.

    Args:
        app: with its guard.
        sounds: the folder; None: there is none.
        anybody: the dependency that lets everybody in who holds a pass.
    """

    @app.get("/api/sounds", dependencies=[anybody])
    def own() -> Response:
        """Kinds that have a sound of the family's own, and files in its folder that cannot be heard."""
        found = [] if sounds is None else sorted(sounds.found())
        return JSONResponse({"own": found, "refused": sounds.refused() if sounds else []}, headers=UNKEPT)

    @app.get("/api/sounds/{kind}", dependencies=[anybody])
    def sound(kind: str) -> Response:
        """The file that is heard for this kind; 404 where the pack's own sound is."""
        found = None if sounds is None else sounds.found().get(kind)
        try:
            told = None if found is None else found.path.read_bytes()
        except OSError:
            told = None
        if found is None or told is None:
            raise HTTPException(404, "no sound")
        return Response(told, media_type=found.type, headers=UNKEPT)
