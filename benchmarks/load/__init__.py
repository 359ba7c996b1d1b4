"""The server and the table page under load."""
