"""How cards lie on one another in one picture: occlusion, and what it hides."""
