"""What people choose on the start page, told as the command line tells it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion_api.evening.who import Asked
from languages import FIRST, LANGUAGES

MOST_SEED = 100_000


class Choice(Asked):
    """An evening to begin, or to go on with.

    Attributes:
        what: ``demo``, a ``new`` evening, ``go_on`` with the interrupted one, or look at ``past`` ones.
        source: of the camera, as ``--camera`` has it.
        lang: what is spoken.
        seed: of the demo; None: the first evening.
        chance: a demo that nobody has seen yet.
        players: of a film, with commas between them; not needed where there is a table file.
        table, calls: the table file of a film, and the file of calls made in it; empty: none.
        speed: how fast a film passes.
        clips: a folder of a family's own voices, with ``speak``; empty: none.
        automatic, keep_pictures, speak, listen: as `play` has them (``listen``: the standard microphone).
        webhook: an address that is told of every event; empty: none.
        deck: a pack that was learnt; empty: as the evening says.
    """

    what: Literal["demo", "new", "go_on", "past"]
    source: Annotated[str, Field(min_length=1, max_length=400)] = "none"
    lang: Literal[LANGUAGES] = FIRST  # type: ignore[valid-type]
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] | None = None
    chance: bool = False
    players: Annotated[str, Field(max_length=240)] = ""
    table: Annotated[str, Field(max_length=400)] = ""
    calls: Annotated[str, Field(max_length=400)] = ""
    speed: Annotated[float, Field(ge=0.1, le=100)] = 1.0
    clips: Annotated[str, Field(max_length=400)] = ""
    automatic: bool = False
    keep_pictures: bool = False
    speak: bool = False
    listen: bool = False
    webhook: Annotated[str, Field(max_length=400)] = ""
    deck: Annotated[str, Field(max_length=80)] = ""

    def of_play(self, data: str) -> list[str]:
        """The command line of `nainjaune play` that says the same; ``data``: the data folder."""
        switches = {
            "--camera-automatic": self.automatic,
            "--keep-pictures": self.keep_pictures,
            "--speak": self.speak,
            "--listen=mic": self.listen,
            "--new": self.what == "new" and not self.players,
        }
        texts = {
            "--players": "" if self.table else self.players,
            "--table": self.table,
            "--calls": self.calls,
            "--clips": self.clips if self.speak else "",
            "--webhook": self.webhook,
            "--deck": self.deck,
        }
        return [
            f"--camera={self.source}",
            f"--data={data}",
            f"--lang={self.lang}",
            f"--speed={self.speed:g}",
            *(switch for switch, on in switches.items() if on),
            *(f"{option}={text}" for option, text in texts.items() if text),
        ]

    def of_demo(self) -> list[str]:
        """The command line of `nainjaune demo` that says the same."""
        arguments = [f"--lang={self.lang}"]
        if self.seed is not None:
            return [*arguments, f"--seed={self.seed}"]
        return [*arguments, "--chance"] if self.chance else arguments


class Look(Asked):
    """Whose picture is wanted: a webcam's number or a network camera's address."""

    source: Annotated[str, Field(min_length=1, max_length=400)]


class Switch(Asked):
    """Whether phones may come in; ``films``: also by HTTPS, so that one can be the camera."""

    on: bool
    films: bool = False


class Speed(Asked):
    """How fast the demo passes.

    Attributes:
        speed: how many of its seconds pass in one.
    """

    speed: Annotated[float, Field(ge=0.1, le=100)]


class Pause(Asked):
    """Whether the demo stands still."""

    on: bool
