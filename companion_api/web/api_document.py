"""The API as it describes itself (OpenAPI, at ``/api/openapi.json``), with an example of every request.

The examples are requests that phones make; the tests hold each against the model that reads it.
The live channel is described in ``LIVE.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from companion_api.evening.setting_up import Arrange, Command, Places, Preset
from companion_api.evening.taps import Tap
from companion_api.family.slate import Slate
from companion_api.web.routes.devices import Answer, PassOn
from companion_api.web.routes.hearing import Microphone
from companion_api.web.routes.joining import Join
from companion_api.web.routes.learning import Chips, Learn
from companion_api.web.routes.past import Forget
from companion_api.web.routes.phone_camera import Says
from companion_api.web.routes.replay import Show
from companion_api.web.routes.series import WriteNote

PATH = "/api/openapi.json"
_TABLE = {
    "game": "nain-jaune",
    "rules": "lindor",
    "players": [{"name": "Ana"}, {"name": "Bruno"}, {"name": "Chloé"}],
    "dealer": "Chloé",
    "stock_chips": {"jeton": 15, "fiche": 5, "contrat": 2},
}
_SEEN = {"evening": 1, "seq": 12}
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "Tap": {
        "call": {"tap": "call", "card": "QS", "player": "Ana", **_SEEN},
        "correct a card": {"tap": "correct", "target": 7, "card": "8C", **_SEEN},
        "correct who laid it": {"tap": "correct", "target": 7, "player": "Bruno", **_SEEN},
        "it was no card": {"tap": "correct", "target": 7, "remove": True, **_SEEN},
        "undo": {"tap": "undo", "target": 12, **_SEEN},
        "answer a question": {"tap": "answer", "target": 14, "choice": 1, **_SEEN},
        "a card that was missed": {"tap": "card", "player": "Chloé", "card": "9H", **_SEEN},
        "a hand": {"tap": "hand", "player": "Bruno", "cards": ["2C", "KH"], **_SEEN},
        "a hand that was counted": {"tap": "hand", "player": "Ana", "cards": ["QS"], "points": 87, **_SEEN},
        "next round": {"tap": "round", **_SEEN},
        "a bid at Nap": {"tap": "tell", "event": {"type": "bid", "player": "Ana", "bid": "nap"}, **_SEEN},
        "a card at Nap": {
            "tap": "tell",
            "event": {"type": "card_played", "player": "Ana", "card": "AS"},
            **_SEEN,
        },
        "paid": {"tap": "paid", "player": "Bruno", "to": "Ana", **_SEEN},
        "has put the antes": {"tap": "note", "what": "ante", "player": "Ana", **_SEEN},
        "leads the round": {"tap": "note", "what": "leads", "player": "Ana", **_SEEN},
        "no guided round any more": {"tap": "note", "what": "guided", "remove": True, **_SEEN},
        "end of the evening": {"tap": "end", **_SEEN},
        "end, and the boxes are shared": {"tap": "end", "leftover": "split", **_SEEN},
    },
    "Join": {
        "player": {"role": "player", "player": "Ana"},
        "television": {"role": "television"},
        "the same phone as another player": {"role": "player", "player": "Bruno", "held": "WyJwbGF5…"},
    },
    "Arrange": {"three at the table": {"table": _TABLE, "evening": 1, "seq": 0}},
    "Places": {
        "the board's corners": {
            "size": [1280, 720],
            "board": [[144.7, 186.4], [538.0, 165.1], [554.8, 502.6], [102.3, 530.7]],
            "seats": {"Ana": [141.2, 507.9], "Bruno": [489.7, 83.7]},
            "evening": 1,
            "seq": 0,
        }
    },
    "Learn": {
        "begin": {"learn": "begin", "name": "maison", "evening": 1, "seq": 0},
        "what a picture shows": {"learn": "say", "picture": "1.3", "card": "QS", "evening": 1, "seq": 0},
        "keep": {"learn": "keep", "evening": 1, "seq": 0},
    },
    "Chips": {
        "two kinds": {"taps": {"jeton": [412.0, 300.5], "fiche": [520.0, 310.0]}, "evening": 1, "seq": 0}
    },
    "Preset": {
        "save": {
            "save": {"name": "Chez mamie", "rules": "lindor", "options": {"bete": "off"}},
            "evening": 1,
            "seq": 0,
        },
        "forget": {"forget": "Chez mamie", "evening": 1, "seq": 0},
    },
    "Microphone": {"another one": {"name": "Yeti: USB Audio"}, "none": {"name": None}},
    "PassOn": {"to Ana's phone": {"player": "Ana", **_SEEN}},
    "Answer": {"it is hers": {"allow": True}},
    "WriteNote": {"after an evening": {"evening": 3, "text": "La revanche est pour mai."}},
    "Says": {"the page is open": {"says": "opened"}},
    "Show": {"a card": {"event": 9, **_SEEN}},
    "Slate": {
        "keep": {"keep": True},
        "settle": {"settle": {"from": "Ana", "to": "Bruno", "amount": 245, "unit": "EUR"}},
    },
    "Forget": {"an evening": {"evening": 3}, "a player": {"player": "Bruno"}},
    "Command": {"as it was shown": dict(_SEEN)},
}
"""Requests by the name of the model that reads them."""
BODIES: Mapping[str, type[BaseModel] | str] = {
    "/api/taps": Tap,
    "/api/join": Join,
    "/api/setup": Arrange,
    "/api/places": Places,
    "/api/camera/says": Says,
    "/api/presets": Preset,
    "/api/evenings": Command,
    "/api/lesson": Learn,
    "/api/chips": Chips,
    "/api/microphone": Microphone,
    "/api/host": PassOn,
    "/api/devices/{mark}": Answer,
    "/api/invitation": Command,
    "/api/history": "text/csv",
    "/api/history/forget": Forget,
    "/api/history/slate": Slate,
    "/api/history/note": WriteNote,
    "/api/history/picture/{evening}": "image/jpeg",
    "/api/replay": Show,
    "/api/failed": Command,
    "/api/camera": "image/jpeg",
    "/api/hand-photo": "image/jpeg",
}
"""What each ``POST`` path reads: a model, or a media type whose bytes it takes."""
_ANSWERS = {
    "200": "done",
    "401": "no invitation and no pass was shown",
    "403": "not for this role, or asked by another page",
    "404": "there is no such thing",
    "409": "the table has moved on: the answer holds what the live channel would send",
    "413": "the request is too long",
    "421": "the server was asked for by a name that is not its own",
    "422": "it cannot be done: `error` says why, `rule` which rule forbids it, `since` which earlier "
    "event shows it, `said` a line for people by language, where there is one",
    "429": "too many wrong tokens, replays or photographs: `Retry-After` says for how long",
    "503": "the table is busy or the disk is full: `Retry-After` says when to try again",
}


def describe(app: FastAPI) -> None:
    """Serve the description of an application's routes; call it once all stand."""
    document: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not document:
            document.update(_document(app))
        return document

    app.openapi = openapi  # type: ignore[method-assign]

    @app.get(PATH, include_in_schema=False)
    def description() -> dict[str, Any]:
        """This document."""
        return openapi()


