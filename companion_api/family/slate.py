"""Debts that last («ardoise»), if a family keeps them: of its evenings and what it has settled since.

What is owed is reckoned from the evenings themselves, so that a correction made later counts, and an evening
that is deleted leaves no debt; kept are only from which evening on people keep it, and what they handed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from companion_api.evening.taps import Name, Refused
from companion_api.evening.who import Asked
from companion_api.family.past import Chronicle, Past
from companion_api.store import BROUGHT_IN, Store
from companion_api.store.notes import Line
from engine.evening import slate
from engine.evening.reckoning import stopped
from engine.evening.slate import Owed
from engine.games import game

MOST = 10**12
"""Cents or chips of one debt."""


class Settled(Asked):
    """What somebody hands over: all that he owes, as it was shown to whoever taps."""

    model_config = ConfigDict(populate_by_name=True)

    giver: Annotated[Name, Field(alias="from")]
    taker: Annotated[Name, Field(alias="to")]
    amount: Annotated[int, Field(ge=1, le=MOST)]
    unit: Annotated[str, Field(min_length=1, max_length=8)]


class Slate(Asked):
    """Keep debts from now on, or no longer; or one that is settled."""

    keep: bool | None = None
    settle: Settled | None = None


def overview(store: Store, past: Sequence[Past]) -> dict[str, Any]:
    """``kept``: whether debts last here, ``debts [{from, to, amount, unit}]``: who owes whom by now."""
    lines = store.slate()
    return {"kept": _is_kept(lines), "debts": [_json(each) for each in _owed(lines, past)]}


def do(store: Store, chronicle: Chronicle, asked: Slate) -> dict[str, Any]:
    """Do what is asked; what comes of it, as `overview` says it.

    Raises:
        Refused: ``incomplete``: nothing is asked; ``nothing``: that is not owed (any more).
    """
    past = chronicle.evenings()
    if asked.keep is not None:
        store.write_slate(
            {"keep": asked.keep, "evening": _next(store) if asked.keep else _last(store)},
            lambda lines: _is_kept(lines) != asked.keep,
        )
    elif asked.settle is not None:
        one = asked.settle
        owed = Owed(one.giver, one.taker, one.amount, one.unit)
        if not store.write_slate(_json(owed), lambda lines: owed in _owed(lines, past)):
            raise Refused("nothing", f"{one.giver} does not owe {one.taker} that")
    else:
        raise Refused("incomplete", "expected keep or settle")
    return overview(store, past)


def _is_kept(lines: Sequence[Line]) -> bool:
    return bool(next((line["keep"] for line in reversed(lines) if "keep" in line), False))


def _owed(lines: Sequence[Line], past: Sequence[Past]) -> tuple[Owed, ...]:
    counted = [one for one in past if one.stored.token != BROUGHT_IN and _counts(one.stored.id, lines)]
    settled = (
        Owed(line["from"], line["to"], line["amount"], line["unit"]) for line in lines if "from" in line
    )
    return slate.owed((each for one in counted for each in slate.left_by(one.played)), settled)


def _counts(evening: int, lines: Sequence[Line]) -> bool:
    """Whether debts were kept when this evening was played."""
    since = None
    for line in lines:
        if line.get("keep") is True and since is None:
            since = line["evening"]
        elif line.get("keep") is False and since is not None:
            if since <= evening <= line["evening"]:
                return True
            since = None
    return since is not None and evening >= since


def _last(store: Store) -> int:
    return max((each.id for each in store.evenings()), default=0)


def _next(store: Store) -> int:
    """The first evening that counts: the one that is being played or set up, else the next one."""
    last = _last(store)
    over = last == 0 or stopped([event for _, event in game.in_force(store.log(last))]) is not None
    return last + 1 if over else last


def _json(owed: Owed) -> dict[str, Any]:
    return {"from": owed.giver, "to": owed.taker, "amount": owed.amount, "unit": owed.unit}
