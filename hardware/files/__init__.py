"""What comes from the disk and goes there: texts and photographs, one way for every command."""
