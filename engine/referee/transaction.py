"""All or nothing: what a call has changed is put back when it raises.

The referee's state changes in place, and whether something may be is often known only after several
steps of it. So every method that changes it keeps what there was first (`Snapshot`), which is cheap:
frozen values are shared, only what changes in place (`Changing`, lists, sets, dictionaries) is copied,
one level of each.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from engine.events import Event


class Changing:
    """What changes in place and belongs to a state that is put back as a whole."""

    __slots__ = ()


class Snapshot:
    """What an object held, and whatever changes in place that it reaches.

    Values of other kinds are not looked into: nothing in them may change.

    Args:
        root: the object.
        but: its attributes that others set, at any time.
    """

    def __init__(self, root: Changing, but: Collection[str] = ()) -> None:
        self._contents: list[tuple[Any, Any]] = []
        self._but = but
        found: set[int] = {id(root)}
        waiting: list[Any] = [root]
        while waiting:
            thing = waiting.pop()
            held, inside = _contents(thing)
            self._contents.append((thing, held))
            for each in inside:
                if _changes[type(each)] and id(each) not in found:
                    found.add(id(each))
                    waiting.append(each)

    def restore(self) -> None:
        """Put everything back."""
        root = self._contents[0][0]
        for thing, held in self._contents:
            if isinstance(thing, list):
                thing[:] = held
            elif isinstance(thing, set | dict):
                thing.clear()
                thing.update(held)
            else:
                values = (
                    held.items() if isinstance(held, dict) else zip(_slots(type(thing)), held, strict=True)
                )
                for name, value in values:
                    if thing is not root or name not in self._but:
                        setattr(thing, name, value)


R = TypeVar("R", bound="Refereeing")
P = ParamSpec("P")


class Refereeing(Protocol):
    """What keeps a log, and can have a block undone."""

    @property
    def evening(self) -> object:
        """The game as the log tells it; raises where no game could have that log."""

    def transaction(self) -> AbstractContextManager[None]:
        """Whatever a block does is undone when it raises."""


def all_or_nothing(
    method: Callable[Concatenate[R, P], list[Event]],
) -> Callable[Concatenate[R, P], list[Event]]:
    """What changes a referee leaves it as it was when it raises, or when no game could have that log."""

    @functools.wraps(method)
    def whole(self: R, /, *args: P.args, **kwargs: P.kwargs) -> list[Event]:
        with self.transaction():
            events = method(self, *args, **kwargs)
            self.evening  # noqa: B018 (folds the log: a correction that breaks a rule raises)
            return events

    return whole


@contextlib.contextmanager
def transaction(root: Changing, but: Collection[str] = ()) -> Iterator[None]:
    """Put back what the block has changed of ``root`` (`Snapshot`) if it raises."""
    before = Snapshot(root, but)
    try:
        yield
    except BaseException:
        before.restore()
        raise


class _Changes(dict[type, bool]):
    """Whether values of a type change in place."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = issubclass(kind, (Changing, list, set, dict))
        return self[kind]


class _Getters(dict[type, Callable[[Any], tuple[Any, ...]]]):
    """What gives the values of all slots of a type's objects."""

    def __missing__(self, kind: type) -> Callable[[Any], tuple[Any, ...]]:
        self[kind] = attrgetter(*_slots(kind))
        return self[kind]


_changes = _Changes()
_getters = _Getters()


def _slots(kind: type) -> tuple[str, ...]:
    """Names of a type's slots, its bases' included."""
    return tuple(name for base in kind.__mro__ for name in getattr(base, "__slots__", ()))


def _contents(thing: Any) -> tuple[Any, Collection[Any]]:
    """A copy of what a thing holds, and each value in it."""
    if isinstance(thing, list | set):
        return thing.copy(), thing
    if isinstance(thing, dict):
        return thing.copy(), thing.values()
    if hasattr(thing, "__dict__"):
        return vars(thing).copy(), vars(thing).values()
    values = _getters[type(thing)](thing)
    return values, values
