"""What comes in, by where it comes from (camera, calls, people); and the round as it is followed."""
