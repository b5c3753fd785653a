"""Who may see and do what: a row for each thing that is asked of an evening, and nothing without a row.

A device has one role (`evening.who.ROLES`, or the phone that films). Which device is what stands in the
register (`register`), never behind a name: two phones of one player are two devices.

| role | sees | does |
|---|---|---|
| host | everything | everything |
| player | what lies open, past evenings | calls, lays, shows, pays for himself; answers what he is asked |
| television | what lies open, past evenings, the players' code | nothing |
| guest | what lies open | nothing |
| camera | how it is aimed | films |

Files with whole evenings are the host's alone. ``PHONES.md`` has the table row by row; a test holds it
against this one, every route of the application against both, and asks each route as each role.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from fastapi import Header, Request

from companion_api.evening.who import CAMERA, ROLES, Pass
from companion_api.web.auth import bearer, stranger

ANYBODY: tuple[str, ...] = ("anybody",)
"""Without any pass: what a page needs before it may ask, and nothing of an evening."""
INVITED: tuple[str, ...] = ("invited",)
"""Whoever shows an invitation or a pass; what it is worth the route says itself."""
HOST = ("host",)
PLAYERS = ("host", "player")
SHOWN = ("host", "television")
FAMILY = ("host", "player", "television")
ALL = ROLES
FILMS = ("host", CAMERA)

RIGHTS: Mapping[str, tuple[str, ...]] = {
    # What a page is made of.
    "GET /api/openapi.json": ANYBODY,
    "GET /pages.json": ANYBODY,
    "GET /languages.js": ANYBODY,
    "GET /words/languages.json": ANYBODY,
    "GET /words/{language}/{part}.json": ANYBODY,
    "GET /how/presets.json": ANYBODY,
    "GET /kit/{piece}.html": ANYBODY,
    # Coming in.
    "GET /api/join": INVITED,
    "POST /api/join": INVITED,
    "GET /api/invitation": SHOWN,
    "POST /api/invitation": HOST,
    # Which devices are in.
    "GET /api/devices": HOST,
    "POST /api/devices/{mark}": PLAYERS,
    "DELETE /api/devices/{mark}": HOST,
    "POST /api/host": HOST,
    # The table.
    "WS /api/live": ALL,
    "POST /api/taps": PLAYERS,
    "POST /api/hand-photo": PLAYERS,
    "GET /api/rounds": ALL,
    "GET /api/rounds/{number}": ALL,
    "GET /api/review": ALL,
    "GET /api/why/{seq}": ALL,
    "GET /api/pictures/{seq}": ALL,
    "DELETE /api/pictures": HOST,
    "GET /api/replay/{seq}": ALL,
    "POST /api/replay": PLAYERS,
    "GET /api/sounds": ALL,
    "GET /api/sounds/{kind}": ALL,
    # Before and between evenings.
    "GET /api/setup": ALL,
    "POST /api/setup": HOST,
    "GET /api/check": HOST,
    "POST /api/places": HOST,
    "POST /api/presets": HOST,
    "POST /api/evenings": HOST,
    "GET /api/decks": HOST,
    "GET /api/lesson": HOST,
    "POST /api/lesson": HOST,
    "GET /api/chips": HOST,
    "POST /api/chips": HOST,
    "GET /api/microphone": HOST,
    "POST /api/microphone": HOST,
    "GET /api/heard": HOST,
    "POST /api/camera": FILMS,
    "GET /api/camera": HOST,
    "POST /api/camera/says": FILMS,
    "GET /api/camera/aim": FILMS,
    # Whole evenings: to look at, and to take away.
    "GET /api/history": FAMILY,
    "GET /api/history/picture/{evening}": FAMILY,
    "GET /api/history/{evening}/rounds/{number}": FAMILY,
    "GET /api/history/{evening}/pictures/{seq}": FAMILY,
    "GET /api/history/{evening}/file": HOST,
    "GET /api/history/{kind}": HOST,
    "POST /api/history": HOST,
    "POST /api/history/forget": HOST,
    "POST /api/history/slate": HOST,
    "POST /api/history/note": HOST,
    "POST /api/history/picture/{evening}": HOST,
    "DELETE /api/history/picture/{evening}": HOST,
    "GET /api/log": HOST,
    "POST /api/failed": HOST,
}
"""Method and path of each route (``WS``: a live channel), and the roles that it answers."""


class NotForRole(Exception):
    """A role that has no right there."""


def admitting(read: Callable[[object], Pass | None]) -> Callable[[Request, str | None], None]:
    """What all routes depend on: 401 without a pass, 403 ``role`` for a role that has no right there.

    ``request.state.held`` says who asks.

    Args:
        read: tells whose pass something is; None: it is none.
    """

    def admit(request: Request, authorization: Annotated[str | None, Header()] = None) -> None:
        allowed = RIGHTS.get(f"{request.method} {request.scope['route'].path}", ())
        if allowed in (ANYBODY, INVITED):
            return
        held = read(bearer(authorization))
        if held is None:
            raise stranger()
        if held.role not in allowed:
            raise NotForRole
        request.state.held = held

    return admit
