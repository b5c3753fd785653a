"""Chips: who owes whom, in how few hand-overs, and in which pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import gcd, inf

from engine import reading
from engine.errors import BadInput
from engine.events import Payment


@dataclass(frozen=True, slots=True)
class ChipKind:
    """One kind of chip.

    Attributes:
        name: ``jeton``, ``fiche``, ``contrat``.
        value: in jetons, at least 1.
        colour: ``"#rrggbb"`` or a word, None when not told.
        shape: ``round``, ``long`` or ``wide``, None when not told.
    """

    name: str
    value: int
    colour: str | None = None
    shape: str | None = None


DEFAULT_CHIPS: tuple[ChipKind, ...] = (
    ChipKind("jeton", 1, shape="round"),
    ChipKind("fiche", 5, shape="long"),
    ChipKind("contrat", 10, shape="wide"),
)
"""Jeton 1, fiche 5, contrat 10 (000)."""
_SHAPES = ("round", "long", "wide")


def read_kinds(value: object, where: str, fiche: object = None) -> tuple[ChipKind, ...]:
    """The kinds of chips in use, as the field ``chips`` of a table file or of ``game_started`` tells them.

    Args:
        value: None: the usual ones.
        where: what to call it in an error.
        fiche: what a fiche is worth where a house rule says so and the field does not.

    Returns:
        By rising value.

    Raises:
        BadInput: it is no such field.
    """
    defaults = {kind.name: kind for kind in DEFAULT_CHIPS}
    if fiche is not None:
        defaults["fiche"] = replace(defaults["fiche"], value=int(str(fiche)))
    if value is None:
        return tuple(defaults.values())
    lines = reading.mapping(value, where, "'chips'")
    kinds = [
        _kind(name, line, defaults.get(name), f"{where}: 'chips': {name}") for name, line in lines.items()
    ]
    if not kinds:
        raise BadInput(f"{where}: 'chips' names no kind of chip, expected at least a jeton")
    return tuple(sorted(kinds, key=lambda kind: kind.value))


def _kind(name: str, line: object, default: ChipKind | None, where: str) -> ChipKind:
    data = reading.mapping(line, where, "the kind of chip")
    if "value" not in data and default is None:
        raise BadInput(f"{where} has no 'value'")
    shape = reading.text(data, "shape", where, None)
    if shape is not None and shape not in _SHAPES:
        raise BadInput(f"{where}: 'shape' is {shape!r}, expected {' or '.join(_SHAPES)}")
    worth = (
        reading.whole(data["value"], where, "'value'", 1)
        if default is None or "value" in data
        else default.value
    )
    return ChipKind(name, worth, reading.text(data, "colour", where, None), shape)


def values(kinds: Iterable[ChipKind]) -> dict[str, int]:
    """Value of each kind by its name."""
    return {kind.name: kind.value for kind in kinds}


def worth(chips: Mapping[str, int], value: Mapping[str, int]) -> int:
    """What some chips are worth in jetons."""
    return sum(count * value[kind] for kind, count in chips.items())


def nets(payments: Iterable[Payment]) -> dict[str, int]:
    """What each player who gives or takes has won (below 0: lost) in all payments."""
    won: dict[str, int] = {}
    for payment in payments:
        won[payment.giver] = won.get(payment.giver, 0) - payment.chips
        won[payment.taker] = won.get(payment.taker, 0) + payment.chips
    return won


def transfers(net: Mapping[str, int]) -> tuple[Payment, ...]:
    """The fewest hand-overs after which everybody has won what ``net`` says.

    Debts can be settled within any group of players whose nets sum to zero, with one
    hand-over fewer than the group has members; so the players are split into as many such
    groups as possible, exactly (all subsets are tried: up to some 15 players).

    Args:
        net: by player, in playing order; the sum must be 0.

    Returns:
        Payments without a reason, none of zero.
    """
    if sum(net.values()):
        raise ValueError(f"nets must sum to zero, not {sum(net.values())}")
    players = [player for player, chips in net.items() if chips]
    size = len(players)
    if sum(net[player] > 0 for player in players) <= 1 or sum(net[player] < 0 for player in players) <= 1:
        return _settle({player: net[player] for player in players})
    total = [0] * (1 << size)
    groups = [0] * (1 << size)
    for mask in range(1, 1 << size):
        low = mask & -mask
        total[mask] = total[mask ^ low] + net[players[low.bit_length() - 1]]
        groups[mask] = (total[mask] == 0) + max(
            groups[mask ^ (1 << bit)] for bit in range(size) if mask >> bit & 1
        )
    result: list[Payment] = []
    mask = group = (1 << size) - 1
    while mask:
        # Take players off one by one along a best way; each time the rest sums to zero again,
        # those taken off since form one group.
        bit = max((b for b in range(size) if mask >> b & 1), key=lambda b: groups[mask ^ (1 << b)])
        mask ^= 1 << bit
        if total[mask] == 0:
            members = group ^ mask
            result += _settle({players[b]: net[players[b]] for b in range(size) if members >> b & 1})
            group = mask
    return tuple(sorted(result, key=lambda p: (players.index(p.giver), players.index(p.taker))))


def _settle(net: Mapping[str, int]) -> tuple[Payment, ...]:
    """Settle one group: the largest debt goes to the largest claim, each time ending one."""
    left = dict(net)
    result = []
    while any(left.values()):
        giver = min(left, key=lambda player: left[player])
        taker = max(left, key=lambda player: left[player])
        chips = min(-left[giver], left[taker])
        result.append(Payment(giver, taker, chips))
        left[giver] += chips
        left[taker] -= chips
    order = list(net)
    return tuple(sorted(result, key=lambda p: (order.index(p.giver), order.index(p.taker))))


def in_chips(amount: int, value: Mapping[str, int]) -> dict[str, int]:
    """An amount in the fewest chips, zero counts left out.

    Args:
        amount: in jetons, at least 0.
        value: of each kind.

    Raises:
        BadInput: no number of these chips makes the amount.
    """
    if amount < 0:
        raise ValueError(f"an amount of chips cannot be {amount}")
    # Of any n smaller chips, n the largest value, some add up to a multiple of n and would go
    # for fewer large ones; so the smaller ones make less than n × n and the rest is large chips.
    largest = max(value, key=lambda kind: value[kind])
    bulk = max(0, amount // value[largest] - value[largest])
    amount -= bulk * value[largest]
    best: list[tuple[int, str] | None] = [(0, "")]
    for part in range(1, amount + 1):
        choices = []
        for kind, each in value.items():
            before = best[part - each] if each <= part else None
            if before is not None:
                choices.append((before[0] + 1, -each, kind))
        chosen = min(choices, default=None)
        best.append(None if chosen is None else (chosen[0], chosen[2]))
    if best[amount] is None:
        pieces = ", ".join(f"{kind} {each}" for kind, each in value.items())
        total = amount + bulk * value[largest]
        raise BadInput(f"{total} cannot be made of chips worth {pieces}")
    counts = {largest: bulk} if bulk else {}
    while amount:
        step = best[amount]
        assert step is not None
        counts[step[1]] = counts.get(step[1], 0) + 1
        amount -= value[step[1]]
    return {kind: counts[kind] for kind in value if kind in counts}


def pieces(amount: int, value: Mapping[str, int]) -> dict[str, int]:
    """An amount in the fewest chips; in jetons where these chips cannot make it."""
    try:
        return in_chips(amount, value)
    except BadInput:
        return {"jeton": amount}


@dataclass(frozen=True, slots=True)
class Change:
    """A payment in pieces: what is handed over and what comes back, by kind, zeros left out."""

    paid: Mapping[str, int]
    back: Mapping[str, int]


def change(
    amount: int, payer: Mapping[str, int], payee: Mapping[str, int], value: Mapping[str, int]
) -> Change | None:
    """Pay an exact amount with the chips that two people really hold, moving the fewest.

    No kind goes both ways, so every kind moves by one number, from what the payee holds (below
    0: it comes back) to what the payer holds. Large kinds are tried first, within what the
    smaller ones can make up for; a branch that cannot move fewer chips is left.

    Args:
        amount: in jetons, at least 0.
        payer, payee: count of each kind that they hold.
        value: of each kind.

    Returns:
        What changes hands; None when these chips cannot do it.
    """
    held = [kind for kind in value if payer.get(kind, 0) or payee.get(kind, 0)]
    kinds = sorted(held, key=lambda kind: -value[kind])
    worths = [value[kind] for kind in kinds]
    places = range(len(kinds) + 1)
    upper = [sum(payer.get(kind, 0) * value[kind] for kind in kinds[place:]) for place in places]
    back = [sum(payee.get(kind, 0) * value[kind] for kind in kinds[place:]) for place in places]
    best: tuple[int, ...] = ()
    fewest: float = inf

    def move(counts: tuple[int, ...], rest: int, moved: int) -> None:
        nonlocal best, fewest
        place = len(counts)
        if place == len(kinds):
            if rest == 0:
                best, fewest = counts, moved
            return
        if rest % gcd(*worths[place:]):
            return
        each, kind = worths[place], kinds[place]
        fewer = max(-payee.get(kind, 0), -((upper[place + 1] - rest) // each))
        more = min(payer.get(kind, 0), (rest + back[place + 1]) // each)
        smaller = worths[min(place + 1, len(kinds) - 1)]
        for count in sorted(range(fewer, more + 1), key=lambda count: abs(rest - count * each)):
            left = rest - count * each
            if moved + abs(count) - (-abs(left) // smaller) < fewest:
                move((*counts, count), left, moved + abs(count))

    move((), amount, 0)
    if fewest is inf:
        return None
    handed = dict(zip(kinds, best, strict=True))
    return Change(
        {kind: handed[kind] for kind in held if handed[kind] > 0},
        {kind: -handed[kind] for kind in held if handed[kind] < 0},
    )


def standings(balances: Mapping[str, int]) -> tuple[tuple[int, str, int], ...]:
    """(place, player, chips), most chips first; equal chips share a place (joint winners)."""
    ranked = sorted(balances.items(), key=lambda item: -item[1])
    return tuple(
        (1 + sum(other > chips for other in balances.values()), player, chips) for player, chips in ranked
    )
