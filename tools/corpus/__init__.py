"""Whole games and single decisions, kept with hashes of what they lead to, so that code can be moved."""
