"""What every game shares: counters, positions, the agenda, tables, dice, records and views. Knows no game."""
