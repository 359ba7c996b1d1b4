"""15.2, 16.0  The Air Phases: launching and interception."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step, units, words
from khalkhin.engine.codec import Place, Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, Text, no
from khalkhin.games.sn.air_combat import Contest, Landing, chances
from khalkhin.games.sn.bases import in_range, most_flights, sources, why_not_from
from khalkhin.games.sn.ground_attack import GroundAttack
from khalkhin.games.sn.position import AVAILABLE, INTERCEPTION, JAPAN, SIDES, Position, SnStep
from khalkhin.games.sn.supply import Expend, InterceptorSupply, begin_phase

PHASES = ("phase.soviet_air", "phase.japan_air")
GROUND, CAS = "ground", "cas"


@step
class AirPhase(SnStep):
    """4.1.4, 4.1.7, 4.2.4, 4.2.7, 15.0, 15.1.3, 15.1.4, 15.2.3, 15.2.12  Supply is fixed; missions are launched,
    intercepted, fought and flown home."""

    side: Side
    round: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        side = self.side
        s.round = self.round
        s.flown = 0
        s.sorties = s.landings = s.downed = ()
        if not any(s.in_box(who, AVAILABLE, INTERCEPTION) & s.game.strikes for who in SIDES):
            s.shifted &= ~s.game.sheet.of_side[side]
            return
        s.tell_phase(side, "air")
        s.push(Begin(side))
        self._supply(s)

    def _supply(self, s: Position) -> None:
        """14.3, 15.1.4, 25.4.3, R69  Supply is expended in the second round, by those whom it helps to fly."""
        side = self.side
        if self.round == 1:
            begin_phase(s, side)
            begin_phase(s, 1 - side)
        elif s.in_box(side, AVAILABLE) & s.game.airstrikes & ~s.game.carrier_air and not s.surprise(side):
            s.push(Expend(side, "air"))
        else:
            begin_phase(s, side)
            s.push(InterceptorSupply(side, s.surprise(side)))


@step
class Begin(SnStep):
    """22.0.1  How many airstrikes may fly is fixed when the phase begins."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        side = self.side
        s.push(
            Launch(side, most_flights(s, side)),
            Intercept(1 - side, most_flights(s, 1 - side)),
            Contest(),
            GroundAttack(side),
            Landing(side),
        )


# -- missions ----------------------------------------------------------------------------------------------------------


def targets(s: Position, side: int) -> HexSet:
    """15.2.10, R81, R116  Hexes that can be attacked from the air: enemy units, and enemy cities."""
    game = s.game
    held = s.occupied(1 - side)
    return held | game.cities & game.friendly[1 - side] & ~s.occupied(side)


def room(s: Position, side: int, hex_: Hex) -> bool:
    """15.2.6  Whether another airstrike of a side may fly over a hex."""
    return (s.strikes_at(side, hex_) & s.game.airstrikes).bit_count() < s.game.charts.per_hex[side]


def barred_first_turn(s: Position, unit: int) -> bool:
    """25.4.4, 25.8.4, R107  In the first turn of some scenarios no naval bombardment and no carrier airstrikes."""
    return s.surprise(JAPAN) and bool((s.game.carrier_air | s.game.bombardments) >> unit & 1)


def raids(s: Position, side: int, unit: int) -> HexSet:
    """15.2.4, 15.2.8, 15.2.10, 16.0  Where a strike can attack."""
    game = s.game
    if barred_first_turn(s, unit):
        return 0
    open_ = targets(s, side)
    if game.bombardments >> unit & 1:
        return open_ & game.coast
    open_ &= ~sum(1 << h for h in members(open_ & s.hexes_of(side, game.airstrikes)) if not room(s, side, h))
    found = 0
    for place in sources(s, side, unit, True):
        found |= in_range(s, unit, place, False, open_)
    return found


