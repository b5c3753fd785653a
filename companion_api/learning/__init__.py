"""A family's own packs and chips, learnt from what its camera shows."""
