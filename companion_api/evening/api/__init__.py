"""What phones may ask of an evening, a router for each kind of thing."""
