"""Tests of the server, with real sockets, real databases and real processes."""
