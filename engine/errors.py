"""The two ways in which something told to us can be wrong."""

from __future__ import annotations

from engine.redaction import redacted

_HALF = 800
"""Characters of a long message that stay at its beginning and at its end."""


class BadInput(ValueError):
    """Something from outside cannot be used: a file, a line, an option.

    The message is one line that says what and where it is and what was expected;
    the command prints it on standard error and exits with status 2. Line breaks (a file's name
    may have some) become blanks, passwords in addresses stars, and of what is longer than a screen
    the middle is left out.
    """

    def __init__(self, message: str) -> None:
        line = redacted(" ".join(message.splitlines()))
        super().__init__(line if len(line) <= 2 * _HALF else f"{line[:_HALF]} … {line[-_HALF:]}")


class IllegalEvent(ValueError):
    """A well-formed event that breaks a rule of the game being played.

    Attributes:
        rule: short stable name of the rule broken, e.g. ``"sequence"`` or ``"one_deck"``.
        since: an earlier event that shows it, e.g. the card that did not follow suit before the
            one that could have; None when no other event is needed.
        event: the one against the rules, where it is an earlier one and only what came after it
            shows so; None: the event that was to be applied.
    """

    def __init__(
        self, rule: str, message: str, *, since: object | None = None, event: object | None = None
    ) -> None:
        super().__init__(message)
        self.rule = rule
        self.since = since
        self.event = event
