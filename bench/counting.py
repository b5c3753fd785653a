"""What measurements count with: many at once, how far they are, shares and tables of figures."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, TypeVar

from engine.errors import BadInput

P = TypeVar("P")
R = TypeVar("R")


def numbers(text: str, option: str) -> list[int]:
    """Whole numbers as people list them: ``1-20,33``.

    Raises:
        BadInput: that is no such list.
    """
    listed: list[int] = []
    for part in text.split(","):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise BadInput(f"{option} {text!r}: expected numbers and ranges, such as 1-20,33")
        listed += range(int(first), int(last or first) + 1)
    if not listed:
        raise BadInput(f"{option} {text!r}: names no number (a range begins with the smaller one)")
    return listed


def at_once(do: Callable[[P], R], what: Sequence[P], processes: int) -> Iterator[R]:
    """``do`` each of ``what``, in so many processes; results as they come."""
    if processes <= 1 or len(what) <= 1:
        yield from map(do, what)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(do, each) for each in what]):
                yield done.result()
        except BaseException:  # said at once, not when all others have been done
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def share(right: int, of: int) -> dict[str, Any]:
    """How many of how many, in percent, with the 95 % interval of Wilson (1927), in percent too."""
    if not of:
        return {"right": 0, "of": 0, "percent": None, "wilson_95": None}
    z, p = 1.959964, right / of
    middle = (p + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    interval = [round(100 * max(0.0, middle - half), 2), round(100 * min(1.0, middle + half), 2)]
    return {"right": right, "of": of, "percent": round(100 * p, 2), "wilson_95": interval}


def table(told: Mapping[str, Any]) -> str:
    """The summary for people: one line each."""
    lines = []
    for name, value in told.items():
        if isinstance(value, Mapping) and "wilson_95" in value:
            text = f"{value['right']} / {value['of']}"
            if value["of"]:
                low, high = value["wilson_95"]
                text += f"  {value['percent']} %  ({low}–{high} %)"
        elif isinstance(value, Mapping):
            text = ", ".join(f"{key}: {each}" for key, each in value.items()) or "–"
        else:
            text = "–" if value is None else str(value)
        lines.append(f"{name.replace('_', ' '):24} {text}")
    return "\n".join(lines)


def progress(items: list[Any], what: str) -> Iterator[Any]:
    """*items* one by one, with a count on standard error."""
    for number, item in enumerate(items, 1):
        print(
            f"\r{what}: {number}/{len(items)}",
            end="" if number < len(items) else "\n",
            file=sys.stderr,
            flush=True,
        )
        yield item
