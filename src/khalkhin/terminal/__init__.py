"""Playing, watching and proving games in a terminal. Nothing here knows a particular game."""
