"""Small programs that listen to the companion, to start one's own from."""
