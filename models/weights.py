"""The trained networks: where they lie and how one is opened.

Playing uses OpenVINO where it is installed (extra ``[openvino]``, faster on Intel and AMD
processors) and ONNX Runtime otherwise; both read the same ONNX files.
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Network = Callable[[np.ndarray], list[np.ndarray]]
"""Takes one float32 batch, gives the network's outputs in their declared order."""

FOLDER = Path(__file__).parent


def path(name: str) -> Path:
    """The ONNX file of network *name* (``"finder"``, ``"reader"``, ``"corners"``, ``"chips"``)."""
    return FOLDER / f"{name}.onnx"


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


def load(file: Path, threads: int | None = None) -> Network:
    """Open the network in *file* on *threads* processor cores (default: two at most)."""
    threads = threads or min(2, os.cpu_count() or 1)
    if importlib.util.find_spec("openvino"):
        return _openvino(file, threads)
    return _onnxruntime(file, threads)


def _onnxruntime(file: Path, threads: int) -> Network:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda batch: list(session.run(None, {name: batch}))


def _openvino(file: Path, threads: int) -> Network:
    import openvino

    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
    # Without this hint some processors run in bfloat16, which moves corners by pixels.
    settings["INFERENCE_PRECISION_HINT"] = "f32"
    compiled = core.compile_model(str(file), "CPU", settings)

    def run(batch: np.ndarray) -> list[np.ndarray]:
        result = compiled(batch)
        return [np.array(result[output]) for output in compiled.outputs]

    return run
