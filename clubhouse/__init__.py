"""A club: many tables, one PostgreSQL, one board.

A table plays on its own file as ever, and a thread of its own tells the club of its events when the
club's server is there (`delivery`); nothing at a table waits for it. Who may see and write what, the
server itself holds: `club.sql`.

| module | |
|---|---|
| `club.sql`, `founding` | what stands in the club's database, its roles, the files with their addresses |
| `calling` | an address file, and a connection by it |
| `delivery` | a table's events on their way |
| `forgetting` | a player or an evening taken out of the club's server |
| `standings` | what the tables' events come to: rounds, ranking |
| `draw` | who sits where in the next round |
| `ledger` | what the board reads and the host writes, the draw of the next tables among it |
| `board`, `app`, `results` | the board, told to its pages (`page/`); a night's results to take away |
| `command`, `door` | `nainjaune club`; what the companion asks of a club |
"""
