"""Random logs that are legal, made without the engine: dealt hands, players with eyes.

Which options there are is the engine's to say (`engine.games.options.Choice`), not what they mean.
Every log is a list of JSON lines from `game_started` on. Who may lay what is asked of the plain
second implementations (`plain_lindor.Laying`, `plain_avantcoureur.Laying`, `plain_nap.Deal`);
what people hold, and so whether somebody overlooks a card that he had to lay, is known here.
"""

from __future__ import annotations

from random import Random

import plain_avantcoureur
import plain_lindor
import plain_nap

from engine.evening import presets

NAMES = ("Ana", "Bruno", "Chloé", "David", "Eve", "Fanny", "Gil", "Hugo", "Inès", "Jean")
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
NUMBERS = (0, 1, 2, 7)
"""Of an option that is a number, those that it may have."""
ENDS_THE_EVENING = {"end", "rounds"}
"""Options that settle no round: when an evening is over is the table's to say (`engine.evening`)."""


def offered(kind: str, rules: str) -> dict[str, tuple]:
    """By option what is drawn from: each value that is declared, the default as often as all others."""
    drawn = {}
    for choice in presets.choices(kind, rules):
        if choice.name not in ENDS_THE_EVENING and choice.by is None:
            others = choice.values[1:] or tuple(each for each in NUMBERS if each >= choice.least)
            drawn[choice.name] = (choice.default,) * len(others) + others
    return drawn


LINDOR = offered("nain-jaune", "lindor")
AVANTCOUREUR = offered("nain-jaune", "avantcoureur")
NAP = offered("nap", "nap")


def house(rng: Random, options: dict[str, tuple]) -> dict[str, object]:
    """No house rule at all now and then, else each at random or not named."""
    share = rng.choice((0, 0.3, 0.7, 1))
    return {name: rng.choice(values) for name, values in options.items() if rng.random() < share}


def lindor(rng: Random, rounds: int) -> list[dict]:
    """An evening of up to that many rounds by the rules of lindor."""
    options = house(rng, LINDOR)
    return nain_jaune(rng, "lindor", rng.randint(2, 8), options, rounds)


def avantcoureur(rng: Random, rounds: int) -> list[dict]:
    """The same by the rules of 1760."""
    options = house(rng, AVANTCOUREUR)
    return nain_jaune(rng, "avantcoureur", rng.choice((3, 5)), options, rounds)


def overlooking(rng: Random, rules: str, options: dict) -> list[dict]:
    """One round by these house rules, in which somebody may overlook cards."""
    count = rng.randint(2, 8) if rules == "lindor" else rng.choice((3, 5))
    return nain_jaune(rng, rules, count, options, 1)


def nain_jaune(rng: Random, rules: str, count: int, options: dict, rounds: int) -> list[dict]:
    """Up to so many rounds of so many players by these house rules."""
    plain = plain_lindor if rules == "lindor" else plain_avantcoureur
    players = rng.sample(NAMES, count)
    started = {
        "type": "game_started",
        "game": "nain-jaune",
        "rules": rules,
        "options": options,
        "players": players,
    }
    if rng.random() < 0.5:
        started["stock"] = dict.fromkeys(players, rng.choice((120, 400, 10_000)))
    log = [started]
    dealer = rng.choice(players)
    for _ in range(rounds):
        log += _round(rng, players, dealer, options, plain.Laying)
        if "stock" in started and min(plain.settle(log)[1].values()) < 75:
            break  # somebody might be unable to place his antes
        step = 1 if rules == "avantcoureur" or options.get("direction") == "anticlockwise" else -1
        dealer = players[(players.index(dealer) + step) % count]
    return log


