"""Ideas for mobilization, reorganization and rally."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, offered
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.games.sn.ai.battle_plan import STORE
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.mobilization import Mobilize, Place, Receive, Used, fort_places, places, price
from khalkhin.games.sn.position import AVAILABLE, INTERCEPTION, JAPAN, SOVIET, Position
from khalkhin.games.sn.rally import Rally
from khalkhin.games.sn.reorganization import FormWhere, Reorganize
from khalkhin.games.sn.stacking import excess
from khalkhin.games.sn.supply import cover, supplied
from khalkhin.games.sn.terrain import NON

ATTACK, DEFENCE = 0.33, 0.3
"""Points for each factor of a new unit that has the usual time before it."""
SOONER, LATER = 0.45, 0.3
"""What a unit does in the month in which it comes, and in every further one, of what is usual."""
SUMMER, WINTER = 2.2, 0.8
"""Points that a headquarters is worth in a month."""
STAFFS = (1.0, 0.65, 0.4)
"""The share of that for the first, the second and the third one."""
DRIVE = 14.0
"""Attack factors on their way to a city for which there should be one more supply unit."""
STOCK = 7
"""Supply units that a side likes to have, at most."""
OFFENSIVE = 4.5
"""Points for a supply unit where one is missing."""
SORTIE = (0.2, 0.2)
"""Points for an airstrike in the month in which it comes, and in every further one, for each point that it costs."""
WINGS = (5, 10)
"""Airstrikes that each side likes to have."""
SHARE = 1.05
"""How many points more than its cost something has to bring, for each point."""
RECOVERED = 0.35
"""The share of a unit's worth that it has back when it is rallied."""
REBUILT = 1.0
"""Points for a city that is rallied."""
BASED = 12
"""Attack factors that a base has to reach beside those that a mobile supply unit does."""


# -- mobilization ------------------------------------------------------------------------------------------------------


def box_ideas(evaluation: Evaluation, s: Position, step: Receive) -> Iterator[Idea]:
    """The box for a new airstrike: all Japanese ones are available for attacks, every other Soviet one intercepts."""
    waiting, ready = (s.in_box(step.side, box).bit_count() for box in (INTERCEPTION, AVAILABLE))
    yield ((AVAILABLE if step.side == JAPAN or ready <= waiting else INTERCEPTION, None),)


def mobilization_ideas(evaluation: Evaluation, s: Position, step: Mobilize) -> Iterator[Idea]:
    """The counter that is worth most beyond its cost."""
    kinds: dict[tuple[str, str], int] = {}
    for unit in offered(s, step.side, "recruit"):
        kinds.setdefault((s.game.sheet.nation[unit], s.game.type[unit]), unit)
    wanted: list[tuple[float, int, Idea]] = []
    for unit in kinds.values():
        cost, fort = price(s, unit) or 0, s.game.forts >> unit & 1
        gain, idea = _fort_idea(evaluation, s, step.used, unit) if fort else (_recruit_value(evaluation, s, unit), ())
        if gain > evaluation.weights.spending * SHARE * cost:
            wanted.append(((gain - cost) / max(1, cost), unit, idea))
    for _, unit, idea in sorted(wanted, key=lambda found: -found[0]):
        if found := idea or _recruit_idea(evaluation, s, step.used, unit):
            yield found
            return
    yield (("done", None),)


