"""Mass playtesting: runs, statistics, reports."""
