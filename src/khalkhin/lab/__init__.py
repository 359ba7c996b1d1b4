"""The playtest lab: many games between computer players, and what they say about a game."""
