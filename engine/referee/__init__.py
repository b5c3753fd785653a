"""From what was seen and heard to what happened."""
