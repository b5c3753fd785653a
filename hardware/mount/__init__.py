"""The arm that holds the camera over the table: where it must hang, and the parts to print."""
