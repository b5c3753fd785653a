"""What every request passes, who it is from, and how answers leave."""
