"""Ideas for set-up, initiative, markers, arrivals, logistics and the airborne landing."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.airborne import danger
from khalkhin.games.pbn.campaign import Buy, pool
from khalkhin.games.pbn.fortification import Fortify, sites
from khalkhin.games.pbn.headquarters import radius
from khalkhin.games.pbn.logistics import Logistics
from khalkhin.games.pbn.position import JAPAN, REPLACEABLE, SOVIET, Position
from khalkhin.games.pbn.refit import Refit, price
from khalkhin.games.pbn.reinforcement import Arrivals
from khalkhin.games.pbn.sequence import Initiative
from khalkhin.games.pbn.setup import SetDown, Setup, places, waiting
from khalkhin.games.pbn.terrain import within

# -- logistics ---------------------------------------------------------------------------------------------------------


def supply_ideas(evaluation: Evaluation, s: Position, step: Logistics) -> Iterator[Idea]:
    """First battalions are combined and units turned face down; then supply is spent where it is worth most."""
    side = step.side
    if forms := offered(s, side, "combine"):
        yield (("combine", max(forms, key=lambda u: (evaluation.values.unit[u], u))),)
        return
    if faces := offered(s, side, "conceal"):
        yield [("conceal", unit) for unit in faces]
        return
    settings = evaluation.settings.phase_ideas
    kept = settings.kept_supply * evaluation.values.use
    options: list[tuple[float, Idea]] = [(kept, (("done", None),))]
    for unit in offered(s, side, "activate"):
        options.append((activation_value(evaluation, s, unit), (("activate", unit),)))
    for unit in offered(s, side, "refit"):
        options.append((_refit_value(evaluation, s, unit) / max(1, price(s, unit)), (("refit", unit),)))
    if counts := offered(s, side, "repair"):
        options.append((settings.repaired_point * evaluation.values.use * max(counts), (("repair", max(counts)),)))
    for hex_ in offered(s, side, "fortify"):
        dug = [
            h
            for h in members(sites(s, side, hex_))
            if _fortification_value(evaluation, s, h) > settings.least_fortification
        ]
        said: list[Said] = [("fortify", hex_), *(("hex", h) for h in dug), ("commit", None)]
        options.append((sum(_fortification_value(evaluation, s, h) for h in dug), said if dug else (("done", None),)))
    if marker := offered(s, side, "play"):
        staffs = s.game.headquarters & (s.on_map(side) | s.based(side)) & ~step.paid
        best = max(members(staffs), key=lambda u: (activation_value(evaluation, s, u), u))
        if activation_value(evaluation, s, best) > kept and best not in offered(s, side, "activate"):
            options.append((settings.activation_marker, (("play", marker[0]), ("activate", best))))
    yield max(options, key=lambda option: option[0])[1]


def activation_value(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What it is worth to activate a headquarters: the units around it, or in the base with it, move again."""
    game, settings, place = s.game, evaluation.settings.phase_ideas, s.where[unit]
    if place < 0:
        group = s.based(evaluation.side)
        columns = max((game.support[u] for u in members(group & game.headquarters)), default=0)
    else:
        near = within(game, place, radius(s, unit) + settings.activation_distance)
        group = sum(1 << u for u in members(s.on_map(evaluation.side)) if near >> s.where[u] & 1)
        columns = game.support[unit]
    share = settings.activation_defence
    force = sum(game.attack[u] + share * game.defence[u] for u in members(group & game.fighting))
    return settings.activation * force * (settings.activation_base + settings.activation_column * columns)


