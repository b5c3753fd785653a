"""`nainjaune settle LOG`: who owes what, from the log of one or more rounds."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine import log
from engine.cards import HONOURS, LANGUAGES, card_name
from engine.errors import BadInput
from engine.events import Settlement, to_json
from engine.ledger import in_chips

_WORDS: dict[str, dict[str, Any]] = {
    "fr": {
        "round": "Manche {round} : {dealer} donne, {winner} sort.",
        "takes": "{player} prend {chips} pour {card}",
        "missed": "{player} n'a pas annoncé {card} : {chips} restent dans la case",
        "betes": "bête : {player} paie {chips} pour {card}",
        "opera": "grand opéra : {winner} vide les cases et prend encore {chips}",
        "points": "{giver} paie {chips} à {taker} (points)",
        "cards": "{giver} paie {chips} à {taker} (cartes)",
        "boxes": "cases : {boxes}",
        "net": "bilan : {net}",
        "give": "{giver} remet à {taker} : {pieces}",
        "balances": "Comptes : {balances}",
        "pieces": {
            "jeton": ("jeton", "jetons"),
            "fiche": ("fiche", "fiches"),
            "contrat": ("contrat", "contrats"),
        },
    },
    "en": {
        "round": "Round {round}: {dealer} deals, {winner} goes out.",
        "takes": "{player} takes {chips} for {card}",
        "missed": "{player} did not call {card}: {chips} stay in the box",
        "betes": "bête: {player} pays {chips} for {card}",
        "opera": "grand opéra: {winner} empties the boxes and takes {chips} more",
        "points": "{giver} pays {chips} to {taker} (points)",
        "cards": "{giver} pays {chips} to {taker} (cards)",
        "boxes": "boxes: {boxes}",
        "net": "result: {net}",
        "give": "{giver} hands {taker}: {pieces}",
        "balances": "Balances: {balances}",
        "pieces": {
            "jeton": ("counter", "counters"),
            "fiche": ("fish", "fish"),
            "contrat": ("contract", "contracts"),
        },
    },
    "de": {
        "round": "Runde {round}: {dealer} gibt, {winner} macht aus.",
        "takes": "{player} nimmt {chips} für {card}",
        "missed": "{player} hat {card} nicht angesagt: {chips} bleiben im Fach",
        "betes": "Bête: {player} zahlt {chips} für {card}",
        "opera": "Große Oper: {winner} leert die Fächer und nimmt weitere {chips}",
        "points": "{giver} zahlt {chips} an {taker} (Augen)",
        "cards": "{giver} zahlt {chips} an {taker} (Karten)",
        "boxes": "Fächer: {boxes}",
        "net": "Ergebnis: {net}",
        "give": "{giver} gibt {taker}: {pieces}",
        "balances": "Stand: {balances}",
        "pieces": {
            "jeton": ("Jeton", "Jetons"),
            "fiche": ("Fiche", "Fiches"),
            "contrat": ("Kontrakt", "Kontrakte"),
        },
    },
}


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser(
        "settle", help="règle les manches d'un journal / settles the rounds of a log"
    )
    parser.add_argument("log", type=Path, metavar="LOG", help="journal en JSON Lines / a log, JSON Lines")
    parser.add_argument("--json", action="store_true", help="JSON Lines on standard output")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="langue / language (fr)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print one settlement per round, then the balances."""
    try:
        text = args.log.read_bytes()
    except OSError as error:
        raise BadInput(
            f"{args.log}: cannot be read ({error.strerror}), expected a log in JSON Lines"
        ) from None
    outcomes = log.settle(text, str(args.log))
    for line in as_json(outcomes) if args.json else for_people(outcomes, args.lang):
        print(line)
    return 0


def as_json(outcomes: Iterable[log.Outcome]) -> Iterator[str]:
    """One JSON line per round, then one with the balances."""
    for outcome in outcomes:
        if outcome.settlement is not None:
            line = to_json(outcome.settlement)
        else:
            line = {"type": "balances", "balances": outcome.balances}
        yield json.dumps(line, ensure_ascii=False)


def for_people(outcomes: Iterable[log.Outcome], language: str) -> Iterator[str]:
    """The same in words."""
    for outcome in outcomes:
        if outcome.settlement is not None:
            yield from settlement_lines(outcome.settlement, language, outcome.chips)
        else:
            yield _WORDS[language]["balances"].format(balances=_signed(outcome.balances, plus=False))


def settlement_lines(settlement: Settlement, language: str, chips: Mapping[str, int]) -> Iterator[str]:
    """A round's settlement in words: what happened, who pays whom, and in which chips.

    Args:
        settlement: of one round.
        language: one of `LANGUAGES`.
        chips: what each kind of chip is worth.
    """
    words = _WORDS[language]
    yield words["round"].format(round=settlement.round, dealer=settlement.dealer, winner=settlement.winner)
    for key, takes in (
        ("takes", settlement.takes),
        ("missed", settlement.missed_calls),
        ("betes", settlement.betes),
    ):
        for take in takes:
            name = card_name(take.card, language, article=True)
            yield "  " + words[key].format(player=take.player, card=name, chips=take.chips)
    if settlement.opera:
        swept = sum(settlement.swept.values())
        yield "  " + words["opera"].format(winner=settlement.winner, chips=swept)
    for paid in settlement.payments:
        yield "  " + words[paid.reason or "points"].format(
            giver=paid.giver, taker=paid.taker, chips=paid.chips
        )
    boxes = ", ".join(f"{card_name(box, language)} {settlement.boxes[box]}" for box in HONOURS)
    yield "  " + words["boxes"].format(boxes=boxes)
    yield "  " + words["net"].format(net=_signed(settlement.net, plus=True))
    for handed in settlement.transfers:
        pieces = _pieces(handed.chips, words["pieces"], chips)
        yield "  " + words["give"].format(giver=handed.giver, taker=handed.taker, pieces=pieces)


def _signed(chips: Mapping[str, int], *, plus: bool) -> str:
    sign = "+" if plus else ""
    return ", ".join(f"{player} {count:{sign}}".replace("-", "−") for player, count in chips.items())


def _pieces(amount: int, names: Mapping[str, tuple[str, str]], chips: Mapping[str, int]) -> str:
    counts = in_chips(amount, chips)
    return ", ".join(f"{count} {names[kind][count > 1]}" for kind, count in reversed(counts.items()))
