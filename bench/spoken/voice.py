"""How well voices are understood: transcripts, the gate on simulated rounds, and a recogniser's own figures.

The gate, and a recogniser that loses and invents calls, are measured on rounds of
`engine.games.at_random.play` (`spoken_rounds`): no model and no sound are needed. A real model is measured
on recordings with what was said beside them, where both are there; else that is said.
"""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench.counting import at_once, share, table
from bench.spoken import heard_voices
from bench.spoken.spoken_rounds import Manners, SpokenRound, spoken_round
from bench.spoken.transcripts import figures, read_transcripts
from companion_api.hearing.ears import all_heard
from engine import reading
from engine.boundaries import Heard, Sighting
from engine.cards import RANKS, Card
from engine.errors import BadInput
from engine.events import Alert, Called, Event, NapSettlement, Settlement
from engine.games import game
from engine.referee.gate import ASKED, claimed_at
from engine.referee.referee import Referee
from engine.strict_json import json_lines
from engine.table import Table, table_from_json
from hardware.files.texts import read_text
from hardware.hearing.announcements import of_text
from hardware.hearing.opening import open_ear
from hardware.hearing.recognisers import opened
from hardware.hearing.sound import Recording
from hardware.hearing.voice_models import find_model

TRANSCRIPTS = Path(__file__).parents[2] / "tests" / "hearing" / "transcripts"
TICK = 0.2
"""Seconds between two looks of the referee at its clock."""
NEAR = 1.5
"""Seconds by which a recogniser may tell a call beside its time."""
BREATHS = 1800
"""Breaths an hour at a lively table: one every two seconds."""
FAMILY = {"players": [{"name": name} for name in ("Ana", "Bruno", "Chloé", "David")], "dealer": "David"}
MANNERS = {
    "heard_clearly": Manners(doubts=0.0),
    "heard_doubtfully": Manners(),
    "loses_30_percent_invents_5_an_hour": Manners(loses=0.3, invents=5.0),
}
"""Each with table talk that contains the calls at wrong moments, and calls that come too late."""


def run(
    seeds: Sequence[int], models: Path, recordings: Path | None, language: str, processes: int = 1
) -> dict[str, Any]:
    """All figures but those of `heard_voices`.

    Args:
        seeds: of the simulated rounds.
        models: where the recogniser's model is looked for.
        recordings: folder of recordings (`recogniser`); None: no recogniser is measured.
        language: of the recordings.
        processes: rounds played at the same time.
    """
    return {
        "transcripts": transcripts(),
        "gate": {name: gate(seeds, manners, processes) for name, manners in MANNERS.items()},
        "load": load(seeds[:5]),
        "recogniser": recogniser(models, recordings, language),
    }


def heard_for_real(seeds: Sequence[int], models: Path, language: str, name: str | None) -> dict[str, Any]:
    """What a recogniser hears of synthetic voices (`heard_voices.run`).

    Args:
        seeds: of the rounds.
        models: where its model is looked for.
        language: of the voices.
        name: one of `hardware.hearing.recognisers`.

    Raises:
        BadInput: the recogniser, its model or the voices are not there.
    """
    family = table_from_json(FAMILY, "the table")
    return heard_voices.run(opened(name, models, language), language, seeds, family, counted)


def text(told: Mapping[str, Any]) -> str:
    """The figures for people: one line each."""
    parts = [("transcripts", told["transcripts"])]
    parts += [(f"gate, {name.replace('_', ' ')}", figures) for name, figures in told["gate"].items()]
    parts += [("load", told["load"]), ("recogniser", told["recogniser"])]
    return "\n\n".join(f"{name}\n{table(figures)}" for name, figures in parts)


def transcripts() -> dict[str, Any]:
    """Words → announcement, by half and language; empty where the transcripts are not at hand."""
    if not TRANSCRIPTS.is_dir():
        return {}
    told: dict[str, Any] = {}
    some = read_transcripts(TRANSCRIPTS)
    for half in ("test", "development"):
        of_half = [one for one in some if one.half == half]
        told[half] = figures(of_half)
        for language in sorted({one.language for one in of_half}):
            told[f"{half}_{language}"] = figures([one for one in of_half if one.language == language])
    return told


# -- the gate ------------------------------------------------------------------------------


