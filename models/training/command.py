"""How a recipe is run from the command line: its options, its work, one line about bad input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from engine.errors import BadInput


def command(
    name: str,
    told: str | None,
    options: Callable[[argparse.ArgumentParser], None],
    work: Callable[[argparse.Namespace], None],
    argv: Sequence[str] | None = None,
) -> int:
    """Do a recipe's *work* as *argv* asks for it.

    Args:
        name: of the module in this package, its room before it (``networks.reader``).
        told: its docstring, which ``--help`` shows.
        options: declares what it can be asked for.
        argv: None: what the process was started with.

    Returns:
        The exit status: 0, or 2 where the work raises `BadInput`, of which one line is printed.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m models.training.{name}",
        description=told,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options(parser)
    args = parser.parse_args(argv)
    try:
        work(args)
    except BadInput as wrong:
        print(wrong, file=sys.stderr)
        return 2
    return 0
