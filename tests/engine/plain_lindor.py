"""A second settlement of lindor rounds, written from the sources alone and as plainly as possible.

It reads the JSON lines of a log, keeps dictionaries, and goes through each round once the round
is complete. `Laying` says which card may be laid next. No code of `engine` is used.
"""

from __future__ import annotations

from collections.abc import Callable

BOXES = {"TD": 1, "JC": 2, "QS": 3, "KH": 4, "7D": 5}
RANKS = "A23456789TJQK"
SETTLES_NOTHING = ("packets", "first_dealer", "end", "leftover")
"""Options that move no chips within a round and forbid no card."""
DEALT = {2: 22, 3: 15, 4: 12, 5: 9, 6: 8, 7: 7, 8: 6}


def settle(lines: list[dict]) -> tuple[list[dict], dict[str, int]]:
    """Settlements without transfers, and the balances, of a log that is legal."""
    return evening(lines, settle_round)


def evening(lines: list[dict], one_round: Callable[..., dict]) -> tuple[list[dict], dict[str, int]]:
    """The same of any preset; ``one_round``: its `settle_round`."""
    started = lines[0]
    players = started["players"]
    options = started["options"]
    stock = started.get("stock")
    balances = {player: (stock or {}).get(player, 0) for player in players}
    boxes = dict.fromkeys(BOXES, 0)
    settlements = []
    rounds: list[list[dict]] = []
    for number, line in enumerate(lines[1:], start=2):
        if line["type"] == "round_started":
            rounds.append([])
        if rounds:  # a call before the first round is for nothing
            rounds[-1].append({**line, "number": number})
    for number, lines_of_round in enumerate(rounds, start=1):
        purses = dict(balances) if stock is not None and options.get("debt") == "capped" else None
        settlement = one_round(lines_of_round, players, options, boxes, purses)
        settlement["round"] = number
        settlements.append(settlement)
        boxes = settlement["boxes"]
        for player in players:
            balances[player] += settlement["net"][player]
    return settlements, balances


class Till:
    """What everybody has won and lost in a round, and what lies in the boxes.

    ``purses``: what each has before it, where nobody can pay more than that.
    """

    def __init__(self, players: list[str], boxes: dict[str, int], purses: dict[str, int] | None) -> None:
        self.net = dict.fromkeys(players, 0)
        self.boxes = boxes
        self.purses = purses

    def can_pay(self, player: str, chips: int) -> int:
        return chips if self.purses is None else max(0, min(chips, self.purses[player] + self.net[player]))

    def pay(self, giver: str, taker: str, chips: int) -> int:
        """As much as he has; how much that was."""
        chips = self.can_pay(giver, chips)
        self.net[giver] -= chips
        self.net[taker] += chips
        return chips

    def pay_into(self, player: str, box: str, chips: int) -> int:
        chips = self.can_pay(player, chips)
        self.net[player] -= chips
        self.boxes[box] += chips
        return chips

    def take(self, player: str, box: str) -> None:
        self.net[player] += self.boxes[box]
        self.boxes[box] = 0


def unit_of(options: dict) -> int:
    """What one chip of the antes is worth."""
    return int(options.get("fiche", 5)) if options.get("stake_unit") == "fiche" else 1


def boxes_with(line: dict, left_over: dict[str, int], times: int) -> dict[str, int]:
    """The boxes once the antes, so many times each, lie on what that line says is there."""
    before = line.get("boxes")
    before = left_over if before is None else before
    return {box: before.get(box, 0) + ante * times for box, ante in BOXES.items()}


