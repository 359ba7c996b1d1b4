"""The position of the game: what changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Step
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

SOVIET, JAPAN = 0, 1

OUT, DISPLAY, REORG, HAND, WAITING, DEAD = "out", "display", "reorganization", "hand", "waiting", "eliminated"
"""Boxes: counters of options not in use; what can be recruited; components absorbed in divisions and idle divisions;
units in hand, bought or given by an event; air units that miss a Recruit Phase (15.4); counters gone for good."""

USSR, MPR, MANCHUKUO, MENGJIANG, DISPUTED = "USSR", "MPR", "Manchukuo", "Mengjiang", "Disputed"


class Position(State):
    """Where the counters are is the engine's; these are the game's own fields."""

    if TYPE_CHECKING:
        game: KhalkinGolWar
    ORDERED = True
    PUBLIC = (
        *State.PUBLIC,
        "winter",
        "active",
        "segment",
        "points",
        "trenches",
        "unmanned",
        "aerodromes",
        "attackers",
        "defenders",
        "shown",
        "spared",
        "struck",
        "missions",
        "quota",
        "railhead",
        "laid",
        "gekokujo",
        "sorge",
        "leader_free",
    )
    STATUS = ("flipped", "supplied", "flown", "sortied")
    OWN_STATUS = ("moved", "railed", "attacked", "gifts", "mongolian")

    winter: bool = False
    """22.1  From the month it sets in to the end."""
    active: Side = JAPAN
    segment: int = 1
    points: tuple[int, int] = (0, 0)
    """8.1, 8.1.c  Recruit points of each side, kept until they are spent."""
    flipped: UnitSet = 0
    """Depots, bridges and partisans: counters that show their back."""
    moved: UnitSet = 0
    """Units that have moved in this Movement Phase."""
    railed: UnitSet = 0
    """10.4  Units that have ridden the railroad in this Movement Phase."""
    attacked: UnitSet = 0
    """13.1  Units that have attacked in this Combat Phase."""
    supplied: UnitSet = 0
    """16.3.3.d-e  Units that may move and attack in this second Segment."""
    flown: UnitSet = 0
    """15.2.b  Air units used in this player turn."""
    sortied: UnitSet = 0
    """15.4  Air units that flew a mission in their last player turn: they are lost first."""
    attackers: UnitSet = 0
    """13.2  Units of the combat in progress, attacking and defending; a division broken down leaves its parts here."""
    defenders: UnitSet = 0
    shown: UnitSet = 0
    """21.0  Units that both sides see because they fight or are bombed."""
    spared: HexSet = 0
    """13.1  Hexes that hold a unit attacked already in this Combat Phase (Q-23)."""
    struck: HexSet = 0
    """15.4, 15.5  Targets of the air missions of this step of the Air Attack Phase (Q-59)."""
    missions: tuple[int, int] = (0, 0)
    """22.2  Air missions flown by each side in this turn, and how many it may fly in winter."""
    quota: tuple[int, int] = (0, 0)
    trenches: tuple[HexSet, HexSet] = (0, 0)
    """18.1.d-e  Entrenched hexes of each side, for all its contingents: markers, no units."""
    unmanned: HexSet = 0
    """18.4.c  Entrenchments of the set-up that nobody has occupied yet."""
    aerodromes: tuple[HexSet, HexSet] = (0, 0)
    """15.3  Aerodromes that each side controls: whose ground units were there last (Q-03)."""
    formed: tuple[tuple[Unit, UnitSet], ...] = ()
    """17.2  Divisions in play, each with the components it has absorbed, in the order of the counters."""
    gifts: UnitSet = 0
    """9.6.c  Units in hand, given by an event, that come in beside the quota of the west edge."""
    mongolian: UnitSet = 0
    """24.6.3  Partisans of the MPR; in the Disputed Area the place does not tell which country they may not leave."""
    railhead: int = 0
    """24.7  How many hexes of the unfinished line have been built."""
    laid: int = 0
    """24.7  How many of them in this Organization Phase."""
    gekokujo: bool = False
    """19.2.1.a-b  Whether the marker can be used in this turn's second Japanese Segment."""
    sorge: bool = False
    """Soviet event 6: until the turn ends the Soviets see everything."""
    leader_free: bool = False
    """19.1, 23.1.2  Whether Zhukov is still to come of himself, from the month on that the scenario names (Q-76)."""

    # -- counters ---------------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """A counter is set down; ground units take control of aerodromes and raze enemy entrenchments (15.3, 18.4)."""
        super().put(unit, place)
        if place >= 0 and self.game.ground >> unit & 1:
            self.tread(self.game.sheet.side[unit], place, stops=True)

    def tread(self, side: int, place: Hex, stops: bool = False) -> None:
        """A ground unit comes into a hex, to stay or to walk on."""
        enemy, hex_ = 1 - side, 1 << place
        if self.trenches[enemy] & hex_:
            self.raze(enemy, hex_)
        if self.occupies(stops):
            self.unmanned &= ~hex_
        if self.game.aerodromes & hex_ and not self.aerodromes[side] & hex_:
            self.aerodromes = _pair(side, self.aerodromes[side] | hex_, self.aerodromes[enemy] & ~hex_)

    def occupies(self, stops: bool) -> bool:
        """18.4.c, Q-108  Whether a unit that comes into an entrenchment of the set-up occupies it: if it stops there.

        Who only passes through, on foot or by rail, holds nothing when his move ends; and whether an entrenchment is
        held is asked when a move has ended, as for all others (18.4.b, Q-53). By a house rule he occupies it, too.
        """
        return stops or self.options["passing_garrison"]

    def entrench(self, side: int, hexes: HexSet) -> None:
        """18.1  Mark hexes."""
        self.trenches = _pair(side, self.trenches[side] | hexes, self.trenches[1 - side])

    def raze(self, side: int, hexes: HexSet) -> None:
        """18.4.b-c  Take entrenchment markers away."""
        rule = "18.4.b" if hexes & ~self.unmanned else "18.4.c"
        self.tell("log.trench-gone", rule=rule, hexes=hexes)
        self.trenches = _pair(side, self.trenches[side] & ~hexes, self.trenches[1 - side])
        self.unmanned &= ~hexes

    def gain(self, side: int, points: int) -> None:
        """8.1  Recruit points, never below zero nor above the end of the track (Q-11)."""
        now = list(self.points)
        now[side] = max(0, min(now[side] + points, self.game.charts.most_points))
        self.points = now[0], now[1]

    # -- looking around ---------------------------------------------------------------------------------------------

    def on_map(self, side: int) -> UnitSet:
        """All counters of a side on the map, air units included."""
        key = "on map", side
        found: UnitSet | None = self.notes.get(key)
        if found is None:
            off = 0
            for place in range(-len(self.game.boxes), 0):
                off |= self.at.get(place, 0)
            found = self.notes[key] = self.game.sheet.of_side[side] & ~off
        return found

    def ground(self, side: int) -> UnitSet:
        """The ground units of a side on the map."""
        return self.on_map(side) & self.game.ground

    def units_at(self, side: int, hex_: int) -> UnitSet:
        """The ground units of a side in a hex."""
        return self.at.get(hex_, 0) & self.game.sheet.of_side[side] & self.game.ground

    def air_at(self, side: int, hex_: int) -> UnitSet:
        """The air units of a side based in a hex, Air Supply included."""
        return self.at.get(hex_, 0) & self.game.sheet.of_side[side] & ~self.game.ground

    def occupied(self, side: int) -> HexSet:
        """The hexes that hold ground units of a side."""
        key = "occupied", side
        found: HexSet | None = self.notes.get(key)
        if found is None:
            found = self.notes[key] = self.hexes_of(side, self.game.ground)
        return found

    def zone(self, side: int) -> HexSet:
        """12.1.a-d  The zones of control of a side: all hexes next to its ground units but unfrozen lakes (Q-57)."""
        key = "zone", side
        found: HexSet | None = self.notes.get(key)
        if found is None:
            found = self.game.map.grid.spread(self.occupied(side)) & ~self.water
            self.notes[key] = found
        return found

    @property
    def water(self) -> HexSet:
        """Lakes that are not frozen."""
        return 0 if self.winter else self.game.lakes

    @property
    def finished_rail(self) -> HexSet:
        """24.7, Q-95  Hexes on finished track, the built part of the unfinished line included."""
        return self.game.railroad | self.game.built[self.railhead]

    def mobile(self, unit: int) -> bool:
        """Whether a ground unit can move at all: depots and bridges are static (2.3)."""
        return bool((self.game.ground & ~self.static()) >> unit & 1)

    def static(self) -> UnitSet:
        """Depots and bridges."""
        return self.flipped & (self.game.supply | self.game.engineers)

    def strength(self, unit: int) -> int:
        """Combat factor of the side that shows."""
        return self.game.back_combat[unit] if self.flipped >> unit & 1 else self.game.combat[unit]

    def allowance(self, unit: int) -> int:
        """10.1  Movement factor of the side that shows, in half points."""
        return self.game.back_movement[unit] if self.flipped >> unit & 1 else self.game.movement[unit]

    @property
    def partisans(self) -> tuple[tuple[int, str], ...]:
        """24.6.3  Partisans on the map and the country that each may not leave."""
        rebels = self.game.agents & self.flipped
        return tuple((u, self.homeland(u)) for u in members(rebels) if self.where[u] >= 0)

    def homeland(self, unit: int) -> str:
        """24.6.3, Q-67  The country of a partisan: where it is, and in the Disputed Area what its owner has named."""
        where = self.where[unit]
        if self.game.disputed >> where & 1:
            return MPR if self.mongolian >> unit & 1 else MANCHUKUO
        return next(name for name, land in self.game.country.items() if land >> where & 1)

    def load(self, group: UnitSet) -> int:
        """10.4  How much of the railroad's capacity a group takes: a division all of it, others one part (Q-20)."""
        divisions = (group & self.game.divisions).bit_count()
        return self.game.charts.rail_capacity * divisions + (group & ~self.game.divisions).bit_count()

    @property
    def rail_used(self) -> int:
        """10.4  How much of the capacity is used in this phase. It would tell a division from a regiment (21.0)."""
        return self.load(self.railed)

    def parts(self, division: int) -> UnitSet:
        """17.2.c  The components that a division in play has absorbed."""
        return next((parts for unit, parts in self.formed if unit == division), 0)


def _pair(side: int, mine: HexSet, theirs: HexSet) -> tuple[HexSet, HexSet]:
    return (mine, theirs) if side == SOVIET else (theirs, mine)


class KgwStep(Step[Position]):
    """A step of this game."""
