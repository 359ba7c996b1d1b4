"""A second reading of the rules, in the plainest way, that the game must agree with.

Nothing here uses the engine's hex sets, reaches or charts: hexes are printed numbers, counters are ids, the map and the
countersheet are read with csv, the tables are written out again. What the game offers in random positions is compared
with what these modules find by walking every path and trying every subset.
"""
