"""Simulated rounds by listed seeds, watched by the very path that `watch` walks, and compared.

A measurement may be stopped and gone on with: every round is one line of a file, and a round
whose line is there is not played again.
"""

from __future__ import annotations

import hashlib
import json
import math
import statistics
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any

from bench import kept_lines
from bench.counting import at_once, share
from bench.films.film_figures import figures, told_again, watch
from bench.films.recorded import SUFFIX, Papers, Recording, recorded
from bench.films.truthful import Truthful
from engine import reading
from engine.errors import BadInput
from engine.evening import presets
from engine.games import game
from hardware.simulator import Disturbances, SimulatedTable

Line = dict[str, Any]
"""One round's figures (`film_figures.figures`) with ``plan``, ``outcome``, ``answers``, ``film_s`` and
``seconds``; where people answer also ``untouched``: how the same round ends when nobody does."""
OUTCOMES = ("exact", "unsettled", "wrong")


@dataclass(frozen=True, slots=True)
class Plan:
    """One round to be played.

    Attributes:
        seed, players: as `SimulatedTable` has them.
        rules: the base preset.
        disturbances: their names, in the order of `hardware.simulator.Disturbances`.
        answered: people answer what they are asked, and truthfully.
        rounds: in one film.
        house: a house preset by its name in `presets.BUILT_IN`, else the rules as they are.
        overlooks, revokes, pace, layout, board: as `SimulatedTable` has them.
    """

    seed: int
    players: int
    rules: str = "lindor"
    disturbances: tuple[str, ...] = ()
    answered: bool = False
    rounds: int = 1
    house: str = ""
    overlooks: float = 0.0
    revokes: float = 0.0
    pace: float = 1.0
    layout: str | None = None
    board: str | None = None

    @property
    def film(self) -> str:
        """A file's name for what is filmed of it: the same whether people answer or not."""
        told = json.dumps(asdict(replace(self, answered=False)), sort_keys=True)
        return f"{self.seed}-{hashlib.sha256(told.encode()).hexdigest()[:12]}"

    @classmethod
    def of(cls, line: Mapping[str, Any]) -> Plan:
        """The plan of a round that was kept."""
        told = dict(line["plan"])
        return cls(**{**told, "disturbances": tuple(told.get("disturbances", ()))})


def plans(seeds: Sequence[int], players: Sequence[int], rules: str = "lindor", **how: Any) -> list[Plan]:
    """A round for each seed; the numbers of players take turns, seed by seed.

    Args:
        rules: a base preset, or a house preset that is built in.
        how: what else all of them share, as `Plan` has it.

    Raises:
        BadInput: no such preset, or none of these numbers of players can play by it.
    """
    base = presets.resolved({"rules": rules})["rules"]
    preset = game.refereed(game.game_of(base), base, "--rules")
    how["house"] = "" if base == rules else rules
    able = [number for number in players if number in preset.DEAL]
    if not able:
        raise BadInput(f"--players: expected {reading.counts(preset.DEAL)} for {rules}")
    return [Plan(seed, able[seed % len(able)], base, **how) for seed in seeds]


def run(
    wanted: Sequence[Plan],
    out: Path | None = None,
    processes: int = 1,
    play: Callable[[Plan], Line] | None = None,
) -> dict[str, Any]:
    """Play what is not in ``out`` yet and sum all of ``wanted`` up.

    Args:
        out: JSON Lines, one per round, appended to as rounds end; None: kept nowhere.
        processes: rounds played at the same time.
        play: plays one round, `play_round` if None.

    Raises:
        BadInput: ``out`` cannot be written, or holds something else.
    """
    known = kept_lines.kept(out, "rounds of this bench", lambda line: (Plan.of(line), line))
    missing = [plan for plan in dict.fromkeys(wanted) if plan not in known]
    for number, line in enumerate(at_once(play or play_round, missing, processes), start=1):
        known[Plan.of(line)] = line
        kept_lines.keep(out, line)
        print(f"nainjaune: {number}/{len(missing)} {_told(line)}", file=sys.stderr, flush=True)
    return summary([known[plan] for plan in dict.fromkeys(wanted)])


def play_round(plan: Plan, kept: Path | None = None) -> Line:
    """Play, film and watch one round and compare it with its truth; where people answer, without them too.

    Args:
        kept: folder where what is seen is kept, or has been kept (`films.recorded`); None: nowhere.
    """
    film = simulated_table(plan)
    people = Truthful(film.truth) if plan.answered else None
    worked = process_time()
    papers, file = Papers(film.table, film.calls, film.truth), kept and kept / f"{plan.film}{SUFFIX}"
    told_of = (papers.seated(film.name), film.heard)
    seen = recorded(file, papers)
    if seen is not None:
        watched = told_again(seen, *told_of, people, papers.restarts)
    else:
        watched = watch(film, *told_of, people, papers.restarts)
        if file is not None:
            Recording(papers, watched.seen).save(file)
    told = figures(watched, film.truth)
    if people is None:
        answers: dict[str, Any] = {"answers": 0}
    else:
        alone = figures(told_again(watched.seen, *told_of, restarts=papers.restarts), film.truth)
        untouched = {
            "outcome": _outcome(alone, plan),
            "doubts": alone["doubts"],
            "questions": alone["questions"],
        }
        answers = {"answers": people.answered, "untouched": untouched}
    return {
        "plan": asdict(plan),
        "outcome": _outcome(told, plan),
        **told,
        **answers,
        "film_s": round(film.duration, 1),
        "seconds": round(watched.seconds - watched.camera_s, 1),
        "cpu_s_with_camera": round(process_time() - worked, 1),
    }


