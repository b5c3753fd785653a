"""What a family keeps: evenings that are over, to see, take away, forget; seasons; debts; its own sounds."""
