"""Rules read once more, by other means, to hold the game against."""