@step
class Launch(SnStep):
    """15.2.3, 15.2.8, 15.2.10, 16.0, 16.0.2, 16.0.4, 22.0.2  The phasing player sends airstrikes and ships to their
    targets."""

    side: Side
    most: int
    sent: int = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _able(self, s: Position) -> UnitSet:
        game = s.game
        ready = s.in_box(self.side, AVAILABLE) & game.strikes & ~s.flown
        if self.sent >= self.most:
            ready &= ~game.airstrikes
        return _alike(s, ready, lambda unit: bool(raids(s, self.side, unit)))

    def ask(self, s: Position) -> Prompt | None:
        if not s.flown and not s.in_box(self.side, AVAILABLE) & s.game.strikes:
            return None  # the boxes are open
        able = self._able(s)
        return prompt(self.side, "15.2.10", "ask.launch", units(able), bare("done"), any=int(bool(able)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return None if self._able(s) >> noun & 1 else self._why_not(s, noun)
        return no("15.2.10", "why.strike-first")

    def _why_not(self, s: Position, unit: int) -> Reason:
        game = s.game
        if game.sheet.side[unit] != self.side:
            return no("15.2.8", "why.not-yours", unit=unit)
        if s.flown >> unit & 1:
            return no("15.2.3", "why.flown", unit=unit)
        if not s.in_box(self.side, AVAILABLE) & game.strikes & 1 << unit:
            return no("15.2.8", "why.not-available", unit=unit)
        if barred_first_turn(s, unit):
            return no("25.4.4", "why.first-turn")
        if self.sent >= self.most and game.airstrikes >> unit & 1:
            return no("22.0.1", "why.winter-air", count=self.most)
        if game.bombardments >> unit & 1:
            return no("16.0", "why.nobody-ashore")
        if any(place >= 0 for place in sources(s, self.side, unit, True)):
            return no("15.2.4", "why.none-in-range", unit=unit)
        return no("15.1", "why.no-base", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(Mission(self, noun))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return flights(s)


def _alike(s: Position, group: UnitSet, test: Any) -> UnitSet:
    """Members of a group that pass a test; counters of a kind are tested once."""
    known: dict[tuple[str, int, int], bool] = {}
    out = 0
    for unit in members(group):
        key = s.game.type[unit], s.game.range[unit], s.game.back_range[unit]
        if key not in known:
            known[key] = test(unit)
        if known[key]:
            out |= 1 << unit
    return out


def flights(s: Position) -> dict[str, Any]:
    """Strikes on mission, as clients show them."""
    name, game = s.game.map.grid.name, s.game
    found: dict[str, list[str]] = {}
    for side in SIDES:
        for hex_ in members(s.hexes_of(side, game.strikes)):
            found.setdefault(name(hex_), []).extend(game.sheet.ids[u] for u in members(s.strikes_at(side, hex_)))
    return {"flights": found}


@step
class Mission(SnStep):
    """15.2.10, 15.2.20, 15.2.31  The target of a strike, then the base it flies from and what it is to do."""

    after: Launch
    unit: Unit
    target: Hex | None = None
    base: Place | None = None

    @property
    def phase(self) -> str:
        return self.after.phase

    def _ships(self, s: Position) -> bool:
        return bool(s.game.bombardments >> self.unit & 1)

    def _bases(self, s: Position) -> list[int]:
        assert self.target is not None
        side = self.after.side
        return [p for p in sources(s, side, self.unit, True) if in_range(s, self.unit, p, False, 1 << self.target)]

    def _close(self, s: Position) -> bool:
        """15.2.31, 15.2.32  Whether close air support is possible: Japanese airstrikes over enemy units."""
        side = self.after.side
        return side == JAPAN and not self._ships(s) and bool(s.occupied(1 - side) >> (self.target or 0) & 1)

    def ask(self, s: Position) -> Prompt | None:
        side = self.after.side
        if self.target is None:
            return prompt(side, "15.2.10", "ask.mission", hexes(raids(s, side, self.unit)), unit=self.unit)
        if not self._ships(s) and self.base is None:
            bases = self._bases(s)
            if len(bases) > 1:
                home = [bare("home")] if any(p < 0 for p in bases) else []
                there = hexes(sum(1 << p for p in bases if p >= 0), "from")
                return prompt(side, "15.1", "ask.base", there, *home, unit=self.unit)
            return None
        if self._close(s):
            offer = words("mission", GROUND, CAS)
            return prompt(side, "15.2.20", "ask.role", offer, unit=self.unit, hex=self.target)
        return None

    def run(self, s: Position) -> None:
        if not self._ships(s) and self.base is None:
            s.push(replace(self, base=self._bases(s)[0]))
        else:
            self._fly(s, GROUND)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.target is None:
            if verb != "hex" or not isinstance(noun, int):
                return no("15.2.10", "why.pick-target", unit=self.unit)
            return None if raids(s, side, self.unit) >> noun & 1 else self._why_not(s, noun)
        if verb in ("from", "home") and self.base is None:
            place = noun if isinstance(noun, int) else -1
            able = [p if p >= 0 else -1 for p in self._bases(s)]
            return None if place in able else why_not_from(s, side, self.unit, noun, True)
        if verb == "mission" and self.base is not None:
            if noun not in (GROUND, CAS):
                return no("15.2.20", "why.role", unit=self.unit)
            return None if self._close(s) else no("15.2.31", "why.no-cas")
        return asked_first(s, side, "15.2.10")

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        side = self.after.side
        if not targets(s, side) >> hex_ & 1:
            return no("15.2.10", "why.no-target", hex=hex_)
        if self._ships(s):
            return no("16.0", "why.no-coast", hex=hex_)
        if not room(s, side, hex_):
            return no("15.2.6", "why.full-sky", hex=hex_)
        return no("15.2.4", "why.out-of-range", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "hex" and isinstance(noun, int):
            s.push(replace(self, target=noun))
        elif verb in ("from", "home"):
            s.push(replace(self, base=noun if isinstance(noun, int) else s.game.box("home")))
        else:
            assert isinstance(noun, str)
            self._fly(s, noun)

    def _fly(self, s: Position, role: str) -> None:
        assert self.target is not None
        s.put(self.unit, self.target)
        s.flown |= 1 << self.unit
        if not self._ships(s):
            assert self.base is not None
            s.sorties = (*s.sorties, (self.unit, self.base))
        if role == CAS:
            s.close_support |= 1 << self.unit
        s.tell("log.launched", rule="15.2.10", unit=self.unit, hex=self.target, mission=f"@mission.{role}")
        s.push(replace(self.after, sent=self.after.sent + (not self._ships(s))))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.after.side else self.after

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return flights(s)


# -- interception ------------------------------------------------------------------------------------------------------


def contested(s: Position, side: int) -> HexSet:
    """15.2.11, 16.0.1  Hexes with enemy airstrikes on mission; ships cannot be intercepted."""
    return s.hexes_of(1 - side, s.game.airstrikes)


def patrols(s: Position, side: int, unit: int) -> HexSet:
    """2.7.1, 15.2.9, 15.2.11  Hexes where an interceptor can fly to."""
    if barred_first_turn(s, unit):
        return 0
    open_ = sum(1 << h for h in members(contested(s, side)) if room(s, side, h))
    found = 0
    for place in sources(s, side, unit, False):
        found |= in_range(s, unit, place, True, open_)
    return found


@step
class Intercept(SnStep):
    """15.2.9, 15.2.11, 15.2.12  The other player sends interceptors to hexes with enemy airstrikes."""

    side: Side
    most: int
    sent: int = 0

    @property
    def phase(self) -> str:
        return PHASES[1 - self.side]

    def _able(self, s: Position) -> UnitSet:
        if self.sent >= self.most:
            return 0
        ready = s.in_box(self.side, INTERCEPTION) & s.game.airstrikes & ~s.flown
        return _alike(s, ready, lambda unit: bool(patrols(s, self.side, unit)))

    def ask(self, s: Position) -> Prompt | None:
        waiting = s.in_box(self.side, INTERCEPTION) & s.game.airstrikes & ~s.flown
        if not contested(s, self.side) or not waiting or self.sent >= self.most:
            return None  # boxes and missions are open, so everybody knows
        able = self._able(s)
        return prompt(self.side, "15.2.11", "ask.intercept", units(able), bare("done"), any=int(bool(able)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return None if self._able(s) >> noun & 1 else self._why_not(s, noun)
        return no("15.2.11", "why.strike-first")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if s.game.sheet.side[unit] != self.side:
            return no("15.2.9", "why.not-yours", unit=unit)
        if s.flown >> unit & 1:
            return no("15.2.3", "why.flown", unit=unit)
        if not s.in_box(self.side, INTERCEPTION) & s.game.airstrikes & 1 << unit:
            return no("15.2.9", "why.cannot-intercept", unit=unit)
        if barred_first_turn(s, unit):
            return no("25.4.4", "why.first-turn")
        if any(place >= 0 for place in sources(s, self.side, unit, False)):
            return no("15.2.4", "why.none-in-range", unit=unit)
        return no("15.2.12", "why.no-base", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(Scramble(self, noun))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return flights(s)


def _told(text: Text) -> dict[str, Any]:
    return {"key": text.key, "params": dict(text.params)}


@step
class Scramble(SnStep):
    """15.2.11  Where an interceptor flies to, and from where."""

    after: Intercept
    unit: Unit
    target: Hex | None = None

    @property
    def phase(self) -> str:
        return self.after.phase

    def _bases(self, s: Position) -> list[int]:
        assert self.target is not None
        side = self.after.side
        return [p for p in sources(s, side, self.unit, False) if in_range(s, self.unit, p, True, 1 << self.target)]

    def ask(self, s: Position) -> Prompt | None:
        side = self.after.side
        if self.target is None:
            return prompt(side, "15.2.11", "ask.scramble", hexes(patrols(s, side, self.unit)), unit=self.unit)
        bases = self._bases(s)
        if len(bases) < 2:
            return None
        return prompt(side, "15.1", "ask.base", hexes(sum(1 << p for p in bases), "from"), unit=self.unit)

    def run(self, s: Position) -> None:
        self._fly(s, self._bases(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.target is None and verb == "hex" and isinstance(noun, int):
            return None if patrols(s, side, self.unit) >> noun & 1 else self._why_not(s, noun)
        if self.target is not None and verb == "from" and isinstance(noun, int):
            return None if noun in self._bases(s) else why_not_from(s, side, self.unit, noun, False)
        return asked_first(s, side, "15.2.11")

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        if not contested(s, self.after.side) >> hex_ & 1:
            return no("15.2.11", "why.nothing-flies", hex=hex_)
        if not room(s, self.after.side, hex_):
            return no("15.2.6", "why.full-sky", hex=hex_)
        return no("15.2.4", "why.out-of-range", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "hex":
            s.push(replace(self, target=noun))
        else:
            self._fly(s, noun)

    def _fly(self, s: Position, base: int) -> None:
        assert self.target is not None
        s.put(self.unit, self.target)
        s.flown |= 1 << self.unit
        s.sorties = (*s.sorties, (self.unit, base))
        s.tell("log.intercepts", rule="15.2.11", unit=self.unit, hex=self.target)
        s.push(replace(self.after, sent=self.after.sent + 1))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.after.side else self.after

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.after.side or self.target is not None:
            return flights(s)
        open_ = patrols(s, side, self.unit)
        notes = {s.game.map.grid.name(hex_): _told(chances(s, side, hex_, 1)) for hex_ in members(open_)}
        return {**flights(s), "notes": notes}
