"""Everything that thinks. It names no game: a game derives its own advisor from these classes, in its package `ai`.

- How good a position is: evaluation.py, of goals.py, deadlines.py, threats.py, values.py and weights.py (points);
  win_chance.py.
- What to do: ideas/ (what units can do in a phase: marches, assaults, battles); plans.py (ideas put together);
  expectation.py (an idea's expected value, with exact dice).
- What a view hides: sampling.py (positions that agree with it).
- How to find better plans than the planner's: search/ (candidates, hill climbing, playouts, comparison, the loop).
- Who plays: players/ (random, greedy, planner, search), within budget.py; sparring/ (scripts to try them on).
- What a person is told: hint.py, reasons.py, battle_reasons.py (why), analysis/ (a game that is over).
- What a game says of all this: advisor.py, with numbers that tuning.py reads.
"""
