"""The `nainjaune` command: reads the command line and hands over to one module per command.

Each module of `companion_api.commands` has ``add_to(subparsers)``, which declares its
options and sets ``run=function(args) -> exit status``.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from companion_api.data_folder import own_networks
from companion_api.memory import give_large_back, leave_what_is_loaded
from engine.errors import BadInput
from engine.redaction import redacted

COMMANDS = (
    "cards", "chips", "boxes", "watch", "listen", "settle", "notate", "play", "demo", "history", "deck",
    "voice", "doctor", "print", "train", "bench",
)  # fmt: skip


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong with the command line as all bad input is told: one line, status 2."""

    def error(self, message: str) -> NoReturn:
        told = redacted(" ".join(message.splitlines()))
        self.exit(2, f"{self.prog}: {told} (see {self.prog} --help)\n")


def parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The command line with these commands."""
    top = _Parser(
        prog="nainjaune", description="Le compagnon du Nain Jaune : une webcam, vos cartes, vos jetons."
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        importlib.import_module(f"companion_api.commands.{name}").add_to(commands)
    return top


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 done, 2 bad input (one line on standard error)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Names and suits are not in every locale's own alphabet.
            stream.reconfigure(encoding="utf-8", errors="replace")
    give_large_back()
    told = sys.argv[1:] if argv is None else argv
    # Wherever a network is opened, a family's own goes before the shipped one.
    os.environ.setdefault("NAINJAUNE_WEIGHTS", str(own_networks()))
    # Only the command that runs is imported: settling a log needs no camera and no network.
    args = parser([told[0]] if told and told[0] in COMMANDS else COMMANDS).parse_args(told)
    try:
        leave_what_is_loaded()
        status = int(args.run(args))
        sys.stdout.flush()
        return status
    except BadInput as error:
        print(f"nainjaune: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read has enough; Python flushes once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
