"""Khalkhin: hex-and-counter wargames of the 1939 Soviet-Japanese border war on one engine."""

__version__ = "0.1.0"
