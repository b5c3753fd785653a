"""Chips as numbers: who owes whom, in how few hand-overs, and what becomes of those left over."""
