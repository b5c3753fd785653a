"""`nainjaune demo`: the companion on a simulated table, nothing needed but this computer."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile

from companion_api.hearing.ears import add_listening, add_speaking, add_spoken_language
from companion_api.store import Store
from companion_api.web.hosting.choices import MOST_SEED
from companion_api.web.hosting.hosted import Plan
from companion_api.web.hosting.serving import host
from companion_api.web.hosting.sittings import add_server_options, checked_speed
from engine.games import game
from hardware.simulator import Disturbances, SimulatedTable
from hardware.simulator.disturbances import known

FIRST_EVENING = (8, 3)
"""Seed and players unless asked otherwise: the evening that the tests hold to its truth. Two
calls are forgotten in it."""


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "demo",
        description=(
            "A simulated family plays a random round, forgotten calls included, before a "
            "simulated camera; everything behind it is the real thing. The page stays open "
            "after the settlement."
        ),
    )
    evening = command.add_mutually_exclusive_group()
    evening.add_argument(
        "--seed",
        type=int,
        help="another number, another evening",
    )
    evening.add_argument(
        "--chance",
        action="store_true",
        help="an evening that nobody has seen yet",
    )
    command.add_argument(
        "--rules",
        choices=[rules for _, rules in game.REFEREED],
        default="lindor",
        help="preset that is played (lindor)",
    )
    command.add_argument(
        "--players",
        type=int,
        help="2 to 8 (3 or 5 in 1760), else as the seed has it",
    )
    command.add_argument(
        "--layout",
        choices=("pile", "rows"),
        help="cards on one pile or in rows",
    )
    command.add_argument("--rounds", type=int, default=1, help="how many rounds (1)")
    command.add_argument(
        "--disturbances",
        default="none",
        metavar="NAMES",
        help=f"what lives at that table and makes it hard, some of {', '.join(known())} (none)",
    )
    command.add_argument("--speed", type=float, default=1.0, help="how fast time passes (1)")
    command.add_argument("--once", action="store_true", help="end after the last settlement")
    command.add_argument(
        "--data",
        metavar="FOLDER",
        help="keep the evening there",
    )
    add_listening(command)
    add_speaking(command)
    add_spoken_language(command)
    add_server_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, film, watch and show; to nobody it is not played where people look at the terminal."""
    return host(planned(args, waits=sys.stdout.isatty() and not (args.json or args.once)))


def planned(args: argparse.Namespace, *, waits: bool = False) -> Plan:
    """The evening that the command line asks for.

    Args:
        args: as declared above.
        waits: it begins once the first page is there.

    Raises:
        BadInput: there is no such evening, or it cannot be kept.
    """
    speed = checked_speed(args.speed)
    seed, players = args.seed, args.players
    if args.chance:
        seed = random.randrange(MOST_SEED)
    elif seed is None:
        seed, players = FIRST_EVENING[0], players or FIRST_EVENING[1]
    among = Disturbances.of(args.disturbances)
    table = SimulatedTable(
        seed, players, args.layout, rounds=args.rounds, rules=args.rules, disturbances=among
    )
    folder = tempfile.TemporaryDirectory(prefix="nainjaune-", ignore_cleanup_errors=True)
    return Plan(
        args, Store(args.data or folder.name), table, table.table,
        calls=table.heard,
        speed=speed,
        data=args.data,
        once=args.once,
        again=f"nainjaune demo --seed {seed}"
        + (f" --players {players}" if players else "")
        + (f" --rules {args.rules}" if args.rules != "lindor" else "")
        + (f" --disturbances {','.join(among.names)}" if among.names else ""),
        waits=waits,
        demo=(seed, len(table.table["players"])),
        done=folder.cleanup,
    )  # fmt: skip
