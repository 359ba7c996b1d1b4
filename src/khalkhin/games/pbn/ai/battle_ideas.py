"""Ideas for a Combat Phase: which battles to declare, which table to roll on, and when to play markers."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said, offered
from khalkhin.board.hexset import members
from khalkhin.games.pbn.ai.battle_values import Force
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.battle import Answer, Battles, ChooseTable, Fight
from khalkhin.games.pbn.charts import ASSAULT, RAID
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.position import JAPAN, Position


def employment_ideas(evaluation: Evaluation, s: Position, step: Employ) -> Iterator[Idea]:
    """Of an overstacked hex the strongest unit attacks."""
    found = offered(s, step.side, "unit")
    yield (("unit", max(found, key=lambda u: (s.game.attack[u], u))),)


def declaration_ideas(evaluation: Evaluation, s: Position, step: Declare) -> Iterator[Idea]:
    """All battles at once; a declaration that has been begun is completed as it is."""
    if step.battles or step.current.targets:
        yield (("commit" if offered(s, step.side, "commit") else "auto", None),)
        return
    said: list[Said] = []
    for units, targets in evaluation.battles(s, step.idle):
        first, *others = members(targets)
        said += [("attack", first), *(("unit", u) for u in _obliged_first(evaluation, s, units))]
        said += [("also", hex_) for hex_ in others]
    yield [*said, ("commit", None)]


def _obliged_first(evaluation: Evaluation, s: Position, units: int) -> list[int]:
    zone = s.zone(evaluation.enemy)
    return sorted(members(units), key=lambda u: (not zone >> s.where[u] & 1, u))


def next_battle_ideas(evaluation: Evaluation, s: Position, step: Battles) -> Iterator[Idea]:
    """The most valuable battle first: units that retreat later find fewer ways out."""
    on_offer = set(offered(s, step.side, "attack"))

    def worth(n: int) -> float:
        battle = step.battles[n]
        if not battle.units:
            return 0.0
        return evaluation.battle_values.battle(
            s, evaluation.values, step.side, battle.units, battle.targets, evaluation.stakes
        ).worth

    able = [n for n, battle in enumerate(step.battles) if next(members(battle.targets)) in on_offer]
    best = max(able, key=lambda n: (worth(n), -n))
    yield (("attack", next(members(step.battles[best].targets))),)


class BattleInProgress:
    """The battle in progress, from the attacker's side."""

    def __init__(self, evaluation: Evaluation, s: Position, fight: Fight) -> None:
        battle_values = evaluation.battle_values
        self.battle_values, self.side = battle_values, fight.side
        self.ours: Force = battle_values.force(s, evaluation.values, s.attackers, True)
        self.theirs: Force = battle_values.force(s, evaluation.values, s.defenders, False)
        stakes = evaluation.stakes if fight.side == evaluation.side else evaluation.at_risk
        self.prize = battle_values.prize(evaluation.values, fight.side, fight.targets, stakes)
        sign, shifts = 1 if fight.side == JAPAN else -1, s.game.charts.shifts
        self.column = battle_values.column(s, fight.side, s.attackers, fight.targets)
        self.column += fight.support * shifts["close_support"]
        self.column += sign * (fight.banzai * shifts["banzai"] - fight.experience * shifts["experience"])
        self.banzai = fight.banzai

    def value(self, table: str, shift: int = 0, banzai: bool = False) -> float:
        """What the battle is worth to the attacker on a table, with another shift or Banzai! added."""
        args = table, self.column + shift, self.ours, self.theirs, self.prize
        if banzai or self.banzai:
            return self.battle_values.banzai_gain(*args, self.side == JAPAN)
        return self.battle_values.gain(*args)


def table_ideas(evaluation: Evaluation, s: Position, step: ChooseTable) -> Iterator[Idea]:
    """Close support where it is to be had, then the table that is worth more."""
    if found := offered(s, step.fight.side, "support"):
        yield (("support", max(found)),)
        return
    battle = BattleInProgress(evaluation, s, step.fight)
    yield (("table", RAID if battle.value(RAID) >= battle.value(ASSAULT) else ASSAULT),)


def marker_ideas(evaluation: Evaluation, s: Position, step: Answer) -> Iterator[Idea]:
    """A marker is played where it gains more than it may elsewhere."""
    battle, fight = BattleInProgress(evaluation, s, step.fight), step.fight
    sign = 1 if step.who == fight.side else -1
    now = sign * battle.value(fight.table)
    best: tuple[float, Said] = now + evaluation.settings.battle_ideas.marker_reserve, ("pass", None)
    for table in offered(s, step.who, "table"):
        best = max(best, (sign * battle.value(table), ("table", table)), key=lambda option: option[0])
    for marker in offered(s, step.who, "play"):
        shift = sign * s.game.charts.shifts["banzai" if step.who == JAPAN else "experience"]
        worth = sign * battle.value(fight.table, shift, step.who == JAPAN)
        best = max(best, (worth, ("play", marker)), key=lambda option: option[0])
    yield (best[1],)
