"""Rounds played at random, as a camera sees and a recogniser hears them, without any picture or sound.

For measuring what the referee makes of voices (`bench voice`): calls in time, forgotten or too late,
table talk with the same words at other moments, and a recogniser that loses and invents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import languages
from bench.spoken.said import Sayings
from engine.boundaries import CardLaid, CardLook, Heard, Sighting
from engine.cards import DECK, HONOURS, Card
from engine.events import HandShown
from engine.games import game
from engine.games.at_random import play
from engine.games.at_random.play import Habits
from engine.referee.settings import EARLY
from engine.table import Table
from hardware.hearing.announcements import announcements
from hardware.hearing.script import WORD_SECONDS
from hardware.hearing.speech import Word
from languages import FIRST

CALLS = {
    "TD": ("dix qui prend", "le dix prend", "et dix qui prend", "neuf dix qui prend"),
    "JC": ("valet qui prend", "le valet prend", "valet euh qui prend", "dix valet qui prend"),
    "QS": ("dame qui prend", "la dame prend", "reine qui prend", "valet dame qui prend"),
    "KH": ("roi qui prend", "le roi prend", "roi de coeur qui prend", "et roi qui prend"),
    "7D": ("nain jaune", "le nain", "sept qui prend", "cinq six nain jaune"),
}
"""How each honour is called."""
TALK = (
    "t'as oublié de dire dame qui prend",
    "qui a le nain jaune",
    "il me reste le roi",
    "c'est à toi de jouer",
    "passe moi le sel",
    "ça fait cent six points",
    "le roi prend pas",
    "on joue au nain jaune demain",
)
"""What is said besides."""
TABLE = Sayings(CALLS, ("sans {}",), TALK)
LATENCY = (0.4, 1.0)
"""Seconds after the last word at which a recogniser tells."""
CORNERS = ((100.0, 100.0), (140.0, 100.0), (140.0, 160.0), (100.0, 160.0))


@dataclass(frozen=True, slots=True)
class Manners:
    """How people speak and how well they are heard.

    Attributes:
        forgets: honours laid without their call.
        late: share of those that are called after the next card.
        talk: sentences of table talk a minute.
        cries: calls a minute, said at moments at which they cannot be meant.
        loses: share of calls that the recogniser does not hear.
        invents: calls an hour that nobody said, at any moment.
        doubts: share of calls that are heard with a low confidence.
        sans: share of sequences that end with "sans N".
    """

    forgets: float = 0.2
    late: float = 0.3
    talk: float = 6.0
    cries: float = 4.0
    loses: float = 0.0
    invents: float = 0.0
    doubts: float = 0.05
    sans: float = 0.7


@dataclass(frozen=True, slots=True)
class SpokenRound:
    """One round.

    Attributes:
        sightings: what the camera sees, by time: cards laid, then the losers' hands laid open.
        sayings: (second, words, confidence) of all that is said.
        heard: what the recogniser tells, with the time at which it does.
        tapped: the same calls in time, as phones would tell them.
        called, missed: honours laid with and without a call in time, by who laid them.
        ends: when everything has been seen.
    """

    sightings: tuple[Sighting, ...]
    sayings: tuple[tuple[float, str, float], ...]
    heard: tuple[tuple[float, Heard], ...]
    tapped: tuple[Heard, ...]
    called: frozenset[tuple[str, Card]]
    missed: frozenset[tuple[str, Card]]
    ends: float


@dataclass(slots=True)
class _Turn:
    """One card of the plan: when its arm comes, when it lies, when it is called."""

    step: play.Step
    arrives: float
    lies: float
    called: float | None = None


def spoken_round(
    table: Table,
    rng: Random,
    manners: Manners,
    start: float = 0.0,
    *,
    said: Sayings = TABLE,
    language: str = FIRST,
) -> SpokenRound:
    """Play one round and say what belongs to it.

    Args:
        table: whose rules and players are played.
        rng: the dice.
        manners: how people speak and are heard.
        start: second at which it begins.
        said: what people say.
        language: in which language.
    """
    evening = game.apply(game.apply(None, table.game_started()), table.round_started())
    hands = play.deal(len(table.names), rng).hands
    steps = list(play.random_round(evening, hands, rng, Habits(forgets=manners.forgets)))
    turns = _plan(steps, rng, start + 3.0)
    ends = turns[-1].lies + 4.0
    sayings = [
        *_calls(turns, rng, manners, said, language),
        *_talk(turns, rng, manners, (start, ends), said),
    ]
    heard = [each for one in sayings for each in _recognised(*one, rng, manners, language)]
    heard += _invented(rng, manners, start, ends)
    honours = {
        (turn.step.player, turn.step.card): turn.called is not None
        for turn in turns
        if turn.step.card in HONOURS
    }
    shown = _hands(play.left_in_hand(table.names, hands, steps), ends)
    seen = [(turn.step.player, turn.step.card, turn.arrives, turn.lies) for turn in turns]
    return SpokenRound(
        tuple(_sighting(*each, table.names, rng) for each in (*seen, *shown)),
        tuple(sayings),
        tuple(sorted(heard, key=lambda each: each[0])),
        tuple(
            Heard(turn.lies + 0.01, turn.step.card, turn.step.player, "tap")
            for turn in turns
            if turn.called is not None
        ),
        frozenset(honour for honour, called in honours.items() if called),
        frozenset(honour for honour, called in honours.items() if not called),
        max((lies for *_, lies in shown), default=ends) + 3.0,
    )


def _hands(shown: Sequence[HandShown], t: float) -> list[tuple[str, Card, float, float]]:
    """(player, card, when his arm comes, when it lies) of each card that the losers lay open."""
    found = []
    for hand in shown:
        arrives, t = t, t + 1.0
        for card in hand.cards:
            found.append((hand.player, card, arrives, t))
            t += 0.2
        t += 0.5
    return found


def _plan(steps: Sequence[play.Step], rng: Random, t: float) -> list[_Turn]:
    turns: list[_Turn] = []
    for step in steps:
        same = bool(turns) and turns[-1].step.player == step.player
        arrives = t + (rng.uniform(0.3, 1.2) if same else rng.uniform(0.6, 2.5))
        lies = arrives + rng.uniform(0.5, 1.2)
        turn = _Turn(step, arrives, lies)
        if step.calls:
            turn.called = rng.uniform(arrives, lies + 0.6)
            t = max(lies, turn.called + 0.6)
        else:
            t = lies
        turns.append(turn)
    return turns


def _calls(
    turns: Sequence[_Turn], rng: Random, manners: Manners, words: Sayings, language: str
) -> list[tuple[float, str, float]]:
    """(second, words, confidence) of what belongs to the play: calls in time and too late, and "sans"."""
    said = []
    ranks = [names[0] for names in languages.heard(language)["ranks"]]
    for turn, after in zip(turns, [*turns[1:], None], strict=True):
        card = turn.step.card
        if turn.called is not None:
            doubted = rng.random() < manners.doubts
            sure = rng.uniform(0.45, 0.65) if doubted else rng.uniform(0.9, 1.0)
            said.append((turn.called, rng.choice(words.calls[card.code]), sure))
        elif card in HONOURS and after is not None and rng.random() < manners.late:
            said.append((after.lies + rng.uniform(0.1, 2.0), rng.choice(words.calls[card.code]), 1.0))
        stops = after is not None and after.step.card.rank != card.rank + 1 and card.rank < 13
        if stops and rng.random() < manners.sans:
            said.append((turn.lies + rng.uniform(0.8, 1.2), words.sans[0].format(ranks[card.rank]), 1.0))
    return said


def _talk(
    turns: Sequence[_Turn], rng: Random, manners: Manners, span: tuple[float, float], words: Sayings
) -> list[tuple[float, str, float]]:
    """Table talk, and calls at moments at which they cannot be meant."""
    start, ends = span
    minutes = (ends - start) / 60
    said = [
        (rng.uniform(start, ends), rng.choice(words.talk), 1.0) for _ in range(round(manners.talk * minutes))
    ]
    for _ in range(round(manners.cries * minutes)):
        t, code = rng.uniform(start, ends), rng.choice(sorted(words.calls))
        text = rng.choice(words.calls[code])
        if not _fits(t, text, code, turns):
            said.append((t, text, rng.uniform(0.5, 1.0)))
    return said


def _fits(t: float, words: str, code: str, turns: Sequence[_Turn]) -> bool:
    """Whether a call could be meant: its card is being laid or was the last one laid."""
    end = t + WORD_SECONDS * len(words.split())
    for place, turn in enumerate(turns):
        if turn.step.card.code == code:
            after = turns[place + 1].lies if place + 1 < len(turns) else float("inf")
            return turn.arrives - EARLY <= end and t < after
    return False


def _recognised(
    t: float, text: str, sure: float, rng: Random, manners: Manners, language: str
) -> list[tuple[float, Heard]]:
    """What a recogniser makes of some words, and when it tells."""
    words = [
        Word(word, t + n * WORD_SECONDS, t + (n + 1) * WORD_SECONDS, sure)
        for n, word in enumerate(text.split())
    ]
    told = words[-1].end + rng.uniform(*LATENCY)
    return [(told, each.heard()) for each in announcements(words, language) if rng.random() >= manners.loses]


def _invented(rng: Random, manners: Manners, start: float, ends: float) -> list[tuple[float, Heard]]:
    """Calls that nobody said."""
    found = []
    t = start
    while manners.invents and (t := t + rng.expovariate(manners.invents / 3600)) < ends:
        card = rng.choice(HONOURS)
        heard = Heard(t, card, None, "voice", confidence=rng.uniform(0.5, 1.0), seconds=1.0, text="(nobody)")
        found.append((t + 1.0 + rng.uniform(*LATENCY), heard))
    return found


def _sighting(
    player: str, card: Card, arrives: float, lies: float, players: Sequence[str], rng: Random
) -> CardLaid:
    sure = rng.uniform(0.9, 0.99)
    faces = tuple(sure if each == card else (1 - sure) / 51 for each in DECK)
    seats = tuple(0.97 if each == player else 0.03 / (len(players) - 1) for each in players)
    return CardLaid(lies, round(lies * 15), arrives, CardLook(CORNERS, faces), seats)
