"""What every route's answers share: nothing of them is kept by a browser, and how one says no."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi.responses import JSONResponse

UNKEPT = {"Cache-Control": "no-store"}
"""Headers of what belongs to this moment or this family alone."""


def refusal(
    why: str, detail: str, status: int = 422, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """``{"error", "detail"}``: a word that the page knows, and a line for people."""
    return JSONResponse({"error": why, "detail": detail}, status, headers)
