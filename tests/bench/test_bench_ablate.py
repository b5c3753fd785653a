"""`nainjaune bench ablate`: every part can be turned off, and what is measured is kept and told."""

from __future__ import annotations

import collections.abc
import inspect
import json
import sys
import types
import typing
from pathlib import Path

import pytest

from bench.ablate import switch, table
from bench.ablate.parts import Ablation, Does, Gives, HandsThrough
from bench.ablate.run import ON, PARTS, measured, read, run
from bench.ablate.sets import SETS, Figures, Measured, Task, Where
from bench.ablate.switch import Fired
from companion_api.command import main
from engine.errors import BadInput

NOWHERE = Where(Path("nowhere"), Path("nowhere"), Path("nowhere"))


def without_odd(numbers: list[int]) -> list[int]:
    return [number for number in numbers if number % 2 == 0]


def doubled(number: int) -> int:
    return 2 * number


class Heap:
    def __init__(self) -> None:
        self.cards = [3, 1, 2]

    def order(self) -> None:
        self.cards.sort()

    @property
    def high(self) -> bool:
        return len(self.cards) > 2


ODD = Ablation("odd", f"{__name__}.without_odd", HandsThrough("numbers"), "rule")
TWICE = Ablation("twice", f"{__name__}.doubled", HandsThrough("number"), "proposal")
ORDER = Ablation("order", f"{__name__}.Heap.order", Gives(None), "repair", changes="cards")
HIGH = Ablation("high", f"{__name__}.Heap.high", Gives(False), "witness")


def even_numbers(where: Where, task: Task) -> Measured:
    """A set of four pictures, of which the even ones are right and the odd ones show nothing."""
    for number in map(int, task.of("1234")):
        told, right = len(without_odd([number])), 1 - number % 2
        yield str(number), Figures(right, right, told - right, 1, int(told == right), cpu_s=0.5)


def one_heap(where: Where, task: Task) -> Measured:
    for name in task.of(["heap"]):
        heap = Heap()
        heap.order()
        heap.order()
        right = sum(a == b for a, b in zip(heap.cards, (1, 2, 3), strict=True))
        yield name, Figures(3, right, 0, 1, int(heap.high))


OURS = [ODD, TWICE, ORDER, HIGH]
BOTH = {"numbers": even_numbers, "heaps": one_heap}


def test_every_part_is_there_and_its_neutral_fits():
    for part in PARTS:
        original = switch.function_of(part.target)
        told = inspect.signature(original)
        if isinstance(part.neutral, Does):
            assert list(inspect.signature(part.neutral.instead).parameters) == list(told.parameters), (
                part.name
            )
        elif isinstance(part.neutral, HandsThrough):
            assert part.neutral.parameter in told.parameters, part.name
        else:
            assert fits(part.neutral.value, typing.get_type_hints(original)["return"]), part.name
        assert not part.changes or told.return_annotation == "None", part.name


def fits(value: object, hint: typing.Any) -> bool:
    """Whether a value is of the kind that a function's annotation promises."""
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, each) for each in typing.get_args(hint))
    if origin is collections.abc.Iterator:  # who is given one goes through it
        origin = collections.abc.Iterable
    return value is None if hint in (None, type(None)) else isinstance(value, origin or hint)


def test_turning_a_part_off_changes_the_call_everywhere_and_only_for_a_while():
    for part in PARTS:
        original = switch.function_of(part.target)
        given = {name: [object()] for name in inspect.signature(original).parameters}
        with switch.turned_off(part):
            now = switch.function_of(part.target)
            assert now is not original and not holders(original), part.name
            if isinstance(part.neutral, HandsThrough):
                assert now(**given) == given[part.neutral.parameter], part.name
            elif isinstance(part.neutral, Gives):
                assert now(**given) == part.neutral.value, part.name
        assert switch.function_of(part.target) is original, part.name


def holders(function: object) -> list[str]:
    """Modules of the project that hold a function by any name."""
    ours = [module for name, module in sys.modules.items() if name.split(".")[0] in switch.ROOMS]
    return [module.__name__ for module in ours if any(each is function for each in vars(module).values())]


