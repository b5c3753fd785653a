"""`nainjaune doctor`: looks at computer, camera and table, and says in plain words what to change."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion_api.doctor import BAD, GOOD, POOR, Finding, camera, computer, picture
from companion_api.files.table_file import read_table
from companion_api.hearing.chosen_microphone import Choice
from companion_api.saying.phrases import translated
from companion_api.saying.words import Words, words
from companion_api.system.data_folder import VOICES, data_folder
from companion_api.web.door.serve import PORT
from engine.errors import BadInput
from engine.redaction import redacted
from hardware.files.photos import write_photo
from hardware.mount.field_of_view import GOOD_CARD, LEAST_CARD, WEBCAM_ANGLE, best_height, coverage
from hardware.simulator import SimulatedTable
from languages import LANGUAGES
from vision.redaction.redacted import Scene, redacted_picture

WILL_NOT_DO = 3
"""Exit status when something must be changed before playing."""
SIGNS = {GOOD: "✓", POOR: "!", BAD: "✗"}
QUARTER = (960, 540)
"""Width and height of a quarter of a full HD picture."""


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "doctor",
        description=(
            "Examines computer, camera and table (board in place, one card face up beside "
            "it). Status 3: something will not do."
        ),
    )
    command.add_argument(
        "--camera", default="0", metavar="SOURCE",
        help="number, webcam:NAME, URL, film, photo, none (0)",
    )  # fmt: skip
    command.add_argument("--table", metavar="T.json", help="table file")
    command.add_argument("--port", type=int, default=PORT, help=f"port ({PORT})")
    command.add_argument("--data", metavar="FOLDER", help="where evenings are kept")
    command.add_argument(
        "--picture", type=Path, metavar="FILE",
        help="keep the picture, too coarse to read a card",
    )  # fmt: skip
    command.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
    command.add_argument("--json", action="store_true", help="JSON Lines")
    height = command.add_argument_group("how high?")
    height.add_argument("--camera-height", type=float, metavar="CM", help="centimetres above the table")
    height.add_argument("--camera-slant", type=float, default=0.0, metavar="DEG", help="0 = vertical (0)")
    height.add_argument(
        "--camera-angle", type=float, default=WEBCAM_ANGLE, metavar="DEG",
        help=f"seen from side to side ({WEBCAM_ANGLE:g})",
    )  # fmt: skip
    height.add_argument("--camera-size", default="1920x1080", metavar="WxH", help="pixels (1920x1080)")
    height.add_argument("--table-size", metavar="WxD", help="height it takes")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Examine and say; 3 when something will not do."""
    say = words(args.lang)
    if args.camera_height is not None or args.table_size is not None:
        return _height(args, say)
    worst = 0
    for finding in _examined(args):
        worst = max(worst, (GOOD, POOR, BAD).index(finding.verdict))
        _print_finding(args, say, finding)
    if not args.json:
        print(say.say(f"doctor.all.{(GOOD, POOR, BAD)[worst]}"))
    return WILL_NOT_DO if worst == 2 else 0


def _examined(args: argparse.Namespace) -> Iterator[Finding]:
    """One finding after the other, as they come: the slow ones last."""
    table = read_table(args.table, None) if args.table else None
    folder = Path(args.data) if args.data else data_folder()
    yield computer.disk(folder)
    yield computer.port(args.port)
    yield computer.addresses()
    yield computer.microphone(Choice(folder / VOICES).kept() or "")
    found = computer.networks()
    yield found
    still: np.ndarray | None = None
    if args.camera != "none":
        seen, still = camera.watch(args.camera)
        yield from seen
    if found.verdict == BAD:
        return
    if still is not None:
        if args.picture:
            write_photo(args.picture, redacted_picture(Scene(still)))
        seats = [] if table is None else [player.seat for player in table.players if player.seat is not None]
        yield from picture.look(still, None if table is None else table.board, seats)
    if not args.json:
        print(words(args.lang).say("doctor.measuring"), file=sys.stderr)
    yield computer.speed(_busy_table())


def _busy_table() -> np.ndarray:
    """A full HD picture with some twenty cards in it."""
    with SimulatedTable(1) as table:
        quarter = cv2.resize(next(table).image, QUARTER, interpolation=cv2.INTER_AREA)
    return np.tile(quarter, (2, 2, 1))


def _print_finding(args: argparse.Namespace, say: Words, finding: Finding) -> None:
    found = finding.figures.items()
    figures = {name: redacted(value) if isinstance(value, str) else value for name, value in found}
    line = {"check": finding.check, "verdict": finding.verdict, "why": finding.why, **figures}
    detail = {"detail": translated(str(figures["detail"]), args.lang)} if "detail" in figures else {}
    text = say.say(f"doctor.{finding.check}.{finding.why or 'good'}", **{**figures, **detail})
    if args.json:
        print(json.dumps({**line, "text": text}, ensure_ascii=False), flush=True)
    else:
        print(f"{SIGNS[finding.verdict]} {text}", flush=True)


def _height(args: argparse.Namespace, say: Words) -> int:
    """What is seen from a height, or from which height a table is seen."""
    size = _two(args.camera_size, "--camera-size", "1920x1080")
    slant, angle = args.camera_slant, args.camera_angle
    height = args.camera_height
    part = None
    if args.table_size is not None:
        part = _two(args.table_size, "--table-size", "90x70")
        best = best_height(part[0] * 10, part[1] * 10, slant, angle, size)
        if height is None:
            if best is None:
                raise BadInput(f"--table-size {args.table_size}: no height up to 3 m shows it all")
            height = best / 10
    seen = coverage(height * 10, slant, angle, size)
    side = min(seen.card_near, seen.card_far)
    figures = {
        "height_cm": round(height),
        "near_cm": round(seen.near / 10),
        "far_cm": round(seen.far / 10),
        "depth_cm": round(seen.depth / 10),
        "card_px": round(side),
    }
    why = "good" if side >= GOOD_CARD else "small" if side >= LEAST_CARD else "tiny"
    if part is not None and not seen.holds(part[0] * 10, part[1] * 10):
        why = "cut"
    if args.json:
        print(json.dumps({"check": "height", "why": why, **figures}))
    else:
        print(say.say("doctor.height.seen", **figures))
        print(say.say(f"doctor.height.{why}", **figures))
    return 0


def _two(text: str, option: str, example: str) -> tuple[int, int]:
    found = re.fullmatch("([0-9]{1,5})x([0-9]{1,5})", text)
    if found is None:
        raise BadInput(f"{option} {text}: expected such as {example}")
    return int(found[1]), int(found[2])