def _round(rng: Random, players: list[str], dealer: str, options: dict, laying_of: type) -> list[dict]:
    deck = rng.sample(DECK, 52)
    laying = laying_of(players, dealer, options)
    hands = {player: [deck.pop() for _ in range(laying.left[player])] for player in players}
    if rng.random() < 0.1:  # somebody has nearly all of one sequence: operas are rare otherwise
        deck, hands = _one_strong_hand(rng, players, dealer, laying)
    lines: list[dict] = [{"type": "round_started", "dealer": dealer}]
    if rng.random() < 0.1:
        lines[0]["boxes"] = {box: rng.randrange(40) for box in plain_lindor.BOXES if rng.random() < 0.8}
    talkative, keen, chatter = rng.random(), rng.random(), rng.choice((0, 0, 0.1))
    careless = rng.choice((0, 0, 0.1, 0.5))
    missed: list[dict] = []
    while not laying.over():
        player, card = _choice(rng, laying, hands, keen, rng.random() < careless)
        laying.lay(player, card)
        hands[player].remove(card)
        laid = {"type": "card_played", "player": player, "card": card}
        worth_a_word = card in plain_lindor.BOXES or card[0] == "K"
        said = {"type": "called", "player": player, "card": card}
        if laying_of is plain_avantcoureur.Laying and rng.random() < 0.3:
            said["type"] = "announced_hoc"
        if rng.random() < (talkative if worth_a_word else talkative * chatter * 3):
            lines += [said, laid] if rng.random() < 0.2 else [laid, said]
        else:
            lines.append(laid)
            if worth_a_word:
                missed.append(said)
        if rng.random() < chatter:
            lines.insert(rng.choice((-1, len(lines))), _chatter(rng, players, missed))
    losers = [player for player, hand in hands.items() if hand]
    shown = [{"type": "hand_shown", "player": player, "cards": hands[player]} for player in losers]
    rng.shuffle(shown)
    if chatter and rng.random() < 0.3:
        shown.insert(rng.randrange(len(shown)), _chatter(rng, players, missed))
    return lines + shown


def _choice(rng: Random, laying, hands: dict[str, list[str]], keen: float, careless: bool) -> tuple[str, str]:
    """A card that may be laid; for the keen, one that goes on where there is one.

    Unless they are careless, nobody overlooks by it a card that he had to lay.
    """
    moves = [(player, card) for player, hand in hands.items() for card in hand]
    rng.shuffle(moves)
    if rng.random() < keen:
        going_on = [card for cards in laying.asked_for() for card in cards]
        moves.sort(key=lambda move: move[1] not in going_on)
    for player, card in moves:
        if laying.may(player, card) and not (
            not careless and any(wanted in hands[other] for other, wanted in laying.denials(player, card))
        ):
            return player, card
    raise AssertionError("there is always somebody who may lay")


def _one_strong_hand(rng: Random, players: list[str], dealer: str, laying) -> tuple[list[str], dict]:
    """A deal in which the first to lead holds a run that ends with a king."""
    first = players[(players.index(dealer) + 1) % len(players)]
    size = laying.left[first]
    suit = rng.choice("CDHS")
    strong = [rank + suit for rank in reversed("A23456789TJQK")][:size]
    rest = rng.sample([card for card in DECK if card not in strong], 52 - len(strong))
    strong += [rest.pop() for _ in range(size - len(strong))]
    hands = {
        player: strong if player == first else [rest.pop() for _ in range(laying.left[player])]
        for player in players
    }
    return rest, hands


def _chatter(rng: Random, players: list[str], missed: list[dict]) -> dict:
    """A call too late, or by anybody for anything."""
    if missed and rng.random() < 0.5:
        return dict(rng.choice(missed))
    card = rng.choice((*plain_lindor.BOXES, "KC", "KS", rng.choice(DECK)))
    return {"type": "called", "player": rng.choice(players), "card": card}


# --- nap --------------------------------------------------------------------------------------


def house_of_nap(rng: Random) -> dict[str, object]:
    """House rules that go together: the floater, seven cards and the widow are games of their own."""
    options = house(rng, NAP)
    if plain_nap.on(options, "floater"):
        for name in ("seven", "purchase", "widow", "deck", "bid_two", "bid_mis"):
            options.pop(name, None)
        bids = plain_nap.FLOATER_BIDS.get(options.get("floater_bids", "hastings"), plain_nap.FLOATER)
        if "floater_bids" in options or rng.random() < 0.3:
            options["floater_values"] = [rng.randint(1, 30) for _ in bids]
    if plain_nap.on(options, "seven"):
        for name in ("widow", "deck", "five_pay", "bid_two", "bid_mis", "bid_blucher"):
            options.pop(name, None)
    if plain_nap.on(options, "widow"):
        options.pop("purchase", None)
    return options


def nap(rng: Random, deals: int) -> list[dict]:
    """An evening of Nap."""
    options = house_of_nap(rng)
    most = 7 if plain_nap.on(options, "floater") or plain_nap.on(options, "seven") else 9
    if options.get("deck") == "stripped":
        most = 5
    if plain_nap.on(options, "widow") and options.get("deck") == "stripped":
        most = 4
    count = rng.randint(3, most)
    players = rng.sample(NAMES, count)
    started = {"type": "game_started", "game": "nap", "rules": "nap", "options": options, "players": players}
    if rng.random() < 0.5:
        started["stock"] = dict.fromkeys(players, rng.choice((50, 1000)))
    log = [started]
    dealer = rng.choice(players)
    for _ in range(deals):
        log += _deal(rng, players, dealer, options)
        dealer = players[(players.index(dealer) + 1) % count]
    return log


