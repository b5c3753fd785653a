"""The trained networks: where they lie, how one is opened, and whether somebody's own will do.

Playing uses OpenVINO where it is installed (extra ``[openvino]``, faster on Intel and AMD
processors) and ONNX Runtime otherwise; both read the same ONNX files.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import BadInput

Network = Callable[[np.ndarray], list[np.ndarray]]
"""Takes a batch of at least one, as float32, gives the network's outputs in their declared order."""

FOLDER = Path(__file__).parent

# Nothing leaves the room: from 1.32 on ONNX Runtime tells its makers of every session, unless this stands
# in the environment before it is imported.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

SUMS = "SHA256SUMS"
"""``sha256sum *.onnx > SHA256SUMS``, once a network is replaced."""
OWN = "NAINJAUNE_WEIGHTS"
"""Environment variable: a folder whose ``finder.onnx`` or ``reader.onnx`` goes before the shipped one."""
CLASSES = ("face", "back")
"""What a finder tells apart, in this order."""
STRIDE = 32
"""What a finder's input sides are multiples of."""
FINDER_OUTPUT = 7
"""Numbers per place: centre x and y, width, height, two scores, radians."""
KEPT_LAYERS = 512
"""Layers that OpenVINO keeps prepared for shapes it has met (its own limit is 5000): without such a bound
an evening of pictures and batches of ever new shapes takes half a gigabyte more. Measured on 240 pairs of
finder and reader passes of random shapes: 372 MB and level instead of 650 MB and rising, no slower."""

BATCHES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32)
"""Sizes of batch that OpenVINO is given: what it prepares for a size stays, and an evening of cards and
corners would have met every size up to sixty. Larger ones cost memory and gain nothing."""


def path(name: str) -> Path:
    """The ONNX file of a network: ``finder``, ``reader``, ``corners``, ``indices``, ``chips`` or ``boxes``.

    A finder or reader in the folder that ``NAINJAUNE_WEIGHTS`` names goes before the shipped one.

    Raises:
        BadInput: such a file is none that can be played with.
    """
    folder = os.environ.get(OWN)
    if folder and name in CHECKS:
        own = Path(folder) / f"{name}.onnx"
        if own.exists():
            return _checked(name, own, own.stat().st_mtime_ns)
    return shipped(name)


