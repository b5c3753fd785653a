"""The `nainjaune` command: reads the command line and hands over to one module per command.

Each module of `companion_api.commands` has ``add_to(subparsers)``, which declares its
options and sets ``run=function(args) -> exit status``.
"""

from __future__ import annotations

import argparse
import importlib
import io
import sys

from engine.errors import BadInput

COMMANDS = ("cards", "chips", "boxes", "watch", "settle", "play", "demo", "bench")


def parser() -> argparse.ArgumentParser:
    """The whole command line, every command included."""
    top = argparse.ArgumentParser(
        prog="nainjaune", description="Le compagnon du Nain Jaune : une webcam, vos cartes, vos jetons."
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in COMMANDS:
        importlib.import_module(f"companion_api.commands.{name}").add_to(commands)
    return top


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 done, 2 bad input (one line on standard error)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Names and suits are not in every locale's own alphabet.
            stream.reconfigure(encoding="utf-8", errors="replace")
    args = parser().parse_args(argv)
    try:
        return int(args.run(args))
    except BadInput as error:
        print(f"nainjaune: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130
