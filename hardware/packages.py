"""What packages bring by name (entry points): a recogniser, a disturbance."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint

from engine.errors import BadInput


def refuse_several(option: str, name: str, brought: Sequence[EntryPoint], ours: bool = False) -> None:
    """Refuse a name that means several: nobody could say which is taken.

    Args:
        option: by which it was asked for.
        brought: what packages bring under that name.
        ours: whether one of ours is named so, too.

    Raises:
        BadInput: there are several.
    """
    if len(brought) + ours > 1:
        bringing = ", ".join(entry.value for entry in brought)
        raise BadInput(f"{option} {name}: several are named so (packages bring {bringing}); remove one")
