"""What each part is worth: every proposal, rule, witness and repair off in turn, over the same sets.

`parts` says what a part is and what stands for it; `photograph`, `film` and `referee` list them; `switch`
turns one off or counts all, `sets` measures, `run` does what is missing and keeps it, `table` prints it.
"""
