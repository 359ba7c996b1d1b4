"""The search for the best plan of a phase, as the level `search` makes it. Its files, top to bottom:

1. candidate_plans.py: the plans to compare, the planner's first, and mutations of the best so far;
2. hill_climb.py: how a plan is improved by the evaluation alone, before any dice are thrown;
3. playout.py: a plan played out on a sampled position, through the enemy's reply, with common random numbers;
4. playout_comparison.py: plans compared on the same samples, most playouts where they decide something;
   parallel_playouts.py: playouts on several cores;
5. best_plan.py: the loop over all of it, until nothing better comes or the budget is gone.

Positions are sampled from the view before (sampling.py). docs/search.md tells the same with a picture.
"""
