"""Tests of Strike North."""