def settle_round(
    lines: list[dict],
    players: list[str],
    options: dict,
    left_over: dict[str, int],
    purses: dict[str, int] | None = None,
) -> dict:
    """One round; ``purses``: what each has before it, where nobody can pay more than that."""
    dealer, unit = lines[0]["dealer"], unit_of(options)
    till = Till(players, boxes_with(lines[0], left_over, unit * len(players)), purses)
    till.net = dict.fromkeys(players, -15 * unit)
    laid = [line for line in lines if line["type"] == "card_played"]
    left = {p: DEALT[len(players)] - sum(line["player"] == p for line in laid) for p in players}
    winner = next(p for p in players if left[p] == 0)
    hands = {line["player"]: line["cards"] for line in lines if line["type"] == "hand_shown"}
    takes, missed, fines = calls_paid(lines, players, options, till)
    payments = hands_paid(hands, left, winner, options, till)
    kept = overlooked(lines, Laying(players, dealer, options))
    payments += fines_for(kept, winner, players, options, till)
    opera = is_opera(laid, winner, DEALT[len(players)], options.get("opera", "one_go"))
    fined = [(player, card) for player in hands for card in hands[player] if card in BOXES]
    if options.get("bete") == "off":
        fined = []
    if options.get("missed_call") == "bete":
        fined += [(miss["player"], miss["card"]) for miss in missed]
    swept: dict[str, int] = {}
    betes = []
    order = ["sweep", "betes"] if options.get("opera_order") == "opera_first" else ["betes", "sweep"]
    for doing in order:
        if doing == "sweep" and opera:
            swept = {box: chips for box, chips in till.boxes.items() if chips}
            for box in swept:
                till.take(winner, box)
        if doing == "betes":
            betes = betes_paid(fined, players, till)
    fined_too = [{"player": p, "card": "7D", "chips": chips} for p, chips in fines.items() if chips]
    return (
        {
            "type": "settlement",
            "dealer": dealer,
            "winner": winner,
            "opera": opera,
            "takes": takes,
            "missed_calls": missed,
            "betes": betes,
            "swept": swept,
            "payments": payments,
            "boxes": till.boxes,
            "net": till.net,
        }
        | ({"overlooked": kept} if kept else {})
        | ({"fined": fined_too} if fined_too else {})
    )


def calls_paid(
    lines: list[dict], players: list[str], options: dict, till: Till
) -> tuple[list[dict], list[dict], dict[str, int]]:
    """Boxes taken, honours not called, and what each has paid for passing.

    What happens is put in order of time: at a card first its passes are paid, then an honour before it is
    missed, then boxes taken.
    """
    happened: list[tuple[int, int, str, str]] = []
    laying = Laying(players, lines[0]["dealer"], options)
    for place, line in enumerate(lines):
        if line["type"] != "card_played":
            continue
        player, card = line["player"], line["card"]
        if options.get("pass_penalty") == "on":
            passed = dict.fromkeys(other for other, _ in laying.passes(player, card))
            happened += [(place, 0, other, "7D") for other in passed if other != laying.leader]
        laying.lay(player, card)
        if card in BOXES:
            at, called = when_called(lines, place, options)
            happened.append((at, 2 if called else 1, player, card))
    takes, missed = [], []
    fines = dict.fromkeys(players, 0)
    for _, what, player, card in sorted(happened, key=lambda each: each[:2]):
        if what == 0:
            fines[player] += till.pay_into(player, "7D", 1)
            continue
        told = {"player": player, "card": card, "chips": till.boxes[card]}
        (missed if what == 1 else takes).append(told)
        if what == 2:
            till.take(player, card)
    return takes, missed, fines


def when_called(lines: list[dict], place: int, options: dict) -> tuple[int, bool]:
    """The line at which the honour of line `place` is called (True), or it is too late for that (False)."""
    if options.get("call_required") == "off":
        return place, True
    at = len(lines)
    for step in (-1, 1):
        at = place + step
        closing = ["hand_shown", "round_started"]
        if step == -1 or options.get("call_window") != "round":
            closing.append("card_played")
        while 0 <= at < len(lines) and lines[at]["type"] not in closing:
            if is_call(lines[at], lines[place]["player"], lines[place]["card"]):
                return max(at, place), True
            at += step
    return at, False


def is_call(line: dict, player: str, card: str) -> bool:
    return line["type"] in ("called", "announced_hoc") and (line["player"], line["card"]) == (player, card)