def _document(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(
        title="nainjaune",
        version="1",
        summary="What phones ask of the companion; its live channel is described in LIVE.md.",
        routes=app.routes,
    )
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    for path, methods in found["paths"].items():
        for method, asked in methods.items():
            asked["security"] = [{"pass": []}]
            asked["parameters"] = [one for one in asked.get("parameters", ()) if one["in"] != "header"]
            answers = asked["responses"] = {
                status: asked["responses"].get(status, {}) | {"description": text}
                for status, text in _ANSWERS.items()
            }
            answers["200"].pop("content", None)
            answers["422"].pop("content", None)
            body = BODIES.get(path) if method == "post" else None
            if isinstance(body, str):
                asked["requestBody"] = {
                    "required": True,
                    "content": {body: {"schema": {"type": "string", "format": "binary"}}},
                }
            elif body is not None:
                schemas[body.__name__] = body.model_json_schema()
                examples = {name: {"value": text} for name, text in EXAMPLES[body.__name__].items()}
                reference = {"$ref": f"#/components/schemas/{body.__name__}"}
                asked["requestBody"] = {
                    "required": True,
                    "content": {"application/json": {"schema": reference, "examples": examples}},
                }
    found["components"]["securitySchemes"] = {
        "pass": {
            "type": "http",
            "scheme": "bearer",
            "description": "the invitation of the QR code, or the pass that `POST /api/join` gave for it",
        }
    }
    return found
