"""What planning a phase has in common in all games: threats, aims, marches and assaults, and who attacks what.

It names no particular game and is no rule. A game derives its own judgement from these classes and adds what only it
has: what places and units are worth, how far it is, and what a battle promises.
"""
