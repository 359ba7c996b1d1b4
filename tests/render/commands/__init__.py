"""Tests of the pictures that commands draw."""
