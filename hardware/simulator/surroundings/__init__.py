"""What the things lie on and what is seen beyond it, and light that changes: top, cloth, floor, weather."""
