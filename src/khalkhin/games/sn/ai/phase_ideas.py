"""Ideas for mobilization, reorganization and rally."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, offered
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.mobilization import Mobilize, Place, Receive, Used, fort_places, places, price
from khalkhin.games.sn.position import AVAILABLE, INTERCEPTION, JAPAN, SOVIET, Position
from khalkhin.games.sn.rally import Rally
from khalkhin.games.sn.reorganization import FormWhere, Reorganize
from khalkhin.games.sn.stacking import excess
from khalkhin.games.sn.supply import cover, supplied
from khalkhin.games.sn.terrain import NON

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
    cost_factor = evaluation.settings.phase_ideas.cost_factor
    wanted: list[tuple[float, int, Idea]] = []
    for unit in kinds.values():
        cost, fort = price(s, unit) or 0, s.game.forts >> unit & 1
        gain, idea = _fort_idea(evaluation, s, step.used, unit) if fort else (_recruit_value(evaluation, s, unit), ())
        if gain > evaluation.weights.spending * cost_factor * cost:
            wanted.append(((gain - cost) / max(1, cost), unit, idea))
    for _, unit, idea in sorted(wanted, key=lambda found: -found[0]):
        if found := idea or _recruit_idea(evaluation, s, step.used, unit):
            yield found
            return
    yield (("done", None),)


def _recruit_value(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What a new counter is worth until the end of the game, in victory points."""
    game, bit, side = s.game, 1 << unit, evaluation.side
    left, settings = evaluation.values.left, evaluation.settings.phase_ideas
    if game.supply & bit:
        have = (s.ground(side) & game.supply).bit_count()
        going = evaluation.goals.attack_under_way(s.ground(side))
        needed = min(settings.supply_units, 1 + going / settings.factors_per_supply)
        return settings.supply_unit * evaluation.values.use if have < needed else 0.0
    if game.headquarters & bit:
        have = (s.ground(side) & game.headquarters).bit_count()
        months = game.scenarios[s.scenario].data["turns"]["months"][s.turn - 1 :]
        winter, summer = settings.winter_headquarters, settings.summer_headquarters
        use = sum(winter if month["winter"] else summer for month in months)
        shares = settings.headquarters_shares
        return evaluation.weights.headquarters * shares[min(have, len(shares) - 1)] * use
    if game.airstrikes & bit:
        have = (s.in_box(side, AVAILABLE, INTERCEPTION) & game.airstrikes).bit_count()
        carrier = game.carrier_air & bit
        if have >= settings.airstrikes[side] or carrier:
            return 0.0
        return (price(s, unit) or 0) * (settings.airstrike_first_month + settings.airstrike_later_month * left)
    if game.amphibious & bit:
        stranded = s.at_home & game.combat_units
        have = s.in_box(side, AVAILABLE) & game.amphibious
        return settings.transport_share * evaluation.values.group(stranded) if not have else 0.0
    if not game.combat_units & bit or game.flotillas & bit:
        return 0.0
    force = settings.attack_factor * game.attack[unit] + settings.defence_factor * game.defence[unit]
    force *= settings.movement_base + settings.movement_factor * game.movement[unit]
    return force * (settings.first_month + settings.later_month * left)


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
    goals, danger = evaluation.goals, evaluation.settings.phase_ideas.entry_danger
    heads = {goals.spearheads[h]: force for h, force in goals.strength_by_goal.items()}
    threatened = {} if s.game.support >> unit & 1 else {h: goals.worth(h) for h in goals.places_to_guard}

    def merit(hex_: Hex) -> tuple[float, int]:
        value = 0.0
        for goal, worth in (*heads.items(), *threatened.items()):
            moves = goals.moves(unit, goal, hex_)
            if moves < NOWHERE:
                value = max(value, worth / (1.0 + moves))
        return value - danger * goals.pressure(hex_), -hex_

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
        safer = evaluation.settings.phase_ideas.fort * (
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
    game, goals, hex_, settings = s.game, evaluation.goals, s.where[unit], evaluation.settings.phase_ideas
    heads = [goals.spearheads[h] for h, force in goals.strength_by_goal.items() if force >= settings.followed_strength]
    moves = min((goals.moves(unit, h, hex_) for h in heads), default=0.0)
    if s.flipped >> unit & 1:
        return moves > settings.base_moves
    if moves > settings.mobile_moves:
        return False
    wide, narrow = (game.within(hex_, radius) for radius in (game.base_radius[unit], game.radius[unit]))
    ring = wide & ~narrow & cover(s, evaluation.side, 1 << unit, True)[NON]
    reach = sum(game.attack[u] for u in members(s.ground(evaluation.side)) if ring >> s.where[u] & 1)
    return reach >= settings.base_factors


# -- rally -------------------------------------------------------------------------------------------------------------


def rally_ideas(evaluation: Evaluation, s: Position, step: Rally) -> Iterator[Idea]:
    """Supply is expended to rally where enough disrupted units or cities are in reach."""
    settings = evaluation.settings.phase_ideas
    best: tuple[float, Idea] = evaluation.values.kept_supply, (("done", None),)
    for store in offered(s, step.side, "expend"):
        reach = cover(s, step.side, 1 << store, False)
        units = supplied(s, step.side, reach) & s.disrupted
        cities = reach[NON] & s.ruined & s.controlled(step.side)
        gain = settings.rallied_share * evaluation.values.group(units) + settings.rallied_city * cities.bit_count()
        if gain > best[0]:
            best = gain, (("expend", store),)
    yield best[1]
