"""Tests of Khalkin-Gol War."""
