"""What people should know of their store, in their language: repaired, restored, set aside."""

from __future__ import annotations

from datetime import date, datetime

from companion_api.past import Chronicle
from companion_api.store import Notice, Store, Unreadable
from companion_api.store.backups import REGRET
from companion_api.words import Words, words
from engine.cards import LANGUAGES


def sentences(store: Store, language: str, chronicle: Chronicle | None = None) -> list[str]:
    """All that there is to say now, a sentence each.

    Args:
        store: whose notices, evenings and house presets.
        language: one of `LANGUAGES`.
        chronicle: the evenings' games are looked into as well; None: only whether they read.
    """
    say = words(language)
    if chronicle is None:
        started = {one.id: one.started for one in store.evenings()}
        unreadable = [(error, started.get(error.evening)) for error in store.unreadable()]
    else:
        unreadable = chronicle.unreadable()
    return [
        *(noticed(notice)[language] for notice in store.notices),
        *(_of_evening(say, error, began) for error, began in unreadable),
        *(say.say("store.preset", name=name) for name in store.unreadable_presets()),
    ]


def noticed(notice: Notice) -> dict[str, str]:
    """One thing that was noticed of the store's file, as ``{language: text}``."""
    return {each: words(each).say(f"store.{notice.kind}", **notice.facts) for each in LANGUAGES}


def in_every_language(store: Store, chronicle: Chronicle | None = None) -> list[dict[str, str]]:
    """`sentences` for pages: each as ``{language: text}``."""
    spoken = {language: sentences(store, language, chronicle) for language in LANGUAGES}
    return [dict(zip(spoken, line, strict=True)) for line in zip(*spoken.values(), strict=True)]


def after_forgetting(store: Store, language: str) -> list[str]:
    """Where what was just forgotten still stands for a while, and how it goes at once."""
    if store.backups is None:
        return []
    until = (datetime.now() + REGRET).date()
    say = words(language)
    lines = [say.say("store.kept_until", date=until.isoformat(), folder=str(store.backups.folder))]
    if store.backups.set_aside():
        lines.append(say.say("store.kept_aside"))
    return lines


def _of_evening(say: Words, error: Unreadable, started: float | None) -> str:
    began = "" if started is None else say.say("store.date", date=day(started).isoformat())
    why = say.say(f"store.why.{error.why}", seq=error.seq)
    return say.say("store.unreadable", n=error.evening, date=began, why=why)


def day(started: float) -> date:
    """The day of a Unix time, where this computer is."""
    return datetime.fromtimestamp(started).date()
