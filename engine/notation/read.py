"""A text in notation as the events that it tells (NOTATION.md has the grammar).

Every item becomes the JSON object that a log would have in its place, and `engine.events`
reads that: what a field may be is decided once, for logs and notation alike.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from engine.cards import Card, parse_card
from engine.errors import BadInput
from engine.events import BIDS, CardPlayed, Event, GameStarted, HandShown, RoundStarted, from_json
from engine.games import game
from engine.notation.deal import Dealt, parse_deal
from engine.notation.scan import Scanner
from engine.notation.words import SLASHED, WHOLE, marks
from engine.reading import one_spelling

Json = dict[str, Any]

_LOOKS = re.compile(r"\s*(?:;|%\s*\{|\[\s*[A-Za-z])")
_BID = re.compile(rf"({'|'.join(BIDS)})([+-]?)")
_STOPS = re.compile(r"[-–−](?:10|[A2-9TJQKVDRB1])?", re.IGNORECASE)
_COLON = re.compile(r"[ \t\xa0\u202f]*:")
_OF_GAME = ("Rules", "Option", "Player")
_OF_ROUND = ("Dealer", "Boxes", "Deal")
_TAGS = ("Numbered", "Game", *_OF_GAME, "Round", *_OF_ROUND)


def looks_like(text: str) -> bool:
    """Whether a text is meant as notation: it begins with a tag, an event after ``%`` or a ``;`` comment."""
    return _LOOKS.match(text) is not None


def read(text: str, where: str) -> list[tuple[str, Event]]:
    """The events of a text in notation.

    Args:
        text: one evening, any number of rounds.
        where: its name in errors.

    Returns:
        (``"line 3 column 7"``, event) of each event.

    Raises:
        BadInput: what stands there is no notation, or a card is not in the hand that a
            ``Deal`` gave its player; one line with the place and what was expected.
    """
    reader = _Reader(Scanner(text, where))
    reader.everything()
    reader.check_deals()
    return reader.events


class _Reader:
    """The events so far, and what the next words refer to."""

    def __init__(self, scanner: Scanner) -> None:
        self.scanner = scanner
        self.events: list[tuple[str, Event]] = []
        self.players: tuple[str, ...] = ()
        self.rules = ""
        self.marks: dict[str, str] = {}
        self.player: str | None = None
        self.number: int | None = None
        self.rounds = 0
        self.deals: dict[int, Dealt] = {}
        # A game or a round whose tags are being read; its event stands where they began.
        self.pending: Json | None = None
        self.began = 0
        self.chosen: dict[str, str] = {}
        self.dealt: Dealt | None = None

    def everything(self) -> None:
        """Read to the end."""
        self.scanner.skip()
        while not self.scanner.ended():
            if self.scanner.next_is("["):
                self.tag()
            else:
                self.finish_tags()
                self.item()
            self.scanner.skip()
        self.finish_tags()

    # --- tags ------------------------------------------------------------------------------

    def tag(self) -> None:
        """``[Name value …]``, with annotations for those that begin a game or a round."""
        scanner, at = self.scanner, self.scanner.at
        scanner.take("[")
        scanner.skip()
        name_at, name = scanner.at, scanner.word()
        if name not in _TAGS:
            scanner.fail(f"{scanner.shown(name_at)} is no tag, expected {_listed(_TAGS)}", name_at)
        scanner.skip()
        if name in _OF_GAME or name in _OF_ROUND:
            self.more_tag(name, at)
        else:
            self.finish_tags()
            self.began = at
            {"Numbered": self.tag_numbered, "Game": self.tag_game, "Round": self.tag_round}[name]()
            scanner.skip()
            if self.pending is not None:
                self.annotations(self.pending)
        scanner.skip()
        scanner.expect("]", f"[{name}")

    def more_tag(self, name: str, at: int) -> None:
        """A tag that tells more of the game or the round that has begun."""
        above, kind = ("Game", "game_started") if name in _OF_GAME else ("Round", "round_started")
        if self.pending is None or self.pending["type"] != kind:
            self.scanner.fail(f"[{name}] stands outside the tags after a [{above}], expected it there", at)
        {
            "Rules": self.tag_rules,
            "Option": self.tag_option,
            "Player": self.tag_player,
            "Dealer": self.tag_dealer,
            "Boxes": self.tag_boxes,
            "Deal": self.tag_deal,
        }[name](self.pending)

    def tag_numbered(self) -> None:
        self.number = 1

    def tag_game(self) -> None:
        self.chosen = {}
        self.pending = {"type": "game_started", "game": self.value("[Game"), "options": {}, "players": []}

    def tag_rules(self, told: Json) -> None:
        self.once(told, "rules", self.value("[Rules"))

    def tag_option(self, told: Json) -> None:
        name = self.value("[Option")
        numbers: list[int] = []
        while (number := self.number_if_any()) is not None:
            numbers.append(number)
        if not numbers:
            self.once(told["options"], name, self.value(f"[Option {name}"))
        else:
            self.once(told["options"], name, numbers if len(numbers) > 1 else numbers[0])

    def number_if_any(self) -> int | None:
        """A whole number, or None when none is next."""
        self.scanner.skip()
        at, number = self.scanner.at, self.scanner.match(WHOLE)
        if number is None or self.scanner.word_is_next():
            self.scanner.at = at
            return None
        return int(number)

    def tag_player(self, told: Json) -> None:
        scanner, at = self.scanner, self.scanner.at
        word = scanner.word()
        if word is None:
            scanner.fail(f"{scanner.shown()} after [Player, expected a mark such as A")
        mark = one_spelling(word)
        if mark in self.chosen:
            scanner.fail(f"the mark {mark} is already that of {self.chosen[mark]}, expected another", at)
        scanner.skip()
        name = scanner.string()
        self.chosen[mark] = mark if name is None else one_spelling(name)
        told["players"].append(self.chosen[mark])
        scanner.skip()
        stock = scanner.match(WHOLE)
        if stock is not None:
            told.setdefault("stock", {})[self.chosen[mark]] = int(stock)

    def tag_round(self) -> None:
        at = self.scanner.at
        self.rounds += 1
        told = self.scanner.match(WHOLE)
        if told is not None and int(told) != self.rounds:
            self.scanner.fail(f"round {told} is number {self.rounds} of this text, expected that number", at)
        self.dealt = None
        self.pending = {"type": "round_started"}

    def tag_dealer(self, told: Json) -> None:
        at, name = self.scanner.at, self.scanner.string()
        if name is None:
            mark = self.scanner.word()
            name = self.named(mark, at) if mark is not None else None
        if name is None:
            self.scanner.fail(f"{self.scanner.shown()} after [Dealer, expected a player's mark")
        self.once(told, "dealer", name)

    def tag_boxes(self, told: Json) -> None:
        scanner = self.scanner
        boxes: Json = {}
        while not scanner.ended() and not scanner.next_is("]"):
            at = scanner.at
            box = self.value("[Boxes")
            if box in boxes:
                scanner.fail(f"the box {box} is told twice, expected it once", at)
            scanner.expect("=", f"the box {box}")
            boxes[box] = self.whole("=")
            scanner.skip()
        self.once(told, "boxes", boxes)

    def tag_deal(self, told: Json) -> None:
        scanner, at = self.scanner, self.scanner.at
        line = scanner.string()
        if line is None:
            scanner.fail(f"{scanner.shown()} after [Deal, expected a deal in quotes")
        dealt = parse_deal(line, f"{scanner.where} {scanner.place(at)}")
        if dealt.rules != self.rules or len(dealt.hands) != len(self.players):
            scanner.fail(
                f"a deal of {dealt.rules} for {len(dealt.hands)}, "
                f"expected {self.rules or 'no deal before a game'} for {len(self.players)}",
                at,
            )
        self.dealt = dealt
        self.once(told, "dealer", self.players[dealt.dealer])
        if dealt.boxes is not None:
            self.once(told, "boxes", {box.code: chips for box, chips in dealt.boxes.items()})

    def once(self, told: Json, name: str, value: object) -> None:
        """Keep a value that may be told only once."""
        if name in told:
            self.scanner.fail(f"{name!r} is told a second time, expected it once")
        told[name] = value

    def finish_tags(self) -> None:
        """The game or round whose tags have been read becomes an event."""
        if self.pending is not None:
            told, self.pending = self.pending, None
            self.emit(told, self.began)

    # --- what is done ----------------------------------------------------------------------

    def item(self) -> None:
        """One mark, stop, card, call, hand, bid, correction or event in JSON."""
        scanner, at = self.scanner, self.scanner.at
        name = self.who()
        if name is not None:
            self.player = name
            return
        if scanner.take(">"):
            if self.player not in self.players:
                scanner.fail("nobody comes next, expected a mark such as A: before the first >", at)
            self.player = self.players[(self.players.index(self.player) + 1) % len(self.players)]
            return
        if scanner.take("%"):
            self.emit(scanner.object(), at)
        elif scanner.take("<"):
            self.emit(self.correction(), at)
        elif scanner.match(_STOPS) is None:
            told = self.action(self.player)
            self.emit(told, at)
            at = scanner.at
            if told["type"] == "card_played" and scanner.take("!"):
                told = {"type": "called", "player": self.player, "card": told["card"]}
                self.annotations(told)
                self.emit(told, at)
        scanner.separated()

    def who(self) -> str | None:
        """The player whose mark (or name in quotes) and colon come next, None if none does."""
        scanner, at = self.scanner, self.scanner.at
        name = scanner.string()
        word = scanner.word() if name is None else None
        if scanner.match(_COLON) is not None and (name or word):
            return one_spelling(name or "") if word is None else self.named(word, at)
        if name is not None:
            scanner.skip()
            scanner.fail(f"{scanner.shown()} after a name in quotes, expected ':'")
        scanner.at = at
        return None

    def named(self, mark: str, at: int) -> str:
        """The player with this mark, or called so."""
        mark = one_spelling(mark)
        name = self.marks.get(mark, mark)
        if name not in self.players:
            known = _listed(tuple(self.marks)) if self.marks else "a game with its players before"
            self.scanner.fail(f"{mark!r} is nobody's mark, expected {known}", at)
        return name

    def action(self, player: str | None) -> Json:
        """What somebody does, annotations included."""
        scanner, at = self.scanner, self.scanner.at
        if player is None and (scanner.next_is("!(") or scanner.word_is_next()):
            scanner.fail("nobody is named yet, expected a mark such as A: before this")
        told: Json
        if scanner.take("!"):
            word = scanner.word()
            card = self.last_card(player, at) if word is None else self.card(word, at)
            told = {"type": "called", "card": card}
        elif scanner.take("("):
            told = {"type": "hand_shown", "cards": self.cards(at)}
        else:
            word = scanner.word()
            if word is None:
                scanner.fail(f"{scanner.shown()} is no card and no call, expected one")
            told = self.said(word, at)
        told["player"] = player
        self.annotations(told)
        return told

    def said(self, word: str, at: int) -> Json:
        """What a word tells: a bid, something else done in Nap, or a card."""
        bid = _BID.fullmatch(word)
        if bid is not None:
            told: Json = {"type": "bid", "bid": bid[1]}
            return {**told, "floater": bid[2] == "+"} if bid[2] else told
        if word == "seen":
            return {"type": "floater_seen"}
        if word == "rest":
            return {"type": "claimed"}
        if word in ("trump", "exchange", "fine"):
            self.scanner.expect("=", word)
            if word == "trump":
                at, suit = self.scanner.at, self.scanner.word()
                return {"type": "trump_named", "suit": parse_card(self.card(f"A{suit}", at)).suit}
            if word == "exchange":
                return {"type": "exchanged", "count": self.whole("exchange=")}
            return {"type": "fined", "chips": self.whole("fine=")}
        return {"type": "card_played", "card": self.card(word, at)}

    def correction(self) -> Json:
        """``<number>``: that event never happened; ``<number mark: item>``: it was this."""
        scanner = self.scanner
        told: Json = {"type": "corrected", "target": self.whole("<"), "replacement": None}
        scanner.skip()
        if not scanner.next_is(">"):
            player = self.who()
            if player is None:
                scanner.fail(f"{scanner.shown()} in a correction, expected a mark such as A: or '>'")
            scanner.skip()
            told["replacement"] = self.action(player)
            scanner.skip()
        scanner.expect(">", "a correction")
        self.annotations(told)
        return told

    def cards(self, began: int) -> list[str]:
        """The cards of a hand up to its closing bracket."""
        scanner = self.scanner
        found: list[str] = []
        scanner.skip()
        while not scanner.take(")"):
            at, word = scanner.at, scanner.word()
            if scanner.ended() and word is None:
                scanner.fail("this hand is never closed, expected ')'", began)
            if word is None:
                scanner.fail(f"{scanner.shown()} in a hand, expected a card or ')'")
            found.append(self.card(word, at))
            scanner.skip()
        return found

    def card(self, word: str, at: int) -> str:
        """The code of the card that a word names."""
        try:
            return parse_card(word).code
        except BadInput as error:
            self.scanner.fail(str(error), at)

    def last_card(self, player: str | None, at: int) -> str:
        """The card that a bare ``!`` calls: the one just laid by the same player."""
        last = self.events[-1][1] if self.events else None
        if not isinstance(last, CardPlayed) or last.player != player:
            self.scanner.fail("which card is called? expected ! right after a card, or !QS", at)
        return last.card.code

    # --- values ----------------------------------------------------------------------------

    def value(self, after: str) -> str:
        """A word or a text in quotes, which must be next."""
        told = self.scanner.string()
        told = self.scanner.word() if told is None else told
        if told is None:
            self.scanner.fail(f"{self.scanner.shown()} after {after}, expected a word or a text in quotes")
        return told

    def whole(self, after: str) -> int:
        """A whole number, which must be next."""
        told = self.scanner.match(WHOLE)
        if told is None:
            self.scanner.fail(f"{self.scanner.shown()} after {after}, expected a whole number")
        return int(told)

    def annotations(self, told: Json) -> None:
        """``@time #number ~confidence /text %{further fields}`` right after an item."""
        scanner = self.scanner
        while True:
            at = scanner.at
            if scanner.take("@"):
                self.once(told, "t", scanner.number("@"))
            elif scanner.take("#"):
                self.once(told, "seq", self.whole("#"))
            elif told["type"] == "card_played" and scanner.take("~"):
                self.once(told, "confidence", scanner.number("~"))
            elif told["type"] in SLASHED and scanner.take("/"):
                text = self.value("/")
                name = SLASHED[told["type"]]
                self.once(told, name, int(text) if name == "cost" and WHOLE.fullmatch(text) else text)
            elif scanner.take("%"):
                for name, value in scanner.object().items():
                    if name in told:
                        scanner.fail(f"{name!r} is told a second time, expected it once", at)
                    told[name] = value
            else:
                return

    # --- events ----------------------------------------------------------------------------

    def emit(self, told: Json, at: int) -> None:
        """Keep the event that a JSON object tells; types that we do not know are left out."""
        place = self.scanner.place(at)
        if self.number is not None:
            told.setdefault("seq", self.number)
        where = f"{self.scanner.where} {place}"
        try:
            event = from_json(told, where)
        except RecursionError:
            raise BadInput(f"{where}: nested too deeply, expected one event") from None
        if event is None:
            return
        if self.number is not None and event.seq is not None:
            self.number = event.seq + 1
        if isinstance(event, GameStarted):
            self.players, self.rules = event.players, event.rules
            by_tag = tuple(self.chosen.values()) == event.players
            usual = zip(marks(event.players), event.players, strict=True)
            self.marks = dict(self.chosen if by_tag else usual)
        if isinstance(event, GameStarted | RoundStarted):
            self.player = None
        if isinstance(event, RoundStarted) and self.dealt is not None:
            self.deals[len(self.events)] = self.dealt
            self.dealt = None
        self.events.append((place, event))

    def check_deals(self) -> None:
        """Refuse a card that was dealt to nobody who could lay or show it."""
        try:
            told = game.in_force([event for _, event in self.events]) if self.deals else []
        except game.IllegalCorrection:
            return  # whoever settles the events is told so
        players: Sequence[str] = ()
        dealt: Dealt | None = None
        for place, event in told:
            if isinstance(event, GameStarted):
                players = event.players
            elif isinstance(event, RoundStarted):
                dealt = self.deals.get(place)
            elif dealt is not None and isinstance(event, CardPlayed | HandShown) and event.player in players:
                shown = (event.card,) if isinstance(event, CardPlayed) else event.cards
                strange = _strange(dealt, players.index(event.player), shown)
                if strange is not None:
                    raise BadInput(
                        f"{self.scanner.where} {self.events[place][0]}: {strange} was not dealt to "
                        f"{event.player}, expected a card of that hand"
                    )


def _strange(dealt: Dealt, place: int, cards: Sequence[Card]) -> Card | None:
    """The first card that the player at ``place`` cannot have."""
    return next((card for card in cards if card not in dealt.hands[place] + dealt.to_draw), None)


def _listed(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
