"""Which part of the page shows a game (`Game.PART`), what it is told; Nap's; what other packages bring."""
