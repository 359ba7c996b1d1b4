"""A tiny game with everything the big ones need, to prove engine, server and client on. Its rules:

1   Two sides, red and blue, want the village. A turn is: plan, march, assault, organise. Red has the assault in odd
    turns, blue in even ones.
2   Plan. Both sides at once and in secret order up to three of their counters to a neighbouring hex; then both plans
    are shown: from where to where, not who.
3   March. The orders are carried out in turn, beginning with the side that has the assault. Nobody enters water, an
    enemy or a full hex (three counters).
4   Fire. When a counter is about to come next to enemies they may interrupt: unused guns there fire at it. On a 4 or
    more it stays where it was, shaken, which costs it a point of strength for the turn. In dust there is no fire.
5   Assault. Every counter of the side with the assault that stands next to enemies has to attack one neighbouring
    enemy hex, and together they have to attack as many hexes as they can. All of it is declared before the first die.
6   Battle. One die; difference of strengths; a hill, and a ditch in front of all attackers, help the defender. The
    loser picks the counter. A column is exchanged for a detachment, if there is one in the pool; others are lost.
7   Organise. The side with the assault first: a column may be exchanged for two detachments, and two detachments of
    one hex for the column, unless they marched or were exchanged in this turn; reserves come in on the own edge.
8   End. Three points for the village, one for each point of strength the enemy lost. A side with nobody on the map is
    routed.
9   Flare. Once a game and at any time a side may light up an enemy hex: who stands there is seen until the turn ends.
10  Information. Of enemy counters on the map and in reserve only the number is known, until they fight, fire or are
    lit up; the pool, the flares and the losses lie open. What is being planned or declared is its owner's business.
"""

from __future__ import annotations

from khalkhin.engine import library
from tests.tiny.game import Tiny

library.register("tiny", Tiny)

__all__ = ["Tiny"]
