"""What pages are told of a table, by the part of the page that shows its game (`Game.PART`)."""
