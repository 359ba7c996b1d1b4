"""7.0  Reorganization: corps into divisions and back."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.sn.elimination import forget
from khalkhin.games.sn.position import AVAILABLE, HOME, INTERCEPTION, POOL, REORG, Position, SnStep
from khalkhin.games.sn.supply import begin_phase

PHASES = ("phase.soviet_reorganization", "phase.japan_reorganization")
INHERITED = (
    "disrupted",
    "moved",
    "general",
    "offensive",
    "led",
    "landed",
    "beached",
    "attackers",
    "defenders",
    "shown",
    "late",
)
"""R31  What divisions have of the corps they came of."""


def pick_parts(s: Position, corps: int, among: UnitSet) -> UnitSet | None:
    """7.0, R31  Counters that make up a corps, if they are all there: those that are not disrupted first."""
    game, found = s.game, 0
    nation = game.sheet.of_nation[game.sheet.nation[corps]]
    for kind, count in game.parts[corps]:
        able = sorted(members(among & nation & game.of_type[kind]), key=lambda u: s.disrupted >> u & 1)[:count]
        if len(able) < count:
            return None
        found |= sum(1 << u for u in able)
    return found


def breakable(s: Position, group: UnitSet) -> UnitSet:
    """7.0.1, 7.1, R28  Corps of a group whose divisions are all in the pool."""
    pool = s.stack(s.game.box(POOL))
    return sum(1 << u for u in members(group & s.game.formed) if pick_parts(s, u, pool) is not None)


def break_down(s: Position, corps: int) -> UnitSet:
    """7.1, 7.1.2  A corps is replaced by its divisions, where it stands."""
    parts = pick_parts(s, corps, s.stack(s.game.box(POOL)))
    assert parts is not None, "a corps breaks down into counters that are there"
    return replace_corps(s, corps, parts)


def replace_corps(s: Position, corps: int, parts: UnitSet) -> UnitSet:
    """R31, R111  Divisions take the place of a corps and are as it was; it lies ready to be formed again."""
    place, bit = s.where[corps], 1 << corps
    for part in members(parts):
        s.put(part, place)
    for name in INHERITED:
        if getattr(s, name) & bit:
            setattr(s, name, getattr(s, name) & ~bit | parts)
    s.trodden += tuple((part, hex_) for unit, hex_ in s.trodden if unit == corps for part in members(parts))
    forget(s, corps)
    s.send(corps, REORG)
    return parts


def combinable(s: Position, side: int, ready: UnitSet) -> dict[int, UnitSet]:
    """7.2, 7.3, 7.5, 14.5.1, 25.12.2, R32  Corps that divisions in one place and in General Supply can form, with
    them."""
    game = s.game
    out: dict[int, UnitSet] = {}
    free = s.in_box(side, REORG) & game.formed
    one = game.scenarios[s.scenario].data["one_mechanized_corps"]
    on_map = (s.ground(side) | s.at_home & game.sheet.of_side[side]) & game.of_type["mechanized_corps"]
    if one and on_map:
        free &= ~game.of_type["mechanized_corps"]
    for place in sorted({s.where[u] for u in members(ready & game.components)}):
        loose = s.at[place] & ready & game.components
        if not loose & (loose - 1):
            continue
        known: dict[tuple[str, str], UnitSet | None] = {}
        for corps in members(free):
            kind = game.sheet.nation[corps], game.type[corps]
            if kind not in known:
                known[kind] = pick_parts(s, corps, loose)
            if corps not in out and (parts := known[kind]) is not None:
                out[corps] = parts
    return out


def places_of(s: Position, side: int, corps: int, ready: UnitSet) -> list[int]:
    """Where a corps can be formed."""
    places = sorted({s.where[u] for u in members(ready & s.game.components)})
    return [p for p in places if pick_parts(s, corps, s.at[p] & ready & s.game.components) is not None]


def combine(s: Position, corps: int, parts: UnitSet) -> None:
    """7.2, R30, R31  Divisions go to the pool; the corps is disrupted if one of them was."""
    place = s.where[next(members(parts))]
    hurt = bool(parts & s.disrupted)
    for part in members(parts):
        forget(s, part)
        s.send(part, POOL)
    s.put(corps, place)
    s.general |= 1 << corps
    s.moved |= 1 << corps
    if hurt:
        s.disrupted |= 1 << corps


def ready_to_combine(s: Position, side: int) -> UnitSet:
    """6.3.2, 7.2, 7.3, 14.5.1  National divisions in General Supply, also recruits, also in the Home Islands."""
    mine = s.game.sheet.of_side[side]
    return s.national(s.general & mine) & s.game.components


@step
class Reorganize(SnStep):
    """4.1.2, 4.2.2, 7.0, 7.1.1, 15.2.7, R9  A side breaks corps down and forms them, turns supply units and allots its
    airstrikes, each once in a phase: who changes his mind takes it back."""

    side: Side
    begun: bool = False

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        """14.4.2, R93  Supply is fixed when the phase begins."""
        begin_phase(s, self.side)
        s.push(Reorganize(self.side, True))

    def _here(self, s: Position) -> UnitSet:
        return s.ground(self.side) | s.at_home & s.game.sheet.of_side[self.side]

    def _corps(self, s: Position) -> UnitSet:
        found = combinable(s, self.side, ready_to_combine(s, self.side))
        return sum(1 << u for u in found)

    def _supply(self, s: Position) -> UnitSet:
        return self._here(s) & s.game.supply & ~s.moved

    def _air(self, s: Position) -> UnitSet:
        return s.in_box(self.side, AVAILABLE, INTERCEPTION) & s.game.airstrikes & ~s.moved

    def ask(self, s: Position) -> Prompt | None:
        if not self.begun:
            return None
        offers = [
            units(breakable(s, s.national(self._here(s) & ~s.moved)), "breakdown"),
            units(self._corps(s), "combine"),
            units(self._supply(s), "flip"),
            units(self._air(s), "allot"),
        ]
        return prompt(self.side, "7.0", "ask.reorganize", *offers, bare("done"), any=int(any(offers)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb not in ("breakdown", "combine", "flip", "allot") or not isinstance(noun, int):
            return no("4.0", "why.not-now")
        if s.game.sheet.side[noun] != side:
            return no("7.0", "why.not-yours", unit=noun)
        if verb in ("breakdown", "flip", "allot") and s.moved >> noun & 1:
            return no("7.0", "why.reorganized", unit=noun)
        if verb == "breakdown":
            return self._why_breakdown(s, noun)
        if verb == "combine":
            return None if self._corps(s) >> noun & 1 else self._why_combine(s, noun)
        if verb == "flip":
            return None if self._supply(s) >> noun & 1 else self._why_not_flip(s, noun)
        return None if self._air(s) >> noun & 1 else no("15.2.7", "why.no-airstrike", unit=noun)

    def _why_not_flip(self, s: Position, unit: int) -> Reason:
        if not s.game.supply >> unit & 1:
            return no("2.8", "why.no-supply", unit=unit)
        return no("2.8", "why.off-map", unit=unit)

    def _why_breakdown(self, s: Position, unit: int) -> Reason | None:
        if not self._here(s) >> unit & 1:
            return no("7.1", "why.off-map", unit=unit)
        if not s.game.formed >> unit & 1:
            return no("7.3", "why.no-corps", unit=unit)
        return None if breakable(s, 1 << unit) else no("6.5", "why.no-counters", unit=unit)

    def _why_combine(self, s: Position, unit: int) -> Reason:
        if not s.in_box(self.side, REORG) >> unit & 1:
            return no("7.4", "why.not-free", unit=unit)
        data = s.game.scenarios[s.scenario].data
        if data["one_mechanized_corps"] and s.game.of_type["mechanized_corps"] >> unit & 1:
            on_map = self._here(s) & s.game.of_type["mechanized_corps"]
            if on_map:
                return no("25.12.2", "why.one-corps")
        return no("7.2", "why.no-parts", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        s.push(self)
        if verb == "breakdown":
            s.tell_of("log.breakdown", 1 << noun, "7.1")
            break_down(s, noun)
        elif verb == "combine":
            s.push(FormWhere(side, noun))
        elif verb == "flip":
            s.flipped ^= 1 << noun
            s.moved |= 1 << noun
            s.notes = {}
        else:
            box = INTERCEPTION if s.where[noun] == s.game.box(AVAILABLE) else AVAILABLE
            s.send(noun, box)
            s.moved |= 1 << noun


@step
class FormWhere(SnStep):
    """7.2  Where a corps is formed, if its divisions are in more than one place."""

    side: Side
    corps: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _places(self, s: Position) -> list[int]:
        return places_of(s, self.side, self.corps, ready_to_combine(s, self.side))

    def ask(self, s: Position) -> Prompt | None:
        places = self._places(s)
        if len(places) < 2:
            return None
        offers = [hexes(sum(1 << h for h in places if h >= 0))]
        if any(h < 0 for h in places):
            offers.append(bare("home"))
        return prompt(self.side, "7.2", "ask.form-where", *offers, who=group_name(s, 1 << self.corps))

    def run(self, s: Position) -> None:
        self._form(s, self._places(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "home":
            return None if s.game.box(HOME) in self._places(s) else no("7.2", "why.no-parts", unit=self.corps)
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else no("7.2", "why.no-parts", unit=self.corps)
        return asked_first(s, side, "7.2")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        self._form(s, noun if isinstance(noun, int) else s.game.box(HOME))

    def _form(self, s: Position, place: int) -> None:
        loose = s.at[place] & ready_to_combine(s, self.side)
        parts = pick_parts(s, self.corps, loose)
        assert parts is not None
        combine(s, self.corps, parts)
        s.tell_of("log.combine", 1 << self.corps, "7.2")

    def seen_by(self, s: Position, side: int | None) -> SnStep | None:
        return self if side == self.side else None
