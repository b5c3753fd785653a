"""Every way in which a small deal can be played, counted: what perft is for chess.

From fixed hands all cards that a rule set allows are laid one after the other, each honour called
or not, to the end of every round; what is counted depends on all of the rules and hardly comes out
right by chance. ``counts/PRESET.json`` keeps the figures; `counted` makes them again, by the engine
or by the plain second implementation, which shares no code with it. A deal is small because the
table of cards dealt says so (`small_deals`); everything else plays as always.

Players may also hold back what they must lay: the rules refuse that later, when the card turns up, so
such ways count until then (``stuck``: no card is left that may come; ``hands_refused``: a hand
that was shown). At Nap there would be too many: all follow suit, and each has only the first
``choices`` of the cards that he could play; ``bids`` may tell which bids each tries.

    PYTHONPATH=. python tests/engine/counting.py   # writes counts/*.json by the plain implementation
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import plain_avantcoureur
import plain_lindor
import plain_nap

from engine.errors import IllegalEvent
from engine.events import BIDS, from_json, to_json
from engine.games import avantcoureur, game, lindor

FOLDER = Path(__file__).parent / "counts"
PLAIN = {"lindor": plain_lindor, "avantcoureur": plain_avantcoureur, "nap": plain_nap}
Line = dict[str, Any]


class ByEngine:
    """A log as far as it is told, judged by the engine."""

    def __init__(self, rules: str, lines: list[Line]) -> None:
        self.state: Any = None
        for line in lines:
            self.state = game.apply(self.state, from_json(line))

    def told(self, line: Line) -> ByEngine | None:
        """The same with one more line, None: it is refused."""
        after = object.__new__(ByEngine)
        try:
            after.state = game.apply(self.state, from_json(line))
        except IllegalEvent:
            return None
        return after

    def settlement(self) -> Line | None:
        return to_json(self.state.settlements[-1]) if self.state.settlements else None


class ByPlain:
    """The same, judged by the plain second implementation."""

    def __init__(self, rules: str, lines: list[Line]) -> None:
        self.plain, self.lines = PLAIN[rules], lines

    def told(self, line: Line) -> ByPlain | None:
        after = object.__new__(ByPlain)
        after.plain, after.lines = self.plain, [*self.lines, line]
        return after if self.plain.refused(after.lines, whole=False) is None else None

    def settlement(self) -> Line | None:
        if self.plain.refused(self.lines) is not None:
            return None
        return self.plain.settle(self.lines)[0][-1]


@contextmanager
def small_deals(rules: str, hands: dict[str, list[str]]) -> Iterator[None]:
    """So many cards are dealt as these hands have, to so many players."""
    count, size = len(hands), len(next(iter(hands.values())))
    if rules == "nap":
        yield
        return
    module = {"lindor": lindor, "avantcoureur": avantcoureur}[rules]
    with (
        mock.patch.dict(module.DEAL, {count: (size, 52 - count * size)}),
        mock.patch.dict(PLAIN[rules].DEALT, {count: size}),
    ):
        yield


def counted(rules: str, case: Line, by: type) -> Line:
    """All ways to play ``case`` (hands, options, dealer, boxes), counted."""
    hands = {player: hand.split() for player, hand in case["hands"].items()}
    players = list(hands)
    started = {
        "type": "game_started",
        "game": "nap" if rules == "nap" else "nain-jaune",
        "rules": rules,
        "options": case["options"],
        "players": players,
    }
    begun = {"type": "round_started", "dealer": players[-1]}
    if rules != "nap":
        begun["boxes"] = {"TD": 1, "JC": 2, "QS": 4, "KH": 8, "7D": 16}
    found = Count(players)
    with small_deals(rules, hands):
        table = by(rules, [started, begun])
        if rules == "nap":
            found.bids(table, players, hands, case, 0)
        else:
            found.cards(table, hands, set(case["calls"].split()), 0)
    return found.figures()


class Count:
    """What was counted so far."""

    def __init__(self, players: list[str]) -> None:
        self.players = players
        self.nodes: Counter[int] = Counter()
        self.sums: Counter[str] = Counter()
        self.nets: Counter[str] = Counter()

    def figures(self) -> Line:
        return {
            "nodes": [self.nodes[depth] for depth in range(max(self.nodes) + 1)],
            "nets": {player: self.nets[player] for player in self.players},
            **dict(sorted(self.sums.items())),
        }

    def end(self, settlement: Line) -> None:
        """A round that is over. ``squares`` sums squared nets, which errors do not cancel in."""
        self.sums["rounds"] += 1
        for player, net in settlement["net"].items():
            self.nets[player] += net
            self.sums["squares"] += net * net
        self.sums["operas"] += bool(settlement.get("opera"))
        self.sums["made"] += bool(settlement.get("made"))
        self.sums["pools"] += settlement.get("pool", 0)
        self.sums["boxes"] += sum(settlement.get("boxes", {}).values())
        for name in ("takes", "betes", "missed_calls"):
            self.sums[name] += sum(each["chips"] for each in settlement.get(name, ()))

    # Nain Jaune: a card, called or not.

    def cards(self, table: Any, hands: dict[str, list[str]], calls: set[str], depth: int) -> None:
        self.nodes[depth] += 1
        if not all(hands.values()):
            self.shown(table, hands)
            return
        went_on = False
        for player, hand in hands.items():
            for card in hand:
                after = table.told({"type": "card_played", "player": player, "card": card})
                if after is None:
                    continue
                went_on = True
                left = {**hands, player: [other for other in hand if other != card]}
                self.cards(after, left, calls, depth + 1)
                if card in calls:
                    call = {"type": "called", "player": player, "card": card}
                    self.cards(after.told(call), left, calls, depth + 1)
        self.sums["stuck"] += not went_on

    def shown(self, table: Any, hands: dict[str, list[str]]) -> None:
        for player, hand in hands.items():
            if hand:
                table = table.told({"type": "hand_shown", "player": player, "cards": hand})
                if table is None:
                    self.sums["hands_refused"] += 1
                    return
        self.end(table.settlement())

    # Nap: bids, the trump, tricks.

    def bids(self, table: Any, players: list[str], hands: dict, case: Line, depth: int) -> None:
        self.nodes[depth] += 1
        settlement = table.settlement()
        if settlement is not None:
            self.end(settlement)
            return
        if depth == len(players):
            suits = sorted({card[1] for hand in hands.values() for card in hand})
            for player in players:
                for suit in suits:
                    after = table.told({"type": "trump_named", "player": player, "suit": suit})
                    if after is not None:
                        self.nodes[depth + 1] += 1
                        self.tricks(after, hands, [], case, depth + 1)
            self.tricks(table, hands, [], case, depth)
            return
        for player in players:
            for bid in case["bids"][depth].split() if "bids" in case else BIDS:
                with_floater = bid != "pass" and "floater" in case["options"]
                for floater in (True, False) if with_floater else (None,):
                    line = {"type": "bid", "player": player, "bid": bid}
                    after = table.told(line if floater is None else {**line, "floater": floater})
                    if after is not None:
                        self.bids(after, players, hands, case, depth + 1)

    def tricks(self, table: Any, hands: dict, trick: list[str], case: Line, depth: int) -> None:
        if not any(hands.values()):
            self.end(table.settlement())
            return
        went_on = False
        for player, hand in hands.items():
            follows = [card for card in hand if trick and card[1] == trick[0][1]] or hand
            for card in follows[: case["choices"]]:
                after = table.told({"type": "card_played", "player": player, "card": card})
                if after is not None:
                    went_on = True
                    self.nodes[depth + 1] += 1
                    left = {**hands, player: [other for other in hand if other != card]}
                    on_table = [*trick, card] if len(trick) + 1 < len(hands) else []
                    self.tricks(after, left, on_table, case, depth + 1)
        self.sums["stuck"] += not went_on


def cases(rules: str) -> list[Line]:
    """What is kept for a preset: small deals with house rules, and their ``figures``."""
    return json.loads((FOLDER / f"{rules}.json").read_text())


def main() -> None:
    for rules in PLAIN:
        kept = cases(rules)
        for case in kept:
            case["figures"] = counted(rules, case, ByPlain)
        lines = ",\n".join(f" {json.dumps(case)}" for case in kept)
        (FOLDER / f"{rules}.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