def test_names_are_unique():
    assert len({part.name for part in PARTS}) == len(PARTS) == len({part.target for part in PARTS})


def test_a_part_that_changes_something_is_counted():
    with switch.counted([ODD, TWICE, ORDER, HIGH]) as counts:
        assert without_odd([2, 4]) == [2, 4] and without_odd([1, 2]) == [2] and without_odd([1]) == []
        assert doubled(0) == 0 and doubled(3) == 6
        heap = Heap()
        heap.order()
        heap.order()
        assert heap.cards == [1, 2, 3] and heap.high
    assert [(each.calls, each.fired) for each in counts.values()] == [(3, 2), (2, 1), (2, 1), (1, 1)]
    assert without_odd([1]) == [] and without_odd.__name__ == "without_odd"


@pytest.fixture(scope="module")
def numbers_and_heaps(tmp_path_factory):
    """All parts measured over both sets, and the file that keeps it."""
    out = tmp_path_factory.mktemp("ablate") / "results.jsonl"
    return measured(OURS, BOTH, NOWHERE, out, 0), out


def test_each_part_is_measured_where_it_fires(numbers_and_heaps):
    results, out = numbers_and_heaps
    told = {(each.part, each.of): each for each in results}
    assert set(told) == {
        (ON, "numbers"),
        ("odd", "numbers"),
        *((name, "heaps") for name in (ON, "order", "high")),
    }
    assert told["odd", "numbers"].items.keys() == {"1", "3"}
    on, off = told[ON, "numbers"], told["odd", "numbers"]
    assert off.figures(on) == Figures(2, 2, 2, 4, 2, cpu_s=2.0) and on.figures(on).whole == 4
    assert on.fired("odd") == Fired(4, 2)
    assert told["order", "heaps"].items["heap"].figures.right == 0
    assert told["high", "heaps"].items["heap"].figures.whole == 0
    assert read(out) == told


def test_the_table_tells_what_changes_how_often_and_what_never_fired(numbers_and_heaps):
    results, _ = numbers_and_heaps
    assert table.summary(results, OURS) == {"worth": ["odd", "order", "high"], "nothing": ["twice"]}
    lines = table.markdown(results, OURS, list(BOTH)).splitlines()
    assert lines[2].startswith("| everything on | | 2 of 2, 0 not there, 4 of 4 whole; 2 s |")
    assert "| `odd` | rule | +2 not there, −2 whole; ×1.00; 2 of 4 | · |" in lines
    assert "| `order` | repair | · | −3 right; 1 of 2 |" in lines
    assert lines[-1] == "Never fired: `twice` (0 calls)."
    few = [each for each in results if each.part == ON]
    assert "| `odd` | rule | –; 2 of 4 | · |" in table.markdown(few, OURS, list(BOTH))


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path):
    out = tmp_path / "results.jsonl"
    before = measured([ODD], {"numbers": even_numbers}, NOWHERE, out, 0)
    lines = out.read_text().splitlines()
    out.write_text(lines[0] + "\n")

    def never(where: Where, task: Task) -> Measured:
        assert without_odd([1]) == [1], "everything on was measured before"
        return even_numbers(where, task)

    assert measured([ODD], {"numbers": never}, NOWHERE, out, 0) == before
    assert out.read_text().splitlines() == lines


def test_what_is_not_a_part_a_set_or_a_result_is_said(tmp_path, capsys):
    with pytest.raises(BadInput, match=r"--only nobody: no such part .*company-term"):
        run(tmp_path, tmp_path, only=["nobody"])
    with pytest.raises(BadInput, match=f"--sets nowhere: no such set .*{', '.join(SETS)}"):
        run(tmp_path, tmp_path, sets=["nowhere"])
    out = tmp_path / "other.jsonl"
    for line in ({"plan": {}}, {"part": "odd", "of": "numbers", "items": {"1": {}}}, 3):
        out.write_text(json.dumps(line) + "\n")
        with pytest.raises(BadInput, match=r"other\.jsonl"):
            run(tmp_path, tmp_path, out=out)
    assert main(["bench", "ablate", "--only", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("nainjaune")
