"""What is said to people, on pages and at the terminal."""
