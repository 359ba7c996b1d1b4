"""Tests of the playtest lab."""