def hands_paid(
    hands: dict[str, list[str]], left: dict[str, int], winner: str, options: dict, till: Till
) -> list[dict]:
    """What everybody pays the winner for the cards that he holds."""
    payments = []
    per_card = options.get("hand_payment", "per_card" if "per_card" in options else "") == "per_card"
    for player in left:
        if player != winner:
            if per_card:
                chips, reason = left[player] * options.get("per_card", 1), "cards"
            else:
                chips, reason = sum(worth(card) for card in hands[player]), "points"
            chips = till.pay(player, winner, chips)
            if chips:
                payments.append({"from": player, "to": winner, "chips": chips, "reason": reason})
    return payments


def is_opera(laid: list[dict], winner: str, dealt: int, option: str) -> bool:
    winners_cards = [line["player"] == winner for line in laid]
    return {
        "one_go": all(winners_cards[-dealt:]),
        "no_card": all(winners_cards),
        "no_honour": not any(line["card"] in BOXES and line["player"] != winner for line in laid),
    }[option]


def betes_paid(fined: list[tuple[str, str]], players: list[str], till: Till) -> list[dict]:
    """What whoever is fined for an honour pays into its box: as much as lies there."""
    betes = []
    for player, card in sorted(fined, key=lambda fine: list(BOXES).index(fine[1])):
        chips = till.pay_into(player, card, till.boxes[card])
        if chips:
            betes.append({"player": player, "card": card, "chips": chips})
    return sorted(betes, key=lambda bete: (players.index(bete["player"]), list(BOXES).index(bete["card"])))


def overlooked(lines: list[dict], laying) -> list[dict]:
    """Cards that somebody kept and had to lay, as they turned up: whose, which, after which line wanted."""
    asked: dict[tuple[str, str], int] = {}
    found = []
    last = lines[0]["number"]
    shown = []
    for line in lines:
        player = line.get("player")
        if line["type"] == "card_played":
            turned_up = [line["card"]]
        elif line["type"] == "hand_shown" and player not in shown:
            turned_up = line["cards"]
            shown.append(player)
        else:
            continue
        for card in turned_up:
            if (player, card) in asked:
                found.append({"player": player, "card": card, "wanted": asked[player, card]})
        if line["type"] == "card_played":
            for other, wanted in laying.denials(player, line["card"]):
                asked.setdefault((other, wanted), last)
            laying.lay(player, line["card"])
            last = line["number"]
    return found


def fines_for(kept: list[dict], winner: str, players: list[str], options: dict, till: Till) -> list[dict]:
    """What the house takes for cards kept: paid to the winner, who pays nobody."""
    payments = []
    for player in players:
        cards = [each for each in kept if each["player"] == player != winner]
        chips = till.pay(player, winner, options.get("overlooked_fine", 0) * len(cards))
        if chips:
            payments.append({"from": player, "to": winner, "chips": chips, "reason": "overlooked"})
    return payments


def worth(card: str) -> int:
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


