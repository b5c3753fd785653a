"""`nainjaune club`: many tables, one server, one board."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from companion_api.club import calling
from companion_api.club.founding import found
from companion_api.saying.phrases import said


def add_to(commands: Any) -> None:
    """Declare the command and what it can do."""
    parser = commands.add_parser(
        "club",
        help="many tables, one board",
        description=(
            "A club's tables play each on its own (`play --club FILE`) and tell one PostgreSQL of it, "
            "from which a board shows them all."
        ),
    )
    doing = parser.add_subparsers(dest="doing", required=True, metavar="setup")
    setup = doing.add_parser("setup", help="sets a database up: tables, roles, address files")
    setup.add_argument(
        "address",
        metavar="ADDRESS",
        help="postgresql://ROLE@HOST/DATABASE, empty; the role may make roles (PGPASSWORD: its password)",
    )
    setup.add_argument("--tables", type=int, default=8, metavar="N", help="how many tables (8)")
    setup.add_argument("--out", type=Path, default=Path("club"), metavar="DIR", help="for the files (club)")
    setup.add_argument("--json", action="store_true", help="as JSON Lines")
    setup.set_defaults(run=set_up)


def set_up(args: argparse.Namespace) -> int:
    """Set a club's database up."""
    done = found(calling.address_of(args.address, "ADDRESS"), args.tables, args.out)
    if args.json:
        files = [str(file) for file in done.files]
        print(json.dumps({"type": "club", "tables": done.tables, "files": files}, ensure_ascii=False))
        return 0
    print(said(f"a club of {done.tables} tables; each address file opens its table to whoever has it:"))
    for file in done.files:
        print(f"  {file}")
    return 0
