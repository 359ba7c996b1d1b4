"""13.0.1, 13.1  Taking losses: so many divisional equivalents, of the owner's choice; corps may break down for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.position import POOL, Position, SnStep
from khalkhin.games.sn.reorganization import replace_corps

Counters = Mapping[tuple[str, str], int]
"""How many counters of each nation and type lie in the pool."""


def pooled(s: Position) -> Counters:
    """6.5, R28  Divisions that corps can break down into."""
    game = s.game
    found: dict[tuple[str, str], int] = {}
    for unit in members(s.stack(game.box(POOL)) & game.components):
        kind = game.sheet.nation[unit], game.type[unit]
        found[kind] = found.get(kind, 0) + 1
    return found


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


def lives(s: Position, group: UnitSet) -> int:
    """13.3.b, R63  How many times a group can lose a divisional equivalent before nobody is left; exact for a retreat,
    that is, up to three. Divisions without counters all go with the first loss of their corps."""
    total = 0
    for unit in members(group):
        left = survivors(s, unit).bit_count()
        total += left + bool(missing(s, unit)) if left else 1
    return total


# -- which totals can be lost ------------------------------------------------------------------------------------------


def totals(s: Position, group: UnitSet, pool: Counters) -> int:
    """13.1, R28, R29, R62  Every total that can be lost of a group with these counters in the pool, as a bit set.

    Whole units first: threes and ones. Of broken corps it takes one that loses one or two of its divisions, or two of
    them that keep one each: three ones or two and one are a corps lost whole, two ones are one corps that loses two.
    """
    game = s.game
    threes, ones = (group & game.corps).bit_count(), (group & ~game.corps).bit_count()
    found = _whole(s, threes, ones)
    corps = [_kept(s, unit, pool) for unit in members(group & game.formed)]
    if any(kept for _, kept in corps):
        one_broken = _whole(s, threes - 1, ones)
        for divisions, kept in corps:
            for lost in range(divisions - sum(kept.values()), divisions + 1) if kept else ():
                found |= one_broken << lost
        if _two_keep_one(corps, pool):
            found |= _whole(s, threes - 2, ones) << 4
    loose = {(game.sheet.nation[u], game.type[u]) for u in members(group & game.components)}
    for unit in members(group & game.formed):
        if any((game.sheet.nation[unit], kind) in loose for kind, _ in game.parts[unit]):
            # A division is lost, and its counter is what is left of the corps: for cavalry that is less than the corps.
            found |= _whole(s, threes - 1, ones - 1) << division_count(s, unit)
    return found


def _whole(s: Position, threes: int, ones: int) -> int:
    """The totals of whole units."""
    charts, found = s.game.charts, 0
    for count in range(threes + 1):
        found |= 1 << count * charts.corps_size
    small = 0
    for count in range(ones + 1):
        small |= 1 << count * charts.other_size
    out = 0
    for total in members(found):
        out |= small << total
    return out


Kept = tuple[int, Counters]
"""The divisions of a corps, and how many of each type can be left of them."""


def _kept(s: Position, corps: int, pool: Counters) -> Kept:
    nation = s.game.sheet.nation[corps]
    there = {(nation, kind): min(count, pool.get((nation, kind), 0)) for kind, count in s.game.parts[corps]}
    return division_count(s, corps), {kind: count for kind, count in there.items() if count}


def _two_keep_one(corps: Iterable[Kept], pool: Counters) -> bool:
    """Whether two corps can lose two divisions each: there is a counter for what is left of either."""
    for (_, first), (_, second) in combinations(corps, 2):
        if any(a != b or pool[a] > 1 for a in first for b in second):
            return True
    return False


def due(s: Position, group: UnitSet, need: int) -> int:
    """13.1, R62  What has to be lost: exactly so much, or the least that is more; all if there is no more."""
    above = totals(s, group, pooled(s)) >> need
    return need + ((above & -above).bit_length() - 1) if above else s.size(group)


def _can(s: Position, group: UnitSet, pool: Counters, total: int) -> bool:
    return bool(totals(s, group, pool) >> total & 1)


@step
class Lose(SnStep):
    """12.5.1, 13.0.1, 13.0.2, 13.1, 13.1.2, R29, R62, R63, R121  The owner gives up units worth so many divisional
    equivalents; whoever fought may be taken, headquarters, supply and forts too."""

    side: Side
    group: UnitSet
    need: int
    rule: str
    again: int = 0
    """13.3.b  How many times one more is lost after that, each by itself: for every zone entered."""

    def _due(self, s: Position) -> int:
        return due(s, self.group, self.need)

    def able(self, s: Position) -> UnitSet:
        """Who can be given up as a whole, so that the rest comes to what is due; a division's counter is free then."""
        goal, pool = self._due(s), pooled(s)
        known: dict[tuple[str, str], bool] = {}
        out = 0
        for unit in members(self.group):
            kind, size = (s.game.sheet.nation[unit], s.game.type[unit]), s.size(1 << unit)
            if kind not in known:
                freed = {**pool, kind: pool.get(kind, 0) + 1} if s.game.components >> unit & 1 else pool
                known[kind] = goal >= size and _can(s, self.group & ~(1 << unit), freed, goal - size)
            if known[kind]:
                out |= 1 << unit
        return out

    def breakable(self, s: Position) -> UnitSet:
        """13.1  Corps that can break down for it: what is missing is lost, and the rest can come to what is due."""
        goal, pool, out = self._due(s), pooled(s), 0
        for corps in members(self.group & s.game.formed):
            parts = survivors(s, corps)
            left = goal - missing(s, corps)
            used = dict(pool)
            for part in members(parts):
                used[s.game.sheet.nation[part], s.game.type[part]] -= 1
            if parts and left >= 0 and _can(s, self.group & ~(1 << corps) | parts, used, left):
                out |= 1 << corps
        return out

    def ask(self, s: Position) -> Prompt | None:
        if self.need <= 0 or not self.group or self._due(s) >= s.size(self.group):
            return None
        offers = units(self.able(s)), units(self.breakable(s), "breakdown")
        return prompt(self.side, "13.0.1", "ask.lose", *offers, count=self._due(s))

    def run(self, s: Position) -> None:
        if self.need > 0:
            eliminate(s, self.group, self.rule)
        elif self.again:
            s.push(replace(self, need=1, again=self.again - 1))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if not isinstance(noun, int) or verb not in ("unit", "breakdown"):
            return no("13.0.1", "why.pick-loss")
        if not self.group >> noun & 1:
            return no("13.0.1", "why.not-in-combat", unit=noun)
        if verb == "unit":
            return None if self.able(s) >> noun & 1 else no("13.1", "why.too-much", unit=noun)
        if self.breakable(s) >> noun & 1:
            return None
        corps = s.game.formed >> noun & 1
        return no("13.1.2", "why.breakdown-loss" if corps else "why.no-corps", unit=noun)

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
        if gone:
            s.tell("log.no-counters", rule="6.5", side=self.side, count=gone)
        s.push(replace(self, group=self.group & ~(1 << noun) | parts, need=self.need - gone))


def break_for_losses(s: Position, corps: int) -> UnitSet:
    """13.1, R28  A corps is replaced by the divisions there are counters for; the others are lost with it."""
    gone = missing(s, corps)
    if gone and s.national(1 << corps):
        toll = list(s.toll)
        toll[s.game.sheet.side[corps]] += gone
        s.toll = toll[0], toll[1]
    return replace_corps(s, corps, survivors(s, corps))
