"""Single pictures, measured."""
