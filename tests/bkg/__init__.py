"""Tests of Batalha de Khalkhin Gol."""
