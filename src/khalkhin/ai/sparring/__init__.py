"""Sparring partners: scripts of a few lines each, to try the thinking players on opponents that do not play like them.

script.py says how a script is carried out, facts.py what it looks at; which places count in a game is said in
`games/<game>/ai/sparring.py`. A script knows no more than every player: a position sampled from the view of its side.
"""

from __future__ import annotations

from khalkhin.ai.sparring.idle import Idle
from khalkhin.ai.sparring.raid import Raid
from khalkhin.ai.sparring.rush import Rush
from khalkhin.ai.sparring.script import Script
from khalkhin.ai.sparring.turtle import Turtle
from khalkhin.ai.sparring.withdraw import Withdraw

SCRIPTS: dict[str, type[Script]] = {
    "idle": Idle,
    "withdraw": Withdraw,
    "rush": Rush,
    "turtle": Turtle,
    "raid": Raid,
}
