"""A table that does not exist: people who play by the rules, and a camera that films them.

`SimulatedTable` is a camera like any other; it also knows the truth about its film.
"""

from hardware.simulator.disturbances import Disturbances
from hardware.simulator.layout import BOARDS, LAYOUTS
from hardware.simulator.table import SimulatedTable

__all__ = ["BOARDS", "LAYOUTS", "Disturbances", "SimulatedTable"]
