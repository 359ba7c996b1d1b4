"""Measurements of the board and the engine beside other ways to do the same. Run by `python -m benchmarks`."""
