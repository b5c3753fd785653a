"""What we say to people, in each of `languages.LANGUAGES`.

The tables are the parts of `languages.page`; the phone page reads them as well. An entry is reached by
its path (``why.bete``); its places are filled by `Words.say`. A place may ask for a form:

* ``{card:name}`` roi de cœur; ``{card:the}`` le roi de cœur, as subject; ``{card:obj}`` the same
  as object; ``{card:of}`` du roi de cœur; ``{card:e}`` the ending that agrees with it (French);
* ``{cards:sum}`` R♥ 10 + 4♠ 4 = 14; ``{boxes:held}`` R♥ 10, 7♦ 5; ``{cards:names}`` roi de cœur, as de pique;
* ``{pieces:pieces}`` 1 contrat et 2 fiches; ``{left:each}`` Ana 3, Bruno 2;
* ``{n:tricks}`` the entry ``tricks`` by number; ``{bid:bids}`` the entry ``bids`` by name.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import languages
from companion_api.saying.announcement import Announcement
from engine import reading, strict_json
from engine.cards import DECK, Card, call_also, parse_card
from engine.certainty import Inferred
from engine.errors import BadInput
from engine.events import Alert
from engine.explanation import Reason
from engine.names import isolated
from languages import LANGUAGES

NEEDED = (languages.FIRST, languages.SOURCE)
"""The languages that a game from elsewhere must speak."""
_BROUGHT: list[Mapping[str, Mapping[str, Any]]] = []
"""What each game from elsewhere says, by language."""
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


def own_language(environment: Mapping[str, str] | None = None) -> str:
    """The user's language, French where we do not speak it."""
    environment = os.environ if environment is None else environment
    asked = environment.get("LC_ALL") or environment.get("LC_MESSAGES") or environment.get("LANG") or ""
    return asked[:2] if asked[:2] in LANGUAGES else languages.FIRST


