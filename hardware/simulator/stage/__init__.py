"""The table while a film is planned: what lies where, who holds what, where there is room, and the script."""