def gate(seeds: Sequence[int], manners: Manners, processes: int = 1) -> dict[str, Any]:
    """Rounds in which people call, forget, call too late and talk; ``processes`` at the same time.

    Returns:
        ``wrong_boxes``: given though nobody called in time, or to somebody else; ``false_prompts``:
        people were asked about a call that nobody had made; ``forgotten_found`` of those forgotten;
        ``wrong_reminders``: calls made that were told as missed (heard doubtfully, or not at all);
        ``put_right``: rounds whose settlement, after one tap on each of these, is the one of a table
        where everything is tapped.
    """
    total = Counter[str]()
    for number, count in enumerate(at_once(partial(_judged, manners), seeds, processes), start=1):
        total.update(count)
        print(f"nainjaune: {number}/{len(seeds)}", file=sys.stderr, flush=True)
    found = share(total["forgotten_found"], total["forgotten"])
    put_right = share(total["put_right"], total["rounds"])
    counts = ("rounds", "calls", "calls_heard", "wrong_boxes", "prompts", "false_prompts", "wrong_reminders")
    return {name: total[name] for name in counts} | {"forgotten_found": found, "put_right": put_right}


def _judged(manners: Manners, seed: int) -> Counter[str]:
    """One round, counted."""
    family = table_from_json(FAMILY, "the table")
    played = spoken_round(family, Random(seed), manners)
    referee = walk(family, played)
    count = counted(referee, played)
    for event in _in_force(referee):
        if not isinstance(event, Alert) or event.kind != "missed_call":
            continue
        if (event.player, event.card) in played.called:
            card, t = claimed_at(referee.log, event.seq or 0)
            referee.hear(Heard(t, card, None, "tap"))
    count["put_right"] = int(_settled(referee) == _settled(walk(family, played, by_taps=True)) is not None)
    return count


def counted(referee: Referee, played: SpokenRound) -> Counter[str]:
    """What a referee made of the calls of a round that is over; see `gate`."""
    told = _in_force(referee)
    called = {(event.player, event.card) for event in told if isinstance(event, Called)}
    missed = _alerts(told, "missed_call")
    prompts = {card for _, card in _alerts(referee.log, ASKED)}
    return Counter[str](
        rounds=1,
        calls=len(played.called),
        calls_heard=len(called & played.called),
        wrong_boxes=len(called - played.called),
        forgotten=len(played.missed),
        forgotten_found=len(missed & played.missed),
        wrong_reminders=len(missed & played.called),
        prompts=len(prompts),
        false_prompts=len(prompts - {card for _, card in played.called}),
    )


def walk(family: Table, played: SpokenRound, *, by_taps: bool = False) -> Referee:
    """The referee after a round; ``by_taps``: everybody taps in time and nothing is heard."""
    referee = Referee(family, listens=not by_taps)
    referee.start()
    calls = [(heard.t, heard) for heard in played.tapped] if by_taps else played.heard
    news: list[tuple[float, Sighting | Heard]] = [*((seen.t, seen) for seen in played.sightings), *calls]
    now = 0.0
    for t, each in sorted(news, key=lambda each: each[0]):
        while now < t:
            referee.tick(now)
            now += TICK
        if isinstance(each, Heard):
            referee.hear(each)
        else:
            referee.observe(each)
    while now < played.ends:
        referee.tick(now)
        now += TICK
    referee.finish()
    return referee


def _in_force(referee: Referee) -> list[Event]:
    return [event for _, event in game.in_force(referee.log)]


def _alerts(events: Sequence[Event], kind: str) -> set[tuple[str | None, Card | None]]:
    return {(each.player, each.card) for each in events if isinstance(each, Alert) and each.kind == kind}


def _settled(referee: Referee) -> Settlement | NapSettlement | None:
    """The settlement that stands, without its number and time."""
    evening = referee.evening
    return evening.settlements[-1] if evening is not None and evening.settlements else None


# -- load ------------------------------------------------------------------------------------


def load(seeds: Sequence[int]) -> dict[str, float]:
    """What listening costs besides the recogniser, in percent of a core (processor time).

    Returns:
        ``grammar``: words to announcements at `BREATHS` an hour; ``gate``: what hearing adds to the
        referee's work on rounds full of talk.
    """
    texts = ("trois quatre cinq sans six", "dame qui prend", "passe moi le sel s'il te plaît")
    began = time.process_time()
    for text in texts * 1000:
        of_text(text)
    breath = (time.process_time() - began) / (1000 * len(texts))
    seconds = spent = 0.0
    family = table_from_json(FAMILY, "the table")
    for seed in seeds:
        played = spoken_round(family, Random(seed), MANNERS["heard_clearly"])
        for by_taps, sign in ((False, 1), (True, -1)):
            began = time.process_time()
            walk(family, played, by_taps=by_taps)
            spent += sign * (time.process_time() - began)
        seconds += played.ends
    return {
        "grammar_percent": round(100 * breath * BREATHS / 3600, 3),
        "gate_percent": round(100 * max(0.0, spent) / seconds, 2) if seconds else 0.0,
    }


