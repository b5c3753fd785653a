"""`nainjaune bench`: accuracy on labelled photos and filmed rounds, and speed on this machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bench import counting, mutated, nightly, nightly_table
from bench.ablate import run as ablate
from bench.ablate import table as ablate_table
from bench.ablate.sets import SETS
from bench.films import clips, fitting, games, live, looks, net, network, scenes, simulated
from bench.films.lenses import LENSES, lens
from bench.house import figures as house_figures
from bench.house import numbers
from bench.house.checkout import checkout, root_of
from bench.pictures import boxes, failure_sheet, hands, markers, photos, speed
from bench.pictures import decks as bench_decks
from bench.spoken import voice
from bench.tapped import club, evening, server, taps
from bench.tapped import engine as bench_engine
from companion_api.hearing.ears import add_model, kept_models
from companion_api.learning import decks
from companion_api.system.clone import run_module
from engine.errors import BadInput
from engine.evening import presets
from engine.games import game
from hardware.simulator import Disturbances
from hardware.simulator.disturbances import known
from languages import LANGUAGES

PARTS = ("cards", "ranks", "chips", "speed", "games", "engine")
ALONE = (
    "live",
    "markers",
    "club",
    "server",
    "network",
    "evening",
    "taps",
    "tables",
    "hands",
    "boxes",
    "mutated",
)
"""Parts that are measured only when they are named: they take minutes."""


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser("bench")
    parser.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"some of {', '.join(PARTS)} (all); alone: {', '.join((*ALONE, *ON_THEIR_OWN))}",
    )
    _add_material(parser)
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        help="seed of the made-up photographs (tables, hands), of the first table (boxes), "
        "of the people (taps), of the first file (mutated) (1)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the JSON object to a file as well; simulated: one line per round, as it "
        "ends; rounds that are there are not played again; ablate, nightly likewise",
    )
    parser.add_argument("--deck", metavar="NAME", help="a deck that was learnt (with cards)")
    parser.add_argument("--data", metavar="FOLDER", help="where decks are kept")
    parser.add_argument(
        "--through",
        default="",
        metavar="LENSES",
        help=f"cards, ranks, games: seen through other cameras, all or some of {', '.join(LENSES)}",
    )
    parser.add_argument(
        "--gaps",
        action="store_true",
        help="each film eight times, with pictures lost",
    )
    parser.add_argument(
        "--failures",
        type=Path,
        metavar="FOLDER",
        help="contact sheets of the cards that went wrong (with cards)",
    )
    parser.add_argument("--taps", type=int, default=taps.TAPS, help=f"how many, for taps ({taps.TAPS})")
    parser.add_argument("--minutes", type=float, default=2.0, help="of film, for live; of play, for club (2)")
    parser.add_argument(
        "--club", default="", metavar="ADDRESS", help="an empty database of a PostgreSQL here (for club)"
    )
    parser.add_argument("--count", type=int, default=20_000, metavar="N", help="files, for mutated (20000)")
    _add_rounds(parser)
    _add_voice(parser)
    _add_ablate(parser)
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="figures of before (house: its --json; nightly: its --out), to be compared with",
    )
    parser.set_defaults(run=run)


def _add_material(parser: argparse.ArgumentParser) -> None:
    """What is measured on."""
    parser.add_argument(
        "--photos",
        type=Path,
        default=Path(os.environ.get("NAINJAUNE_PHOTOS", "../shared/photos")),
        help="folder of labelled photos",
    )
    parser.add_argument(
        "--games",
        type=Path,
        default=Path(os.environ.get("NAINJAUNE_GAMES", "../shared/games")),
        help="folder of filmed games",
    )
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="FOLDER",
        help="games, simulated: keep there what is seen; what is there already is told again in seconds; "
        "net, clips: where they are; looks: where films' looks are, or will be",
    )
    parser.add_argument(
        "--write", action="store_true", help="net, clips: the committed table is written anew"
    )
    parser.add_argument(
        "--fit",
        action="store_true",
        help="looks: what the terms of a track weigh, fitted on every second film and measured on the others",
    )
    parser.add_argument(
        "--scenes",
        type=Path,
        metavar="FOLDER",
        help="on synthetic scenes (training-data/val)",
    )
    parser.add_argument(
        "--shows",
        type=Path,
        metavar="FOLDER",
        help="what learning a pack is worth (training-data/decks)",
    )


def _add_rounds(parser: argparse.ArgumentParser) -> None:
    """Which simulated rounds."""
    rounds = parser.add_argument_group("simulated", "simulated rounds: on their own, and long")
    rounds.add_argument("--seeds", default="1-120", help="which, such as 1-20,33 (1-120)")
    rounds.add_argument("--players", default="3-8", help="how many, in turn (3-8)")
    rounds.add_argument(
        "--rules",
        choices=[preset.name for preset in presets.BUILT_IN if (preset.game, preset.rules) in game.REFEREED],
        default="lindor",
        help="(lindor)",
    )
    rounds.add_argument(
        "--overlooks",
        type=float,
        default=0.0,
        metavar="P",
        help="of cards that must be laid, how many are overlooked (0)",
    )
    rounds.add_argument(
        "--revokes",
        type=float,
        default=0.0,
        metavar="P",
        help="at Nap, which has a pool then: how often suit is not followed (0)",
    )
    rounds.add_argument(
        "--disturbances",
        default="none",
        metavar="NAMES",
        help=f"what makes it hard, some of {', '.join(known())} (none)",
    )
    rounds.add_argument(
        "--answered",
        action="store_true",
        help="questions are answered, and truthfully; the same round without, too",
    )
    rounds.add_argument("--rounds", type=int, default=1, help="rounds in one film (1)")
    rounds.add_argument(
        "--processes",
        type=int,
        default=1,
        help="rounds, tables (taps), files (mutated), parts (ablate) or jobs (nightly) at a time (1)",
    )


def _add_voice(parser: argparse.ArgumentParser) -> None:
    """Which recordings."""
    voice = parser.add_argument_group("voice")
    voice.add_argument(
        "--recordings",
        type=Path,
        metavar="FOLDER",
        help="recordings with what is said in them (bench voice)",
    )
    add_model(voice)
    voice.add_argument("--lang", choices=LANGUAGES, default="fr", help="language spoken (fr)")


def _add_ablate(parser: argparse.ArgumentParser) -> None:
    """Which parts are switched off."""
    parts = parser.add_argument_group("ablate", "each rule, proposal, witness and repair off in turn")
    parts.add_argument(
        "--only", nargs="+", default=[], metavar="NAME", help="which of them, or which kinds (nightly) (all)"
    )
    parts.add_argument(
        "--sets",
        nargs="+",
        default=[],
        metavar="SET",
        help=f"some of {', '.join(SETS)} (all)",
    )
    parts.add_argument("--markdown", action="store_true", help="print the table (else: JSON)")


def _voice(args: argparse.Namespace) -> int:
    """A recogniser on synthetic voices, where one is named; else transcripts, the gate, and recordings."""
    seeds = counting.numbers(args.seeds, "--seeds")
    if args.recogniser is not None:
        told = voice.heard_for_real(seeds, kept_models(args), args.lang, args.recogniser)
        print(json.dumps(told, ensure_ascii=False) if args.json else counting.table(told))
        return 0
    told = voice.run(seeds, kept_models(args), args.recordings, args.lang, args.processes)
    print(json.dumps(told, ensure_ascii=False) if args.json else voice.text(told))
    return 0


def _cards(args: argparse.Namespace) -> dict[str, Any]:
    failed: list[failure_sheet.Failure] = []
    reader = decks.reader_for(args.deck, args.data)
    figures = photos.cards(args.photos, failed, reader, _lenses(args.through))
    if args.failures:
        for file in failure_sheet.write(args.failures, failed):
            print(f"written: {file}", file=sys.stderr)
        figures["why"] = dict(Counter(one.why for one in failed))
    return figures


def _lenses(names: str) -> list[str]:
    """The lenses that people name: ``all``, or names with commas between them.

    Raises:
        BadInput: there is no such lens.
    """
    wanted = list(LENSES) if names == "all" else [name for name in names.split(",") if name]
    for name in wanted:
        lens(name, (64, 48))
    return wanted


def _simulated(args: argparse.Namespace) -> int:
    """Simulated rounds, one line each in the file, and all of them summed up."""
    wanted = simulated.plans(
        counting.numbers(args.seeds, "--seeds"),
        counting.numbers(args.players, "--players"),
        args.rules,
        disturbances=Disturbances.of(args.disturbances).names,
        answered=args.answered,
        rounds=args.rounds,
        overlooks=args.overlooks,
        revokes=args.revokes,
    )
    play = partial(simulated.play_round, kept=args.kept)
    told = simulated.run(wanted, args.out, args.processes, play)
    print(json.dumps(told, ensure_ascii=False) if args.json else counting.table(told))
    return 0


def _ablate(args: argparse.Namespace) -> int:
    """Parts off in turn, one line each in the file, and what that changes."""
    results = ablate.run(args.photos, args.games, args.only, args.sets, args.out, args.processes)
    parts = ablate.chosen(ablate.PARTS, args.only)
    if args.markdown:
        print(ablate_table.markdown(results, parts, list(SETS)))
    else:
        told = {**ablate_table.summary(results, parts), "results": [each.to_json() for each in results]}
        print(json.dumps(told, ensure_ascii=False, indent=None if args.json else 2))
    return 0


def _net(args: argparse.Namespace) -> int:
    """Recorded rounds told to the referee, beside the committed table or instead of it."""
    folder = args.kept or net.FOLDER
    before, now = net.table(folder / net.TABLE), {}
    for name in net.names(folder):
        now[name] = net.told(folder, name)
        print(f"nainjaune: {name}: {now[name]['expected']}", file=sys.stderr, flush=True)
    return _beside(args, folder / net.TABLE, now, net.report(before, now))


def _clips(args: argparse.Namespace) -> int:
    """What is seen in clips, beside the committed table or instead of it."""
    folder = args.kept or clips.FOLDER
    now, changes = clips.compared(folder, anew=args.write)
    return _beside(args, folder / clips.TABLE, now, changes)


def _looks(args: argparse.Namespace) -> int:
    """What the tracker tells of films that were looked at once, beside the truth and what is told now."""
    kept = args.kept or looks.FOLDER
    if args.fit:
        told = fitting.fit(dict(looks.films(args.games, kept, args.only)))
    else:
        told = looks.run(args.games, kept, net.FOLDER, args.only)
    lines = (fitting if args.fit else looks).lines(told)
    print(json.dumps(told, ensure_ascii=False) if args.json else "\n".join(lines))
    return 0


def _beside(args: argparse.Namespace, file: Path, now: dict[str, Any], changes: list[str]) -> int:
    """Print what changed against a committed table, or write it anew; 1: it differs."""
    if args.write:
        net.write(file, now)
    print(json.dumps(now, ensure_ascii=False) if args.json else "\n".join(changes or ["nothing changed"]))
    return int(bool(changes) and not args.write)


def _tables(seed: int) -> dict[str, Any]:
    """Made-up photographs of packs that nobody trained on, written where they are not there yet."""
    folder = Path("training-data/tables") / str(seed)
    if run_module("models.training.datasets.tables", ["--out", str(folder), "--seed", str(seed)]):
        raise BadInput("bench tables: the photographs could not be made (see above)")
    return scenes.tables(folder)


def _hands(args: argparse.Namespace) -> dict[str, Any]:
    """Made-up photographs of hands, written where they are not there yet, and a real one among the photos."""
    folder = Path("training-data/hands") / str(args.seed)
    asked = ["--hands", "--out", str(folder), "--count", str(hands.EACH), "--seed", str(args.seed)]
    if run_module("models.training.datasets.tables", asked):
        raise BadInput("bench hands: the photographs could not be made (see above)")
    return hands.run(folder, args.photos)


def _numbers(args: argparse.Namespace) -> int:
    """Every number by which pictures are read and rounds are judged, of the program that runs."""
    root = Path(__file__).parents[1]
    listed = numbers.rows(checkout(root, (numbers.SEES, numbers.JUDGES)))
    told = [row.to_json() for row in listed]
    print(json.dumps(told, ensure_ascii=False) if args.json else numbers.markdown(listed))
    return 0


def _house(args: argparse.Namespace) -> int:
    """What the checkout weighs in whose folders one stands, and what changed since an earlier look."""
    before = house_figures.read(args.against) if args.against else None
    told = house_figures.figures(checkout(root_of(Path.cwd())))
    if args.json:
        print(json.dumps(told, ensure_ascii=False))
    else:
        print(house_figures.text(told) if before is None else house_figures.compared(before, told))
    return 0


def _nightly(args: argparse.Namespace) -> int:
    """A longer run, one line a job in the file; 1 where a row got worse than the one it is compared with."""
    before = nightly.read(args.against) if args.against else {}
    wanted = nightly.jobs(args.photos, args.games, args.only)
    out = args.out or Path("nightly.jsonl")
    play = nightly.Play(args.photos, args.games)
    lines = nightly.run(wanted, out, nightly.commit(), args.processes, play)
    rows = nightly_table.rows(lines, before)
    if args.json:
        print(json.dumps([row.to_json() for row in rows], ensure_ascii=False))
    else:
        print(nightly_table.text(rows, compared=bool(before)))
    return int(any(row.since == nightly_table.WORSE for row in rows))


ON_THEIR_OWN: dict[str, Callable[[argparse.Namespace], int]] = {
    "simulated": _simulated,
    "voice": _voice,
    "ablate": _ablate,
    "net": _net,
    "clips": _clips,
    "looks": _looks,
    "numbers": _numbers,
    "house": _house,
    "nightly": _nightly,
}
"""Parts that are asked for without another, and print in their own way."""


def run(args: argparse.Namespace) -> int:
    """Measure the parts asked for and print the figures."""
    if len(args.parts) == 1 and args.parts[0] in ON_THEIR_OWN:
        return ON_THEIR_OWN[args.parts[0]](args)
    unknown = [part for part in args.parts if part not in PARTS + ALONE]
    if unknown:
        raise BadInput(
            f"bench: unknown part {unknown[0]!r} (expected {', '.join(PARTS + ALONE)}, or one of"
            f" {', '.join(ON_THEIR_OWN)} alone)"
        )
    measures: dict[str, Callable[[], dict[str, Any]]] = {
        "cards": lambda: _cards(args),
        "ranks": lambda: photos.ranks(args.photos, _lenses(args.through)),
        "chips": lambda: photos.chips(args.photos),
        "speed": lambda: speed.run(args.photos),
        "games": lambda: games.run(args.games, _lenses(args.through), args.gaps, args.kept),
        "engine": bench_engine.run,
        "live": lambda: live.run(args.minutes),
        "markers": markers.run,
        "server": server.run,
        "club": lambda: club.run(args.club, args.minutes),
        "evening": evening.run,
        "taps": lambda: taps.run(args.taps, args.seed, args.processes),
        "network": lambda: network.run(args.games),
        "scenes": lambda: scenes.run(args.scenes),
        "tables": lambda: _tables(args.seed),
        "hands": lambda: _hands(args),
        "boxes": lambda: boxes.run(args.seed),
        "mutated": lambda: mutated.run(args.count, args.seed, args.processes),
        "decks": lambda: bench_decks.run(args.shows),
    }
    figures: dict[str, Any] = {
        "machine": {"processor": platform.processor() or platform.machine(), "cores": os.cpu_count()}
    }
    asked = [*(args.parts or (() if args.scenes or args.shows else PARTS))]
    for part in [*asked, *(["scenes"] if args.scenes else []), *(["decks"] if args.shows else [])]:
        figures[part] = measures[part]()
        if not args.json:
            print(f"{part}: {json.dumps(figures[part], ensure_ascii=False, indent=2)}", flush=True)
    text = json.dumps(figures, ensure_ascii=False, indent=2)
    if args.json:
        print(json.dumps(figures, ensure_ascii=False))
    if args.out:
        try:
            args.out.write_text(text + "\n", encoding="utf-8")
        except OSError as error:
            raise BadInput(f"--out {args.out}: cannot be written ({error.strerror})") from None
        print(f"written: {args.out}", file=sys.stderr)
    return 0
