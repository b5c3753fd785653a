"""Turning a part off for a while, and counting how often parts change anything.

Whoever imported a function holds it by a name of his own: it is replaced in every module that does.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from bench.ablate.parts import Ablation, Function

ROOMS = ("engine", "vision", "models", "hardware", "companion_api")


@dataclass(slots=True)
class Fired:
    """How often a part was asked, and said something that its neutral would not have said.

    Attributes:
        calls: how often.
        fired: how often it changed anything; None: that cannot be told.
    """

    calls: int = 0
    fired: int | None = 0


def taken(counts: Mapping[str, Fired]) -> dict[str, Fired]:
    """What has been counted so far, of parts that were asked; counting begins anew."""
    told = {name: replace(each) for name, each in counts.items() if each.calls}
    for each in counts.values():
        each.calls, each.fired = 0, None if each.fired is None else 0
    return told


def found(target: str) -> tuple[Any, str]:
    """The module or class that holds a dotted name, and the name there.

    Raises:
        LookupError: there is no such thing.
    """
    names = target.split(".")
    for length in range(len(names) - 1, 0, -1):
        try:
            owner: Any = importlib.import_module(".".join(names[:length]))
        except ModuleNotFoundError:
            continue
        for name in names[length:-1]:
            owner = getattr(owner, name, None)
        if names[-1] in vars(owner or object):
            return owner, names[-1]
        break
    raise LookupError(f"{target}: no such function")


def function_of(target: str) -> Function:
    """The function at a dotted name; of a property what works it out."""
    owner, name = found(target)
    there = vars(owner)[name]
    if isinstance(there, property):
        assert there.fget is not None
        return there.fget
    function: Function = there.__func__ if isinstance(there, staticmethod) else there
    return function


@contextmanager
def turned_off(part: Ablation) -> Iterator[None]:
    """Have its neutral stand for a part, in this process."""
    with _replaced(part.target, part.neutral.fitted(function_of(part.target))):
        yield


@contextmanager
def counted(parts: Sequence[Ablation]) -> Iterator[dict[str, Fired]]:
    """Count, in this process, how often each part fires; by its name."""
    counts = {part.name: Fired() for part in parts}
    with ExitStack() as stack:
        for part in parts:
            counting = _counting(part, function_of(part.target), counts[part.name])
            stack.enter_context(_replaced(part.target, counting))
        yield counts


@contextmanager
def _replaced(target: str, function: Function) -> Iterator[None]:
    owner, name = found(target)
    there = vars(owner)[name]
    held: list[tuple[Any, str]] = [(owner, name)]
    if isinstance(owner, ModuleType):
        ours = [module for module in sys.modules.values() if module.__name__.split(".")[0] in ROOMS]
        held += [(module, own) for module in ours for own, value in vars(module).items() if value is there]
    kept: Any = type(there)(function) if isinstance(there, property | staticmethod) else function
    for holder, own in held:
        setattr(holder, own, kept)
    try:
        yield
    finally:
        for holder, own in held:
            setattr(holder, own, there)


def _counting(part: Ablation, original: Function, counts: Fired) -> Function:
    neutral = part.neutral.fitted(original)
    if inspect.signature(original).return_annotation == "None" and not part.changes:
        counts.fired = None

    def note(changed: bool) -> None:
        if counts.fired is not None:
            counts.fired += changed

    @functools.wraps(original)
    def called(*args: Any, **named: Any) -> Any:
        counts.calls += 1
        instead = _now(getattr(args[0], part.changes)) if part.changes else neutral(*args, **named)
        result = original(*args, **named)
        if isinstance(result, Iterator):
            return _noted(result, note)
        note(not alike(_now(getattr(args[0], part.changes)) if part.changes else result, instead))
        return result

    return called


def _noted(items: Iterator[Any], note: Callable[[bool], None]) -> Iterator[Any]:
    """The same items; it has fired if there is any."""
    for number, item in enumerate(items):
        if not number:
            note(True)
        yield item


def _now(value: Any) -> Any:
    """A list as it now is; anything else itself."""
    return list(value) if isinstance(value, list) else value


def alike(one: Any, other: Any) -> bool:
    """Whether two results say the same; what cannot be compared does if it is the same object."""
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)