# -- a real recogniser ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Said:
    """What was truly said in a recording."""

    t: float
    token: str


def recogniser(models: Path, recordings: Path | None, language: str) -> dict[str, Any]:
    """Recall and false alarms of the model on recordings.

    A recording is ``NAME.wav`` with ``NAME.said.jsonl`` beside it: first ``{"voices": "human"}`` or
    ``"synthetic"``, then every announcement that is truly made, ``{"t", "call": "QS"}`` or ``{"t",
    "sans": "6"}``.

    Returns:
        ``why_not`` in a line where nothing can be measured; else by kind of voices ``minutes``,
        ``core_percent`` (processor time of recognising, in percent of one core), ``recall`` and
        ``false_an_hour`` with 95 % bounds.

    Raises:
        BadInput: a recording without its list, or one that cannot be read.
    """
    if find_model(models, language) is None:
        return {"why_not": f"no model in {models} (nainjaune voice install --lang {language})"}
    if recordings is None:
        return {"why_not": "no recordings: --recordings FOLDER (NAME.wav with NAME.said.jsonl)"}
    files = sorted(recordings.glob("*.wav"))
    if not files:
        raise BadInput(f"--recordings {recordings}: no WAV files there")
    total: dict[str, Counter[str]] = {}
    seconds: dict[str, float] = {}
    spent: dict[str, float] = {}
    for file in files:
        voices, said = _truth(file.with_suffix(".said.jsonl"))
        with open_ear(str(file), models, language) as ear:
            began = time.process_time()
            heard = all_heard(ear, language)
            spent[voices] = spent.get(voices, 0.0) + time.process_time() - began
        total.setdefault(voices, Counter()).update(_compared(said, heard))
        seconds[voices] = seconds.get(voices, 0.0) + Recording(file).seconds
    return {
        voices: {
            "minutes": round(seconds[voices] / 60, 1),
            "core_percent": round(100 * spent[voices] / seconds[voices], 1),
            "recall": share(count["found"], count["said"]),
            "false": count["false"],
            "false_an_hour": round(count["false"] * 3600 / seconds[voices], 2),
            "false_an_hour_95": [round(each * 3600 / seconds[voices], 2) for each in poisson(count["false"])],
        }
        for voices, count in total.items()
    }


def _truth(file: Path) -> tuple[str, list[_Said]]:
    text = read_text(file, "what is said in the recording of that name")
    voices, said = "", []
    for number, value in json_lines(text, str(file)):
        where = f"{file} line {number}"
        told = reading.mapping(value, where, "what is said")
        if "voices" in told:
            voices = reading.text(told, "voices", where)
            continue
        t = reading.number(reading.field(told, "t", where), where, "'t'")
        if "sans" in told:
            rank = reading.text(told, "sans", where)
            if rank not in RANKS:
                raise BadInput(f"{where}: 'sans' is {rank!r}, expected one of {RANKS}")
            said.append(_Said(t, f"sans{rank}"))
        else:
            said.append(_Said(t, reading.card(reading.field(told, "call", where), where).code))
    if voices not in ("human", "synthetic"):
        raise BadInput(f'{file}: expected a first line {{"voices": "human"}} or {{"voices": "synthetic"}}')
    return voices, said


def _compared(said: Sequence[_Said], heard: Sequence[Heard]) -> Counter[str]:
    """How much of what was said was heard, and how much was heard that nobody said."""
    left = list(said)
    count = Counter[str](said=len(said))
    for each in heard:
        token = f"sans{RANKS[each.sans - 1]}" if each.sans is not None else _called(each)
        match = next((one for one in left if one.token == token and abs(one.t - each.t) <= NEAR), None)
        if match is None:
            count["false"] += 1
        else:
            left.remove(match)
            count["found"] += 1
    return count


def _called(heard: Heard) -> str:
    return "hoc" if heard.call is None else heard.call.code


def poisson(count: int) -> tuple[float, float]:
    """95 % bounds of the mean of a count (Garwood 1936), found by halving."""

    def at_most(n: int, mean: float) -> float:
        return math.fsum(math.exp(-mean + k * math.log(mean) - math.lgamma(k + 1)) for k in range(n + 1))

    def solve(n: int, wanted: float) -> float:
        low, high = 1e-9, 10.0 + 3.0 * n
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if at_most(n, middle) > wanted else (low, middle)
        return low

    return (solve(count - 1, 0.975) if count else 0.0), solve(count, 0.025)
