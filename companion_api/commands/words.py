"""``nainjaune words``: the languages that are spoken, and what one still lacks."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

import languages
from companion_api.saying.phrases import translated
from engine.errors import BadInput

INCOMPLETE = 3
"""Exit status where something is missing."""


def add_to(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    command = subparsers.add_parser(
        "words",
        description="Lists the languages, or what one lacks, with what is said in English instead.",
    )
    command.add_argument(
        "--missing",
        nargs="?",
        const="",
        metavar="LANG",
        help="entries that this language lacks (without LANG: that any lacks); status 3 if there are some",
    )
    command.add_argument("--json", action="store_true", help="JSON Lines")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List, or compare."""
    if args.missing is None:
        for code in languages.LANGUAGES:
            lacking = sum(1 for _ in languages.missing(code))
            row = {"language": code, "name": languages.name(code), "missing": lacking}
            line = f"{code}  {row['name']}  −{lacking}"
            print(json.dumps(row, ensure_ascii=False) if args.json else line)
        return 0
    if args.missing and args.missing not in languages.LANGUAGES:
        raise BadInput(f"--missing {args.missing}: expected one of {', '.join(languages.LANGUAGES)}")
    found = False
    for code in [args.missing] if args.missing else languages.LANGUAGES:
        for entry in languages.missing(code):
            found = True
            if args.json:
                print(json.dumps({"language": code, **asdict(entry)}, ensure_ascii=False))
            else:
                print(f"{code}/{entry.file}  {entry.path}: {entry.english}")
    if not found and not args.json:
        print(translated("nothing is missing"))
    return INCOMPLETE if found else 0
