"""The host's role handed from phone to phone."""
