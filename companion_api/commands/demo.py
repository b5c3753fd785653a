"""`nainjaune demo`: the companion on a simulated table, nothing needed but this computer."""

from __future__ import annotations

import argparse
import random
import tempfile

from companion_api.hosting import add_server_options, checked_speed, host
from companion_api.store import Store
from engine.boundaries import Heard
from engine.cards import parse_card
from hardware.simulator import SimulatedTable


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "demo",
        help="the companion on a simulated table",
        description=(
            "A simulated family plays a random round, forgotten calls included, before a simulated camera; "
            "everything behind it is the real thing. The page stays open after the settlement."
        ),
    )
    command.add_argument(
        "--seed", type=int, help="the same number plays the same evening (default: by chance)"
    )
    command.add_argument("--players", type=int, help="2 to 8 (default: by chance)")
    command.add_argument("--layout", choices=("pile", "rows"), help="cards on one pile or in rows")
    command.add_argument("--rounds", type=int, default=1, help="how many rounds (default 1)")
    command.add_argument("--speed", type=float, default=1.0, help="how fast time passes (default 1)")
    command.add_argument("--once", action="store_true", help="end after the last settlement")
    command.add_argument(
        "--data", metavar="FOLDER", help="keep the evening there (default: it is thrown away)"
    )
    add_server_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, film, watch and show."""
    speed = checked_speed(args.speed)
    seed = random.randrange(100_000) if args.seed is None else args.seed
    table = SimulatedTable(seed, args.players, args.layout, rounds=args.rounds)
    calls = [
        Heard(t=line["t"], call=parse_card(line["card"]), player=line.get("player"), via="tap")
        for line in table.calls
    ]
    with tempfile.TemporaryDirectory(prefix="nainjaune-", ignore_cleanup_errors=True) as folder:
        store = Store(args.data or folder)
        return host(
            args,
            store,
            table,
            table.table,
            calls=calls,
            speed=speed,
            kept=args.data,
            once=args.once,
            again=f"nainjaune demo --seed {seed}",
        )
