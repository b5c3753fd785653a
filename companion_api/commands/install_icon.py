"""`nainjaune install-icon`: the companion among this computer's other programs."""

from __future__ import annotations

import argparse

from companion_api.system.icon import install, menu_folder, own_command, remove
from companion_api.web.door.serve import words


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "install-icon",
        description=("Puts the companion among this computer's programs, with its icon."),
    )
    command.add_argument("--remove", action="store_true", help="take it away again")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Put the icon there, or take it away."""
    say, folder = words(), menu_folder()
    if args.remove:
        gone = remove(folder)
        print(say("icon_removed" if gone else "icon_none"))
        return 0
    print(say("icon_there", place=install(folder, own_command())))
    return 0
