"""A part of the companion that can be turned off: where it is, and what stands for it then."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["proposal", "rule", "witness", "repair"]
"""Says where a card may lie · says what is a card, or where · speaks for an explanation · looks for a better
explanation once there is one."""
Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Gives:
    """Stands for a function that has nothing to say: gives the same, whatever it is asked."""

    value: object

    def fitted(self, original: Function) -> Function:
        """What is called instead of *original*; lists and the like are new each time."""
        return lambda *args, **named: copy(self.value)


@dataclass(frozen=True, slots=True)
class HandsThrough:
    """Stands for a function that would have made something better of one of its arguments."""

    parameter: str

    def fitted(self, original: Function) -> Function:
        """What is called instead of *original*.

        Raises:
            ValueError: that has no such parameter.
        """
        told = inspect.signature(original)
        place = list(told.parameters).index(self.parameter)
        as_list = str(told.return_annotation).startswith("list")

        def handed(*args: Any, **named: Any) -> Any:
            given = named[self.parameter] if self.parameter in named else args[place]
            return list(given) if as_list else given

        return handed


@dataclass(frozen=True, slots=True)
class Does:
    """Stands for a function whose neutral answer has to be worked out.

    Attributes:
        instead: a function of a module with the same parameters.
    """

    instead: Function

    def fitted(self, original: Function) -> Function:
        """What is called instead of *original*."""
        return self.instead


Neutral = Gives | HandsThrough | Does


@dataclass(frozen=True, slots=True)
class Ablation:
    """One part that can be turned off.

    Attributes:
        name: as people name it, unique.
        target: the function, method or property, dotted from its module on.
        neutral: what stands for it.
        kind: what it is.
        changes: the attribute that a method changes which returns nothing; empty: what it returns tells
            whether it fired.
    """

    name: str
    target: str
    neutral: Neutral
    kind: Kind
    changes: str = ""
