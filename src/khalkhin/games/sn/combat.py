"""12.6, 13.0, 18.1  The Combat Phases: attacks are resolved one by one, and their results carried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.declaring import Battle
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Throw
from khalkhin.games.sn.bases import return_all
from khalkhin.games.sn.charts import ALL, EVEN, HALF, ONE
from khalkhin.games.sn.declaration import PHASES, Declare
from khalkhin.games.sn.elimination import eliminate, settle_toll, shoot_down
from khalkhin.games.sn.losses import Lose
from khalkhin.games.sn.odds import full_odds
from khalkhin.games.sn.position import SIDES, Position, SnStep
from khalkhin.games.sn.pursuit import Pursuit
from khalkhin.games.sn.retreat import Retreat
from khalkhin.games.sn.stacking import checks
from khalkhin.games.sn.supply import Expend


@step
class CombatPhase(SnStep):
    """4.1.5, 4.1.8, 12.0.2, 14.4.2, R4  Supply is expended, attacks are declared and resolved, airstrikes go home."""

    side: Side
    round: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        s.round = self.round
        s.late, s.trodden, s.downed = 0, (), ()
        hold_ground(s, self.side)
        s.push(EndOfCombat(self.side))
        if s.game.next_to(s.occupied(self.side)) & s.occupied(1 - self.side) or s.beached:
            s.tell_phase(self.side, "combat")
            s.push(Expend(self.side, "combat"), Declare(self.side))


def hold_ground(s: Position, side: int) -> None:
    """R104  Who landed among enemies that are gone holds the hex, like anybody else."""
    for unit in members(s.beached):
        if not s.units_at(1 - side, s.where[unit]):
            s.beached &= ~(1 << unit)


@step
class Attacks(SnStep):
    """12.0.3, 12.6  The attacker picks the next attack, until all are resolved."""

    side: Side
    attacks: tuple[Battle, ...]

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _targets(self) -> HexSet:
        found = 0
        for attack in self.attacks:
            found |= attack.targets
        return found

    def ask(self, s: Position) -> Prompt | None:
        if len(self.attacks) < 2:
            return None
        return prompt(self.side, "12.0.3", "ask.next-attack", hexes(self._targets(), "attack"))

    def run(self, s: Position) -> None:
        if self.attacks:
            self._begin(s, self.attacks[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "attack" and isinstance(noun, int):
            return None if self._targets() >> noun & 1 else no("12.0.3", "why.not-declared", hex=noun)
        return no("12.0.3", "why.pick-attack")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._begin(s, next(a for a in self.attacks if a.targets >> noun & 1))

    def _begin(self, s: Position, attack: Battle) -> None:
        """12.0.3, 12.0.11, 12.0.12, 21.0  All units of the attack are revealed to both players."""
        s.push(Attacks(self.side, tuple(a for a in self.attacks if a != attack)))
        s.attackers, s.defenders = attack.units, 0
        if not s.attackers:
            return  # only in the imagination of who does not see the attackers
        for hex_ in members(attack.targets):
            s.defenders |= s.units_at(1 - self.side, hex_)
        s.shown = s.attackers | s.defenders
        s.toll = (0, 0)
        s.seal()
        s.tell("log.attack", rule="12.0.3", units=s.attackers, hexes=attack.targets)
        s.tell("log.defend", rule="12.0.11", units=s.defenders)
        s.push(Resolve(self.side, attack.targets))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        """21.0  Who attacks is seen when the attack is resolved; before that only where."""
        if side == self.side or s.result is not None:
            return self
        sees = s.game.sees
        known = (sum(1 << u for u in members(a.units) if sees(s, side, u)) for a in self.attacks)
        return Attacks(self.side, tuple(Battle(x, a.targets) for x, a in zip(known, self.attacks, strict=True)))


@step
class Resolve(SnStep):
    """12.6, 13.0  The column, one die, and the result at once."""

    side: Side
    targets: HexSet

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        odds = full_odds(s, self.side, s.attackers, self.targets)
        assert odds.column is not None
        if s.log is not None:
            data = odds.to_data()
            told = {name: data[name] for name in ("attack", "defence", "base", "shifts")}
            s.tell("log.odds", rule="12.1", hexes=self.targets, **told)
        (die,) = s.roll(1)
        code = odds.table.result(odds.column, die)
        column = odds.table.columns[odds.column]
        throw = Throw(self.side, odds.table, odds.column, (die,), self.targets, odds)
        told = {"column": column, "dice": str(die), "result": f"@result.{code}", "codes": code}
        s.tell("log.result", rule="12.6", throw=throw, **told)
        s.push(*self._consequences(s, code), EndAttack(self.side, self.targets))

    def _consequences(self, s: Position, code: str) -> Iterator[SnStep]:
        """12.6, 13.0, 13.3, 13.6, 15.2.33  In the order of the key; in an exchange the attacker first."""
        row: Mapping[str, Any] = s.game.charts.codes[code]
        a, o = self.side, 1 - self.side
        sizes = s.size(s.attackers), s.size(s.defenders)
        even = (min(sizes) + 1) // 2
        if code in ("AE", "AS"):
            yield SupportLoss(a, self.targets)
        yield TakeLosses(a, "attackers", row["attacker"], _need(row["attacker"], sizes[0], even))
        yield TakeLosses(o, "defenders", row["defender"], _need(row["defender"], sizes[1], even))
        if row["attacker_retreats"]:
            yield Retreat(a, "attackers", row["attacker_retreats"], self.targets)
        if row["defender_retreats"]:
            yield Retreat(o, "defenders", row["defender_retreats"], self.targets)
        if row["pursuit"]:
            yield Pursuit(a, self.targets)


def _need(loss: str, size: int, even: int) -> int:
    """13.0.2  Divisional equivalents that a result takes: half is rounded up."""
    return {ALL: size, HALF: (size + 1) // 2, ONE: 1, EVEN: even}.get(loss, 0)


@step
class TakeLosses(SnStep):
    """13.0, 13.0.1  Losses of one side: everybody, or so many divisional equivalents."""

    side: Side
    role: str
    loss: str
    need: int

    def run(self, s: Position) -> None:
        group: UnitSet = getattr(s, self.role)
        if self.loss == ALL:
            eliminate(s, group, "13.0")
        elif self.need and group:
            s.push(Lose(self.side, group, self.need, "13.0.1"))


@step
class SupportLoss(SnStep):
    """13.2, 15.2.33, R126  A failed attack costs one of the airstrikes that supported it."""

    side: Side
    targets: HexSet

    def _able(self, s: Position) -> UnitSet:
        found = 0
        for hex_ in members(self.targets):
            found |= s.strikes_at(self.side, hex_) & s.close_support
        return found

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        return prompt(self.side, "15.2.33", "ask.shot-down-cas", units(able)) if able & (able - 1) else None

    def run(self, s: Position) -> None:
        for unit in members(self._able(s)):
            shoot_down(s, unit, s.where[unit], "15.2.33")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        able = verb == "unit" and isinstance(noun, int) and self._able(s) >> noun & 1
        return None if able else no("15.2.33", "why.pick-airstrike")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        shoot_down(s, noun, s.where[noun], "15.2.33")


@step
class EndAttack(SnStep):
    """5.3.b, 18.1.2, 18.1.3, R85  A landing that has not cleared its hex has failed; then major victories are
    counted."""

    side: Side
    targets: HexSet

    def run(self, s: Position) -> None:
        landed = s.beached & s.attackers
        failed = sum(1 << u for u in members(landed) if s.units_at(1 - self.side, s.where[u]))
        eliminate(s, failed, "18.1.2")
        s.beached &= ~landed
        settle_toll(s)
        s.attackers = s.defenders = s.shown = 0


@step
class EndOfCombat(SnStep):
    """10.1.6, 15.2.32, R92  Close air support returns; stacking is checked."""

    side: Side

    def run(self, s: Position) -> None:
        for side in SIDES:
            return_all(s, side, s.close_support & s.game.sheet.of_side[side])
        s.close_support = 0
        s.late, s.trodden, s.shown = 0, (), 0
        s.push(*checks(self.side, "combat"))