class Laying:
    """A round as it is laid: who may lay what, and what people say by it that they do not hold."""

    def __init__(self, players: list[str], dealer: str, options: dict) -> None:
        self.players = players
        self.options = options
        self.leader: str | None = players[(players.index(dealer) + 1) % len(players)]
        if options.get("first_lead") == "drawn":
            self.leader = None
        if options.get("first_lead") == "right_of_dealer" and options.get("direction") != "anticlockwise":
            self.leader = players[players.index(dealer) - 1]
        self.top: str | None = None
        self.laid: set[str] = set()
        self.left = {player: DEALT[len(players)] for player in players}
        self.shown: dict[str, list[str]] = {}

    def over(self) -> bool:
        return 0 in self.left.values()

    def asked(self) -> list[str]:
        """Who is asked for the next rank, the one who laid the last card first."""
        at = self.players.index(self.leader)
        count = 2 if self.options.get("asked") == "next_only" else len(self.players)
        return [self.players[(at + step) % len(self.players)] for step in range(count)]

    def goes_on(self, player: str, card: str) -> bool:
        """Whether the card would go on with the sequence."""
        return any(card in cards for cards in self.asked_for()) and player in self.asked()

    def asked_for(self) -> list[list[str]]:
        """The cards that go on, rank by rank as they are asked for."""
        if self.top is None:
            return []
        top = rank_of(self.top)
        highest = 13 if self.options.get("after_stop") == "skip" else top + 1
        suits = self.top[1] if self.options.get("suits") == "same" else "CDHS"
        return [[RANKS[rank - 1] + suit for suit in suits] for rank in range(top + 1, highest + 1)]

    def may(self, player: str, card: str) -> bool:
        if self.over() or player not in self.players or card in self.laid:
            return False
        if card == "7D" and not self.laid and self.options.get("dwarf_leads") == "on":
            return True
        if self.leader in (None, player) or self.goes_on(player, card):
            return True
        # After a stop, one who could start anew may leave it to somebody else.
        return self.top is not None and self.options.get("decline_lead") == "on"

    def lay(self, player: str, card: str) -> None:
        self.leader = player
        self.top = None if card[0] == "K" else card
        self.laid.add(card)
        self.left[player] -= 1

    def passes(self, player: str, card: str) -> list[tuple[str, str]]:
        """Who is shown to have passed by that card, and on which cards."""
        if self.top is None:
            return []
        asked = self.asked()
        found = []
        for wanted in self.asked_for():
            if card in wanted and player in asked:
                asked = asked[: asked.index(player)]
                return found + [(other, each) for other in asked for each in wanted]
            found += [(other, each) for other in asked for each in wanted]
        return found

    def denials(self, player: str, card: str) -> list[tuple[str, str]]:
        """What is shown not to be in whose hand: what he had to lay instead and might have laid."""
        asked = self.duties(player, card)
        return [(other, each) for other, each in asked if each in self.laid or self.may(other, each)]

    def duties(self, player: str, card: str) -> list[tuple[str, str]]:
        """Where one must go on, and where 7♦ must lead: who had to lay what instead of that card."""
        if not self.laid and card != "7D" and self.options.get("dwarf_leads") == "on":
            return [(other, "7D") for other in self.players]
        if self.options.get("must_continue") == "runner" and self.top is not None:
            next_rank = self.asked_for()[0]
            runs_on = player == self.leader and card in next_rank
            return [] if runs_on else [(self.leader, each) for each in next_rank]
        return self.passes(player, card) if self.options.get("must_continue") == "on" else []

    def may_show(self, player: str, cards: list[str]) -> bool:
        if not self.over() or player not in self.players or len(cards) != self.left[player]:
            return False
        if sorted(self.shown.get(player, cards)) != sorted(cards):
            return False  # he has shown another one
        others = [card for other, hand in self.shown.items() if other != player for card in hand]
        return len(set(cards)) == len(cards) and not any(
            card in self.laid or card in others for card in cards
        )


def rank_of(card: str) -> int:
    return RANKS.index(card[0]) + 1


def refused(lines: list[dict], whole: bool = True, laying_of: type = Laying) -> int | None:
    """The line (from 0) with which the log breaks a rule or, told whole, ends too early; else None."""
    players = lines[0]["players"]
    laying = None

    def open_round() -> bool:
        return laying is not None and not (laying.over() and len(laying.shown) == len(players) - 1)

    for number, line in enumerate(lines[1:], start=1):
        if line["type"] == "round_started":
            if open_round() or line["dealer"] not in players:
                return number
            laying = laying_of(players, line["dealer"], lines[0]["options"])
        elif line["type"] in ("called", "announced_hoc"):
            if line["player"] not in players:
                return number
        elif laying is None:
            return number
        elif line["type"] == "card_played":
            if not laying.may(line["player"], line["card"]):
                return number
            laying.lay(line["player"], line["card"])
        elif line["type"] == "hand_shown":
            if not laying.may_show(line["player"], line["cards"]):
                return number
            if line["cards"]:
                laying.shown[line["player"]] = line["cards"]
    return len(lines) - 1 if whole and open_round() else None
