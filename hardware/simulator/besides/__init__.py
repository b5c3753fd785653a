"""What people have and do besides laying cards: stocks of chips, glasses, stray cards, themselves."""
