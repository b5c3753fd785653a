"""From a frame to sightings: what is seen, never what it means for the game (README.md walks a frame)."""
