"""The rules: one module a game or preset, found by `engine.games.game`."""
