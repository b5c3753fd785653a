"""Evenings that are over: to see, to take away, to forget; debts that last."""
