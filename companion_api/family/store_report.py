"""What people should know of their store, in their language: repaired, restored, set aside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from companion_api.family.past import Chronicle
from companion_api.saying.words import Words, words
from companion_api.store import Evening, Notice, Store, Unreadable
from companion_api.store.backups import REGRET
from languages import LANGUAGES

QUIET = frozenset(("migrated",))
"""Notices that matter at the terminal only."""


def sentences(store: Store, language: str, chronicle: Chronicle | None = None) -> list[str]:
    """All that there is to say now, a sentence each.

    Args:
        store: whose notices, evenings and house presets.
        language: one of `LANGUAGES`.
        chronicle: the evenings' games are looked into as well; None: only whether they read.
    """
    lines = _sentences(store, store.notices, chronicle)
    return [line[language] for line in lines]


def for_pages(store: Store, chronicle: Chronicle | None = None) -> list[dict[str, str]]:
    """What of `sentences` matters to phones, each as ``{language: text}``."""
    return _sentences(store, [notice for notice in store.notices if notice.kind not in QUIET], chronicle)


def noticed(notice: Notice) -> dict[str, str]:
    """One thing that was noticed of the store's file, as ``{language: text}``."""
    return _spoken(lambda say: say.say(f"store.{notice.kind}", **_dated(say, notice.facts)))


def after_forgetting(store: Store, language: str) -> list[str]:
    """Where what was just forgotten still stands for a while, and how it goes at once."""
    if store.backups is None:
        return []
    say = words(language)
    until = _date(say, datetime.now() + REGRET)
    lines = [say.say("store.kept_until", date=until, folder=str(store.backups.folder))]
    if store.backups.set_aside():
        lines.append(say.say("store.kept_aside"))
    return lines


def day(started: float, language: str) -> str:
    """The day of a Unix time, where this computer is."""
    return _date(words(language), datetime.fromtimestamp(started))


def _sentences(store: Store, notices: Iterable[Notice], chronicle: Chronicle | None) -> list[dict[str, str]]:
    if chronicle is None:
        started = {one.id: one.started for one in store.evenings()}
        unreadable = [(error, started.get(error.evening)) for error in store.unreadable()]
    else:
        unreadable = chronicle.unreadable()
    return [
        *map(noticed, notices),
        *(_of_evening(error, began) for error, began in unreadable),
        *_of_shortened(store),
        *(_of_preset(name) for name in store.unreadable_presets()),
    ]


def _of_evening(error: Unreadable, started: float | None) -> dict[str, str]:
    def said(say: Words) -> str:
        began = "" if started is None else _date(say, datetime.fromtimestamp(started))
        date = say.say("store.date", date=began) if began else ""
        why = say.say(f"store.why.{error.why}", seq=error.seq)
        return say.say("store.unreadable", n=error.evening, date=date, why=why)

    return _spoken(said)


def _of_shortened(store: Store) -> list[dict[str, str]]:
    """A sentence on each evening whose last events are lost; it goes on with those that it has."""

    def said(say: Words, one: Evening, lost: int) -> str:
        date = say.say("store.date", date=_date(say, datetime.fromtimestamp(one.started)))
        return say.say("store.shortened", n=one.id, date=date, events=say.count("store.events", lost))

    return [
        _spoken(lambda say, one=one, lost=lost: said(say, one, lost))  # type: ignore[misc]
        for one, lost in store.shortened()
    ]


def _of_preset(name: str) -> dict[str, str]:
    return _spoken(lambda say: say.say("store.preset", name=name))


def _spoken(sentence: Callable[[Words], str]) -> dict[str, str]:
    return {language: sentence(words(language)) for language in LANGUAGES}


def _dated(say: Words, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts with their moments as days in words."""
    return {key: _date(say, fact) if isinstance(fact, datetime) else fact for key, fact in facts.items()}


def _date(say: Words, moment: datetime) -> str:
    return say.say("store.day", day=f"{moment:%d}", month=f"{moment:%m}", year=f"{moment:%Y}")
