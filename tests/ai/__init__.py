"""What planning has in common in all games, on a tiny map and on made-up battles."""