def _recruit_value(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What a new counter is worth until the end of the game, in victory points."""
    game, bit, side = s.game, 1 << unit, evaluation.side
    left = evaluation.values.left
    if game.supply & bit:
        have = (s.ground(side) & game.supply).bit_count()
        going = evaluation.goals.attack_under_way(s.ground(side))
        return OFFENSIVE * evaluation.values.use if have < min(STOCK, 1 + going / DRIVE) else 0.0
    if game.headquarters & bit:
        have = (s.ground(side) & game.headquarters).bit_count()
        months = game.scenarios[s.scenario].data["turns"]["months"][s.turn - 1 :]
        use = sum(WINTER if month["winter"] else SUMMER for month in months)
        return evaluation.weights.headquarters * STAFFS[min(have, 2)] * use
    if game.airstrikes & bit:
        have = (s.in_box(side, AVAILABLE, INTERCEPTION) & game.airstrikes).bit_count()
        carrier = game.carrier_air & bit
        return (price(s, unit) or 0) * (SORTIE[0] + SORTIE[1] * left) if have < WINGS[side] and not carrier else 0.0
    if game.amphibious & bit:
        stranded = s.at_home & game.combat_units
        have = s.in_box(side, AVAILABLE) & game.amphibious
        return 0.8 * evaluation.values.group(stranded) if not have else 0.0
    if not game.combat_units & bit or game.flotillas & bit:
        return 0.0
    force = ATTACK * game.attack[unit] + DEFENCE * game.defence[unit]
    force *= 0.8 + 0.02 * game.movement[unit]
    return force * (SOONER + LATER * left)


def _recruit_idea(evaluation: Evaluation, s: Position, used: Used, unit: int) -> Idea:
    """A counter with the box or hex where it comes in; nothing if there is no room."""
    if not s.game.ground >> unit & 1:
        waits = evaluation.side == SOVIET and s.game.airstrikes >> unit & 1
        return ("recruit", unit), (INTERCEPTION if waits else AVAILABLE, None)
    found = [
        h for h in members(places(s, evaluation.side, unit, used)) if excess(s, evaluation.side, h, 1 << unit) <= 0
    ]
    if not found:
        return ()
    return ("recruit", unit), ("hex", _entry_hex(evaluation, s, unit, found))


def _entry_hex(evaluation: Evaluation, s: Position, unit: int, hexes: list[Hex]) -> Hex:
    """The hex for a new unit that is nearest to where it is needed."""
    goals = evaluation.goals
    heads = {goals.spearheads[h]: force for h, force in goals.strength_by_goal.items()}
    threatened = {} if s.game.support >> unit & 1 else {h: goals.worth(h) for h in goals.places_to_guard}

    def merit(hex_: Hex) -> tuple[float, int]:
        value = 0.0
        for goal, worth in (*heads.items(), *threatened.items()):
            moves = goals.moves(unit, goal, hex_)
            if moves < NOWHERE:
                value = max(value, worth / (1.0 + moves))
        return value - 0.02 * goals.pressure(hex_), -hex_

    return max(hexes, key=merit)


def _fort_idea(evaluation: Evaluation, s: Position, used: Used, unit: int) -> tuple[float, Idea]:
    """A fort where it lowers the danger of a stack most, and what it is worth there."""
    nation = s.game.enterable[s.game.sheet.nation[unit]]
    sites: HexSet = (
        fort_places(s, evaluation.side) & nation & ~s.hexes_of(evaluation.side, s.game.forts) & evaluation.values.places
    )
    best: tuple[float, Idea] = 0.0, ()
    for hex_ in members(sites & places(s, evaluation.side, unit, used)):
        here = s.units_at(evaluation.side, hex_)
        if excess(s, evaluation.side, hex_, 1 << unit) > 0:
            continue
        safer = 1.5 * (
            evaluation.danger(s, hex_, here)
            - evaluation.danger(s, hex_, here | 1 << unit)
            + evaluation.values.unit[unit]
        )
        if safer > best[0]:
            best = safer, (("recruit", unit), ("hex", hex_))
    return best


def placement_ideas(evaluation: Evaluation, s: Position, step: Place) -> Iterator[Idea]:
    """The hex or box of a counter that is being mobilized."""
    if found := offered(s, evaluation.side, "hex"):
        yield (("hex", _entry_hex(evaluation, s, step.unit, found)),)
    else:
        boxes = [verb for verb in (AVAILABLE, INTERCEPTION, "home") if offered(s, evaluation.side, verb)]
        yield ((boxes[0], None),)


# -- reorganization ----------------------------------------------------------------------------------------------------


def reorganization_ideas(evaluation: Evaluation, s: Position, step: Reorganize) -> Iterator[Idea]:
    """Corps are formed, then supply units flipped to the more useful side."""
    if forms := offered(s, step.side, "combine"):
        yield (("combine", max(forms, key=lambda u: (s.game.attack[u], u))),)
        return
    flipped = [u for u in offered(s, step.side, "flip") if s.where[u] >= 0 and _should_flip(evaluation, s, u)]
    yield [*(("flip", u) for u in flipped), ("done", None)]


def corps_hex_ideas(evaluation: Evaluation, s: Position, step: FormWhere) -> Iterator[Idea]:
    """A new corps comes in where the enemy can bring most."""
    found = offered(s, step.side, "hex")
    if found:
        yield (("hex", max(found, key=lambda h: (evaluation.goals.pressure(h), -h))),)
    else:
        yield (("home", None),)


def _should_flip(evaluation: Evaluation, s: Position, unit: int) -> bool:
    """Whether a supply base should become mobile and follow the attack, or a mobile unit become a base."""
    game, goals, hex_ = s.game, evaluation.goals, s.where[unit]
    heads = [goals.spearheads[h] for h, force in goals.strength_by_goal.items() if force >= 5.0]
    moves = min((goals.moves(unit, h, hex_) for h in heads), default=0.0)
    if s.flipped >> unit & 1:
        return moves > 1.0
    if moves > 0.75:
        return False
    wide, narrow = (game.within(hex_, radius) for radius in (game.base_radius[unit], game.radius[unit]))
    ring = wide & ~narrow & cover(s, evaluation.side, 1 << unit, True)[NON]
    reach = sum(game.attack[u] for u in members(s.ground(evaluation.side)) if ring >> s.where[u] & 1)
    return reach >= BASED


# -- rally -------------------------------------------------------------------------------------------------------------


def rally_ideas(evaluation: Evaluation, s: Position, step: Rally) -> Iterator[Idea]:
    """Supply is expended to rally where enough disrupted units or cities are in reach."""
    best: tuple[float, Idea] = STORE * evaluation.values.use, (("done", None),)
    for store in offered(s, step.side, "expend"):
        reach = cover(s, step.side, 1 << store, False)
        units = supplied(s, step.side, reach) & s.disrupted
        cities = reach[NON] & s.ruined & s.controlled(step.side)
        gain = RECOVERED * evaluation.values.group(units) + REBUILT * cities.bit_count()
        if gain > best[0]:
            best = gain, (("expend", store),)
    yield best[1]
