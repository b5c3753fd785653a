"""`nainjaune bench house`: what the code weighs and how its rooms ask each other, each figure by one rule.

`checkout` reads the files once, `lines`, `folders`, `functions`, `arrows` and `numbers` count, `floors` says
which room may ask which, `figures` brings all together and tells it. `tests/test_rooms.py` counts by the same
rules.
"""
