"""From a script to pictures: frames, the light that changes meanwhile, and a film that begins late."""
