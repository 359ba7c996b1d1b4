"""Tests of Pacific Battles: Nomonhan 1939, a file a chapter."""
