"""A table with a game on it: seats that see what one side may see, and orders typed in a line. Every client has one."""

from khalkhin.table.seats import Seat, Table, offers

__all__ = ["Seat", "Table", "offers"]
