"""One suite that every game has to pass, whatever its rules."""
