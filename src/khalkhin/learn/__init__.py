"""Lessons: short situations with the real rules, told step by step, played in the browser or in the terminal."""
