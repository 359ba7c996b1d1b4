"""The rules of Strike North once more, from plain data, to compare the game with."""
