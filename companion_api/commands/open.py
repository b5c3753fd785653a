"""`nainjaune` alone: the companion's start page, where an evening is chosen and begun."""

from __future__ import annotations

import argparse

from companion_api.system.data_folder import data_folder
from companion_api.web.door import entrance
from companion_api.web.door.entrance import Entrance
from companion_api.web.door.serve import PORT, words
from companion_api.web.hosting.remembered import Remembered, Running
from companion_api.web.hosting.serving import open_page, show
from engine.errors import BadInput


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "open",
        description=("Opens the companion in the browser: try it, play with or without a camera, go on."),
    )
    entrance.add_address(command)
    entrance.add_papers(command)
    command.add_argument(
        "--data",
        metavar="FOLDER",
        help="where evenings are kept, or a database's address",
    )
    command.add_argument("--no-browser", action="store_true", help="do not open a browser")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Open the start page; that of a companion that runs already, where one does."""
    folder = args.data or str(data_folder())
    there = Running(Remembered(folder).folder).link()
    if there is not None:
        print(words()("start_there", address=there), flush=True)
        if not args.no_browser:
            show(there)
        return 0
    return open_page(args, _door(args, folder), folder)


def _door(args: argparse.Namespace, folder: str) -> Entrance:
    """Where pages come in: at any free port, where another program has the usual one."""
    try:
        return Entrance(args, folder)
    except BadInput:
        if args.port != PORT:
            raise
        args.port = 0
        return Entrance(args, folder)
