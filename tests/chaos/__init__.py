"""Whatever can go wrong with a server goes wrong while people play: nothing that it acknowledged is lost, and nothing
that is hidden is sent.

`make chaos` does it for some minutes and prints what happened; the test has each trouble once.
"""
