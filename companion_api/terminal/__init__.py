"""What commands share at a terminal: frames, progress, photographs one by one."""
