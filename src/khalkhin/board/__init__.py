"""Hex geometry and maps. Knows no game."""
