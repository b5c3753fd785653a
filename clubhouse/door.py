"""What the companion asks of a club: it comes in by the entry point ``nainjaune.clubs`` that names this."""

from clubhouse.calling import read_address
from clubhouse.command import add_to
from clubhouse.delivery import Delivery

__all__ = ("Delivery", "add_to", "read_address")
