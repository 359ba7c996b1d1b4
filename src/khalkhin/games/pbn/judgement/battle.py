"""What is worth a thought in a Combat Phase: which battles, which table, and when markers are played."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import members
from khalkhin.engine.judgement import Idea, Said, offered
from khalkhin.games.pbn.battle import Answer, Battles, ChooseTable, Fight
from khalkhin.games.pbn.charts import ASSAULT, RAID
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.judgement.clash import Force
from khalkhin.games.pbn.judgement.eye import Eye
from khalkhin.games.pbn.position import JAPAN, Position

SPARED = 0.7
"""Points that a marker is worth keeping for another battle."""


def employed(eye: Eye, s: Position, step: Employ) -> Iterator[Idea]:
    found = offered(s, step.side, "unit")
    yield (("unit", max(found, key=lambda u: (s.game.attack[u], u))),)


def declared(eye: Eye, s: Position, step: Declare) -> Iterator[Idea]:
    """All battles at once; a declaration half made is completed as it is."""
    if step.battles or step.current.targets:
        yield (("commit" if offered(s, step.side, "commit") else "auto", None),)
        return
    said: list[Said] = []
    for units, targets in eye.battles(s, step.idle):
        first, *others = members(targets)
        said += [("attack", first), *(("unit", u) for u in _obliged_first(eye, s, units))]
        said += [("also", hex_) for hex_ in others]
    yield [*said, ("commit", None)]


def _obliged_first(eye: Eye, s: Position, units: int) -> list[int]:
    zone = s.zone(eye.enemy)
    return sorted(members(units), key=lambda u: (not zone >> s.where[u] & 1, u))


def next_battle(eye: Eye, s: Position, step: Battles) -> Iterator[Idea]:
    """The one that promises most first: what it clears is a way out for nobody."""
    on_offer = set(offered(s, step.side, "attack"))

    def worth(n: int) -> float:
        battle = step.battles[n]
        if not battle.units:
            return 0.0
        return eye.clashes.battle(s, eye.values, step.side, battle.units, battle.targets, eye.stakes).worth

    able = [n for n, battle in enumerate(step.battles) if next(members(battle.targets)) in on_offer]
    best = max(able, key=lambda n: (worth(n), -n))
    yield (("attack", next(members(step.battles[best].targets))),)


class Odds:
    """The battle in progress, from the attacker's side."""

    def __init__(self, eye: Eye, s: Position, fight: Fight) -> None:
        clashes = eye.clashes
        self.clashes, self.side = clashes, fight.side
        self.ours: Force = clashes.force(s, eye.values, s.attackers, True)
        self.theirs: Force = clashes.force(s, eye.values, s.defenders, False)
        stakes = eye.stakes if fight.side == eye.side else eye.at_risk
        self.prize = clashes.prize(eye.values, fight.side, fight.targets, stakes)
        sign = 1 if fight.side == JAPAN else -1
        self.column = clashes.column(s, fight.side, s.attackers, fight.targets) + fight.support
        self.column += sign * (fight.banzai - fight.experience)
        self.banzai = fight.banzai

    def on(self, table: str, shift: int = 0, banzai: bool = False) -> float:
        """What the battle is worth on a table, with a marker more."""
        args = table, self.column + shift, self.ours, self.theirs, self.prize
        if banzai or self.banzai:
            return self.clashes.fervent(*args, self.side == JAPAN)
        return self.clashes.gain(*args)


def table_chosen(eye: Eye, s: Position, step: ChooseTable) -> Iterator[Idea]:
    """Close support where it is to be had, then the table that is worth more."""
    if found := offered(s, step.fight.side, "support"):
        yield (("support", max(found)),)
        return
    odds = Odds(eye, s, step.fight)
    yield (("table", RAID if odds.on(RAID) >= odds.on(ASSAULT) else ASSAULT),)


def answered(eye: Eye, s: Position, step: Answer) -> Iterator[Idea]:
    """A marker is played where it gains more than it may elsewhere."""
    odds, fight = Odds(eye, s, step.fight), step.fight
    sign = 1 if step.who == fight.side else -1
    now = sign * odds.on(fight.table)
    best: tuple[float, Said] = now + SPARED, ("pass", None)
    for table in offered(s, step.who, "table"):
        best = max(best, (sign * odds.on(table), ("table", table)), key=lambda option: option[0])
    for marker in offered(s, step.who, "play"):
        shift = sign * s.game.charts.shifts["banzai" if step.who == JAPAN else "experience"]
        worth = sign * odds.on(fight.table, shift, step.who == JAPAN)
        best = max(best, (worth, ("play", marker)), key=lambda option: option[0])
    yield (best[1],)
