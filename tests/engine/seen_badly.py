"""Rounds as a bad camera sees them: scripted sightings, and the referee that is shown them."""

from dataclasses import replace
from random import Random

from engine.boundaries import CardLaid, CardLook, Heard
from engine.cards import DECK, parse_card
from engine.games import game
from engine.games.at_random.play import Habits, deal, left_in_hand, random_round
from engine.table import table_from_json

NAMES = ["Ana", "Bruno", "Chloe", "David", "Emma", "Farid"]
OUTLINE = ((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0))
SECONDS = 1.4
FORGETFUL = Habits(forgets=0.3)
STEPS = [  # fifteen cards each; Chloe goes out
    *("A 5C", "A 6C", "B 7C", "C 8C", "C 9D", "C TC", "A JC", "B QC", "B KC", "B QH", "C KH"),
    *("C 2C", "A 3C", "A 4C", "B 5D", "C 6D", "C 7S", "C 8S", "A 9S", "B TS", "C JS", "C QS", "A KS"),
    *("A 6H", "B 7H", "C 8H", "A 9H", "B TH", "C JH", "C QD", "C KD", "C AS"),
]
HANDS = ["A AC AD AH 2D 2H 7D", "B 2S 3D 3H 3S 4D 4H 8D"]


def table(players=3, **more):
    data = {"dealer": NAMES[players - 1], "players": [{"name": name} for name in NAMES[:players]], **more}
    return table_from_json(data, "T.json")


def faces(rng, card, noise):
    """A look: mostly right, sometimes torn between two, sometimes wrong, sometimes blank."""
    chances = [0.0] * 52
    kind = rng.random()
    other = rng.choice([c for c in DECK if c != card])
    if kind > noise:
        chances[card.index] = 0.99
    elif kind > 0.6 * noise:
        same_rank = rng.choice([c for c in DECK if c.rank == card.rank and c != card])
        chances[card.index], chances[same_rank.index] = 0.55, 0.42
    elif kind > 0.3 * noise:
        chances[card.index], chances[other.index] = 0.4, 0.5
    return tuple(chances)


def seats(rng, place, count, noise):
    if rng.random() < noise:
        return tuple([1 / count] * count)
    rest = 0.004 / (count - 1)
    return tuple(0.996 if each == place else rest for each in range(count))


def sight(t, card, seat, rng=None, noise=0.0):
    look = CardLook(((0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0)), faces(rng or Random(0), card, noise))
    return CardLaid(t, round(t * 15), t - 0.6, look, seat)


def play(seed, players=3, noise=0.0, habits=FORGETFUL, **more):
    """A random round: (true events, what camera and phones tell, as (t, sighting or Heard))."""
    rng = Random(seed)
    board = table(players, **more)
    evening = game.fold([board.game_started(), board.round_started()])
    dealt = deal(players, rng)
    t, told, true = 5.0, [], [board.game_started(), board.round_started()]
    steps = list(random_round(evening, dealt.hands, rng, habits))
    for step in steps:
        place = evening.players.index(step.player)
        seat = seats(rng, place, players, noise / 2)
        told.append((t, sight(t, step.card, seat, rng, noise)))
        if step.calls:
            told.append((t + 0.4, Heard(t + 0.4, step.card, step.player, "tap")))
        true += step.events()
        t += SECONDS
    for shown in left_in_hand(evening.players, dealt.hands, steps):
        true.append(shown)
        place = evening.players.index(shown.player)
        for number, card in enumerate(shown.cards):
            seen = sight(t, card, seats(rng, place, players, 0))
            corners = tuple((x + 10 * number, y) for x, y in seen.look.corners)
            told.append((t, replace(seen, look=replace(seen.look, corners=corners))))
        t += SECONDS
    return board, true, told


def watch(referee, told):
    """Run the referee over a script frame by frame; all events that it emits."""
    out = referee.start()
    t, end = 0.0, max((t for t, _ in told), default=0.0) + 1
    queue = sorted(told, key=lambda each: each[0])
    while t < end:
        while queue and queue[0][0] <= t:
            _, item = queue.pop(0)
            out += referee.hear(item) if isinstance(item, Heard) else referee.observe(item)
        out += referee.tick(t)
        t += 0.1
    return out + referee.finish()


def settlement(events):
    settled = game.fold(events).settlements
    return replace(settled[-1], seq=None, t=None) if settled else None


def round_with(cards, players=3, **more):
    """Sightings of cards by name: ``"A 9C"``: Ana lays the nine of clubs, at 5 s and every 1.4 s."""
    told, t = [], 5.0
    for name in cards:
        player, card = name.split()
        place = "ABCDEF".index(player)
        told.append((t, sight(t, parse_card(card), seats(Random(0), place, players, 0))))
        t += SECONDS
    return told


def torn(told, place, *codes):
    """The card at a place looks like several, all alike."""
    t, seen = told[place]
    faces = [0.0] * 52
    for code in codes:
        faces[parse_card(code).index] = 0.96 / len(codes)
    told[place] = (t, replace(seen, look=replace(seen.look, faces=tuple(faces))))


def lived(referee, told, answer=lambda referee: None):
    """All that is seen, tick by tick: (time, event)."""
    out = [(0.0, event) for event in referee.start()]
    queue = sorted(told, key=lambda each: each[0])
    t, end = 0.0, queue[-1][0] + 7
    while t < end:
        while queue and queue[0][0] <= t:
            _, item = queue.pop(0)
            seen = referee.hear(item) if isinstance(item, Heard) else referee.observe(item)
            out += [(t, event) for event in seen]
        out += [(t, event) for event in referee.tick(t)]
        answer(referee)
        t += 0.1
    out += [(t, event) for event in referee.finish()]
    answer(referee)
    return out


def without(told, *codes):
    """The same, but the camera does not see these cards."""
    gone = [parse_card(code) for code in codes]
    return [
        (t, seen)
        for t, seen in told
        if not (isinstance(seen, CardLaid) and any(seen.look.faces[card.index] > 0.5 for card in gone))
    ]


def whole_round(steps, hands):
    """A scripted round of three that ends, then the losers' hands, one beside the other."""
    told = round_with(steps)
    t = told[-1][0] + 2.0
    for hand in hands:
        player, *codes = hand.split()
        for number, code in enumerate(codes):
            _, seen = round_with([f"{player} {code}"])[0]
            corners = tuple((5.0 * number + x, 20.0 + y) for x, y in OUTLINE)
            look = replace(seen.look, corners=corners)
            told.append((t, replace(seen, t=t, arrived=t - 0.6, look=look)))
        t += 2.0
    return told


def hardly(told, code, other, sure=0.92):
    """A card of a hand is read less than surely; what it looks like besides."""
    card = parse_card(code)
    place = max(n for n, (_, seen) in enumerate(told) if seen.look.faces[card.index] > 0.5)
    faces = tuple({card: sure, parse_card(other): 0.97 - sure}.get(each, 0.0) for each in DECK)
    t, seen = told[place]
    told[place] = t, replace(seen, look=replace(seen.look, faces=faces))
    return told[place]
