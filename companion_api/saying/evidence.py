"""Why the referee holds an event for true: ``7♦ : lu à 0,93, bras venu du côté de Chloé``."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

from companion_api.saying.words import Words
from engine.cards import Card, parse_card
from engine.events import BoxTaken, Called, CardPlayed, Corrected, Event, HandShown

READ = 0.1
"""How sure the looks must be of a face for it to count as read."""
CLEAR = 0.8
"""How sure it must be whose arm it was."""
PERHAPS = 0.4
"""How sure it must be for the arm to have spoken at all."""
VOWELS = "aeiouhœæ"
"""Before these French elides."""


def sentence(event: Event, words: Words) -> str | None:
    """What spoke for an event, in one line; None where there is nothing to say.

    Args:
        event: of a log, with the ``why`` that the referee gave it.
        words: in whose language.
    """
    if isinstance(event, Corrected):
        return None if event.replacement is None else sentence(event.replacement, words)
    if isinstance(event, HandShown):
        return ", ".join(_hand(event, words)) or None
    if not isinstance(event, CardPlayed | Called | BoxTaken):
        return None
    parts = ", ".join(_parts(event, words))
    return words.say("evidence.line", card=words.short(event.card), parts=parts) if parts else None


def _parts(event: CardPlayed | Called | BoxTaken, words: Words) -> Iterator[str]:
    if isinstance(event, BoxTaken):
        yield words.say("evidence.taken")
    elif isinstance(event, CardPlayed):
        why = event.extra.get("why")
        if isinstance(why, Mapping):
            yield from _card(event, why, words)
    elif event.via is not None and words.entry(f"evidence.via_{event.via}"):
        heard = event.extra.get("heard")
        if event.via != "voice" or heard:
            yield words.say(f"evidence.via_{event.via}", heard=heard)


def _card(event: CardPlayed, why: Mapping[str, Any], words: Words) -> Iterator[str]:
    face, arm = _number(why.get("face")), _number(why.get("arm"))
    if why.get("person"):
        yield words.say("evidence.person")
    else:
        yield words.say("evidence.read" if face >= READ else "evidence.unread", sure=_decimal(face, 2, words))
        key = "arm" if arm >= CLEAR else "arm_perhaps" if arm >= PERHAPS else "arm_other"
        yield words.say(f"evidence.{key}", whose=_whose(event.player, words), sure=_decimal(arm, 2, words))
    for witness in ("call", "box"):
        if why.get(witness):
            yield words.say(f"evidence.{witness}")
    if isinstance(why.get("wanted"), int):
        follows = event.card.rank == why["wanted"]
        yield words.say("evidence.wanted" if follows else "evidence.fresh", rank=why["wanted"])
    if "then" in why:
        then = why["then"]
        yield words.say("evidence.then", rank=then) if then else words.say("evidence.anew")
    if "after" in why:
        yield words.say("evidence.after", seconds=_decimal(_number(why["after"]), 1, words))


def _whose(player: str, words: Words) -> str:
    """«de Chloé», «d’Ana»."""
    begins = unicodedata.normalize("NFD", player[:1]).casefold()[:1]
    return words.say("evidence.whose_vowel" if begins in VOWELS else "evidence.whose", whom=player)


def _hand(event: HandShown, words: Words) -> Iterator[str]:
    inferred: list[Card] = [parse_card(code) for code in event.extra.get("inferred", ())]
    if event.cards:
        yield words.say("evidence.shown", player=event.player)
    if inferred:
        yield words.say("evidence.inferred", cards=inferred)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _decimal(value: float, places: int, words: Words) -> str:
    return f"{value:.{places}f}".replace(".", words.entry("evidence.mark"))
