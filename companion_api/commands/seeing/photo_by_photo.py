"""What `cards` and `chips` share: photo after photo, the bad ones told and passed over."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from companion_api.saying.phrases import complain
from engine.errors import BadInput
from hardware.files.photos import each_photo
from languages import LANGUAGES

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LookedAt(Generic[T]):
    """One photo and what was found in it.

    Attributes:
        path: as given on the command line, or in the folder given.
        image: the picture.
        found: what ``look`` gave.
        ms: milliseconds that it took.
    """

    path: str
    image: np.ndarray
    found: T
    ms: float


def add_photos(parser: argparse.ArgumentParser) -> None:
    """The arguments of a command that reads photos: which ones, and how to tell what is in them."""
    parser.add_argument(
        "images",
        nargs="+",
        metavar="IMAGE",
        help="photos, or folders of photos",
    )
    parser.add_argument("--json", action="store_true", help="JSON Lines, one per photo")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr", help="language (fr)")


def photo_by_photo(arguments: Iterable[str], look: Callable[[np.ndarray], T]) -> Iterator[LookedAt[T] | None]:
    """Looks at every photo named, folders opened; None for a bad one, once its line is on standard error."""
    for path, image in each_photo(arguments):
        if isinstance(image, BadInput):
            complain(str(image))
            yield None
            continue
        began = time.perf_counter()
        found = look(image)
        yield LookedAt(path, image, found, (time.perf_counter() - began) * 1000)
