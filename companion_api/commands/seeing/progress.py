"""How far a film is, at a terminal where somebody looks: a bar, a percentage and the time left."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from engine.boundaries import Frame


def followed(frames: Iterable[Frame], seconds: float, console: Console | None = None) -> Iterator[Frame]:
    """The frames; a line below what is printed meanwhile says how far they are, and goes at the end.

    Args:
        frames: of a recording, in order.
        seconds: how long it lasts.
        console: where the line stands; None: on standard error.
    """
    with Progress(
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console or Console(stderr=True),
        transient=True,
        # What goes into a file stays as it is.
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:
        task = bar.add_task("", total=seconds)
        for frame in frames:
            bar.update(task, completed=frame.t)
            yield frame
