"""What is printed on a card: drawn packs, card art, and how far what is seen of a face tells it."""
