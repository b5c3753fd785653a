"""What `nainjaune bench` measures: one module per part, each with `run` and what it needs."""
