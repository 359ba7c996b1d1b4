"""13.0.1, 13.1  Taking losses: so many divisional equivalents, of the owner's choice; corps may break down for it."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.losses import eliminate
from khalkhin.games.sn.position import POOL, Position, SnStep
from khalkhin.games.sn.reorganize import replace_corps


def survivors(s: Position, corps: int) -> UnitSet:
    """13.1, R28  Divisions of a corps for which there are counters: those without are simply lost."""
    game, found = s.game, 0
    nation = game.sheet.of_nation[game.sheet.nation[corps]] & s.stack(game.box(POOL))
    for kind, count in game.parts[corps]:
        found |= sum(1 << u for u in list(members(nation & game.of_type[kind]))[:count])
    return found


def division_count(s: Position, corps: int) -> int:
    return sum(count for _, count in s.game.parts[corps])


def missing(s: Position, corps: int) -> int:
    return division_count(s, corps) - survivors(s, corps).bit_count()


def splits(s: Position, corps: int) -> bool:
    """13.1, 13.1.2  Whether a corps can break down so that something of it is left."""
    return bool(s.game.parts[corps]) and bool(survivors(s, corps))


def totals(s: Position, group: UnitSet) -> int:
    """Every total that can be lost of a group, as a bit set."""
    sums = 1
    for unit in members(group):
        options = 1 | 1 << s.size(1 << unit)
        if splits(s, unit):
            for lost in range(missing(s, unit), division_count(s, unit) + 1):
                options |= 1 << lost
        new = 0
        for lost in members(options):
            new |= sums << lost
        sums = new
    return sums


def due(s: Position, group: UnitSet, need: int) -> int:
    """13.1, R62  What has to be lost: exactly so much, or the least that is more; all if there is no more."""
    above = totals(s, group) >> need
    return need + ((above & -above).bit_length() - 1) if above else s.size(group)


@step
class Lose(SnStep):
    """12.5.1, 13.0.1, 13.0.2, 13.1, 13.1.2, R29, R62, R121  The owner gives up units worth so many divisional
    equivalents; whoever fought may be taken, headquarters, supply and forts too."""

    side: Side
    group: UnitSet
    need: int
    rule: str

    def _due(self, s: Position) -> int:
        return due(s, self.group, self.need)

    def able(self, s: Position) -> UnitSet:
        """Who can be given up as a whole."""
        goal = self._due(s)
        known: dict[tuple[int, bool], bool] = {}
        out = 0
        for unit in members(self.group):
            size = s.size(1 << unit)
            key = size, splits(s, unit)
            if key not in known:
                rest = totals(s, self.group & ~(1 << unit))
                known[key] = size <= goal and bool(rest >> (goal - size) & 1)
            if known[key]:
                out |= 1 << unit
        return out

    def breakable(self, s: Position) -> UnitSet:
        """13.1  Corps that can break down for it: what is missing of them must not be more than is due."""
        goal = self._due(s)
        return sum(1 << u for u in members(self.group & s.game.formed) if splits(s, u) and missing(s, u) <= goal)

    def ask(self, s: Position) -> Prompt | None:
        if self.need <= 0 or not self.group or self._due(s) >= s.size(self.group):
            return None
        offers = units(self.able(s)), units(self.breakable(s), "breakdown")
        return prompt(self.side, "13.0.1", "ask.lose", *offers, count=self.need)

    def run(self, s: Position) -> None:
        if self.need > 0:
            eliminate(s, self.group, self.rule)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if not isinstance(noun, int) or verb not in ("unit", "breakdown"):
            return no("13.0.1", "why.pick-loss")
        if not self.group >> noun & 1:
            return no("13.0.1", "why.not-in-combat", unit=noun)
        if verb == "unit":
            return None if self.able(s) >> noun & 1 else no("13.1", "why.too-much", unit=noun)
        return None if self.breakable(s) >> noun & 1 else no("13.1.2", "why.no-breakdown", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "unit":
            need = self.need - s.size(1 << noun)
            eliminate(s, 1 << noun, self.rule)
            s.push(replace(self, group=self.group & ~(1 << noun), need=need))
            return
        gone = missing(s, noun)
        parts = break_for_losses(s, noun)
        s.tell("log.breakdown", rule="13.1", units=1 << noun)
        s.push(replace(self, group=self.group & ~(1 << noun) | parts, need=self.need - gone))


def break_for_losses(s: Position, corps: int) -> UnitSet:
    """13.1, R28  A corps is replaced by the divisions there are counters for; the others are lost with it."""
    gone = missing(s, corps)
    if gone and s.national(1 << corps):
        toll = list(s.toll)
        toll[s.game.sheet.side[corps]] += gone
        s.toll = toll[0], toll[1]
    return replace_corps(s, corps, survivors(s, corps))
