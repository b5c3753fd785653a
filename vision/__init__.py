"""From a frame to sightings: what is seen, never what it means for the game.

`finder`, `corners` and `reader` find and read cards (`cards` puts them together), `chips`
and `boxes` count chips, `geometry` knows the board, `stillness`, `hands` and `changes` watch
a film, and `observer` makes sightings of it all.
"""
