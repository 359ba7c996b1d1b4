"""14.3, 14.4, 15.0  Fighting battles one by one: the table, markers played, the die, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, numbers, prompt, step, units, words
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.declaring import Battle
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Odds, ResultsTable, Shift, Throw
from khalkhin.games.pbn.campaign import may_hold, rule_of, use
from khalkhin.games.pbn.charts import ALL, ASSAULT, HALF, ONE, RAID
from khalkhin.games.pbn.declaration import PHASES
from khalkhin.games.pbn.elimination import damage, eliminate, surrounded
from khalkhin.games.pbn.losses import LoseHalf, LoseOne
from khalkhin.games.pbn.odds import battle_odds, seen_headquarters
from khalkhin.games.pbn.position import JAPAN, RESERVE, SUPPORT, PbnStep, Position
from khalkhin.games.pbn.pursuit import Pursuit
from khalkhin.games.pbn.refusals import not_played
from khalkhin.games.pbn.retreat import Retreat
from khalkhin.games.pbn.stacking import room, strongest
from khalkhin.games.pbn.strike import guarded

TABLES = (RAID, ASSAULT)


@dataclass(frozen=True)
class Fight:
    """14.3  A battle in progress: who, where, on which table, and what has been thrown in."""

    side: Side
    targets: HexSet
    table: str = RAID
    banzai: bool = False
    experience: bool = False
    support: int = 0
    """31.0  Close air support points, where the variant is in use."""
    employed: UnitSet = 0
    """12.5.3  Defenders that add strength."""


@step
class Battles(PbnStep):
    """14.28, 14.3, 14.3.10  The attacker picks the next battle, until all are fought."""

    side: Side
    battles: tuple[Battle, ...]

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _targets(self) -> HexSet:
        """All hexes to be attacked: any of its own names a battle."""
        found = 0
        for battle in self.battles:
            found |= battle.targets
        return found

    def ask(self, s: Position) -> Prompt | None:
        if len(self.battles) < 2:
            return None
        return prompt(self.side, "14.28", "ask.next-battle", hexes(self._targets(), "attack"))

    def run(self, s: Position) -> None:
        if self.battles:
            self._begin(s, self.battles[0])
        else:
            s.end_phase()

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "attack" and isinstance(noun, int):
            return None if self._targets() >> noun & 1 else no("14.28", "why.not-declared", hex=noun)
        return no("14.28", "why.pick-battle")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._begin(s, next(b for b in self.battles if b.targets >> noun & 1))

    def _begin(self, s: Position, battle: Battle) -> None:
        """14.3.1, 18.1  The attacker names his units: both sides see who fights."""
        s.push(Battles(self.side, tuple(b for b in self.battles if b != battle)))
        s.attackers = battle.units
        if not s.attackers:
            return  # only in the imagination of who does not see the attackers
        begin(s, self.side, battle.targets)

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        """18.0  Who attacks is seen when the battle is fought; before that only where."""
        if side == self.side or s.result is not None:
            return self
        return Battles(self.side, tuple(Battle(_seen(s, side, b.units), b.targets) for b in self.battles))


def _seen(s: Position, side: int | None, group: UnitSet) -> UnitSet:
    return sum(1 << u for u in members(group) if s.game.sees(s, side, u))


def begin(s: Position, side: int, targets: HexSet) -> None:
    """14.26  All units of the attacked hexes defend."""
    s.defenders = 0
    for hex_ in members(targets):
        s.defenders |= s.land_at(1 - side, hex_)
    s.shown |= s.attackers | s.defenders
    s.face_down &= ~(s.attackers | s.defenders)
    s.seal()
    s.tell("log.attack", rule="14.3.1", units=s.attackers, hexes=targets)
    s.tell("log.defend", rule="14.26", units=s.defenders)
    s.push(ChooseTable(Fight(side, targets)))


def fight_odds(s: Position, fight: Fight, known: UnitSet = -1) -> Odds:
    """14.3.4, JCM.5.1, SCM.8, 31.1  The battle as it stands, with the markers and flyers thrown in, and the support of
    these headquarters."""
    value, extra = s.game.charts.shifts, []
    sign = 1 if fight.side == JAPAN else -1
    if fight.banzai:
        extra.append(Shift("JCM.5.1", "shift.banzai", sign * value["banzai"]))
    if fight.experience:
        extra.append(Shift("SCM.8", "shift.experience", -sign * value["experience"]))
    if fight.support:
        extra.append(Shift("31.1", "shift.close-support", fight.support * value["close_support"]))
    table = results(s, fight)
    return battle_odds(s, table, s.attackers, fight.targets, _employed(s, fight), tuple(extra), known)


def results(s: Position, fight: Fight) -> ResultsTable:
    """14.4, JCM.5.3  The table in use; with Banzai! Bloodbath and Contact are the end of one side."""
    tables = s.game.charts.combat
    table = tables[fight.table]
    if not fight.banzai:
        return table
    end = "AE" if fight.side == JAPAN else "DE"
    cells = {at: end if code in ("BB", "C") else code for at, code in table.cells.items()}
    return replace(table, cells=cells, kinds={**tables[ASSAULT].kinds, **table.kinds})


def _employed(s: Position, fight: Fight) -> UnitSet:
    """12.5.3  Who adds strength: everybody, but in overstacked hexes those chosen, or the strongest."""
    found = 0
    for hex_ in members(fight.targets):
        here = s.stack(hex_) & s.defenders
        if s.size(here) <= s.game.charts.stack_limit:
            found |= here
        else:
            found |= here & fight.employed or strongest(s, here)
    return found


def _details(s: Position, fight: Fight, viewer: int | None) -> dict[str, Any]:
    """The battle as a side knows it: headquarters that it does not see may yet shift the column."""
    plan = {
        "side": s.game.sides[fight.side],
        "kind": fight.table,
        **Battle(s.attackers, fight.targets).to_data(s),
        "defenders": [s.game.sheet.ids[u] for u in members(s.defenders)],
    }
    return {"plan": plan, "odds": fight_odds(s, fight, seen_headquarters(s, viewer)).to_data()}


@step
class FightStep(PbnStep):
    """A step of a battle in progress."""

    fight: Fight

    @property
    def phase(self) -> str:
        return PHASES[self.fight.side]

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return _details(s, self.fight, side)


@step
class ChooseTable(FightStep):
    """14.3.2, 14.41, 18.3, 31.0, 31.3  The attacker chooses Raid or Assault, and close air support in the variant."""

    fight: Fight

    def _flyers(self, s: Position) -> range:
        most = min(s.air(self.fight.side, SUPPORT), s.game.charts.support_limit)
        return range(1, most + 1) if not self.fight.support else range(0)

    def ask(self, s: Position) -> Prompt:
        offers = words("table", *TABLES), numbers("support", self._flyers(s))
        return prompt(self.fight.side, "14.41", "ask.table", *offers, hexes=self.fight.targets)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "table":
            return None if noun in TABLES else no("14.4", "why.no-table")
        if verb == "support" and isinstance(noun, int):
            return None if noun in self._flyers(s) else self._why_no_support(s)
        return no("14.3.2", "why.pick-table")

    def _why_no_support(self, s: Position) -> Reason:
        if not s.options["close_support"]:
            return no("31.0", "why.support-option")
        if self.fight.support:
            return no("31.3", "why.support-given", count=self.fight.support)
        return no("31.3", "why.support", count=len(self._flyers(s)))

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "support" and isinstance(noun, int):
            s.tell("log.close-support", rule="31.0", side=side, count=noun)
            s.push(ChooseTable(replace(self.fight, support=noun)))
            return
        assert isinstance(noun, str)
        fight = replace(self.fight, table=noun)
        s.tell("log.table", rule="14.3.2", side=side, table=f"@table.{noun}")
        s.push(*interrupts(s, fight))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """14.4  The odds on either table."""
        shown = _details(s, self.fight, side)
        other = fight_odds(s, replace(self.fight, table=ASSAULT), seen_headquarters(s, side)).to_data()
        return {**shown, "alternatives": {RAID: shown["odds"], ASSAULT: other}}


def interrupts(s: Position, fight: Fight) -> Iterator[PbnStep]:
    """14.3  In this order: the defender's Recon, a marker of the attacker, one of the defender, and which of too many
    defenders add strength; then the die."""
    yield Answer(fight, 1 - fight.side, "recon")
    yield Answer(fight, fight.side, "spirit")
    yield Answer(fight, 1 - fight.side, "spirit")
    for hex_ in members(fight.targets):
        here = s.stack(hex_) & s.defenders
        if s.size(here & ~s.late) > s.game.charts.stack_limit:
            yield EmployDefenders(fight, hex_)
    yield Resolve(fight)


def amend(s: Position, fight: Fight) -> None:
    """What is still to come of the battle goes on with what has just been decided."""
    s.agenda = tuple(replace(entry, fight=fight) if isinstance(entry, FightStep) else entry for entry in s.agenda)


@step
class Answer(FightStep):
    """14.41, 15.5, JCM.5, JCM.8.2, SCM.6.2, SCM.8, R48, R49, R50  A side may play a marker: the defender Recon,
    to name the table; either Banzai! or Tactical Experience. Who holds any marker is asked: it tells nothing."""

    fight: Fight
    who: Side
    kind: str

    def _marker(self, s: Position) -> int:
        game = s.game
        if self.kind == "recon":
            return game.recon[self.who]
        return game.banzai if self.who == JAPAN else game.experience

    def _applies(self, s: Position) -> bool:
        """R48, R49  Banzai! in any battle with a unit of the Japanese side, Tactical Experience with a Soviet one."""
        if self.kind == "recon" or self.who == JAPAN:
            return True
        return bool((s.attackers | s.defenders) & s.game.sheet.of_nation["SU"])

    def ask(self, s: Position) -> Prompt | None:
        marker = self._marker(s)
        if not self._applies(s) or not may_hold(s, marker):
            return None
        held = s.holds(marker)
        offers = []
        if held and self.kind == "recon":
            offers.append(words("table", *TABLES))
        elif held:
            offers.append(units(1 << marker, "play", spends=True))
        key = "ask.recon" if self.kind == "recon" else "ask.spirit"
        targets = self.fight.targets
        return prompt(self.who, self._rule(), key, *offers, bare("pass"), count=int(held), hexes=targets)

    def _rule(self) -> str:
        return "14.41" if self.kind == "recon" else "15.5" if self.who == JAPAN else "SCM.8"

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "pass":
            return None
        marker = self._marker(s)
        if verb == "table" and self.kind == "recon":
            if noun not in TABLES:
                return no("14.4", "why.no-table")
            return None if s.holds(marker) else no("14.41", "why.not-held", unit=marker)
        if verb == "play" and isinstance(noun, int):
            if noun != marker or not s.holds(marker):
                return not_played(s, side, noun)
            return None if self.kind != "recon" else no("14.41", "why.pick-table")
        return no(self._rule(), "why.answering" if s.holds(marker) else "why.pass-only")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "pass":
            return
        marker = self._marker(s)
        use(s, marker)
        s.seal()
        rule = ("SCM.6.2", "JCM.8.2")[side] if self.kind == "recon" else rule_of(s, marker)
        s.tell("log.played", rule=rule, loud=True, side=side, unit=marker)
        if self.kind == "recon":
            assert isinstance(noun, str)
            amend(s, replace(self.fight, table=noun))
            s.tell("log.table-named", rule=rule, loud=True, table=f"@table.{noun}")
        elif side == JAPAN:
            amend(s, replace(self.fight, banzai=True))
        else:
            amend(s, replace(self.fight, experience=True))


@step
class EmployDefenders(FightStep):
    """12.5.3  Which units of an overstacked hex add strength: up to the limit, the owner's choice."""

    fight: Fight
    hex: Hex
    units: UnitSet = 0

    def _able(self, s: Position) -> UnitSet:
        here = s.stack(self.hex) & s.defenders & ~s.game.supply & ~s.late & ~self.units
        left = room(s, self.units)
        return sum(1 << u for u in members(here) if s.game.stacking[u] <= left)

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        if not able:
            return None
        side, picked = 1 - self.fight.side, int(bool(self.units))
        return prompt(side, "12.5.3", "ask.defend", units(able), bare("done"), hex=self.hex, picked=picked)

    def run(self, s: Position) -> None:
        chosen = self.units or strongest(s, s.stack(self.hex) & s.defenders)
        amend(s, replace(self.fight, employed=self.fight.employed | chosen))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int) and s.stack(self.hex) & s.defenders & 1 << noun:
            return None if self._able(s) >> noun & 1 else no("12.5.3", "why.no-room", unit=noun)
        return no("12.5.3", "why.employing", hexes=1 << self.hex)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
        else:
            self.run(s)

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == 1 - self.fight.side else replace(self, units=0)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The battle with those who have been chosen so far, for who chooses."""
        chosen = self.units if side == 1 - self.fight.side else 0
        return _details(s, replace(self.fight, employed=self.fight.employed | chosen), side)


# -- the die -----------------------------------------------------------------------------------------------------------


@step
class Resolve(FightStep):
    """14.3.5, 14.3.6, 14.3.7, 15.1, 15.21  Who is surrounded is noted; the column, the die, and the result at once."""

    fight: Fight

    def run(self, s: Position) -> None:
        fight = self.fight
        s.doomed = sum(1 << u for u in members(s.attackers | s.defenders) if surrounded(s, u))
        odds = fight_odds(s, fight)
        assert odds.column is not None
        for shift in odds.shifts:
            if "unit" in shift.params:  # headquarters that support are no secret any more
                s.shown |= 1 << s.game.sheet.index[shift.params["unit"]]
        if s.log is not None:
            data = odds.to_data()
            told = {name: data[name] for name in ("attack", "defence", "base", "shifts")}
            s.tell("log.odds", rule="14.3.3", hexes=fight.targets, **told)
        (die,) = s.roll(1)
        throw = Throw(fight.side, s.game.charts.combat[fight.table], odds.column, (die,), fight.targets, odds)
        printed, code = throw.result, odds.table.result(odds.column, die)
        column = odds.table.columns[odds.column]
        told = {"column": column, "dice": str(die), "result": f"@result.{printed}", "codes": printed}
        s.tell("log.result", rule="14.3.7", throw=throw, **told)
        if code != printed:
            s.tell("log.banzai", rule="JCM.5.3", result=f"@result.{code}")
        guns = any(guarded(s, 1 - fight.side, hex_, None) for hex_ in members(fight.targets))
        s.push(*self._consequences(s, code), EndBattle(fight, guns))

    def _consequences(self, s: Position, code: str) -> Iterator[PbnStep]:
        """2.34.6, 2.34.7, 14.3.8, 14.3.9, 15.1, R87  In the order of the key; where both lose, the defender first."""
        row: Mapping[str, Any] = s.game.charts.codes[code]
        a, fight = self.fight.side, self.fight
        yield TakeLosses(1 - a, "defenders", row["defender"])
        yield TakeLosses(a, "attackers", row["attacker"])
        conductor = {"attacker": a, "defender": 1 - a}
        if row["attacker_retreats"] and not self._stands(a):
            who = conductor.get(row["conductor"], a)
            yield Retreat(a, who, "attackers", row["attacker_retreats"])
        if (row["defender_retreats"] or row["rout"]) and not self._stands(1 - a):
            who = conductor.get(row["conductor"], 1 - a)
            yield Retreat(1 - a, who, "defenders", row["defender_retreats"])
        if row["pursuit"]:
            points = ((h, (s.land_at(1 - a, h) & s.game.supply).bit_count()) for h in members(fight.targets))
            yield Pursuit(a, fight.targets, tuple(points))

    def _stands(self, side: int) -> bool:
        """JCM.5.2, R114  With Banzai! the Japanese ignore retreats and routs."""
        return self.fight.banzai and side == JAPAN


@step
class TakeLosses(PbnStep):
    """15.2, 15.11, 15.12  Losses of one side: everybody, half, or one battalion equivalent."""

    side: Side
    role: str
    loss: str

    def run(self, s: Position) -> None:
        group: UnitSet = getattr(s, self.role)
        if self.loss == ALL:
            eliminate(s, group, "15.2")
        elif self.loss == HALF and group:
            s.push(LoseHalf(self.side, group, self.role == "attackers"))
        elif self.loss == ONE and group:
            s.push(LoseOne(self.side, group, "15.22"))


@step
class EndBattle(FightStep):
    """14.3.10, 31.1, 31.2  The battle is over; flyers of the variant are shot at and go home."""

    fight: Fight
    guns: bool
    """Whether an enemy anti-aircraft unit was near when the die was thrown."""

    def run(self, s: Position) -> None:
        fight = self.fight
        for _ in range(fight.support):
            (die,) = s.roll(1)
            hit = die >= (5 if self.guns else 6)
            s.tell("log.flyer-hit" if hit else "log.flyer-safe", rule="31.2", dice=str(die))
            if hit:
                damage(s, fight.side, 1, SUPPORT, "31.2")
            else:
                s.fly(fight.side, 1, SUPPORT, RESERVE)
        s.attackers = s.defenders = s.doomed = 0
