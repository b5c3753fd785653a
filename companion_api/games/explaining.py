"""Lines of an explanation as phones show them: in every language, and what each brings whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion_api.saying.words import words
from engine.explanation import Reason, reason_json
from engine.explanation.reason import gain
from languages import LANGUAGES

Json = dict[str, Any]


def alike(reasons: Sequence[Reason], players: int) -> list[bool]:
    """For each line, whether it says the same of every player."""
    return [bool(words("fr").alike(reason, reasons, players)) for reason in reasons]


def made_of(
    reasons: Sequence[Reason], alike: Sequence[bool], player: str, counts: Callable[[Reason], bool]
) -> list[Json]:
    """The lines of the explanation that concern a player, with what each brings him.

    What all others pay him alike is one line.
    """
    lines: list[Json] = []
    at: dict[int, Json] = {}
    for place, reason in enumerate(reasons):
        if player not in (reason.player, reason.other) or not counts(reason):
            continue
        everyone = reason.other == player and alike[place]
        first = next(n for n, other in enumerate(reasons) if replace(other, player=reason.player) == reason)
        chips = gain([reason], player)
        if everyone and first in at:
            at[first]["chips"] += chips
        else:
            lines.append({"line": place, "everyone": everyone, "chips": chips})
            at[first] = lines[-1]
    return lines


def explained(reason: Reason, alike: bool) -> Json:
    """A line of the explanation, in every language that a phone may speak.

    ``everyone`` tells it of all players at once, where it is the same for all of them.
    """
    spoken = {language: words(language) for language in LANGUAGES}
    return {
        **reason_json(reason),
        "text": {language: voice.reason(reason) for language, voice in spoken.items()},
        "everyone": {language: voice.reason(reason, everyone=True) for language, voice in spoken.items()}
        if alike
        else None,
        "rules": {language: voice.because(reason) for language, voice in spoken.items()},
    }