def _deal(rng: Random, players: list[str], dealer: str, options: dict) -> list[dict]:
    deal = plain_nap.Deal(players, dealer, options)
    deck = rng.sample(deal.deck, len(deal.deck))
    size = plain_nap.hand_size(options)
    hands = {player: [deck.pop() for _ in range(size)] for player in players}
    floater = deck.pop() if plain_nap.on(options, "floater") else None
    widow = [deck.pop() for _ in range(5)] if plain_nap.on(options, "widow") else []
    lines: list[dict] = [{"type": "round_started", "dealer": dealer}]
    if plain_nap.on(options, "purchase"):
        for player in list(deal.bidding):
            count = rng.randint(0, size)
            if count and rng.random() < 0.4 and deal.may_exchange(player, count):
                deal.exchange(player, count)
                _swap(rng, hands[player], [deck.pop() for _ in range(count)])
                lines.append({"type": "exchanged", "player": player, "count": count})
    boldness = rng.random()
    while deal.bidding:
        player = deal.bidding[0]
        if floater and rng.random() < 0.3:
            lines.append({"type": "floater_seen", "player": player})
            deal.peeked.append(player)
        can = [step for step in plain_nap.ladder(options) if deal.may_bid(player, *step)]
        five = [step for step in can if step[0] in ("nap", "wellington", "blucher")]
        if widow and five and rng.random() < 0.2:
            deal.exchange(player, 5)
            lines.append({"type": "exchanged", "player": player, "count": 5})
            _swap(rng, hands[player], widow)
            widow, can = [], five
        bid, with_floater = rng.choice(can) if can and rng.random() < boldness else ("pass", None)
        if deal.widow_by == player:
            bid, with_floater = rng.choice(five)
        deal.bid(player, bid, with_floater)
        lines.append({"type": "bid", "player": player, "bid": bid})
        if with_floater is not None:
            lines[-1]["floater"] = with_floater
    if deal.bidder is not None:
        if deal.highest[1]:
            _swap(rng, hands[deal.bidder], [floater])
        lines += _tricks(rng, deal, hands)
    if (plain_nap.on(options, "pool") or plain_nap.on(options, "floater")) and rng.random() < 0.2:
        fined = {"type": "fined", "player": rng.choice(players), "chips": rng.choice((2, 5)), "why": "revoke"}
        lines.insert(rng.randrange(1, len(lines)), fined)
    return lines


def _swap(rng: Random, hand: list[str], drawn: list[str]) -> None:
    """Take some cards and discard as many of any."""
    hand += drawn
    rng.shuffle(hand)
    del hand[len(hand) - len(drawn) :]


def _tricks(rng: Random, deal: plain_nap.Deal, hands: dict[str, list[str]]) -> list[dict]:
    lines: list[dict] = []
    bid, hand = deal.highest[0], hands[deal.bidder]
    suits = [card[1] for card in hand]
    if plain_nap.on(deal.options, "floater") and bid != "mis" and (bid == "wellington" or rng.random() < 0.7):
        deal.trump_named = True
        deal.trump = rng.choice(suits)
        if bid == "wellington" and set(suits) == {deal.trump}:
            deal.trump = next(suit for suit in "CDHS" if suit != deal.trump)
        lines.append({"type": "trump_named", "player": deal.bidder, "suit": deal.trump})
    by_rank = sorted(hand, key=lambda card: plain_nap.RANKS.index(card[0]))
    while not deal.over():
        player = deal.to_lay
        hand = hands[player]
        trick = deal.laid[len(deal.laid) // len(hands) * len(hands) :]
        can = [card for card in hand if trick and card[1] == trick[0][1][1]] or hand
        if not deal.laid and plain_nap.on(deal.options, "floater"):
            trump = deal.trump or rng.choice(suits)
            if bid == "bonaparte":
                can = [card for card in by_rank if card[1] == trump][:1]
            if bid == "wellington":
                lowest = next(card for card in by_rank if card[1] != trump)
                can = [card for card in by_rank if card[0] == lowest[0] and card[1] != trump]
        card = rng.choice(can)
        if rng.random() < 0.5:  # strong leads, so that bids are made as well as lost
            card = max(can, key=lambda card: plain_nap.RANKS.index(card[0]))
        assert deal.may_lay(player, card)
        deal.lay(player, card)
        hand.remove(card)
        lines.append({"type": "card_played", "player": player, "card": card})
    return lines
