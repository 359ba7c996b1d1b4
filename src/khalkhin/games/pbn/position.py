"""The position of the game: what changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Step
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

SOVIET, JAPAN = 0, 1
SIDES = (SOVIET, JAPAN)

OUT, BROKEN, REPLACEABLE, PERMANENT, REMOVED = "out", "broken", "replaceable", "permanent", "removed"
"""Boxes: not in the game yet, or in the mix; regiments broken down (9.1); lost units that can be refitted (15.21) and
those that cannot; counters out of the game."""
BASES = ("tamsag", "hailar")
"""26.2  The off-map base of each side."""
RESERVE, SUPERIORITY, INTERDICTION, RECON, STRIKE, SUPPORT = (
    "reserve",
    "superiority",
    "interdiction",
    "recon",
    "strike",
    "support",
)
DAMAGED, SHOT_DOWN = "damaged", "shot_down"
MISSIONS = (SUPERIORITY, INTERDICTION, RECON, STRIKE, SUPPORT)
"""16.31, R10  The boxes of the Air Operations Display; support is variant 31."""
POOL, HAND, DRAWN, EFFECT = "pool", "hand", "drawn", "effect"
"""5.3  Campaign markers to pick, held, picked and soon to go back to the pool (R42), and in effect."""
LAST_MONTH = 6
TRACK = tuple(f"turn_{n}" for n in range(1, LAST_MONTH + 1))
"""2.34.10  The spaces of the turn tracks, with the units that arrive there."""


def is_hex(place: int) -> bool:
    """Whether a place is on the map; boxes have numbers below zero."""
    return place >= 0


class Position(State):
    """Where the counters are is the engine's; these are the game's own fields."""

    if TYPE_CHECKING:
        game: Nomonhan
    PUBLIC = (
        *State.PUBLIC,
        "first",
        "active",
        "impulse",
        "points",
        "levels",
        "stavka",
        "short",
        "fortified",
        "shown",
        "late",
        "announced",
        "attackers",
        "defenders",
        "doomed",
    )
    STATUS = ("suppressed", "activated", "flipped", "scouted")
    OWN_STATUS = ("moved", "eligible", "kept", "face_down", "delayed", "bought", "jammed")

    first: Side = SOVIET
    """4.1.1  The First Player of the turn."""
    active: Side = SOVIET
    impulse: int = 0
    """1 in initial impulses, 2 in follow-on impulses, 0 before and after them."""
    points: tuple[int, int] = (0, 0)
    """24.1  Victory points."""
    levels: tuple[int, int] = (0, 0)
    """5.2  Command control levels: markers picked a turn."""
    stavka: int = 0
    """SCM.2.1  The turn in which STAVKA was picked."""
    short: int = 0
    """JCM.6.2  Supply points that Gekokujo costs the Japanese this turn."""
    suppressed: UnitSet = 0
    """8.2  Combat units that are not combat effective."""
    activated: UnitSet = 0
    """7.3  Headquarters on their front."""
    kept: UnitSet = 0
    """JCM.6.1, R44  Headquarters that Gekokujo keeps activated for the turn."""
    moved: UnitSet = 0
    """11.2  Units that have moved in this Movement Phase."""
    eligible: UnitSet = 0
    """10.2, 7.3.2  Units that may move in this follow-on impulse."""
    jammed: UnitSet = 0
    """12.4, 12.5.2  Supply points in hexes that were overstacked when the last phase ended."""
    fortified: tuple[HexSet, HexSet] = (0, 0)
    """21.0  Fortified hexes of each side."""
    examined: tuple[UnitSet, UnitSet] = (0, 0)
    """18.0, R95  Enemy units that each side has examined in this phase."""
    shown: UnitSet = 0
    """Units that both sides see to the end of the phase, because they fight or are interdicted."""
    late: UnitSet = 0
    """15.35  Units that have retreated in this Combat Phase: where they overstack they add no strength."""
    attackers: UnitSet = 0
    """14.3.1  Units of the battle in progress; battalions take the place of a unit that breaks down."""
    defenders: UnitSet = 0
    doomed: UnitSet = 0
    """15.21  Units of the battle that were surrounded when it began: those lost are gone for good."""
    announced: HexSet = 0
    """18.4  Hexes of stacks whose zone of control has been announced in this phase."""
    face_down: UnitSet = 0
    """34.0  Units that show their back."""
    delayed: UnitSet = 0
    """16.64.1  Units on the track that interdiction has delayed: it does not touch them in the turn they come."""
    bought: UnitSet = 0
    """27.2.1  Markers in hand that were bought: they are used this turn, or go back to the pool."""

    # -- counters ---------------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """A counter is set down; the instant a fortification is empty it is gone (21.3)."""
        old = self.where[unit]
        super().put(unit, place)
        if is_hex(old) and old != place:
            side = self.game.sheet.side[unit]
            if self.fortified[side] >> old & 1 and not self.land_at(side, old):
                self.fortified = _pair(side, self.fortified[side] & ~(1 << old), self.fortified[1 - side])

    def fortify(self, side: int, hexes: HexSet) -> None:
        """2.33.1, 20.0.3  Mark hexes; there are as many markers as are needed."""
        self.fortified = _pair(side, self.fortified[side] | hexes, self.fortified[1 - side])

    def score(self, side: int, points: int, rule: str = "24.1.1") -> None:
        """24.1, 24.1.1, SCM.3  Victory points are gained, twice as many while there is a crisis in Europe."""
        gain = 2 * points if self.crisis else points
        if gain:
            self._add(side, gain)
            self.tell("log.points", rule=rule, side=side, count=gain, loud=True)

    def pay(self, side: int, points: int) -> None:
        """27.2, 25.6.4  Victory points are spent; never doubled (R46, R61)."""
        self._add(side, -points)

    def _add(self, side: int, points: int) -> None:
        now = list(self.points)
        now[side] += points
        self.points = now[0], now[1]

    def examine(self, side: int, group: UnitSet) -> None:
        """18.0  A side looks at enemy counters."""
        seen = list(self.examined)
        seen[side] |= group
        self.examined = seen[0], seen[1]

    @property
    def scouted(self) -> UnitSet:
        """R95  Whoever has been examined in this phase; flights and fronts are open, so his owner knows it too."""
        return self.examined[SOVIET] | self.examined[JAPAN]

    @scouted.setter
    def scouted(self, group: UnitSet) -> None:
        of_side = self.game.sheet.of_side
        self.examined = group & of_side[JAPAN], group & of_side[SOVIET]

    @property
    def flipped(self) -> UnitSet:
        """2.31.2  Headquarters that show their backs: those that are not activated."""
        return self.game.headquarters & ~self.activated

    @flipped.setter
    def flipped(self, group: UnitSet) -> None:
        self.activated &= ~group

    # -- boxes ------------------------------------------------------------------------------------------------------

    def air(self, side: int, box: str) -> int:
        """16.1, 26.1  How many air points of a side are in a box; all are based off the map."""
        return (self.in_box(side, box) & self.game.air).bit_count()

    def fly(self, side: int, count: int, source: str, to: str) -> None:
        """16.1, R39  Air points change their box; one is as good as another."""
        for unit in list(members(self.in_box(side, source) & self.game.air))[:count]:
            self.send(unit, to)

    def based(self, side: int) -> UnitSet:
        """26.2  What is in a side's off-map base."""
        return self.in_box(side, BASES[side])

    def holds(self, marker: int) -> bool:
        """5.4  Whether a campaign marker is held."""
        return self.where[marker] == self.game.box(HAND)

    def in_effect(self, marker: int) -> bool:
        return self.where[marker] == self.game.box(EFFECT)

    @property
    def crisis(self) -> bool:
        """SCM.3  Crisis in Europe."""
        return self.in_effect(self.game.crisis)

    # -- looking around ---------------------------------------------------------------------------------------------

    def land_at(self, side: int, hex_: int) -> UnitSet:
        """The land units of a side in a hex: combat units, headquarters, supply."""
        return self.stack(hex_) & self.game.sheet.of_side[side] & self.game.land

    def on_map(self, side: int) -> UnitSet:
        """The land units of a side on the map."""
        key = "on map", side
        found: UnitSet | None = self.notes.get(key)
        if found is None:
            found = 0
            for hex_ in members(self.held(side)):
                found |= self.at[hex_]
            found &= self.game.sheet.of_side[side] & self.game.land
            self.notes[key] = found
        return found

    def occupied(self, side: int) -> HexSet:
        """2.36.12  The hexes where a side has land units; deception markers and air units occupy nothing."""
        key = "occupied", side
        found: HexSet | None = self.notes.get(key)
        if found is None:
            found = self.notes[key] = self.hexes_of(side, self.game.land)
        return found

    def exerting(self, side: int) -> HexSet:
        """7.8.3, 8.2.1, 13.0, R11  Hexes with a combat-effective combat unit of a side: they have a zone of control."""
        return self.hexes_of(side, self.game.fighting & ~self.suppressed)

    def zone(self, side: int) -> HexSet:
        """13.0, 13.1, 13.2  The zones of control of a side; nothing blocks or cancels them."""
        key = "zone", side, self.suppressed
        found: HexSet | None = self.notes.get(key)
        if found is None:
            found = self.notes[key] = self.game.map.grid.spread(self.exerting(side))
        return found

    def size(self, group: UnitSet) -> int:
        """7.8.3, 10.6, 12.1, 12.2, 12.3, R24  Battalion equivalents of a group for stacking: headquarters count, supply
        and markers are free."""
        size = self.game.stacking
        return sum(size[u] for u in members(group))

    def overstacked(self, side: int) -> HexSet:
        """12.1  Hexes with more than the limit."""
        game, found = self.game, 0
        for hex_ in members(self.holding_more(side, 1)):
            if self.size(self.land_at(side, hex_)) > game.charts.stack_limit:
                found |= 1 << hex_
        return found

    def turn_box(self, turn: int) -> str | None:
        """2.34.10  The space of the turn track; None past the end (6.25)."""
        return TRACK[turn - 1] if turn <= self.game.last_turn(self) else None

    def end_phase(self) -> None:
        """12.4, 12.5, 12.5.1, 12.5.2, R95  At the end of every phase: headquarters of overstacked hexes go inactive,
        supply there serves nobody; views are over."""
        full = 0
        for side in SIDES:
            for hex_ in members(self.overstacked(side)):
                full |= self.at[hex_]
                if inactive := self.at[hex_] & self.activated:
                    self.tell("log.overstacked", 1 << side, "12.5.1", units=inactive, hex=hex_)
        self.activated &= ~full
        self.jammed = full & self.game.supply
        self.examined = (0, 0)
        self.shown = self.late = self.announced = 0
        self.notes = {}


def _pair(side: int, mine: int, theirs: int) -> tuple[int, int]:
    return (mine, theirs) if side == SOVIET else (theirs, mine)


class PbnStep(Step[Position]):
    """A step of this game."""
