"""The search: plans are made up and compared by playouts, and the best is mutated as long as that brings something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khalkhin.ai.budget import Spending
from khalkhin.ai.ideas import Idea
from khalkhin.ai.sampling import Scene
from khalkhin.ai.search.candidate_plans import Candidates
from khalkhin.ai.search.playout import Playout
from khalkhin.ai.search.playout_comparison import Comparison
from khalkhin.engine.state import State

MAKING = 0.3
"""The share of what a plan may cost that goes into making up others, at most."""
FRUITLESS_MUTATIONS = 12
"""Times in a row that mutations bring nothing better, after which the search stops."""


def best_plan(
    scene: Scene, positions: Sequence[State], candidates: Candidates, spending: Spending, limit: float
) -> Idea:
    """The best plan found before so much of the budget is gone: the planner's, unless playouts say otherwise."""
    playout = Playout(scene.advisor, scene.side)
    comparison = Comparison(playout, positions, scene.rng, spending, limit)
    kept, fruitless = comparison.better(candidates.first, _make_up(candidates.others(), spending, limit)), 0
    while fruitless < FRUITLESS_MUTATIONS and not comparison.over:
        better = comparison.better(kept, list(candidates.mutations(kept)))
        kept, fruitless = better, fruitless + 1 if better is kept else 0
    return kept


def _make_up(plans: Iterator[Idea], spending: Spending, limit: float) -> list[Idea]:
    """As many plans as there is time to make up and still to compare them."""
    out, share = list[Idea](), spending.share
    for plan in plans:
        out.append(plan)
        if spending.share > share + MAKING * (limit - share):
            break
    return out