def _refit_value(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What it is worth to refit a unit, with the others that the same supply point pays for."""
    game, room = evaluation.game, evaluation.game.charts.refitted - evaluation.game.equivalents[unit]
    total = _service_value(evaluation, unit)
    if not game.headquarters >> unit & 1:
        others = s.in_box(evaluation.side, REPLACEABLE) & ~game.headquarters & ~(1 << unit)
        for other in sorted(members(others), key=lambda u: (-_service_value(evaluation, u), u)):
            if game.equivalents[other] <= room:
                room -= game.equivalents[other]
                total += _service_value(evaluation, other)
    settings = evaluation.settings.phase_ideas
    return (settings.refit if evaluation.values.left else settings.last_month_refit) * total


def _service_value(evaluation: Evaluation, unit: int) -> float:
    """What a unit can do in the rest of the game, without the points for its loss."""
    return evaluation.values.use * evaluation.values.service(unit)


def _fortification_value(evaluation: Evaluation, s: Position, hex_: Hex) -> float:
    """How much less danger a stack is in behind a fortification; only where a unit is to stay."""
    here = s.land_at(evaluation.side, hex_)
    staying = any(evaluation.goals.goal(u) == hex_ for u in members(here))
    if not here or not staying:
        return 0.0
    after = s.clone()
    after.fortify(evaluation.side, 1 << hex_)
    safer = evaluation.danger(s, hex_, here) - evaluation.danger(after, hex_, here)
    return evaluation.settings.phase_ideas.fortification * safer


def refit_ideas(evaluation: Evaluation, s: Position, step: Refit) -> Iterator[Idea]:
    """As many as the point pays for, the most valuable first; in the base, or else where there is least danger."""
    if more := offered(s, step.side, "unit"):
        yield (("unit", max(more, key=lambda u: (evaluation.values.unit[u], u))),)
    elif offered(s, step.side, "base_here"):
        yield (("base_here", None),)
    else:
        hexes = offered(s, step.side, "hex")
        yield (("hex", min(hexes, key=lambda h: (evaluation.goals.pressure(h), h))),)


def fortification_ideas(evaluation: Evaluation, s: Position, step: Fortify) -> Iterator[Idea]:
    """The rest of a fortification that has been begun: what is chosen, or else the most valuable hex."""
    if offered(s, step.side, "commit"):
        yield (("commit", None),)
    else:
        yield (("hex", max(offered(s, step.side, "hex"), key=lambda h: (_fortification_value(evaluation, s, h), -h))),)


def activation_ideas(evaluation: Evaluation, s: Position, side: int) -> Iterator[Idea]:
    """A headquarters that is activated without supply: the one with the highest value."""
    found = offered(s, side, "activate")
    yield (
        (("activate", max(found, key=lambda u: (activation_value(evaluation, s, u), u))),)
        if found
        else (("done", None),)
    )


# -- markers, arrivals -------------------------------------------------------------------------------------------------


def purchase_ideas(evaluation: Evaluation, s: Position, step: Buy) -> Iterator[Idea]:
    """Markers as long as those in the pool are worth more than their price on average."""
    settings, cup = evaluation.settings.phase_ideas, list(members(pool(s, step.side)))
    share = evaluation.values.left / max(1, s.game.last_turn(s) - 1)
    mean = share * sum(settings.markers.get(s.game.sheet.ids[u], settings.other_marker) for u in cup) / max(1, len(cup))
    counts = offered(s, step.side, "buy")
    worthwhile = counts and mean > settings.marker_gain
    yield (("buy", min(settings.most_markers, max(counts))),) if worthwhile else (("done", None),)


def first_player_ideas(evaluation: Evaluation, s: Position, step: Initiative) -> Iterator[Idea]:
    """In the last month the marker is played to move last, when nobody can take objectives back."""
    if offered(s, SOVIET, "first") and not evaluation.values.left:
        yield (("first", s.game.sides[evaluation.enemy]),)
    else:
        yield (("pass", None),)


def arrival_ideas(evaluation: Evaluation, s: Position, step: Arrivals) -> Iterator[Idea]:
    """Everybody to the base, out of reach of interdiction and on the roads; with a large lead units are bought."""
    settings, buyable = evaluation.settings.phase_ideas, offered(s, step.side, "purchase")
    lead = s.points[step.side] - s.points[evaluation.enemy]
    if buyable and evaluation.values.left >= settings.purchase_months and lead >= settings.purchase_lead:
        yield (("purchase", max(buyable, key=lambda u: (evaluation.values.unit[u], u))),)
    else:
        asked = next(p for p in s.asked if p.side == step.side)
        yield (("auto" if asked.allows("auto", None) else "done", None),)


def airdrop_hex(evaluation: Evaluation, s: Position) -> Hex | None:
    """The empty objective on which an airborne landing is worth most; None if it is not worth the risk."""
    if not offered(s, evaluation.side, "drop"):
        return None
    settings, unit = evaluation.settings.phase_ideas, s.game.airborne
    empty = s.game.objectives & ~s.occupied(SOVIET) & ~s.held(JAPAN)
    worth: dict[Hex, float] = {}
    for hex_ in members(empty):
        lands = _landing_chance(s, hex_)
        after = s.clone()
        after.put(unit, hex_)
        risk = (
            evaluation.danger(after, hex_, 1 << unit)
            + (1 - lands) * settings.scattered_share * evaluation.values.unit[unit]
        )
        stays = 1 / (1 + evaluation.goals.pressure(hex_) / settings.landing_pressure)
        worth[hex_] = lands * stays * evaluation.values.swing(SOVIET, hex_) - risk
    best = max(worth, key=lambda h: (worth[h], -h), default=None)
    return best if best is not None and worth[best] > settings.landing_gain else None


def _landing_chance(s: Position, hex_: Hex) -> float:
    """33.4  The chance that a landing ends in the hex it was meant for."""
    table, plus = s.game.charts.landing, danger(s, hex_)
    totals = (die + plus for die in range(1, 7))
    lands = [total not in table["scatter"] and total < table["scatter_suppressed"] for total in totals]
    return float(sum(lands)) / len(lands)


# -- set-up ------------------------------------------------------------------------------------------------------------


def setup_ideas(evaluation: Evaluation, s: Position, step: Setup) -> Iterator[Idea]:
    """Units on objectives of their own, far from the enemy; deception markers wherever they may be."""
    game, left = s.game, list(members(waiting(s, step.side)))
    units = [u for u in left if not game.deception >> u & 1]
    taken: set[Hex] = set()
    said: list[Said] = []
    for unit in units:
        free = [h for h in members(places(s, unit)) if h not in taken]
        best = max(free, key=lambda h: (_setup_value(evaluation, s, h), -h))
        taken.add(best)
        said += [("unit", unit), ("hex", best)]
    yield said or ((("auto" if left and offered(s, step.side, "auto") else "done"), None),)


def _setup_value(evaluation: Evaluation, s: Position, hex_: Hex) -> float:
    """How good a hex is for set-up: on or near an objective, far from the enemy's edge, good terrain."""
    grid, settings = s.game.map.grid, evaluation.settings.phase_ideas
    far = min(grid.distance(h, hex_) for h in members(s.game.edges[evaluation.enemy]))
    near = min(grid.distance(h, hex_) for h in members(s.game.objectives))
    return (
        evaluation.values.swing(evaluation.side, hex_)
        - settings.setup_distance * near
        + settings.setup_edge * min(far, settings.setup_farthest)
        + settings.setup_terrain * evaluation.battle_values.ground[hex_]
    )


def set_down_ideas(evaluation: Evaluation, s: Position, step: SetDown) -> Iterator[Idea]:
    """The hex of a unit that is being set up."""
    found = offered(s, step.side, "hex")
    yield (("hex", max(found, key=lambda h: (_setup_value(evaluation, s, h), -h))),)
