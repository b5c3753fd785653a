"""Commands that look at photographs and films, and what they share: frames, progress, one by one."""
