"""The `nainjaune` command: reads the command line and hands over to one module per command.

Each module of `companion_api.commands` has ``add_to(subparsers)``, which declares its
options and sets ``run=function(args) -> exit status``.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from companion_api.guests import loader
from companion_api.saying.phrases import complain, explained, language_of, said, speak, translate
from companion_api.system.data_folder import own_networks
from companion_api.system.memory import give_large_back, leave_what_is_loaded
from engine.errors import BadInput
from engine.redaction import redacted

COMMANDS = (
    "open", "cards", "chips", "boxes", "watch", "listen", "settle", "notate", "play", "demo", "history",
    "club", "deck", "install-icon", "voice", "words", "doctor", "print", "train", "bench",
)  # fmt: skip

ALONE = "open"
"""What `nainjaune` does without a command."""


class _Formatter(argparse.HelpFormatter):
    """Says «usage» in the language that is spoken."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        told = explained("usage:") + " " if prefix is None else prefix
        super().add_usage(usage, actions, groups, told)


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong with the command line as all bad input is told: one line, status 2."""

    def error(self, message: str) -> NoReturn:
        told = redacted(" ".join(message.splitlines()))
        self.exit(2, f"{self.prog}: {said(told)} ({said(f'see {self.prog} --help')})\n")

    def _get_formatter(self) -> argparse.HelpFormatter:
        return _Formatter(self.prog)

    def _parse_optional(self, arg_string: str) -> Any:
        """A file that is there and begins with ``-`` is a file, unless an option is called so."""
        if arg_string not in self._option_string_actions and os.path.lexists(arg_string):
            return None
        return super()._parse_optional(arg_string)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Not as argparse does it, which is silent where nothing can be written."""
        print(message, end="", file=sys.stderr if file is None else file)


def parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The command line with these commands."""
    top = _Parser(
        prog="nainjaune",
        description="the companion of Nain Jaune: a webcam, your cards, your chips.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        importlib.import_module(f"companion_api.commands.{name.replace('-', '_')}").add_to(commands)
    translate(top)
    return top


class _Out(io.FileIO):
    """Standard output, which says of itself that it takes no more."""

    def write(self, data: Any, /) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OSError(error.errno, error.strerror, "standard output") from None


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 done, 2 bad input or nowhere to write to (one line on standard error)."""
    if sys.stderr is None:  # closed; print would take standard output instead
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    standard = sys.__stdout__
    if standard is not None and sys.stdout is standard:
        out = io.BufferedWriter(_Out(standard.fileno(), "w", closefd=False))
        sys.stdout = io.TextIOWrapper(out, line_buffering=standard.isatty())
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Names and suits are not in every locale's own alphabet.
            stream.reconfigure(encoding="utf-8", errors="replace")
    told = sys.argv[1:] if argv is None else argv
    speak(language_of(told))
    status, line = _ended(told)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        # Python flushes once more when it ends, and would complain in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if line is None and not isinstance(error, BrokenPipeError):  # then whoever read has enough
            status, line = 2, _what(error)
    if line is not None:
        with contextlib.suppress(OSError):
            complain(line)
    return status


def _ended(told: list[str]) -> tuple[int, str | None]:
    """The exit status that a command ends with, and the line that says why it could not be done."""
    try:
        return _run(told), None
    except BadInput as error:
        return 2, str(error)
    except BrokenPipeError:
        return 0, None
    except KeyboardInterrupt:
        return 130, None
    except SystemExit as end:  # argparse has said what is wrong, or shown its help
        return end.code if isinstance(end.code, int) else 2, None
    except MemoryError:
        return 2, "not enough memory"
    except OSError as error:
        return 2, _what(error)


def _what(error: OSError) -> str:
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
    return " ".join(f"{where}{error.strerror or error}".splitlines())


def _run(told: list[str]) -> int:
    if sys.stdout is None:
        raise BadInput("standard output is closed, expected a file or /dev/null")
    give_large_back()
    # Wherever a network is opened, a family's own goes before the shipped one.
    os.environ.setdefault("NAINJAUNE_WEIGHTS", str(own_networks()))
    if not told:
        told = [ALONE]
    for each in loader.found()[1]:
        complain(f"{each.name}: this game cannot be played: {each.why}")
    # Only the command that runs is imported: settling a log needs no camera and no network.
    args = parser([told[0]] if told and told[0] in COMMANDS else COMMANDS).parse_args(told)
    leave_what_is_loaded()
    return int(args.run(args))
