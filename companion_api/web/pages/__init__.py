"""What browsers get before they may ask: the page and its words, how to play, the kit, what guests bring."""
