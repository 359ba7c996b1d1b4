"""5.1.5, 5.1.6, T3  The dice, and what their result makes both sides do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khalkhin.engine.agenda import step
from khalkhin.engine.results_tables import Odds, Throw
from khalkhin.games.bkg.advance import Advance
from khalkhin.games.bkg.engagement import duty
from khalkhin.games.bkg.exchange import ExchangeDefender
from khalkhin.games.bkg.losses import Eliminate, TakeLoss
from khalkhin.games.bkg.odds import bombardment_odds, bombardment_value, full_odds
from khalkhin.games.bkg.plan import Plan
from khalkhin.games.bkg.position import BkgStep, Position
from khalkhin.games.bkg.retreat import Rout


def roll(s: Position, odds: Odds, plan: Plan) -> list[str]:
    """5.1.5  Two dice, added; the sum picks the row of the column. Gives the codes of the cell; the first is cited."""
    assert odds.column is not None
    dice = s.roll(2)
    cell = odds.table.result(odds.column, sum(dice))
    s.tell(
        "log.result",
        rule=s.game.charts.codes[cell.split()[0]]["rule"],
        throw=Throw(plan.side, odds.table, odds.column, dice, 1 << plan.target, odds),
        column=odds.table.columns[odds.column],
        dice=f"{dice[0]}+{dice[1]}",
        result=[f"@result.{code}" for code in cell.split()],
        codes=cell,
    )
    return cell.split()


@step
class Resolve(BkgStep):
    """5.1  Column and row are found; losses come first, the defender's choice before the attacker's (K-46)."""

    plan: Plan

    def run(self, s: Position) -> None:
        p = self.plan
        odds = full_odds(s, p)
        if s.log is not None:
            s.tell("log.odds", rule="5.1.1.c", **told(odds), hex=p.target)
        codes = roll(s, odds, p)
        if "EMP" in codes:
            s.push(ExchangeDefender(1 - p.side, p.target, 0, p.units), EndBattle())
            return
        s.push(*self._consequences(s, codes), EndBattle())

    def _consequences(self, s: Position, codes: list[str]) -> Iterator[BkgStep]:
        """5.1.6  The left code is the defender's, the right one the attacker's; a retreat happens once (K-08)."""
        p = self.plan
        sides = {"defender": (1 - p.side, s.stack(p.target)), "attacker": (p.side, p.units)}
        rows = [s.game.charts.codes[code] for code in codes]
        for row in rows:
            if row["eliminated"]:
                yield Eliminate(*sides[row["of"]], row["rule"])
            elif row["losses"]:
                yield TakeLoss(*sides[row["of"]], row["rule"])
        loser = rows[0]["retreats"]
        if loser in sides:
            side, group = sides[loser]
            yield Rout(side, group, group & s.flipped)
        if rows[0]["wins"] == "attacker":
            yield Advance(p.side, p.target, p.units, None, s.stack(p.target))


def told(odds: Odds) -> dict[str, Any]:
    """A calculation for the log: the totals and every shift with its rule."""
    data = odds.to_data()
    return {"attack": data["attack"], "defence": data["defence"], "base": data["base"], "shifts": data["shifts"]}


@step
class Bombardment(BkgStep):
    """6.2, 8.0.e  Artillery or air power alone: the table of bombardments, no reply by the defender (K-51)."""

    plan: Plan

    def run(self, s: Position) -> None:
        p = self.plan
        s.shown |= s.stack(p.target)
        s.tell_of("log.target", s.stack(p.target), "5.1.1.d", hex=p.target)
        odds = bombardment_odds(s, p)
        if s.log is not None:
            value, index = bombardment_value(s, p)
            shifts = odds.to_data()["shifts"]
            s.tell(
                "log.bombardment",
                rule="8.0.e" if p.guns else "6.2.a",
                value=value,
                index=index,
                shifts=shifts,
                hex=p.target,
            )
        s.push(EndBattle())
        for code in roll(s, odds, p):
            row = s.game.charts.codes[code]
            if row["losses"]:
                s.push(TakeLoss(1 - p.side, s.stack(p.target), row["rule"]))


@step
class EndBattle(BkgStep):
    """5.1.1.d  Survivors are hidden again; who has nobody left to attack is released (K-15)."""

    def run(self, s: Position) -> None:
        s.shown = 0
        s.obliged = duty(s)
