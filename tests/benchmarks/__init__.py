"""Tests of the measurements: that they compare like with like, not how fast anything is."""
