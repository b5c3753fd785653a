"""The rules, and how uncertain sightings become certain events. Pure: no clock, file, camera or chance.

`boundaries` holds the types between the rooms, `events` what happened; `games` say what it means, `money`
and `evening` what it comes to, `record` writes it down; `referee` decides what happened from what was seen.
"""
