"""What pages ask of a family's own sounds."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import JSONResponse

from companion_api.family.own_sounds import OwnSounds
from companion_api.web.answers import UNKEPT


def router(sounds: OwnSounds | None) -> APIRouter:
    """``/api/sounds``.

    Args:
        sounds: the folder; None: there is none.
    """
    routes = APIRouter()

    @routes.get("/api/sounds")
    def own() -> Response:
        """Kinds that have a sound of the family's own, and files in its folder that cannot be heard."""
        found = [] if sounds is None else sorted(sounds.found())
        return JSONResponse({"own": found, "refused": sounds.refused() if sounds else []}, headers=UNKEPT)

    @routes.get("/api/sounds/{kind}")
    def sound(kind: str) -> Response:
        """The file that is heard for this kind; 404 where the pack's own sound is."""
        found = None if sounds is None else sounds.found().get(kind)
        try:
            content = None if found is None else found.path.read_bytes()
        except OSError:
            content = None
        if found is None or content is None:
            raise HTTPException(404, "no sound")
        return Response(content, media_type=found.type, headers=UNKEPT)

    return routes
