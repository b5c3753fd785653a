"""Files that people hand to a command: tables, calls."""
