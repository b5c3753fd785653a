"""Which cards a picture shows: finder, corners, reader, indices, and their layout."""
