"""What the tests of the server have."""

from __future__ import annotations

from tests.server.conftest import database, odd_players, postgres

__all__ = ["database", "odd_players", "postgres"]
