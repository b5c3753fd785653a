"""A log as text: read, settled, renamed, and what was overlooked in it."""
