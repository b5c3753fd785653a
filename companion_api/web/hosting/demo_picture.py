"""What the demo's page shows beside itself: the simulated table, its boxes and the card laid last.

A simulated family holds no card up before its camera, so its picture is shown as it is; where the demo is
played with what disturbs a table (held fans among it), as «Revoir» keeps it: hands illegible.
"""

from __future__ import annotations

import base64
from typing import Any

from companion_api.replay.filming import WIDTH
from companion_api.web.hosting.hosted import Hosted
from engine.boundaries import Quad
from hardware.simulator.for_people import jpeg_of

Json = dict[str, Any]


def pictured(hosted: Hosted) -> Json | None:
    """The table as its camera sees it now; None: nothing is simulated, or seen yet.

    Returns:
        ``t`` (seconds), ``jpeg`` (base64), ``boxes [{card, corners}]`` and ``last {card, corners}`` or None,
        corners as shares of the picture's width and height.
    """
    watching, ring = hosted.sittings.watching, hosted.live.replay.ring
    frame, span = None if watching is None else watching.frame, ring.span
    if hosted.plan.demo is None or watching is None or frame is None or span is None:
        return None
    (still,) = ring.between(span[1], span[1])
    height, width = frame.image.shape[:2]
    boxes = {} if watching.view is None else watching.view.boxes
    laid = hosted.live.story.cards
    last = next(((card, quad) for card, quad in still.outlines if laid and card == laid[-1].card), None)
    jpeg = still.jpeg if hosted.plan.args.disturbances != "none" else jpeg_of(frame.image, WIDTH)
    return {
        "t": frame.t,
        "jpeg": base64.b64encode(jpeg).decode(),
        "boxes": [{"card": c.code, "corners": _shares(quad, width, height)} for c, quad in boxes.items()],
        "last": None if last is None else {"card": last[0].code, "corners": [list(at) for at in last[1]]},
    }


def _shares(quad: Quad, width: int, height: int) -> list[list[float]]:
    return [[round(x / width, 5), round(y / height, 5)] for x, y in quad]
