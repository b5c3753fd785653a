"""`nainjaune play`: the companion at a real table, with a phone page."""

from __future__ import annotations

import argparse
from typing import Any

from companion_api.calls_file import read_calls
from companion_api.hosting import add_server_options, checked_speed, data_folder, host
from companion_api.store import Store
from companion_api.table_file import table_json
from engine.errors import BadInput
from engine.table import table_from_json
from hardware.cameras import open_camera


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "play",
        help="le compagnon à votre table / the companion at your table",
        description=(
            "Regarde la table par une caméra et montre la partie sur une page pour téléphones. "
            "Sans --table ni --players : la table de la dernière soirée. / "
            "Watches the table through a camera and shows the game on a page for phones. "
            "Without --table and --players, at the last evening's table."
        ),
    )
    command.add_argument(
        "--camera",
        default="0",
        metavar="SOURCE",
        help="numéro de caméra, URL ou film / camera number, URL or film (0, the first webcam)",
    )
    who = command.add_mutually_exclusive_group()
    who.add_argument(
        "--table",
        metavar="T.json",
        help="fichier de table : joueurs, places, plateau / table file: players, seats, board",
    )
    who.add_argument(
        "--players",
        metavar="NAMES",
        help="Ana,Bruno,Chloé : dans l'ordre du jeu, le dernier donne / in playing order, the last one deals",
    )
    command.add_argument(
        "--calls",
        metavar="C.jsonl",
        help="annonces faites dans un film, en plus des touches / calls made in a film, besides those tapped",
    )
    command.add_argument(
        "--speed", type=float, default=1.0, help="vitesse d'un film / how fast a film passes (1)"
    )
    command.add_argument(
        "--data",
        metavar="FOLDER",
        help="où garder les soirées, ou une base / where evenings are kept, or a database's address",
    )
    command.add_argument(
        "--new",
        action="store_true",
        help="ne pas reprendre une soirée interrompue / do not go on with an interrupted evening",
    )
    command.add_argument(
        "--once", action="store_true", help="finir avec le film / end when the film has ended"
    )
    add_server_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watch and show."""
    speed = checked_speed(args.speed)
    place = args.data or str(data_folder())
    store = Store(place)
    try:
        setup, where = _setup(args, store)
        table = table_from_json(setup, where)
        calls = read_calls(args.calls, table) if args.calls else []
        camera = open_camera(args.camera)
    except BadInput:
        store.close()
        raise
    # A film starts from its beginning, so only a live camera can go on with an evening.
    resume = camera.live and not args.new
    return host(
        args,
        store,
        camera,
        setup,
        where=where,
        resume=resume,
        calls=calls,
        speed=speed,
        kept=place,
        once=args.once,
    )


def _setup(args: argparse.Namespace, store: Store) -> tuple[dict[str, Any], str]:
    """The table as JSON values, and what to call it in an error.

    Raises:
        BadInput: nobody says who plays.
    """
    if args.table:
        return table_json(args.table, store.presets()), args.table
    if args.players:
        names = [name.strip() for name in args.players.split(",")]
        if not all(names):
            raise BadInput(f"--players {args.players}: expected names with commas between them")
        setup = {"players": [{"name": name} for name in names], "dealer": names[-1]}
        return setup, f"--players {args.players}"
    last = store.last()
    if last is None:
        raise BadInput("who plays? --players Ana,Bruno,Chloé (in playing order), or --table T.json")
    return dict(last.setup), "the last evening's table"
