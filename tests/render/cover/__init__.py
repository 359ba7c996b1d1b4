"""Tests of covers."""
