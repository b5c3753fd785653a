"""The door: what every request passes, the server behind it, its addresses and its certificate."""
