"""The `nainjaune` command: reads the command line and hands over to one module per command.

Each module of `companion_api.commands` has ``add_to(subparsers)``, which declares its
options and sets ``run=function(args) -> exit status``.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib
import importlib.metadata
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from companion_api.games import loader
from companion_api.saying.phrases import complain, explained, language_of, speak, translate, translated
from companion_api.system.data_folder import own_networks
from companion_api.system.memory import give_large_back, leave_what_is_loaded
from engine.errors import BadInput
from engine.redaction import redacted

HELP = {
    "open": "the start page, as without any command",
    "cards": "reads the cards in photos, or those laid in films",
    "chips": "finds the chips in photos",
    "boxes": "counts the chips in the boxes",
    "watch": "follows a filmed game",
    "listen": "hears what is announced",
    "settle": "settles the rounds of a log",
    "notate": "a log in notation, or the other way round",
    "play": "the companion at your table",
    "demo": "the companion on a simulated table",
    "history": "past evenings",
    "club": "many tables, one board",
    "deck": "learns your own pack",
    "install-icon": "an icon in this computer's menu",
    "voice": "sets up listening and speaking",
    "words": "the languages that are spoken",
    "doctor": "says what to change before playing",
    "print": "board, chips and markers to print",
    "train": "trains the networks, or takes your own",
    "bench": "measures accuracy and speed",
}
"""What each command is for, told here so that to list them imports none."""
COMMANDS = tuple(HELP)
SEEING = frozenset({"cards", "chips", "boxes", "watch", "deck"})
"""Those that look at photographs and films (`companion_api.commands.seeing`)."""

ALONE = "open"
"""What `nainjaune` does without a command, whatever options it is given."""
OF_ALL = ("-h", "--help", "--version")
"""Options of no command."""
NAMED = re.compile(r"invalid choice: '(?P<said>[^']*)' \(choose from (?P<among>.*)\)")
UNKNOWN = re.compile(r"unrecognized arguments: (?P<said>--?[^\s=]+)")
"""What `argparse` says of a word that is no choice, and of an option that there is not."""


class _Formatter(argparse.HelpFormatter):
    """Says «usage» in the language that is spoken."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        heading = explained("usage:") + " " if prefix is None else prefix
        super().add_usage(usage, actions, groups, heading)


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong with the command line as all bad input is told: one line, status 2."""

    def error(self, message: str) -> NoReturn:
        text, meant = redacted(" ".join(message.splitlines())), self._meant(message)
        hints = [translated(f"did you mean {meant}?")] if meant else []
        hints.append(translated(f"see {self.prog} --help"))
        self.exit(2, f"{self.prog}: {translated(text)} ({' '.join(hints)})\n")

    def _meant(self, message: str) -> str | None:
        """The choice or the option that is spelt most like the one that there is not, where one is."""
        if named := NAMED.search(message):
            near = difflib.get_close_matches(named["said"], re.findall(r"'([^']*)'", named["among"]), 1)
        elif unknown := UNKNOWN.search(message):
            near = difflib.get_close_matches(unknown["said"], self._option_string_actions, 1)
        else:
            return None
        return near[0] if near else None

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


class _Version(argparse.Action):
    """Says which version this is; only then is it looked up."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        parser._print_message(f"nainjaune {importlib.metadata.version('nainjaune')}\n", sys.stdout)
        parser.exit()


def parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The command line with the options of these commands, whose modules alone are imported; it lists all."""
    top = _Parser(
        prog="nainjaune",
        description="the companion of Nain Jaune: a webcam, your cards, your chips.",
    )
    top.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        _module(name).add_to(commands)
    commands._choices_actions = [commands._ChoicesPseudoAction(name, [], text) for name, text in HELP.items()]
    top.set_defaults(planned=planned)
    translate(top)
    return top


def _module(name: str) -> Any:
    """The module of a command."""
    if name in SEEING:
        return importlib.import_module(f"companion_api.commands.seeing.{name}")
    return importlib.import_module(f"companion_api.commands.{name.replace('-', '_')}")


def planned(name: str, arguments: Sequence[str], **how: bool) -> Any:
    """The evening (`companion_api.web.hosting.hosted.Plan`) that `nainjaune NAME TOLD…` would play.

    The start page begins evenings so. Commands lie above it: each gets this with its options.

    Raises:
        BadInput: there is no such evening.
    """
    try:
        args = parser([name]).parse_args([name, *arguments])
    except SystemExit:
        raise BadInput(f"nainjaune {name}: not understood") from None
    return _module(name).planned(args, **how)


def read(arguments: list[str]) -> argparse.Namespace:
    """What a command line asks for; what is wrong with it ends the program with a line (`_Parser.error`)."""
    first = arguments[0]
    if first in COMMANDS:
        top = parser([first])
        args, unknown = top.parse_known_args(arguments)
        if unknown:
            _chosen(top, args).error(f"unrecognized arguments: {' '.join(unknown)}")
        return args
    top = parser(())
    if not first.startswith("-"):
        top.error(f"invalid choice: {first!r} (choose from {', '.join(map(repr, COMMANDS))})")
    return top.parse_args(arguments)


def _chosen(top: argparse.ArgumentParser, args: argparse.Namespace) -> argparse.ArgumentParser:
    """The parser of the command that was named, which knows its options."""
    named = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    chosen: argparse.ArgumentParser = named.choices[args.command]
    return chosen


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
    arguments = sys.argv[1:] if argv is None else argv
    speak(language_of(arguments))
    status, line = _ended(arguments)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        # Python flushes once more when it ends, and would complain in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if line is None and not isinstance(error, BrokenPipeError):  # then whoever read has enough
            status, line = 2, _error_text(error)
    if line is not None:
        with contextlib.suppress(OSError):
            complain(line)
    return status


def _ended(arguments: list[str]) -> tuple[int, str | None]:
    """The exit status that a command ends with, and the line that says why it could not be done."""
    try:
        return _run(arguments), None
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
        return 2, _error_text(error)


def _error_text(error: OSError) -> str:
    where = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
    return " ".join(f"{where}{error.strerror or error}".splitlines())


def _run(arguments: list[str]) -> int:
    if sys.stdout is None:
        raise BadInput("standard output is closed, expected a file or /dev/null")
    give_large_back()
    # Wherever a network is opened, a family's own goes before the shipped one.
    os.environ.setdefault("NAINJAUNE_WEIGHTS", str(own_networks()))
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in OF_ALL):
        arguments = [ALONE, *arguments]
    for each in loader.found()[1]:
        complain(f"{each.name}: this game cannot be played: {each.why}")
    # Only the command that runs is imported: settling a log needs no camera and no network.
    args = read(arguments)
    leave_what_is_loaded()
    return int(args.run(args))
