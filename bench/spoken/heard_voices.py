"""What a real recogniser hears of synthetic voices: calls, whole rounds of talk, and what it costs.

Everything goes the real way: sound in blocks, voice activity, the recogniser, the grammar, and in rounds the
referee, who says what may be said and judges what was heard. Only the voices are not real
(`synthetic_voices`): what people sound like is measured with `bench voice --recordings`.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from bench.counting import share
from bench.spoken.said import SAYINGS
from bench.spoken.spoken_rounds import Manners, SpokenRound, spoken_round
from bench.spoken.spoken_samples import NOISES, Played, Sample, behind, samples
from bench.spoken.synthetic_voices import KEPT_APART, RATE, echoing, power, speak, voices
from engine.boundaries import CardLaid, Expected
from engine.cards import DECK, HONOURS
from engine.referee.referee import Referee
from engine.referee.settings import DOUBTFUL
from engine.table import Table
from hardware.hearing.announcements import announcements, of_text
from hardware.hearing.recogniser import Engine, Recogniser
from hardware.hearing.sound import BLOCK_SECONDS, Block
from hardware.hearing.whisper.engine import Whisper

TICK = 0.2
"""Seconds between two looks of the referee at its clock."""
EACH, OTHERS = 60, 30
"""Calls at each noise, recordings of each other kind."""
KINDS = {
    "calls_just_after_talk": "after",
    "calls_just_before_talk": "before",
    "calls_while_others_talk": "both",
    "other_honours_called": "other",
    "missing_ranks": "sans",
    "talk": "talk",
    "talk_about_the_call": "about",
    "talk_about_the_rank": "about_sans",
}
"""What is recorded besides, as `spoken_samples.samples` calls it."""
SPANS = (2.0, 6.0)
"""Seconds before an honour comes and after it lies of which a round has sound: no call counts elsewhere."""
ROUND_NOISE = 10
"""Decibels by which voices are louder than the television in whole rounds."""
LEVEL = 3000.0
"""Root mean square of a voice in a round's samples: 20 dB below the loudest possible."""
NEAR = 1.5
"""Seconds by which something heard may be told before it is begun or after it is said."""
IDLE_SECONDS = 60.0
"""Seconds of people talking while nobody may call."""
Judge = Callable[[Referee, SpokenRound], Counter[str]]
"""Counts what a referee made of a round that is over."""


def run(
    engine: Callable[[int], Engine], language: str, seeds: Sequence[int], family: Table, judge: Judge
) -> dict[str, Any]:
    """All figures of one recogniser, with the voices kept apart.

    Args:
        engine: makes the recogniser (`hardware.hearing.recognisers.opened`).
        language: one of `said.SAYINGS`.
        seeds: of the rounds; the first also of the recordings.
        family: who plays.
        judge: counts what a referee made of a round that is over.

    Raises:
        BadInput: the programs that speak are not there.
    """
    told: dict[str, Any] = {}
    for noise in NOISES:
        told[f"calls_at_{noise}_dB"] = _heard(engine, language, ["call"] * EACH, noise, seeds[0])
    for name, kind in KINDS.items():
        told[f"{name}_10_dB"] = _heard(engine, language, [kind] * OTHERS, 10, seeds[0])
    told["idle_percent_of_a_core"] = idle(engine, language)
    told["rounds"] = rounds(engine, language, seeds, family, judge)
    return told


def _heard(
    engine: Callable[[int], Engine], language: str, kinds: Sequence[str], noise: int, seed: int
) -> dict[str, Any]:
    """How many recordings of one kind are understood.

    Returns:
        ``taken`` at once and ``asked`` about, of what is expected; ``false``: taken, ``asked_falsely``:
        asked about, though it was not said; ``seconds_a_window``: processor time, where there are windows.
    """
    count: Counter[str] = Counter()
    spent, looked = 0.0, 0
    for sample in samples(language, KEPT_APART, kinds, seed * 100 + noise, (noise,)):
        made = engine(RATE)
        began = time.process_time()
        count.update(_understood(made, sample, language))
        spent += time.process_time() - began
        looked += made.looked if isinstance(made, Whisper) else 0
    found = {"taken": share(count["taken"], len(kinds)), "asked": count["asked"], "false": count["false"]}
    told: dict[str, Any] = {**found, "asked_falsely": count["asked_falsely"]}
    return told | ({"seconds_a_window": round(spent / looked, 3)} if looked else {})


def _understood(engine: Engine, sample: Sample, language: str) -> Counter[str]:
    ear = Recogniser(Played(sample.sound), engine)
    ear.expect(sample.expected)
    found = [each for breath in ear for each in announcements(breath, language)]
    right = [each.confidence for each in found if each.token == sample.token]
    wrong = [each.confidence for each in found if each.token != sample.token]
    best, worst = max(right, default=0.0), max(wrong, default=0.0)
    return Counter(
        taken=best >= DOUBTFUL,
        asked=0 < best < DOUBTFUL,
        false=worst >= DOUBTFUL,
        asked_falsely=0 < worst < DOUBTFUL,
    )


