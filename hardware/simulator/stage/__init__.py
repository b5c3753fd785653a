"""The table while a film is planned: how it looks, what lies where, who holds what, and the script."""
