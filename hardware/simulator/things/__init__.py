"""How the things on the table look: chips, the board, and what else stands about."""
