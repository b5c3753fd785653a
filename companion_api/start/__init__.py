"""The companion's front door: what `nainjaune` alone opens, and every evening that is begun from there."""
