"""`nainjaune bench`: the one door to the room `bench`, which measures and is no part of what is installed."""

from __future__ import annotations

import sys
from typing import Any

from companion_api.system.clone import ROOT, from_a_clone


def add_to(commands: Any) -> None:
    """Declare the command's options.

    Raises:
        BadInput: what measures is not here.
    """
    from_a_clone("bench", "bench/house")
    if str(ROOT) not in sys.path:
        # Editable installs of before know the wheel's packages alone; processes begun here get the path, too.
        sys.path.insert(0, str(ROOT))
    from bench import command

    command.add_to(commands)
