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

    def tag_rules(self, event: Json) -> None:
        self.once(event, "rules", self.value("[Rules"))

    def tag_option(self, event: Json) -> None:
        name = self.value("[Option")
        numbers: list[int] = []
        while (number := self.number_if_any()) is not None:
            numbers.append(number)
        if not numbers:
            self.once(event["options"], name, self.value(f"[Option {name}"))
        else:
            self.once(event["options"], name, numbers if len(numbers) > 1 else numbers[0])

    def number_if_any(self) -> int | None:
        """A whole number, or None when none is next."""
        self.scanner.skip()
        at, number = self.scanner.at, self.scanner.match(WHOLE)
        if number is None or self.scanner.word_is_next():
            self.scanner.at = at
            return None
        return int(number)

    def tag_player(self, event: Json) -> None:
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
        event["players"].append(self.chosen[mark])
        scanner.skip()
        stock = scanner.match(WHOLE)
        if stock is not None:
            event.setdefault("stock", {})[self.chosen[mark]] = int(stock)

    def tag_round(self) -> None:
        at = self.scanner.at
        self.rounds += 1
        word = self.scanner.match(WHOLE)
        if word is not None and int(word) != self.rounds:
            self.scanner.fail(f"round {word} is number {self.rounds} of this text, expected that number", at)
        self.dealt = None
        self.pending = {"type": "round_started"}

    def tag_dealer(self, event: Json) -> None:
        at, name = self.scanner.at, self.scanner.string()
        if name is None:
            mark = self.scanner.word()
            name = self.named(mark, at) if mark is not None else None
        if name is None:
            self.scanner.fail(f"{self.scanner.shown()} after [Dealer, expected a player's mark")
        self.once(event, "dealer", name)

    def tag_boxes(self, event: Json) -> None:
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
        self.once(event, "boxes", boxes)

    def tag_deal(self, event: Json) -> None:
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
        self.once(event, "dealer", self.players[dealt.dealer])
        if dealt.boxes is not None:
            self.once(event, "boxes", {box.code: chips for box, chips in dealt.boxes.items()})

    def once(self, event: Json, name: str, value: object) -> None:
        """Keep a value that may be told only once."""
        if name in event:
            self.scanner.fail(f"{name!r} is told a second time, expected it once")
        event[name] = value

    def finish_tags(self) -> None:
        """The game or round whose tags have been read becomes an event."""
        if self.pending is not None:
            event, self.pending = self.pending, None
            self.emit(event, self.began)

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
            event = self.action(self.player)
            self.emit(event, at)
            at = scanner.at
            if event["type"] == "card_played" and scanner.take("!"):
                event = {"type": "called", "player": self.player, "card": event["card"]}
                self.annotations(event)
                self.emit(event, at)
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
        event: Json
        if scanner.take("!"):
            word = scanner.word()
            card = self.last_card(player, at) if word is None else self.card(word, at)
            event = {"type": "called", "card": card}
        elif scanner.take("("):
            event = {"type": "hand_shown", "cards": self.cards(at)}
        else:
            word = scanner.word()
            if word is None:
                scanner.fail(f"{scanner.shown()} is no card and no call, expected one")
            event = self.worded(word, at)
        event["player"] = player
        self.annotations(event)
        return event

    def worded(self, word: str, at: int) -> Json:
        """What a word tells: a bid, something else done in Nap, or a card."""
        bid = _BID.fullmatch(word)
        if bid is not None:
            event: Json = {"type": "bid", "bid": bid[1]}
            return {**event, "floater": bid[2] == "+"} if bid[2] else event
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
        event: Json = {"type": "corrected", "target": self.whole("<"), "replacement": None}
        scanner.skip()
        if not scanner.next_is(">"):
            player = self.who()
            if player is None:
                scanner.fail(f"{scanner.shown()} in a correction, expected a mark such as A: or '>'")
            scanner.skip()
            event["replacement"] = self.action(player)
            scanner.skip()
        scanner.expect(">", "a correction")
        self.annotations(event)
        return event

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
        text = self.scanner.string()
        text = self.scanner.word() if text is None else text
        if text is None:
            self.scanner.fail(f"{self.scanner.shown()} after {after}, expected a word or a text in quotes")
        return text

    def whole(self, after: str) -> int:
        """A whole number, which must be next."""
        text = self.scanner.match(WHOLE)
        if text is None:
            self.scanner.fail(f"{self.scanner.shown()} after {after}, expected a whole number")
        return int(text)

    def annotations(self, event: Json) -> None:
        """``@time #number ~confidence /text %{further fields}`` right after an item."""
        scanner = self.scanner
        while True:
            at = scanner.at
            if scanner.take("@"):
                self.once(event, "t", scanner.number("@"))
            elif scanner.take("#"):
                self.once(event, "seq", self.whole("#"))
            elif event["type"] == "card_played" and scanner.take("~"):
                self.once(event, "confidence", scanner.number("~"))
            elif event["type"] in SLASHED and scanner.take("/"):
                text = self.value("/")
                name = SLASHED[event["type"]]
                self.once(event, name, int(text) if name == "cost" and WHOLE.fullmatch(text) else text)
            elif scanner.take("%"):
                for name, value in scanner.object().items():
                    if name in event:
                        scanner.fail(f"{name!r} is told a second time, expected it once", at)
                    event[name] = value
            else:
                return

    # --- events ----------------------------------------------------------------------------

    def emit(self, line: Json, at: int) -> None:
        """Keep the event that a JSON object tells; types that we do not know are left out."""
        place = self.scanner.place(at)
        if self.number is not None:
            line.setdefault("seq", self.number)
        where = f"{self.scanner.where} {place}"
        try:
            event = from_json(line, where)
        except RecursionError:
            raise BadInput(f"{where}: nested too deeply, expected one event") from None
        if event is None:
            return
        if self.number is not None and event.seq is not None:
            self.number = event.seq + 1
        if isinstance(event, GameStarted):
            self.players, self.rules = event.players, event.rules
            by_tag = tuple(self.chosen.values()) == event.players
            by_place = zip(marks(event.players), event.players, strict=True)
            self.marks = dict(self.chosen if by_tag else by_place)
        if isinstance(event, GameStarted | RoundStarted):
            self.player = None
        if isinstance(event, RoundStarted) and self.dealt is not None:
            self.deals[len(self.events)] = self.dealt
            self.dealt = None
        self.events.append((place, event))

    def check_deals(self) -> None:
        """Refuse a card that was dealt to nobody who could lay or show it."""
        try:
            in_force = game.in_force([event for _, event in self.events]) if self.deals else []
        except game.IllegalCorrection:
            return  # whoever settles the events is told so
        players: Sequence[str] = ()
        dealt: Dealt | None = None
        for place, event in in_force:
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
