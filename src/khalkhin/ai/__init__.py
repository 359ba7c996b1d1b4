"""Everything that thinks. It names no game: a game derives its own advisor from these classes, in its package `ai`.

- What to think about: ideas.py, advisor.py.
- How good a position is: evaluation.py, values.py, threats.py, goals.py, weights.py (points); win_chance.py (chance).
- What to do: marches.py, assaults.py, assignment.py, battles.py (ideas of a phase); plans.py (ideas put together).
- How to find better: samples.py (positions that agree with a view), expectation.py (exact dice), hill_climb.py,
  playout.py, comparison.py, fork_map.py, budget.py.
- Who plays: players/ (random, greedy, planner, search).
- What a person is told: hint.py, reasons.py, battle_reasons.py (why), analysis/ (a game that is over).
"""
