"""`nainjaune train`: larger networks in one command, and networks that people bring themselves."""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import tempfile
from pathlib import Path
from typing import Any

from companion_api.system.clone import from_a_clone, run_module
from companion_api.system.data_folder import own_networks
from engine.errors import BadInput
from hardware.files.private import private_folder
from vision.networks import check

STEPS = ("finder", "corners", "reader", "chips")
NEEDED = ("torch", "ultralytics", "onnx")
OWN = ("finder", "reader")
"""The networks that may be somebody's own (`models.weights`)."""


def add_to(commands: Any) -> None:
    """Declare the command's options."""
    parser = commands.add_parser(
        "train",
        description=(
            "Trains on made-up pictures only; needs the extra [train]. A finder or reader "
            "that comes out is used from then on; --forget undoes it."
        ),
    )
    parser.add_argument("step", nargs="?", choices=STEPS, help="which network (finder)")
    parser.add_argument(
        "--model",
        help="model of the finder",
    )
    parser.add_argument("--side", type=int, help="finder: picture side (416)")
    parser.add_argument(
        "--epochs",
        type=int,
        help="finder: passes over the scenes",
    )
    parser.add_argument("--hours", type=float, help="time to learn")
    parser.add_argument("--batch", type=int, help="pictures at a time")
    parser.add_argument("--device", help="0, cuda:1, mps, cpu (a GPU if there is one)")
    parser.add_argument("--scenes", type=int, help="finder: scenes (12000)")
    parser.add_argument("--seed", type=int, default=1, help="seed (1)")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--use", type=Path, metavar="FILE", help="your own .onnx or .pt")
    parser.add_argument("--forget", action="store_true", help="go back to the shipped one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Train, take or forget one network."""
    step = args.step or "finder"
    if args.use or args.forget:
        if args.use and args.forget:
            raise BadInput("train: expected --use FILE or --forget, not both")
        if step not in OWN:
            raise BadInput(f"train {step}: only {' and '.join(OWN)} may be your own")
        target = own_networks() / f"{step}.onnx"
        return _forget(target) if args.forget else _use(args.use, step, target)
    _installed()
    options = _options(args, step)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / f"{step}.onnx"
        if step in OWN:
            options += ["--out", str(made)]
        status = run_module(f"models.training.networks.{step}", options)
        if status == 0 and step == "reader":
            status = run_module(
                "models.training.networks.joker_head", ["--file", str(made), "--seed", str(args.seed)]
            )
        if status == 0 and step in OWN:
            _take(made, step, own_networks() / f"{step}.onnx")
    return status


def _options(args: argparse.Namespace, step: str) -> list[str]:
    """What the recipe is asked for.

    Raises:
        BadInput: the network cannot be trained so.
    """
    of_finder = {name: getattr(args, name) for name in ("model", "side", "epochs", "scenes")}
    of_both = {"hours": args.hours, "batch": args.batch, "device": args.device}
    for name, value in {**of_finder, **of_both}.items():
        allowed = step == "finder" or (name in of_both and step == "reader")
        if value is not None and not allowed:
            raise BadInput(f"train {step}: --{name} is for the finder")
        if isinstance(value, int | float) and value <= 0:
            raise BadInput(f"--{name} {value:g}: expected more than 0")
    if args.side is not None and args.side % 32:
        raise BadInput(f"--side {args.side}: expected a multiple of 32")
    if args.resume and step not in OWN:
        raise BadInput(f"train {step}: --resume is for {' and '.join(OWN)}")
    values = {**of_finder, **of_both, "seed": args.seed}
    if step == "reader" and args.hours is not None:
        values |= {"minutes": args.hours * 60, "hours": None}
    given = {name: value for name, value in values.items() if value is not None}
    options = [text for name, value in given.items() for text in (f"--{name}", str(value))]
    return options + (["--resume"] if args.resume else [])


def _installed() -> None:
    """What trains is here, and what it needs."""
    from_a_clone("train", "models/training")
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise BadInput(f"train: {', '.join(missing)} not installed, expected pip install 'nainjaune[train]'")


def _use(file: Path, step: str, target: Path) -> int:
    if not file.is_file():
        raise BadInput(f"{file}: no such file, expected an ONNX network or Ultralytics weights (.pt)")
    if file.suffix.lower() != ".pt":
        _take(file, step, target)
        return 0
    if step != "finder":
        raise BadInput(f"{file}: expected an ONNX file, only a finder is taken as .pt")
    _installed()
    with tempfile.TemporaryDirectory() as folder:
        # Exporting writes beside the weights: a copy, so that the family's own folder stays as it is.
        copy, made = Path(folder) / "own.pt", Path(folder) / "finder.onnx"
        shutil.copyfile(file, copy)
        if run_module("models.training.networks.finder", ["--export-only", str(copy), "--out", str(made)]):
            raise BadInput(f"{file}: cannot be exported, expected weights that Ultralytics trained (-obb)")
        _take(made, step, target)
    return 0


def _take(file: Path, step: str, target: Path) -> None:
    """Check the network in *file* and put it where the companion looks for it."""
    check(step, file)
    try:
        private_folder(target.parent)
        part = target.with_suffix(".part")
        shutil.copyfile(file, part)
        part.replace(target)
    except OSError as error:
        raise BadInput(f"{target}: cannot be written ({error.strerror})") from None
    print(f"{step}: {target}")


def _forget(target: Path) -> int:
    try:
        target.unlink()
    except FileNotFoundError:
        raise BadInput(f"{target}: no network of your own there, the shipped one is in use") from None
    except OSError as error:
        raise BadInput(f"{target}: cannot be deleted ({error.strerror})") from None
    print(f"{target.stem}: -")
    return 0
