"""A broken file: what is wrong with it, and a new one with all that could be saved (`repair`)."""
