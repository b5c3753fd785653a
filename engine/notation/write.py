"""Events as a text in notation; `engine.notation.read` reads the very same events back."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Any

from engine.cards import parse_card
from engine.events import BIDS, Event, to_json
from engine.notation.words import SLASHED, bare, in_json, marks, quoted, written_number

Json = dict[str, Any]

_WIDTH = 100
"""Columns after which a line goes on in the next."""
_LARGEST = 10**16
"""Whole numbers from here on are not written outside JSON."""
_STAMP = frozenset(("type", "seq", "t"))
_TOLD = {
    "card_played": frozenset(("player", "card", "confidence")),
    "called": frozenset(("player", "card", "via")),
    "hand_shown": frozenset(("player", "cards")),
    "bid": frozenset(("player", "bid", "floater")),
    "floater_seen": frozenset(("player",)),
    "trump_named": frozenset(("player", "suit")),
    "exchanged": frozenset(("player", "count", "cost")),
    "fined": frozenset(("player", "chips", "why")),
    "claimed": frozenset(("player",)),
}
"""The fields that a word and its annotations tell, by type of event; others follow as JSON."""


def write(events: Iterable[Event]) -> str:
    """The text of an evening.

    Args:
        events: in the order of the log. Nothing of them is lost: what the notation has no
            words for is written as JSON behind a ``%``.

    Returns:
        The text, with a line break at its end; empty without events.
    """
    lines = [to_json(event) for event in events]
    writer = _Writer(numbered=bool(lines) and all("seq" in line for line in lines))
    for line in lines:
        writer.add(line)
    return writer.text()


class _Writer:
    """The lines so far, and what the next words can refer to."""

    def __init__(self, *, numbered: bool) -> None:
        self.lines: list[str] = ["[Numbered]"] if numbered else []
        self.number = 1 if numbered else None
        self.words: list[str] = []
        self.players: tuple[str, ...] = ()
        self.marks: dict[str, str] = {}
        self.tricks = False
        self.player: str | None = None
        self.rounds = 0
        self.cards: list[str] = []
        self.last: Json = {}

    def add(self, line: Json) -> None:
        """One more event, told as a line of a log."""
        kind = line["type"]
        if kind == "game_started":
            self.game(line)
        elif kind == "round_started":
            self.round(line)
        elif kind in _TOLD and _word(line) is not None:
            self.action(line)
        elif kind == "corrected" and self.correction(line) is not None:
            self.words.append(f"{self.correction(line)}{self.annotations(line, {'target', 'replacement'})}")
        else:
            self.json(line)
        self.last = line

    def text(self) -> str:
        """All lines."""
        self.break_line()
        return "\n".join(self.lines) + "\n" if self.lines else ""

    def break_line(self) -> None:
        """Put the words so far into lines."""
        row = ""
        for word in self.words:
            if row and len(row) + 1 + len(word) > _WIDTH:
                self.lines.append(row)
                row = word
            else:
                row = f"{row} {word}" if row else word
        if row:
            self.lines.append(row)
        self.words = []

    def json(self, line: Json) -> None:
        """An event without words of its own, on a line of its own."""
        self.break_line()
        self.lines.append("%" + in_json(line))
        if self.number is not None:
            self.number = line["seq"] + 1

    def annotations(self, line: Json, written: Set[str], *, counted: bool = True) -> str:
        """What is attached to an item: ``~confidence /text #number @time %{further fields}``."""
        parts = []
        if line.get("confidence", 1.0) != 1.0 and "confidence" in written:
            parts.append(f"~{written_number(line['confidence'])}")
        slashed = SLASHED.get(line["type"])
        if slashed in line:
            parts.append(f"/{bare(str(line[slashed]))}")
        if "seq" in line:
            if not counted or line["seq"] != self.number:
                parts.append(f"#{line['seq']}")
            if counted and self.number is not None:
                self.number = line["seq"] + 1
        if "t" in line:
            parts.append(f"@{written_number(line['t'])}")
        further = {name: value for name, value in line.items() if name not in written | _STAMP}
        if further:
            parts.append(f"%{in_json(further)}")
        return "".join(parts)

    # --- tags ------------------------------------------------------------------------------

    def game(self, line: Json) -> None:
        players, stock, options = line["players"], line.get("stock") or {}, line["options"]
        signs = marks(players)
        self.players, self.player = tuple(players), None
        self.marks = dict(reversed([*zip(players, signs, strict=True)]))
        self.tricks = line["game"] == "nap"
        if not all(_is_plain(value) for value in options.values()):
            self.json(line)
            return
        self.break_line()
        written = {"game", "rules", "options", "players", "stock"}
        self.lines.append(f"[Game {bare(line['game'])}{self.annotations(line, written)}]")
        self.lines.append(f"[Rules {bare(line['rules'])}]")
        for name, value in options.items():
            self.lines.append(f"[Option {bare(name)} {_value(value)}]")
        for name, mark in zip(players, signs, strict=True):
            words = ["Player", mark]
            if mark != name:
                words.append(quoted(name))
            if name in stock:
                words.append(str(stock[name]))
            self.lines.append(f"[{' '.join(words)}]")

    def round(self, line: Json) -> None:
        self.break_line()
        self.player, self.cards = None, []
        self.rounds += 1
        if self.lines:
            self.lines.append("")
        self.lines.append(f"[Round {self.rounds}{self.annotations(line, {'dealer', 'boxes'})}]")
        dealer = line["dealer"]
        self.lines.append(f"[Dealer {self.marks.get(dealer) or quoted(dealer)}]")
        if "boxes" in line:
            self.lines.append(" ".join(["[Boxes", *(f"{box}={n}" for box, n in line["boxes"].items())]) + "]")

    # --- what is done ----------------------------------------------------------------------

    def action(self, line: Json) -> None:
        """What a player does, after his mark when the turn changes or a line begins."""
        kind, player, last = line["type"], line["player"], self.last
        of_last = last.get("type") == "card_played" and (last["player"], last["card"]) == (
            player,
            line.get("card"),
        )
        if kind == "called" and of_last:
            self.words[-1] += f"!{self.annotations(line, _TOLD[kind])}"
            return
        if kind == "hand_shown" or (kind == "card_played" and self.leads(line["card"])):
            self.break_line()
        word = f"{_word(line)}{self.annotations(line, _TOLD[kind])}"
        if not self.words or player != self.player:
            if self.tricks and self.words and self.comes_next(player):
                word = f">{word}"
            else:
                self.words.append(self.mark(player))
        self.words.append(word)
        self.player = player

    def leads(self, card: str) -> bool:
        """Whether a card begins a sequence, or a trick, of which there is one to a line."""
        before, self.cards = self.cards, [*self.cards[-1:], card] if not self.tricks else [*self.cards, card]
        if self.tricks:
            return len(before) % max(len(self.players), 1) == 0
        return not before or parse_card(card).rank != parse_card(before[-1]).rank + 1

    def comes_next(self, player: str) -> bool:
        """Whether a player follows the one who did the last thing."""
        if player not in self.players or self.player not in self.players:
            return False
        return self.players[(self.players.index(self.player) + 1) % len(self.players)] == player

    def mark(self, player: str) -> str:
        """A player's mark and its colon; the whole name of somebody who does not play."""
        return f"{self.marks.get(player) or quoted(player)}:"

    def correction(self, line: Json) -> str | None:
        """``<number>`` or ``<number mark: item>``; None when the replacement has no words."""
        right = line["replacement"]
        if right is None:
            return f"<{line['target']}>"
        word = _word(right) if right["type"] in _TOLD else None
        if word is None:
            return None
        word += self.annotations(right, _TOLD[right["type"]], counted=False)
        return f"<{line['target']} {self.mark(right['player'])} {word}>"


def _word(line: Json) -> str | None:
    """What a player does, in one word; None when there is no word for it."""
    kind = line["type"]
    if kind == "card_played":
        return str(line["card"])
    if kind == "called":
        return f"!{line['card']}"
    if kind == "hand_shown":
        return f"({' '.join(line['cards'])})"
    if kind == "floater_seen":
        return "seen"
    if kind == "claimed":
        return "rest"
    if kind == "trump_named":
        return f"trump={line['suit']}"
    if kind == "exchanged":
        return f"exchange={line['count']}"
    if kind == "fined":
        return f"fine={line['chips']}"
    floater = {None: "", True: "+", False: "-"}[line.get("floater")]
    return f"{line['bid']}{floater}" if line["bid"] in BIDS else None


def _value(value: str | int | list[int]) -> str:
    """An option's value; a text of digits needs its quotes."""
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value) if isinstance(value, int) else quoted(value) if value.isdecimal() else bare(value)


def _is_plain(value: object) -> bool:
    """Whether an option's value can stand in a tag."""
    if isinstance(value, list):
        return len(value) > 1 and all(type(each) is int and _is_plain(each) for each in value)
    return isinstance(value, str) or (type(value) is int and 0 <= value < _LARGEST)
