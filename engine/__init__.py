"""The rules, and how uncertain sightings become certain events. Pure: no clock, file, camera or chance.

`boundaries` holds the types between the rooms, `events` what happened, `lindor` (one module
per game) what it means, `referee` decides what happened from what was seen, `ledger` pays.
"""
