"""How many chips of which kind lie in a box."""
