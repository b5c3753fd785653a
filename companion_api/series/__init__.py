"""From one evening to the next: the season's table, and what people keep of an evening."""
