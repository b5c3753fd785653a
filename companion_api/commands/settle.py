"""`nainjaune settle LOG`: who owes what, from the log of one or more rounds."""

from __future__ import annotations

import argparse
import functools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from companion_api.saying.telling import (
    PROVISIONAL,
    end_lines,
    event_json,
    settlement_lines,
    signed,
    standings_json,
)
from companion_api.saying.words import Words, words
from engine.certainty import rests_on
from engine.record import log
from hardware.files.texts import read_text
from languages import LANGUAGES


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("settle")
    parser.add_argument("log", type=Path, metavar="LOG", help="a log or a notation")
    parser.add_argument("--json", action="store_true", help="JSON Lines, one per round")
    add_why(parser)
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")
    parser.set_defaults(run=run)


def add_why(parser: argparse.ArgumentParser) -> None:
    """``--why``."""
    parser.add_argument("--why", action="store_true", help="with the rule and its sources")


def run(args: argparse.Namespace) -> int:
    """Print one settlement per round, the balances and what the evening comes to.

    Returns:
        0; `PROVISIONAL` where a settlement rests on what was inferred.
    """
    text = read_text(args.log, "a log or a notation")
    tell = _as_json if args.json else functools.partial(_for_people, why=args.why)
    certain = True

    def outcomes() -> Iterator[log.Outcome]:
        nonlocal certain
        for outcome in log.settle(text, str(args.log)):
            certain = certain and (outcome.settlement is None or not rests_on(outcome.settlement))
            yield outcome

    for line in tell(outcomes(), words(args.lang)):
        print(line)
    return 0 if certain else PROVISIONAL


def _as_json(outcomes: Iterable[log.Outcome], words: Words) -> Iterator[str]:
    """One JSON line per round, after what was overlooked in it; then the balances and the standings."""
    for outcome in outcomes:
        for alert in outcome.alerts:
            yield json.dumps(event_json(alert, (), words), ensure_ascii=False)
        if outcome.settlement is not None:
            lines = [event_json(outcome.settlement, outcome.reasons, words)]
        else:
            lines = [{"type": "balances", "balances": outcome.balances}]
        if outcome.end is not None:
            lines.append(standings_json(outcome.end))
        yield from (json.dumps(line, ensure_ascii=False) for line in lines)


def _for_people(outcomes: Iterable[log.Outcome], words: Words, why: bool) -> Iterator[str]:
    """The same in words; ``why``: with the rules' sources."""
    sources: set[str] = set()
    for outcome in outcomes:
        sources.update(*(ground.sources for reason in outcome.reasons for ground in reason.grounds))
        if outcome.settlement is not None:
            yield from settlement_lines(outcome.settlement, outcome.reasons, words, outcome.handed, why=why)
        else:
            yield words.say("told.balances", balances=signed(outcome.balances, plus=False))
            if outcome.end is not None:
                yield from end_lines(outcome.end, words)
            if sources and why:
                yield f"({words.sources(sorted(sources))})"
