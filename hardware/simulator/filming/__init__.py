"""From a script to pictures: the frames, and a film that begins late."""