@functools.cache
def shipped(name: str) -> Path:
    """The ONNX file of a network as it was shipped: by its SHA-256 in `SUMS`, looked at once by each process.

    Raises:
        BadInput: it is missing, cut, or another one; native code would read whatever it is.
    """
    file = FOLDER / f"{name}.onnx"
    try:
        with open(file, "rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(f"{file}: cannot be read ({error.strerror}); install nainjaune again") from None
    if found != sums()[file.name]:
        raise BadInput(f"{file}: not the network that was shipped (SHA-256 {found}); install nainjaune again")
    return file


def sums() -> dict[str, str]:
    """SHA-256 of each shipped network by its file's name, as `sha256sum` writes them."""
    lines = (FOLDER / SUMS).read_text(encoding="utf-8").splitlines()
    return {name: told for told, name in (line.split() for line in lines)}


@functools.cache
def _checked(name: str, file: Path, _changed: int) -> Path:
    check(name, file)
    return file


def check(name: str, file: Path) -> None:
    """See that the network in *file* can stand in for *name* (``"finder"`` or ``"reader"``).

    Raises:
        BadInput: it cannot; one line says what was found and what was expected.
    """
    try:
        told = metadata(file)
        network = _onnxruntime(file, 1)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(f"{file}: not a network that can be opened, expected ONNX ({reason[:120]})") from None
    CHECKS[name](file, told, network)


def _check_finder(file: Path, told: dict[str, Any], network: Network) -> None:
    task = told.get("task", "obb")
    if task != "obb":
        raise BadInput(f"{file}: made for {task!r}, expected oriented boxes (a model called …-obb)")
    names = told.get("classes", told.get("names"))
    if isinstance(names, str):
        names = ast.literal_eval(names)
    names = tuple(names.values() if isinstance(names, dict) else names or ())
    if names != CLASSES:
        raise BadInput(f"{file}: its classes are {names}, expected {CLASSES} in this order")
    if told.get("stride", STRIDE) != STRIDE:
        raise BadInput(f"{file}: its stride is {told['stride']}, expected {STRIDE}")
    for height, width in ((192, 256), (256, 192)):
        places = sum(height // step * (width // step) for step in (8, 16, 32))
        sizes = "pictures of any size in steps of 32 (export with dynamic=True)"
        shape = _tried(file, network, (1, 3, height, width), sizes)[0]
        if shape != (1, FINDER_OUTPUT, places):
            raise BadInput(
                f"{file}: gives {shape} for {height} × {width} pixels, expected (1, {FINDER_OUTPUT}, "
                f"{places}): export without nms, of a model with strides 8, 16 and 32"
            )


def _check_reader(file: Path, told: dict[str, Any], network: Network) -> None:
    shapes = _tried(file, network, (2, 160, 112, 3), "cards of 160 × 112 pixels, BGR last")
    if shapes[0] != (2, 53) or len(shapes) < 2 or any(more not in ((2,), (2, 1)) for more in shapes[1:3]):
        raise BadInput(
            f"{file}: gives {shapes}, expected (n, 53) faces, (n,) upside down and, if it can, (n,) jokers"
        )


def _tried(file: Path, network: Network, shape: tuple[int, ...], expected: str) -> list[tuple[int, ...]]:
    """The shapes that the network gives for zeros of *shape*."""
    try:
        return [out.shape for out in network(np.zeros(shape, np.float32))]
    except Exception as error:
        reason = str(error).splitlines()[0][:120]
        raise BadInput(f"{file}: does not take {shape}, expected {expected} ({reason})") from None


CHECKS = {"finder": _check_finder, "reader": _check_reader}
"""The networks that people may bring themselves."""


def metadata(file: Path) -> dict[str, Any]:
    """What the training wrote into the ONNX file: input size, classes, temperature, …

    Values that are JSON are decoded, the others stay strings.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    found: dict[str, Any] = {}
    for key, value in session.get_modelmeta().custom_metadata_map.items():
        try:
            found[key] = json.loads(value)
        except json.JSONDecodeError:
            found[key] = value
    return found


def engine() -> str:
    """What runs the networks on this computer: ``OpenVINO`` where it is installed, else ``ONNX Runtime``."""
    return "OpenVINO" if importlib.util.find_spec("openvino") else "ONNX Runtime"


THREADS = min(2, os.cpu_count() or 1)
"""Processor cores on which a network runs unless somebody says otherwise."""


def load(file: Path, threads: int | None = None, *, rounded: bool = False, apart: bool = False) -> Network:
    """Open the network in *file* on *threads* processor cores (`THREADS`).

    Args:
        rounded: eight bits of precision will do, where that is twice as fast (OpenVINO in bfloat16):
            for classes, and for places that are measured again or told as shares of a small picture.
        apart: batches are of several pictures, of which each core takes some (OpenVINO), so that none
            waits for the others after every layer.
    """
    threads = threads or THREADS
    if engine() == "OpenVINO":
        try:
            network = _openvino(file, threads, rounded, threads if apart else 1)
        except RuntimeError:  # OpenVINO 2026.4 does not take in `indices.onnx`, earlier ones do
            network = _onnxruntime(file, threads)
    else:
        network = _onnxruntime(file, threads)

    def run(batch: np.ndarray) -> list[np.ndarray]:
        most = BATCHES[-1]
        if len(batch) <= most:
            return network(np.ascontiguousarray(batch, np.float32))
        parts = [np.ascontiguousarray(batch[n : n + most], np.float32) for n in range(0, len(batch), most)]
        return [np.concatenate(each) for each in zip(*map(network, parts), strict=True)]

    return run


def _onnxruntime(file: Path, threads: int) -> Network:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # Threads that spin while they wait take 40 % more processor time, and are no faster beside other work.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda batch: list(session.run(None, {name: batch}))


def _openvino(file: Path, threads: int, rounded: bool, streams: int) -> Network:
    # Nothing leaves the room: it tells its makers whenever it is imported, unless this cannot be.
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]
    import openvino

    core = openvino.Core()
    settings: dict[str, Any] = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": streams}
    settings["CPU_RUNTIME_CACHE_CAPACITY"] = KEPT_LAYERS
    # Without this hint some processors run in bfloat16, which moves places by up to a pixel in 600.
    rounded = rounded and "BF16" in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    settings["INFERENCE_PRECISION_HINT"] = "bf16" if rounded else "f32"
    compiled = core.compile_model(str(file), "CPU", settings)
    requests = [compiled.create_infer_request() for _ in range(streams)]
    # A request holds the answer until it is fetched: the camera and the page may ask at the same time.
    one_asks = threading.Lock()

    def run(batch: np.ndarray) -> list[np.ndarray]:
        parts = np.array_split(batch, min(len(batch), streams))
        with one_asks:
            used = requests[: len(parts)]
            for request, part in zip(used, parts, strict=True):
                request.start_async([_filled(part)])
            for request in used:
                request.wait()
            answers = [
                [output.data[: len(part)] for output in request.output_tensors]
                for request, part in zip(used, parts, strict=True)
            ]
            return [np.concatenate(answer) for answer in zip(*answers, strict=True)]

    return run


def _filled(batch: np.ndarray) -> np.ndarray:
    """The batch with zeros behind it, up to the next of `BATCHES`."""
    size = next(size for size in BATCHES if size >= len(batch))
    if size == len(batch):
        return batch
    return np.pad(batch, [(0, size - len(batch)), *[(0, 0)] * (batch.ndim - 1)])
