"""What people agree on before an evening, besides the rules: chips, how long, and what a jeton is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import reading
from engine.errors import BadInput
from engine.evening import reminding
from engine.money import ledger
from engine.money.ledger import ChipKind

FIELDS = ("stock_chips", "rounds", "minutes", "money", "reminder")


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of money: what a jeton is worth (at least 1 hundredth), or what is owed for some.

    Attributes:
        cents: hundredths of the currency.
        currency: three capital letters, ``"EUR"``.
    """

    cents: int
    currency: str

    def times(self, chips: int) -> Money:
        """What so many jetons are worth, where one is worth this."""
        return Money(self.cents * chips, self.currency)


def money_json(money: Money | None) -> dict[str, Any] | None:
    """``{cents, currency}``."""
    return None if money is None else {"cents": money.cents, "currency": money.currency}


@dataclass(frozen=True, slots=True)
class Terms:
    """An evening's terms; None: not agreed.

    Attributes:
        stock_chips: pieces of each player at the start, by kind.
        rounds: after which the evening ends (option ``end``).
        minutes: after which it ends.
        money: what a jeton is worth.
        reminder: a kind table: seconds after which a call is asked for while it still counts
            (`engine.evening.reminding`); None: a strict one, the box simply stays.
    """

    stock_chips: Mapping[str, int] | None = None
    rounds: int | None = None
    minutes: int | None = None
    money: Money | None = None
    reminder: float | None = None

    def in_money(self, chips: int) -> Money | None:
        """What so many chips (in jetons) are worth in money; None where nothing was agreed."""
        return None if self.money is None else self.money.times(chips)

    def stock(self, value: Mapping[str, int]) -> int | None:
        """What each player's pieces are worth in jetons; None when they were not told."""
        return None if self.stock_chips is None else ledger.worth(self.stock_chips, value)


def read_terms(fields: Mapping[str, Any], where: str, kinds: Iterable[ChipKind] | None = None) -> Terms:
    """The terms among the fields of a table file or of ``game_started``.

    Args:
        fields: fields not named in `FIELDS` are left alone.
        where: what to call it in an error.
        kinds: of chips that there are; None: any.

    Raises:
        BadInput: a field that is wrong.
    """
    known = None if kinds is None else {kind.name for kind in kinds}
    return Terms(
        stock_chips=_pieces(fields.get("stock_chips"), where, known),
        rounds=_some(fields, "rounds", where),
        minutes=_some(fields, "minutes", where),
        money=_money(fields.get("money"), where),
        reminder=_reminder(fields.get("reminder"), where),
    )


def to_json(terms: Terms) -> dict[str, Any]:
    """What `read_terms` reads back; what was not agreed is left out."""
    fields = {
        "stock_chips": terms.stock_chips and dict(terms.stock_chips),
        "rounds": terms.rounds,
        "minutes": terms.minutes,
        "money": money_json(terms.money),
        "reminder": terms.reminder,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _some(fields: Mapping[str, Any], name: str, where: str) -> int | None:
    value = fields.get(name)
    return None if value is None else reading.whole(value, where, f"{name!r}", least=1)


def _reminder(value: object, where: str) -> float | None:
    if value is None:
        return None
    seconds = reading.number(value, where, "'reminder'")
    if not reminding.LEAST <= seconds <= reminding.MOST:
        raise BadInput(
            f"{where}: 'reminder' is {seconds:g}, expected {reminding.LEAST:g} to {reminding.MOST:g} seconds"
        )
    return seconds


def _pieces(value: object, where: str, known: set[str] | None) -> dict[str, int] | None:
    if value is None:
        return None
    pieces = {}
    for kind, count in reading.mapping(value, where, "'stock_chips'").items():
        if known is not None and kind not in known:
            expected = ", ".join(sorted(known))
            raise BadInput(f"{where}: 'stock_chips': {reading.shown(kind)}, expected one of {expected}")
        pieces[kind] = reading.whole(count, where, f"'stock_chips': {kind}")
    return pieces


def _money(value: object, where: str) -> Money | None:
    if value is None:
        return None
    fields = reading.mapping(value, where, "'money'")
    currency = reading.text(fields, "currency", where)
    if not (len(currency) == 3 and currency.isascii() and currency.isalpha() and currency.isupper()):
        raise BadInput(f"{where}: 'currency' is {reading.shown(currency)}, expected three capital letters")
    return Money(reading.whole(reading.field(fields, "cents", where), where, "'cents'", least=1), currency)
