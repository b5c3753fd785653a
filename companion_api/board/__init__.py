"""The board of a club: what all its tables come to, on a television and on phones, and how its host draws."""
