"""What is worth a thought in a Combat Phase, and what supply is spent on."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.judgement import Idea, Said, offered
from khalkhin.games.sn.combat import Attacks
from khalkhin.games.sn.declaration import Declare, front
from khalkhin.games.sn.judgement import wings
from khalkhin.games.sn.judgement.eye import PULL, Eye
from khalkhin.games.sn.judgement.plan import STORE, Backing, Planner
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import Expend, general, offensive
from khalkhin.planning.value import NOWHERE

DRIVE = 0.8
"""The share of what a second move brings a unit nearer to its goal that is counted on."""


# -- supply ------------------------------------------------------------------------------------------------------------


def expended(eye: Eye, s: Position, step: Expend) -> Iterator[Idea]:
    """The supply units that are worth most spent now, as long as they are."""
    if step.use == "combat":
        yield _for_attack(eye, s, step)
    elif step.use == "move":
        yield _for_moving(eye, s, step)
    else:
        store = None if step.guest or step.spent else wings.supplied(eye, s, offered(s, step.side, "expend"))
        yield (("done", None),) if store is None else (("expend", store), ("done", None))


def _for_attack(eye: Eye, s: Position, step: Expend) -> Idea:
    """One supply unit after another as long as the attacks become better by more than it is worth."""
    able = [u for u in offered(s, step.side, "expend") if s.where[u] >= 0]
    fed, led, covered = general(s, step.side), _led(s, step.side), s.hexes_of(step.side, s.close_support)
    attackers = sum(1 << u for u in front(s, step.side).beside)

    def outlook(spent: UnitSet) -> float:
        return eye.outlook(s, Backing(led, fed, offensive(s, step.side, spent), (), covered))

    spent, said = step.spent, list[Said]()
    best = outlook(spent)
    while True:
        options = [
            (outlook(spent | 1 << u) - best, u) for u in able if offensive(s, step.side, 1 << u) & attackers & ~spent
        ]
        gain, unit = max(options, default=(0.0, -1))
        if gain <= STORE * eye.values.use:
            return [*said, ("done", None)]
        best += gain
        spent |= 1 << unit
        able.remove(unit)
        said.append(("expend", unit))


def _for_moving(eye: Eye, s: Position, step: Expend) -> Idea:
    """Supply for those who have a long way before them and no headquarters to lead them."""
    done, said = _led(s, step.side), list[Said]()
    able = [u for u in offered(s, step.side, "expend") if s.where[u] >= 0]
    while able:
        gain, unit = max((_driven(eye, s, offensive(s, step.side, 1 << u) & ~done), u) for u in able)
        if gain <= STORE * eye.values.use:
            break
        said.append(("expend", unit))
        done |= offensive(s, step.side, 1 << unit)
        able.remove(unit)
    return [*said, ("done", None)]


def _led(s: Position, side: int) -> UnitSet:
    lead = s.lead(side)
    return sum(1 << u for u in members(s.ground(side)) if lead >> s.where[u] & 1)


def _driven(eye: Eye, s: Position, units: UnitSet) -> float:
    """What it is worth that units move once more."""
    game, out = s.game, 0.0
    for unit in members(units & game.combat_units):
        goal = eye.campaign.goals.get(unit)
        if goal is None or s.enemy_zone(eye.side) >> s.where[unit] & 1:
            continue
        moves = eye.campaign.moves(unit, goal)
        if 0.25 < moves < NOWHERE:
            out += min(1.0, moves) * PULL * (0.3 + 0.06 * (game.attack[unit] + game.defence[unit]))
            out += 0.02 * game.attack[unit] * eye.campaign.worth(goal) / 10 if moves <= 1.5 else 0.0
    return DRIVE * out


# -- attacks -----------------------------------------------------------------------------------------------------------


def declared(eye: Eye, s: Position, step: Declare) -> Iterator[Idea]:
    """All attacks at once; a declaration half made is completed as it is."""
    if step.battles or step.current.targets:
        yield (("commit" if offered(s, step.side, "commit") else "auto", None),)
        return
    said: list[Said] = []
    for units, targets in eye.battles(s, eye.at_hand(s)):
        first, *others = members(targets)
        said += [("attack", first), *(("unit", u) for u in _obliged_first(eye, s, units))]
        said += [("also", hex_) for hex_ in others]
    yield [*said, ("commit", None)]


def _obliged_first(eye: Eye, s: Position, units: UnitSet) -> list[int]:
    zone = s.enemy_zone(eye.side)
    return sorted(members(units), key=lambda u: (not zone >> s.where[u] & 1, u))


def next_attack(eye: Eye, s: Position, step: Attacks) -> Iterator[Idea]:
    """The one that promises most first: what it clears is a way out for nobody."""
    planner = Planner(eye, s, front(s, step.side), eye.at_hand(s))

    def worth(n: int) -> float:
        attack = step.attacks[n]
        held = all(s.units_at(eye.enemy, h) for h in members(attack.targets))
        return planner.worth(attack.units, attack.targets) if attack.units and held else 0.0

    best = max(range(len(step.attacks)), key=lambda n: (worth(n), -n))
    yield (("attack", next(members(step.attacks[best].targets))),)
