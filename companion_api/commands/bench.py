"""`nainjaune bench`: accuracy on labelled photos and filmed rounds, and speed on this machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion_api import bench_engine, bench_games, bench_photos, bench_scenes
from companion_api.commands.cards import annotated
from engine.errors import BadInput
from vision.cards import find_cards
from vision.photos import folder_to_write, read_photo

PARTS = ("cards", "ranks", "chips", "speed", "games", "engine")


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser(
        "bench", help="mesure la justesse et la vitesse / measures accuracy and speed"
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"parmi / of {', '.join(PARTS)} (toutes / all)"
    )
    parser.add_argument(
        "--photos",
        type=Path,
        default=Path(os.environ.get("NAINJAUNE_PHOTOS", "../shared/photos")),
        help="dossier de photos avec leurs étiquettes / folder of labelled photos",
    )
    parser.add_argument(
        "--games",
        type=Path,
        default=Path(os.environ.get("NAINJAUNE_GAMES", "../shared/games")),
        help="dossier de parties filmées / folder of filmed games",
    )
    parser.add_argument(
        "--scenes",
        type=Path,
        metavar="FOLDER",
        help="aussi sur des scènes de synthèse / also measure on synthetic scenes (training-data/val)",
    )
    parser.add_argument(
        "--json", action="store_true", help="un objet JSON / one JSON object on standard output"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="écrire aussi dans un fichier / write the JSON object to a file as well",
    )
    parser.add_argument(
        "--failures",
        type=Path,
        metavar="FOLDER",
        help="écrire chaque photo mal lue, annotée / write each photo that was misread, annotated",
    )
    parser.set_defaults(run=run)


def speed(photos: Path) -> dict[str, Any]:
    """Milliseconds to find and read the cards of one 1920 × 1080 photo with 13 to 16 cards (median of 20)."""
    rows = bench_photos.rows(photos / "labels.csv", ("image", "cards"))
    fullest = max(rows, key=lambda row: len(row["cards"].split()))
    image = cv2.resize(read_photo(photos / fullest["image"]), (1920, 1080), interpolation=cv2.INTER_AREA)
    times = []
    for _ in range(22):
        began = time.perf_counter()
        find_cards(image)
        times.append((time.perf_counter() - began) * 1000)
    return {
        "image": fullest["image"],
        "cards": len(fullest["cards"].split()),
        "ms_median": round(statistics.median(times[2:]), 1),
    }


def _cards(args: argparse.Namespace) -> dict[str, Any]:
    failures: list[dict[str, Any]] = []
    figures = bench_photos.cards(args.photos, failures)
    if args.failures:
        folder_to_write(args.failures)
        for failure in failures:
            picture = annotated(read_photo(args.photos / failure["image"]), failure["seen"])
            note = f"missed {' '.join(failure['missed'])} / not there {' '.join(failure['not_there'])}"
            banner = np.full((34, picture.shape[1], 3), 255, np.uint8)
            cv2.putText(banner, note, (8, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 200), 1, cv2.LINE_AA)
            cv2.imwrite(str(args.failures / failure["image"].replace("/", "-")), np.vstack([banner, picture]))
    return figures


def run(args: argparse.Namespace) -> int:
    """Measure the parts asked for and print the figures."""
    unknown = [part for part in args.parts if part not in PARTS]
    if unknown:
        raise BadInput(f"bench: unknown part {unknown[0]!r} (expected {', '.join(PARTS)})")
    measures: dict[str, Callable[[], dict[str, Any]]] = {
        "cards": lambda: _cards(args),
        "ranks": lambda: bench_photos.ranks(args.photos),
        "chips": lambda: bench_photos.chips(args.photos),
        "speed": lambda: speed(args.photos),
        "games": lambda: bench_games.run(args.games),
        "engine": bench_engine.run,
        "scenes": lambda: bench_scenes.run(args.scenes),
    }
    figures: dict[str, Any] = {
        "machine": {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()}
    }
    for part in [*(args.parts or PARTS), *(["scenes"] if args.scenes else [])]:
        figures[part] = measures[part]()
        if not args.json:
            print(f"{part}: {json.dumps(figures[part], ensure_ascii=False, indent=2)}", flush=True)
    text = json.dumps(figures, ensure_ascii=False, indent=2)
    if args.json:
        print(json.dumps(figures, ensure_ascii=False))
    if args.out:
        try:
            args.out.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"--out {args.out}: cannot be written ({error.strerror})") from None
        print(f"written: {args.out}", file=sys.stderr)
    return 0
