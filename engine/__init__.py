"""The rules, and how uncertain sightings become certain events. Pure: no clock, file, camera or chance.

`boundaries` holds the types between the rooms, `events` what happened; `lindor`, `avantcoureur` (both on
`nain_jaune`) and `nap` say what it means, `game` finds them; `referee` decides what happened from what
was seen, `ledger` pays.
"""
