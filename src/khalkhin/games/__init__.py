"""The games: one package each, with its rules by chapter and its data."""
