"""The results as a table for people, as Markdown too: a line for each part, a column for each set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bench.ablate.parts import Ablation
from bench.ablate.run import ON, Result

Known = Mapping[tuple[str, str], Result]


def by_part(results: Sequence[Result]) -> dict[tuple[str, str], Result]:
    """Results by part and set."""
    return {(each.part, each.of): each for each in results}


def markdown(results: Sequence[Result], parts: Sequence[Ablation], sets: Sequence[str]) -> str:
    """The table, and below it the parts that never fired on any set.

    A cell tells what turning the part off does to the cards right, those told that are not there and whole
    pictures (``=``: nothing), the processor time as a multiple of everything on, and how often it fired.
    ``–``: not measured; ``·``: not asked there.
    """
    known = by_part(results)
    sets = [name for name in sets if (ON, name) in known]
    fired = {part.name: [known[ON, name].fired(part.name) for name in sets] for part in parts}
    idle = [part for part in parts if all(each.fired == 0 for each in fired[part.name])]
    lines = [
        f"| part | kind | {' | '.join(sets)} |",
        f"|---|---|{'---|' * len(sets)}",
        f"| {ON} | | {' | '.join(_whole(known[ON, name]) for name in sets)} |",
    ]
    for part in parts:
        if part not in idle:
            cells = [_cell(known, part, name) for name in sets]
            lines.append(f"| `{part.name}` | {part.kind} | {' | '.join(cells)} |")
    if idle:
        asked = [(part.name, sum(each.calls for each in fired[part.name])) for part in idle]
        lines += ["", f"Never fired: {', '.join(f'`{name}` ({calls} calls)' for name, calls in asked)}."]
    return "\n".join(lines)


def _whole(on: Result) -> str:
    told = on.figures(on)
    silent = f", {told.silent} wrong without a word" if told.silent else ""
    cards = f"{told.right} of {told.cards}, {told.not_there} not there"
    return f"{cards}, {told.whole} of {told.pictures} whole{silent}; {told.cpu_s:.0f} s"


def _cell(known: Known, part: Ablation, name: str) -> str:
    everything = known[ON, name]
    fired, on = everything.fired(part.name), everything.figures(everything)
    result = known.get((part.name, name))
    if not fired.calls:
        return "·"
    if fired.fired == 0:
        return f"never of {fired.calls}"
    often = "" if fired.fired is None else f"{fired.fired} of {fired.calls}"
    if result is None:
        return "; ".join(filter(None, ["–", often]))
    off = result.figures(everything)
    changed = [
        f"{there - here:+d} {what}".replace("-", "−")
        for what, there, here in (
            ("right", off.right, on.right),
            ("not there", off.not_there, on.not_there),
            ("whole", off.whole, on.whole),
            ("silent", off.silent, on.silent),
        )
        if there != here
    ]
    of_referee = part.target.startswith("engine.")
    spent, usual = (off.referee_s, on.referee_s) if of_referee else (off.cpu_s, on.cpu_s)
    time = f"×{spent / usual:.2f}" if usual else ""
    return "; ".join(filter(None, [", ".join(changed) or "=", time, often]))


def summary(results: Sequence[Result], parts: Sequence[Ablation]) -> dict[str, list[str]]:
    """Names of the parts that changed figures on some set that was measured, and of all others."""
    known = by_part(results)
    worth = [
        part.name
        for part in parts
        if any(_changes(known, each) for each in results if each.part == part.name)
    ]
    return {"worth": worth, "nothing": [part.name for part in parts if part.name not in worth]}


def _changes(known: Known, result: Result) -> bool:
    on = known[ON, result.of]
    one, other = result.figures(on), on.figures(on)
    told = ("right", "not_there", "whole", "silent")
    return any(getattr(one, name) != getattr(other, name) for name in told)
