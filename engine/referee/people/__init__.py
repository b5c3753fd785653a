"""What people are asked (`asking`, `questions`, `ways`, `doubts`), and what they say (`correcting`)."""
