"""Tests of the commands that look into a game."""