@cache
def words(language: str) -> Words:
    """What we say in one of `LANGUAGES`.

    Raises:
        BadInput: a language that we do not speak.
    """
    if language not in LANGUAGES:
        raise BadInput(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
    table: dict[str, Any] = {}
    for part in languages.page_parts():
        # A language that has a part's entries in another file, as an older version had them, keeps its own.
        table = completed(table, languages.page(language, part))
    return Words(completed(table, brought(language)))


def read(folder: Path, where: str) -> dict[str, dict[str, Any]]:
    """The words of a game from elsewhere, by language: a file of each language's name, which completes ours.

    In a language that it does not speak it says what it says in English.

    Raises:
        BadInput: one of `NEEDED` is missing, or a file is no JSON, or an entry is not what ours is: a page
            would fail over it.
    """
    tables = {}
    for language in LANGUAGES:
        name = f"words/{language}.json"
        path = folder / f"{language}.json"
        if language not in NEEDED and not path.is_file():
            continue
        if not path.is_file():
            raise BadInput(f"{where} {name}: no such file (expected an object)")
        text = strict_json.text_of(path.read_bytes(), f"{where} {name}", "words")
        tables[language] = strict_json.value_of(text, f"{where} {name}", "words")
        _check(tables[language], words(language).entries, f"{where} {name}", "the file")
    english = tables[languages.SOURCE]
    return {language: completed(tables.get(language, {}), english) for language in LANGUAGES}


def _check(entry: object, ours: object, where: str, path: str) -> None:
    """Whether an entry is a text, or an object of entries, and ours of that name, if there is one, is too."""
    if not isinstance(entry, str | Mapping):
        raise BadInput(f"{where}: {path} is {reading.shown(entry)}, expected a text or an object")
    if ours is not None and isinstance(entry, str) != isinstance(ours, str):
        expected = "a text" if isinstance(ours, str) else "an object"
        raise BadInput(f"{where}: {path} is {reading.shown(entry)}, expected {expected}")
    for key, each in entry.items() if isinstance(entry, Mapping) else ():
        _check(each, ours.get(key) if isinstance(ours, Mapping) else None, where, repr(key))


def add(tables: Mapping[str, Mapping[str, Any]]) -> None:
    """Take in the words of a game from elsewhere (`read`)."""
    _BROUGHT.append(tables)
    words.cache_clear()


def brought(language: str) -> dict[str, Any]:
    """The words of all games from elsewhere in one of `LANGUAGES`."""
    table: dict[str, Any] = {}
    for tables in _BROUGHT:
        table = completed(table, tables[language])
    return table


def completed(table: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A table with entries that it lacks; those that it has stay."""
    whole = {**more, **table}
    for key in table.keys() & more.keys():
        if isinstance(table[key], Mapping) and isinstance(more[key], Mapping):
            whole[key] = completed(table[key], more[key])
    return whole


class Words:
    """One language.

    Args:
        table: entries by path, as nested mappings; the leaves are templates.
    """

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.entries = table

    def entry(self, path: str) -> Any:
        """The template or the mapping at a path, None where there is none."""
        found: Any = self.entries
        for key in path.split("."):
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    def say(self, path: str, /, **facts: Any) -> str:
        """The entry at ``path`` with its places filled.

        Args:
            path: of a template.
            facts: numbers, texts, cards, counted cards or boxes, chips by kind.
        """
        return str(self.entry(path)).format_map({name: _Place(self, fact) for name, fact in facts.items()})

    def count(self, path: str, n: int) -> str:
        """An entry by number: its own words where there are some, else those for any ``n``."""
        entry = self.entry(path)
        return str(entry.get(str(n), entry["n"])).format(n=n)

    def card(self, card: Card, form: str = "name") -> str:
        """A card's name in one of the forms above."""
        forms = self.entry(f"card.{form}")
        suit = self.entry(f"suits.{card.suit}")
        return str(forms.get(str(card.rank), forms["n"])).format(n=card.rank, suit=suit)

    def rank(self, rank: int) -> str:
        """A rank by itself: ``as``, ``2`` … ``roi``."""
        return self.count("ranks", rank)

    def short(self, card: Card) -> str:
        """A card in two or three characters: ``R♥``, ``10♦``."""
        return self.count("short", card.rank) + SIGNS[card.suit]

    def pieces(self, pieces: Mapping[str, int]) -> str:
        """Chips by kind: ``1 contrat et 2 fiches``; kinds that have no word go by their own name."""
        parts = [
            self.count(f"pieces.{kind}", count) if self.entry(f"pieces.{kind}") else f"{count} {kind}"
            for kind, count in reversed(tuple(pieces.items()))
            if count
        ]
        return self.listed(parts)

    def listed(self, items: Sequence[str]) -> str:
        """``a, b et c``, in this order, whichever way names among them are read."""
        items = [isolated(each) for each in items]
        return ", ".join(items[:-1]) + self.entry("and") + items[-1] if len(items) > 1 else "".join(items)

    # --- what the rules say ---------------------------------------------------------------

    def reason(self, reason: Reason, *, everyone: bool = False) -> str:
        """One line of an explanation.

        Args:
            reason: of a settlement.
            everyone: it is every player's line alike (but for the one who takes).
        """
        paid = abs(reason.chips)
        facts = {**reason.facts, "player": reason.player, "other": reason.other, "chips": paid}
        line = self.say(f"why.{reason.rule}{'_all' if everyone else ''}", **facts)
        if _falls_short(reason):
            owed = reason.facts["owed"]
            line = self.say("why.capped", line=line, owed=owed, chips=paid, player=reason.player)
        return line[0].upper() + line[1:]

    def reasons(self, reasons: Sequence[Reason], players: int) -> list[tuple[Reason, str]]:
        """The lines of an explanation; one that is alike for every player is told once.

        Args:
            reasons: of one settlement.
            players: how many play.
        """
        lines: list[tuple[Reason, str]] = []
        done: list[Reason] = []
        for reason in reasons:
            alike = self.alike(reason, reasons, players)
            if not alike:
                lines.append((reason, self.reason(reason)))
            elif reason not in done:
                done += alike
                lines.append((reason, self.reason(reason, everyone=True)))
        return lines

    def alike(self, reason: Reason, reasons: Sequence[Reason], players: int) -> list[Reason]:
        """The lines that say the same of every player (but of the one who takes); none unless all do."""
        alike = [other for other in reasons if replace(other, player=reason.player) == reason]
        everyone = len(alike) == players - (reason.other is not None) > 1
        return alike if everyone and self.entry(f"why.{reason.rule}_all") else []

    def grounds(self, reason: Reason) -> str:
        """What the rule of a line stands on, as tables and logs name it: options, sources by number."""
        parts = []
        for ground in reason.grounds:
            numbers = [source if source[0] == "0" else self._source(source) for source in ground.sources]
            sources = " ".join(numbers) or self._source("none")
            parts.append(f"{ground.option} {ground.value}: {sources}" if ground.option else sources)
        return ", ".join(parts)

    def because(self, reason: Reason) -> str:
        """The same in plain words: ``Annonce oubliée : la case reste — texte allemand``."""
        parts = []
        for ground in reason.grounds:
            named = ", ".join(self._source(source) for source in ground.sources or ("none",))
            if ground.option is None:
                parts.append(named)
                continue
            option = self.entry(f"options.{ground.option}")
            value = option["values"].get(ground.value) or option["values"]["n"].format(n=ground.value)
            parts.append(self.say("why.because", name=option["name"], value=value, sources=named))
        return " · ".join(parts)

    def sources(self, numbers: Iterable[str]) -> str:
        """What the numbers of some sources stand for: ``000 texte allemand, 001 texte anglais``."""
        return ", ".join(f"{number} {self._source(number)}" for number in numbers if number[0] == "0")

    def _source(self, source: str) -> str:
        return str(self.entry(f"sources.{source}"))

    # --- what happened at the table -------------------------------------------------------

    def alert(self, alert: Alert) -> str:
        """An alert in one line."""
        path = f"alert.{alert.kind}"
        if alert.kind in ("late_call", "void_call") and alert.player:
            path += "_who"
        if alert.kind == "uncertain":
            path += ("_who" if alert.player else "") if alert.card else ("_hand" if alert.player else "_none")
        if not self.entry(path):
            path = "alert.other"
        return self.say(path, name=alert.player or "?", card=alert.card or "?")

    def why(self, alert: Alert) -> str:
        """What lies behind an alert, as far as its line does not say it; may be empty."""
        reason = alert.extra.get("reason")
        path = f"broken.{alert.extra.get('rule')}" if reason == "broken" else f"alert_why.{reason}"
        if self.entry(path) is None:
            return ""
        after, cards = alert.extra.get("after"), alert.extra.get("cards")
        facts: dict[str, Any] = {"card": alert.card}
        if after is not None:
            facts["after"] = parse_card(after)
        if isinstance(cards, list | tuple):
            facts["cards"] = [card for card in DECK if card.code in cards]
        return self.say(path, **{**alert.extra, **facts})

    def alert_in_full(self, alert: Alert) -> str:
        """An alert and what lies behind it, in one line."""
        line, why = self.alert(alert), self.why(alert)
        return self.say("alert_why.detail", alert=line, why=why) if why else line

    def inferred(self, item: Inferred) -> str:
        """What a settlement rests on that was not seen for certain, as a sentence."""
        path = f"certainty.{item.what}_{item.why}"
        if item.card is None or self.entry(path) is None:
            path = f"certainty.{item.what if item.what == 'hand' or item.card else 'card'}"
        line = self.say(path, name=item.player or "?", card=item.card or "?")
        return line[0].upper() + line[1:]

    def to_show(self, item: Inferred) -> str:
        """What people can do so that it is certain, as a sentence."""
        return self.say(f"certainty.show.{item.what}")

    # --- what is said aloud ---------------------------------------------------------------

    def announcement(self, announcement: Announcement, *, names: bool = True) -> str:
        """One thing to be said; without ``names`` nobody is named."""
        if announcement.alert is not None:
            return self.alert(announcement.alert)
        path = f"aloud.{announcement.kind}"
        if names and announcement.player and self.entry(f"{path}_who"):
            path += "_who"
        return self.say(
            path,
            name=announcement.player,
            card=announcement.card,
            chips=announcement.chips,
            rank=announcement.rank,
            bid=announcement.bid,
        )


def _names_of_cards() -> Iterator[tuple[str, Card]]:
    """What people call the cards, in every language: ``10 de carreau``, ``dix de carreau``."""
    for language in LANGUAGES:
        say, ranks = words(language), languages.heard(language)["ranks"]
        for card in DECK:
            yield say.card(card), card
            suit = say.entry(f"suits.{card.suit}")
            for rank in ranks[card.rank - 1]:
                yield say.entry("card.name.n").format(n=rank, suit=suit), card


def _falls_short(reason: Reason) -> bool:
    """Whether less was paid than owed."""
    owed = reason.facts.get("owed")
    return isinstance(owed, int) and abs(reason.chips) < owed


class _Place:
    """A fact on its way into a template: `format` asks it for a form."""

    def __init__(self, words: Words, fact: Any) -> None:
        self._words = words
        self._fact = fact

    def __format__(self, form: str) -> str:
        words, fact = self._words, self._fact
        if isinstance(fact, Card):
            return words.card(fact, form or "name")
        if form == "pieces":
            return words.pieces(fact)
        if form == "names":
            return ", ".join(words.card(card) for card in fact) or "—"
        if form == "each":
            return ", ".join(f"{isolated(str(name))} {count}" for name, count in fact.items())
        if form == "held":
            return ", ".join(f"{words.short(card)} {chips}" for card, chips in fact)
        if form == "sum":
            return _sum(words, fact)
        if form:
            return words.count(form, fact) if isinstance(fact, int) else str(words.entry(f"{form}.{fact}"))
        return f"{fact}".replace("-", "−") if isinstance(fact, int) else isolated(str(fact))


def _sum(words: Words, counted: Sequence[tuple[Card, int]]) -> str:
    terms = " + ".join(f"{words.short(card)} {chips}" for card, chips in counted)
    if len(counted) > 1:
        terms += f" = {sum(chips for _, chips in counted)}"
    return terms or str(words.entry("why.nothing"))


call_also(dict(_names_of_cards()))
