"""Who sits at the table: how people move and differ, their arms, and cards in a hand."""
