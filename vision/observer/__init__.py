"""From frames to sightings, frame by frame: everything of vision put together."""
