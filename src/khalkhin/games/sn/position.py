"""The position of the game: what changes while it is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Step
from khalkhin.engine.codec import Place, Side, Unit, UnitSet
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

SOVIET, JAPAN = 0, 1
SIDES = (SOVIET, JAPAN)
TWICE = ("move", "air", "combat")
"""4.1.3-8  Phases that come twice in a player turn."""

UNUSED, POOL, REORG, HOME, AVAILABLE, INTERCEPTION, ABORTED, GONE = (
    "unused",
    "pool",
    "reorganization",
    "home",
    "available",
    "interception",
    "aborted",
    "gone",
)
"""Boxes: counters without a rule (2.12); what can be mobilized; corps that can be formed (7.4); the Home Islands
(23.0); strikes ready to attack or to intercept (15.2.1); those that broke off (15.2.17); headquarters lost for good
(6.4.1)."""

USSR, MPR, MANCHUKUO, KOREA, MENGJIANG, NORTH_CHINA = "USSR", "MPR", "Manchukuo", "Korea", "Mengjiang", "North China"

KEPT = 4096
"""So many answers are kept that follow from sets of hexes alone: they outlive the moves of units that are no part of
them, and the position."""


class Position(State):
    """Where the counters are is the engine's; these are the game's own fields."""

    if TYPE_CHECKING:
        game: StrikeNorth
    ORDERED = True
    PUBLIC = (
        *State.PUBLIC,
        "active",
        "round",
        "points",
        "ruined",
        "captured",
        "attackers",
        "defenders",
        "shown",
        "late",
        "announced",
        "close_support",
        "sorties",
        "downed",
        "toll",
        "broken_off",
        "trodden",
        "landings",
        "home_open",
    )
    STATUS = ("disrupted", "flipped", "flown", "shifted", "beached")
    OWN_STATUS = ("moved", "general", "offensive", "led", "landed", "locked", "served", "fed")

    active: Side = JAPAN
    round: int = 0
    """1 in the first Movement, Air and Combat Phase of a player turn, 2 in the second; 0 outside them."""
    points: tuple[int, int] = (0, 0)
    """5.0  Mobilization points."""
    disrupted: UnitSet = 0
    """15.2.28  Ground units with a Disrupted marker."""
    ruined: HexSet = 0
    """15.2.27  Disrupted cities."""
    captured: HexSet = 0
    """5.3.a.1  Cities that have brought their award."""
    flipped: UnitSet = 0
    """2.8, R9  Supply units that show their base side."""
    moved: UnitSet = 0
    """7.0, 8.6.1  Counters that have moved in this Movement Phase, or been turned, allotted or formed in this
    Reorganization Phase."""
    shifted: UnitSet = 0
    """15.1.2  Airbases that moved in the last Movement Phase: they launch nothing before the Air Phase is over."""
    general: UnitSet = 0
    """14.4.2  Units of the phasing side in General Supply when the phase began."""
    offensive: UnitSet = 0
    """14.3  Units in Offensive Supply in this phase."""
    led: UnitSet = 0
    """20.0.hq1-2  Units that began the phase within radius of a headquarters."""
    landed: UnitSet = 0
    """18.0.8, 19.0.6, R87  Units in automatic General Supply for this player turn."""
    locked: UnitSet = 0
    """14.4.3, R40  Supply units that have provided supply in this Movement Phase."""
    fed: UnitSet = 0
    """14.5.4, R93  Supply units that those expended for this phase supplied when it began."""
    served: UnitSet = 0
    """19.0.3, R112  Airbases that airborne units have used in this Movement Phase."""
    beached: UnitSet = 0
    """18.1.1  Units that share a hex with the enemies they have landed on."""
    flown: UnitSet = 0
    """15.2.3  Strikes used in this phase."""
    close_support: UnitSet = 0
    """15.2.32  Airstrikes on close air support."""
    sorties: tuple[tuple[Unit, Place], ...] = ()
    """15.1  Airstrikes on mission, each with the place it flew from: the hex of a base, or the Home Islands."""
    downed: tuple[tuple[Hex, int, int], ...] = ()
    """5.3.b, R16  Airstrikes lost over each hex in this Air Phase, Soviet and Japanese."""
    landings: tuple[tuple[Unit, Place], ...] = ()
    """15.3.1  Airstrikes that have come home in this Air Phase, each with the place where it landed."""
    home_open: bool = False
    """23.0.5, R106  Whether supply has been expended in the Home Islands in this phase."""
    broken_off: UnitSet = 0
    """15.2.17, R74  Airstrikes that have aborted in this game turn."""
    attackers: UnitSet = 0
    """12.0  Units of the attack in progress; divisions take the place of a corps that breaks down."""
    defenders: UnitSet = 0
    shown: UnitSet = 0
    """21.0  Units that both sides see because they fight or are attacked from the air."""
    late: UnitSet = 0
    """13.4.1  Units that have retreated in this Combat Phase: where they overstack they add no defence."""
    announced: tuple[tuple[Side, Hex, HexSet], ...] = ()
    """11.0  Zones of control of stacks that have a wider one than their top unit: everybody is told."""
    trodden: tuple[tuple[Unit, Hex], ...] = ()
    """13.3.f  Hexes that units have retreated into in this Combat Phase."""
    toll: tuple[int, int] = (0, 0)
    """5.3.b  National divisional equivalents lost by each side in the attack in progress."""

    # -- counters ---------------------------------------------------------------------------------------------------

    def put(self, unit: int, place: int) -> None:
        """A counter is set down; a fort stays on top of its stack (10.1.9). Who looks into enemy stacks by it cannot
        take it back."""
        side = self.game.sheet.side[unit]
        scout = place >= 0 and self.game.scouts >> unit & 1
        before = self.scouted(side) if scout else 0
        super().put(unit, place)
        if scout and self.scouted(side) & ~before & self.holding_more(1 - side, 1):
            self.seal()
        if place >= 0 and self.at[place] & self.game.forts:
            pile = self.piles[place]
            forts = tuple(u for u in pile if self.game.forts >> u & 1)
            self.piles[place] = (*(u for u in pile if u not in forts), *forts)

    def gain(self, side: int, points: int) -> None:
        """5.4, 5.5, R18  Mobilization points, never below zero nor above the end of the track."""
        now = list(self.points)
        now[side] = max(0, min(now[side] + points, self.game.charts.most_points))
        self.points = now[0], now[1]

    # -- boxes ------------------------------------------------------------------------------------------------------

    @property
    def at_home(self) -> UnitSet:
        """23.0  Ground units in the Home Islands."""
        return self.at.get(self.game.box(HOME), 0) & self.game.ground

    # -- the calendar -----------------------------------------------------------------------------------------------

    @property
    def month(self) -> dict[str, int | bool]:
        found: dict[str, int | bool] = self.game.scenarios[self.scenario].data["turns"]["months"][self.turn - 1]
        return found

    @property
    def winter(self) -> bool:
        return bool(self.month["winter"])

    def surprise(self, side: int) -> bool:
        """25.4, 25.8, 25.8.1, 25.8.2, 25.8.3, 25.8.4, R107  Whether the rules of the first turn help a side."""
        return side == JAPAN and self.turn == 1 and bool(self.game.scenarios[self.scenario].data["surprise"])

    def tell_phase(self, side: int, use: str) -> None:
        """4.1.3-8, 4.2.3-8  A first or second phase of movement, air or combat begins."""
        number = 3 * self.round + TWICE.index(use)
        phase = f"@phase.{self.game.sides[side]}_{use}_{self.round}"
        self.tell("log.phase", rule=f"4.{1 if side == JAPAN else 2}.{number}", phase=phase)

    # -- looking around ---------------------------------------------------------------------------------------------

    def ground(self, side: int) -> UnitSet:
        """3.2  The ground units of a side on the map: those of all its nations are friends."""
        return self._on_map(side) & self.game.ground

    def _on_map(self, side: int) -> UnitSet:
        """The counters of a side that are in no box: there are fewer boxes than hexes."""
        known = self.own_notes[side]
        found: UnitSet | None = known.get("on map")
        if found is None:
            boxed = 0
            for box in range(-len(self.game.boxes), 0):
                boxed |= self.at.get(box, 0)
            found = known["on map"] = self.game.sheet.of_side[side] & ~boxed
        return found

    def units_at(self, side: int, hex_: int) -> UnitSet:
        """The ground units of a side in a hex."""
        return self.at.get(hex_, 0) & self.game.sheet.of_side[side] & self.game.ground

    def strikes_at(self, side: int, hex_: int) -> UnitSet:
        """The airstrikes and naval bombardments of a side over a hex."""
        return self.at.get(hex_, 0) & self.game.sheet.of_side[side] & self.game.strikes

    def occupied(self, side: int) -> HexSet:
        """9.0, 9.0.1  The hexes that hold ground units of a side."""
        known = self.own_notes[side]
        found: HexSet | None = known.get("occupied")
        if found is None:
            found = self.held(side)
            for unit in members(self._on_map(side) & ~self.game.ground):
                if not self.units_at(side, self.where[unit]):
                    found &= ~(1 << self.where[unit])
            known["occupied"] = found
        return found

    def controlled(self, side: int) -> HexSet:
        """9.0, 9.0.2, 9.0.3, R24  Occupied hexes; Japan has all of North China besides, as long as no enemy stands
        there."""
        held = self.occupied(side)
        return held if side == SOVIET else held | self.game.realm[NORTH_CHINA] & ~self.occupied(SOVIET)

    def zone(self, side: int) -> HexSet:
        """11.0, 11.0.1, 11.1, 11.1.1, 11.1.2, 11.1.3, 11.3, 15.2.28, 20.0.riv2  Zones of control of a side: next to its
        undisrupted ground units, not over lakes and seas, not into states that they may not enter."""
        known, key = self.own_notes[side], ("zone", self.disrupted)
        found: HexSet | None = known.get(key)
        if found is None:
            found = known[key] = self._zone(side)
        return found

    def _zone(self, side: int) -> HexSet:
        game, out = self.game, 0
        able = game.ground & ~self.disrupted
        nations = [(able & game.sheet.of_nation[nation], game.enterable[nation]) for nation in game.nations[side]]
        for hex_ in members(self.held(side)):
            here = self.at[hex_]
            for group, open_ in nations:
                if here & group:
                    out |= game.contact[hex_] & open_
        return out

    def enemy_zone(self, side: int) -> HexSet:
        """11.2, 20.0.fort  Enemy zones of control that bind a side: a fort of its own negates them in its hex."""
        key = "enemy zone", side, self.disrupted
        found: HexSet | None = self.notes.get(key)
        if found is None:
            found = self.notes[key] = self.zone(1 - side) & ~self.hexes_of(side, self.game.forts)
        return found

    def size(self, group: UnitSet) -> int:
        """10.1, 10.1.2, 10.1.3  Divisional equivalents."""
        game = self.game
        corps = (group & game.corps).bit_count()
        return corps * game.charts.corps_size + (group & ~game.corps).bit_count() * game.charts.other_size

    def national(self, group: UnitSet) -> UnitSet:
        """5.3.b.2, 7.3  Units of Japan itself and of the USSR."""
        return group & self.game.national

    def strength(self, unit: int) -> int:
        return self.game.attack[unit]

    def allowance(self, unit: int) -> int:
        """8.1, R9  Movement allowance in half points; a supply base has none."""
        return 0 if self.flipped >> unit & 1 else self.game.movement[unit]

    def mobile(self, side: int) -> UnitSet:
        """8.2, R33  The ground units of a side on the map that can move at all."""
        return self.ground(side) & self.game.with_movement & ~self.flipped

    def radius(self, unit: int) -> int:
        """14.1, 20.0.hq3, 22.0.3  Radius of a supply unit or headquarters."""
        game = self.game
        if game.headquarters >> unit & 1:
            return game.charts.winter_radius if self.winter else game.radius[unit]
        return game.base_radius[unit] if self.flipped >> unit & 1 else game.radius[unit]

    def working(self, side: int, kind: UnitSet) -> UnitSet:
        """15.2.29  Undisrupted support units of a side on the map."""
        return self.ground(side) & kind & ~self.disrupted

    def lead(self, side: int) -> HexSet:
        """20.0.hq3  Hexes within radius of a side's undisrupted headquarters."""
        found = 0
        for unit in members(self.working(side, self.game.headquarters)):
            found |= self.game.within(self.where[unit], self.radius(unit))
        return found

    # -- fog of war -------------------------------------------------------------------------------------------------

    @property
    def setting_up(self) -> bool:
        """Whether the first turn is still to begin."""
        return bool(self.agenda) and getattr(self.agenda[0], "number", 0) == 1

    def scouted(self, side: int) -> HexSet:
        """21.1, 21.2, R10  Hexes that a side may examine: within radius of its headquarters, in its own turn also near
        its airbases."""
        flying = self.active == side and not self.setting_up
        known, key = self.own_notes[side], ("scouted", self.disrupted, flying, self.turn)
        found: HexSet | None = known.get(key)
        if found is None:
            found = self.lead(side)
            if flying:
                for unit in members(self.working(side, self.game.airbases)):
                    found |= self.game.within(self.where[unit], self.game.capacity[unit])
            known[key] = found
        return found


class SnStep(Step[Position]):
    """A step of this game."""
