"""The evening's memory: numbered events with the pictures that prove them, never changed.

An evening is a list of events, 1, 2, …; what it means is always folded anew from them, so an
undo or a correction is one more event (`corrected`), and a restart finds everything again. A
process killed at any moment loses no event that `Store.append` has returned; an event and its
picture are committed together. A disk that is full or a database that somebody else holds is a
`StoreFailed`: nothing of that write is kept, all else is.

| module | |
|---|---|
| `place` | a folder or a database's address, private to its owner |
| `schema` | the tables, their version, migrations |
| `database`, `open_file` | opened, checked, written by one thread; its copies; a file that goes |
| `mending/` | a broken file is set aside, what still reads goes into a new one |
| `backups` | copies, how many and how long |
| `rows` | what a row says, or that it no longer reads |
| `upcasting` | events of earlier versions in today's form |
| `evenings`, `pictures`, `presets`, `notes`, `registered` | what is kept |
| `unsettled` | what was said and is not in the log yet |
| `outbox` | what a club is still to hear of it |
"""

from companion_api.store.database import Notice
from companion_api.store.errors import StaleCommand, StoreFailed, Unreadable
from companion_api.store.evenings import BROUGHT_IN, Evenings, Foreign
from companion_api.store.notes import Notes, Slates
from companion_api.store.outbox import Message, Outbox
from companion_api.store.pictures import Pictures
from companion_api.store.presets import Presets
from companion_api.store.registered import Registers
from companion_api.store.rows import Evening, Event
from companion_api.store.unsettled import Unsettled

__all__ = (
    "BROUGHT_IN", "Evening", "Event", "Foreign", "Message", "Notice", "StaleCommand", "Store", "StoreFailed",
    "Unreadable",
)  # fmt: skip


class Store(Evenings, Unsettled, Pictures, Presets, Notes, Slates, Registers, Outbox):
    """The events of all evenings in one database, with all that is kept beside them (see `Database`)."""