def idle(engine: Callable[[int], Engine], language: str) -> float:
    """Processor time in percent of a core while people talk and nobody may call."""
    sound = behind(language, KEPT_APART)
    sound = (np.resize(sound, int(IDLE_SECONDS * RATE)) * LEVEL).astype(np.int16)
    ear = Recogniser(Played(sound), engine(RATE))
    ear.expect(Expected())
    began = time.process_time()
    deque(ear, maxlen=0)  # one that cannot be told what to expect hears words here, too
    return round(100 * (time.process_time() - began) / IDLE_SECONDS, 2)


# -- whole rounds --------------------------------------------------------------------------


def rounds(
    engine: Callable[[int], Engine],
    language: str,
    seeds: Sequence[int],
    family: Table,
    judge: Judge,
    half: str = KEPT_APART,
) -> dict[str, Any]:
    """Whole rounds: calls made, forgotten and too late, and talk, heard while the referee follows the cards.

    Returns:
        What ``judge`` counts; ``heard_falsely``: calls told surely that nobody said, at whatever moment.
    """
    total: Counter[str] = Counter()
    for number, seed in enumerate(seeds, start=1):
        total.update(_round(engine, language, seed, family, judge, half))
        print(f"nainjaune: {number}/{len(seeds)}", file=sys.stderr, flush=True)
    found = {
        "calls_taken": share(total["calls_heard"], total["calls"]),
        "forgotten_found": share(total["forgotten_found"], total["forgotten"]),
    }
    names = ("rounds", "prompts", "false_prompts", "wrong_boxes", "wrong_reminders", "heard_falsely")
    return found | {name: total[name] for name in names}


def _round(
    engine: Callable[[int], Engine], language: str, seed: int, family: Table, judge: Judge, half: str
) -> Counter[str]:
    manners = Manners(doubts=0.0)
    played = spoken_round(family, Random(seed), manners, said=SAYINGS[language], language=language)
    referee = Referee(family, listens=True)
    referee.start()
    in_step = _InStep(referee, played)
    ear = Recogniser(in_step, engine(RATE))
    in_step.sound, spoken = _sound(played, language, seed, half)
    in_step.expect = ear.expect
    falsely = 0
    for breath in ear:
        for each in announcements(breath, language):
            falsely += each.confidence >= DOUBTFUL and not _was_said(spoken, each.token, each.t, language)
            referee.hear(each.heard())
    in_step.until(played.ends)
    referee.finish()
    return judge(referee, played) + Counter(heard_falsely=falsely)


@dataclass(frozen=True, slots=True)
class _Spoken:
    """Something said in a round: when it begins and ends, in seconds."""

    begins: float
    ends: float
    text: str


def _was_said(spoken: Sequence[_Spoken], token: str, t: float, language: str) -> bool:
    near = (each.text for each in spoken if each.begins - NEAR <= t <= each.ends + NEAR)
    return any(found.token == token for text in near for found in of_text(text, language))


class _InStep:
    """The sound of a round near its honours; before each block the referee has seen the table up to then.

    Attributes:
        sound: int16, `RATE`, the whole round.
        expect: told what may be said.
    """

    name, rate, live, began = "synthetic", RATE, False, 0.0

    def __init__(self, referee: Referee, played: SpokenRound) -> None:
        self.sound = np.zeros(0, np.int16)
        self.expect: Callable[[Expected], None] = lambda expected: None
        self._referee = referee
        self._spans = spans(played)
        self._seen = deque(sorted(played.sightings, key=lambda each: each.t))
        self._now = 0.0

    def __iter__(self) -> Iterator[Block]:
        step = int(RATE * BLOCK_SECONDS)
        for start in range(0, len(self.sound), step):
            t = start / RATE
            if any(first <= t < last for first, last in self._spans):
                self.until(t)
                self.expect(self._referee.expected)
                yield Block(t, self.sound[start : start + step])

    def until(self, t: float) -> None:
        """Let the referee see what is to be seen up to then."""
        while self._now < t:
            while self._seen and self._seen[0].t <= self._now:
                self._referee.observe(self._seen.popleft())
            self._referee.tick(self._now)
            self._now += TICK

    def close(self) -> None:
        """Nothing to let go of."""


def spans(played: SpokenRound) -> list[tuple[float, float]]:
    """The seconds of a round of which there is sound: around each honour (`SPANS`)."""
    laid = [each for each in played.sightings if isinstance(each, CardLaid) and _is_honour(each)]
    return [(each.arrived - SPANS[0], each.t + SPANS[1]) for each in laid]


def _is_honour(seen: CardLaid) -> bool:
    return DECK[int(np.argmax(seen.look.faces))] in HONOURS


def _sound(played: SpokenRound, language: str, seed: int, half: str) -> tuple[np.ndarray, list[_Spoken]]:
    """All that is said near the honours, each time by another voice, before a television; and what it is."""
    rng = np.random.default_rng(seed)
    by = voices(language, half)
    size = int(played.ends * RATE)
    told = np.resize(behind(language, half), size) / 10 ** (ROUND_NOISE / 20)
    spoken = []
    for t, text, _ in played.sayings:
        if any(first - 2.0 <= t < last for first, last in spans(played)):
            voice = speak(by[int(rng.integers(len(by)))], text).astype(np.float64)
            spoken.append(_Spoken(t, t + len(voice) / RATE, text))
            said = echoing(voice, rng)
            start = int(t * RATE)
            said = said[: max(0, size - start)] / np.sqrt(power(said))
            told[start : start + len(said)] += said
    return np.clip(told * LEVEL, -32768, 32767).astype(np.int16), spoken
