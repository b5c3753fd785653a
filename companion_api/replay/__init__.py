"""What happened just now, seen again: the last minutes' pictures; an evening that went wrong as a file."""