def simulated_table(plan: Plan) -> SimulatedTable:
    """The table at which a round is played."""
    return SimulatedTable(
        plan.seed,
        plan.players,
        plan.layout,
        pace=plan.pace,
        board=plan.board,
        rules=plan.rules,
        options=_options(plan),
        rounds=plan.rounds,
        overlooks=plan.overlooks,
        revokes=plan.revokes,
        disturbances=Disturbances.of(plan.disturbances),
    )


def _options(plan: Plan) -> dict[str, Any]:
    """The house rules of a round; revokes are fined, and for that there must be a pool."""
    options = dict(presets.resolved({"rules": plan.house or plan.rules})["options"])
    return {**options, "pool": "on"} if plan.revokes else options


def _outcome(told: Line, plan: Plan) -> str:
    """How a round ended: one of `OUTCOMES`."""
    if told["settlement_exact"]:
        return "exact"
    return "unsettled" if told["settled"] < plan.rounds else "wrong"


def _told(line: Line) -> str:
    plan = line["plan"]
    doubts = " ".join(line["doubts"]) or "no doubt"
    if line["questions"]:
        doubts += f", {line['questions']} asked"
    return f"seed {plan['seed']}, {plan['players']} players: {line['outcome']} ({doubts})"


def summary(lines: Sequence[Line]) -> dict[str, Any]:
    """All rounds together; shares with their 95 % Wilson interval."""
    outcomes = Counter(line["outcome"] for line in lines)
    untouched = [line["untouched"] for line in lines if "untouched" in line]
    total = Counter[str]()
    for line in lines:
        total.update({name: line.get(name, 0) for name in _ADDED})
        total.update(line["antes"])
    work = sum(line["seconds"] for line in lines)
    return {
        "rounds": len(lines),
        **{name: outcomes[name] for name in OUTCOMES},
        "exact_share": share(outcomes["exact"], len(lines)),
        "exact_untouched": share(sum(line["outcome"] == "exact" for line in untouched), len(untouched)),
        "wrong_without_doubt": _undoubted(lines) + _undoubted(untouched),
        "doubtful_rounds": sum(map(_doubtful, lines)),
        "doubts": dict(sum((Counter(line["doubts"]) for line in lines), Counter[str]())),
        "questions_a_round": round(total["questions"] / len(lines), 2) if lines else None,
        "answers_a_round": round(total["answers"] / len(lines), 2) if lines else None,
        "cards": share(total["cards_right"], total["cards"]),
        "cards_too_many": total["cards_too_many"],
        "cards_false": total["cards_false"],
        "players": share(total["players_right"], total["cards"]),
        "missed_calls_found": share(total["missed_found"], total["missed"]),
        "missed_calls_false": total["missed_false"],
        "overlooked_found": share(total["overlooked_found"], total["overlooked"]),
        "overlooked_false": total["overlooked_false"],
        "revokes_found": share(total["revoked_found"], total["revoked"]),
        "revokes_false": total["revoked_false"],
        "boxes_empty_or_not": share(total["empty_right"], total["boxes"]),
        "boxes_flat_exact": share(total["flat_exact"], total["flat"]),
        "delay_s": _delays(lines, "delays"),
        "delay_s_in_film": _delays(lines, "delays_in_film"),
        "times_film_speed": round(sum(line["film_s"] for line in lines) / work, 2) if work else None,
        "not_exact": _not_exact((line, line) for line in lines),
        "not_exact_untouched": _not_exact((line, line["untouched"]) for line in lines if "untouched" in line),
    }


def _doubtful(line: Line) -> bool:
    return bool(line["doubts"] or line["questions"])


def _undoubted(lines: Sequence[Line]) -> int:
    """How many ended wrongly without a word."""
    return sum(line["outcome"] == "wrong" and not _doubtful(line) for line in lines)


def _not_exact(rounds: Iterable[tuple[Line, Line]]) -> dict[str, str]:
    """Outcome by seed, of (the round, how it ended) those that were not exact."""
    return {str(line["plan"]["seed"]): end["outcome"] for line, end in rounds if end["outcome"] != "exact"}


def _delays(lines: Sequence[Line], name: str) -> dict[str, float]:
    """Median and 95th percentile; in the film's own time alone it is the same on any machine."""
    delays = sorted(delay for line in lines for delay in line[name])
    if not delays:
        return {}
    return {
        "median": round(statistics.median(delays), 2),
        "p95": delays[math.ceil(0.95 * len(delays)) - 1],
    }


_ADDED = (
    "cards",
    "cards_right",
    "cards_too_many",
    "cards_false",
    "players_right",
    "missed",
    "missed_found",
    "missed_false",
    "overlooked",
    "overlooked_found",
    "overlooked_false",
    "revoked",
    "revoked_found",
    "revoked_false",
    "questions",
    "answers",
)
