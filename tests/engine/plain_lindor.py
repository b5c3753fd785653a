"""A second settlement of lindor rounds, written from RULES.md alone and as plainly as possible.

It reads the JSON lines of a log that is known to be legal, keeps dictionaries, and goes
through each round once the round is complete. It shares no code with `engine.lindor`.
"""

from __future__ import annotations

BOXES = {"TD": 1, "JC": 2, "QS": 3, "KH": 4, "7D": 5}
DEALT = {2: 22, 3: 15, 4: 12, 5: 9, 6: 8, 7: 7, 8: 6}


def settle(lines: list[dict]) -> tuple[list[dict], dict[str, int]]:
    """Settlements without transfers, and the balances."""
    started = lines[0]
    players = started["players"]
    options = started["options"]
    balances = {p: (started.get("stock") or {}).get(p, 0) for p in players}
    boxes = dict.fromkeys(BOXES, 0)
    settlements = []
    rounds: list[list[dict]] = []
    for line in lines[1:]:
        if line["type"] == "round_started":
            rounds.append([])
        rounds[-1].append(line)
    for number, lines_of_round in enumerate(rounds, start=1):
        settlement = settle_round(lines_of_round, players, options, boxes)
        settlement["round"] = number
        settlements.append(settlement)
        boxes = settlement["boxes"]
        for player in players:
            balances[player] += settlement["net"][player]
    return settlements, balances


def settle_round(lines: list[dict], players: list[str], options: dict, left_over: dict[str, int]) -> dict:
    unit = int(options.get("fiche", 5)) if options.get("stake_unit") == "fiche" else 1
    before = lines[0].get("boxes")
    before = left_over if before is None else before
    boxes = {box: before.get(box, 0) + ante * unit * len(players) for box, ante in BOXES.items()}
    net = dict.fromkeys(players, -15 * unit)
    laid = [line for line in lines if line["type"] == "card_played"]
    left = {p: DEALT[len(players)] - sum(line["player"] == p for line in laid) for p in players}
    winner = next(p for p in players if left[p] == 0)
    hands = {line["player"]: line["cards"] for line in lines if line["type"] == "hand_shown"}

    # Calls: look at each honour laid, and at the lines around it.
    takes, missed = [], []
    for place, line in enumerate(lines):
        if line["type"] != "card_played" or line["card"] not in BOXES:
            continue
        player, card = line["player"], line["card"]
        called_at = place if options.get("call_required") == "off" else None
        for step in (-1, 1):
            at = place + step
            closing = ["hand_shown", "round_started"]
            if step == -1 or options.get("call_window") != "round":
                closing.append("card_played")
            while called_at is None and 0 <= at < len(lines) and lines[at]["type"] not in closing:
                other = lines[at]
                if other["type"] == "called" and (other["player"], other["card"]) == (player, card):
                    called_at = max(at, place)
                at += step
        if called_at is None:
            missed.append({"player": player, "card": card, "chips": boxes[card]})
        else:
            takes.append((called_at, {"player": player, "card": card, "chips": boxes[card]}))
    takes = [take for _, take in sorted(takes, key=lambda pair: pair[0])]
    for take in takes:
        net[take["player"]] += take["chips"]
        boxes[take["card"]] = 0

    payments = []
    for player in players:
        if player != winner:
            if options.get("hand_payment") == "per_card":
                chips, reason = left[player] * options.get("per_card", 1), "cards"
            else:
                chips, reason = sum(worth(card) for card in hands[player]), "points"
            net[player] -= chips
            net[winner] += chips
            payments.append({"from": player, "to": winner, "chips": chips, "reason": reason})

    winners_cards = [line["player"] == winner for line in laid]
    in_one_go = all(winners_cards[-DEALT[len(players)] :])
    opera = {
        "one_go": in_one_go,
        "no_card": all(winners_cards),
        "no_honour": not any(line["card"] in BOXES and line["player"] != winner for line in laid),
    }[options.get("opera", "one_go")]

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
            swept = {box: chips for box, chips in boxes.items() if chips}
            net[winner] += sum(swept.values())
            boxes = dict.fromkeys(BOXES, 0)
        if doing == "betes":
            for player, card in fined:
                if boxes[card]:
                    betes.append({"player": player, "card": card, "chips": boxes[card]})
                    net[player] -= boxes[card]
                    boxes[card] *= 2
    betes.sort(key=lambda bete: (players.index(bete["player"]), list(BOXES).index(bete["card"])))
    return {
        "type": "settlement",
        "dealer": lines[0]["dealer"],
        "winner": winner,
        "opera": opera,
        "takes": takes,
        "missed_calls": missed,
        "betes": betes,
        "swept": swept,
        "payments": payments,
        "boxes": boxes,
        "net": net,
    }


def worth(card: str) -> int:
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])
