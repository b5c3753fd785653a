"""What of a camera's picture people may see: the one way by which pictures of a table are given out."""
