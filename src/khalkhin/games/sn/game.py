"""The game as the engine knows it: its data, its set-up and the doors to its chapters."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from khalkhin.board.data import Row
from khalkhin.board.grid import Sides
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.mapsheet import load_map
from khalkhin.board.reach import Costs
from khalkhin.engine.agenda import Kind, Step, steps_in
from khalkhin.engine.charts import Chart
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.errors import Text
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import STANDING
from khalkhin.engine.goals import Goal
from khalkhin.engine.prospects import Prospects
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.engine.situation import Moment
from khalkhin.engine.stacks import OrderedStacks
from khalkhin.engine.summary import Objective, ScoreLine, StackLoad, Summary, SupplyLine
from khalkhin.games.sn import (
    about,
    air,
    air_combat,
    airborne,
    beginnings,
    combat,
    declaration,
    ground_attack,
    imagination,
    information,
    lines,
    losses,
    mobilization,
    movement,
    prospects,
    pursuit,
    rally,
    reorganization,
    retreat,
    sea,
    sequence,
    setup,
    stacking,
    supply,
    terrain,
    victory,
)
from khalkhin.games.sn.chart_list import chart_list
from khalkhin.games.sn.charts import Charts
from khalkhin.games.sn.position import (
    ABORTED,
    AVAILABLE,
    GONE,
    HOME,
    INTERCEPTION,
    POOL,
    REORG,
    TWICE,
    UNUSED,
    Position,
    SnStep,
)
from khalkhin.games.sn.shape import SHAPE

HERE = Path(__file__).parent
STRIKES = ("airstrike", "carrier_airstrike", "bombardment")
NAVAL = ("carrier", "amphibious", "chemical")
SUPPORT = ("headquarters", "airbase", "supply")


def _text(row: Row, name: str) -> str:
    return row.text(name)


def _number(row: Row, name: str) -> int:
    return row.integer(name) if row.text(name).isdecimal() else 0


class StrikeNorth(OrderedStacks[Position]):
    """Strike North."""

    code = "sn"
    sides = ("soviet", "japan")
    boxes = (UNUSED, POOL, REORG, HOME, AVAILABLE, INTERCEPTION, ABORTED, GONE)
    lost = (GONE,)
    retreats = ("ask.retreat",)
    overlay_kinds = ("zones", "points", "supply")
    top_rule = "10.1.8"
    hides_nations = True  # 21.0
    turn_rule = "4.0"
    factors = ("attack", "defence", "movement")
    verbs: ClassVar[Mapping[str, Kind]] = {
        **STANDING,
        "unit": Kind.UNIT,
        "hex": Kind.HEX,
        "done": Kind.NOTHING,
        "commit": Kind.NOTHING,
        "auto": Kind.NOTHING,
        "top": Kind.UNIT,
        # mobilization and reorganization (5, 6, 7)
        "recruit": Kind.UNIT,
        "depot": Kind.HEX,
        "home": Kind.NOTHING,
        "available": Kind.NOTHING,
        "interception": Kind.NOTHING,
        "breakdown": Kind.UNIT,
        "combine": Kind.UNIT,
        "flip": Kind.UNIT,
        "allot": Kind.UNIT,
        # movement and supply (8, 14, 18, 19)
        "rail": Kind.HEX,
        "sail": Kind.UNIT,
        "drop": Kind.UNIT,
        "expend": Kind.UNIT,
        # air (15, 16)
        "from": Kind.HEX,
        "mission": Kind.WORD,
        "strike": Kind.HEX,
        "target": Kind.WORD,
        "skip": Kind.NOTHING,
        # combat (12, 13)
        "attack": Kind.HEX,
        "also": Kind.HEX,
        "stand": Kind.UNIT,
        # the way of a move (8.1)
        "via": Kind.HEX,
    }
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = steps_in(
        SnStep,
        air,
        air_combat,
        airborne,
        losses,
        combat,
        declaration,
        ground_attack,
        mobilization,
        movement,
        pursuit,
        rally,
        reorganization,
        retreat,
        sea,
        sequence,
        setup,
        stacking,
        supply,
        victory,
    )
    state = Position
    shape = SHAPE
    words = HERE / "words"

    charts: Charts
    type: tuple[str, ...]
    of_type: dict[str, UnitSet]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    movement: tuple[int, ...]
    """8.1  Movement allowances in half points."""
    radius: tuple[int, ...]
    base_radius: tuple[int, ...]
    capacity: tuple[int, ...]
    range: tuple[int, ...]
    back_range: tuple[int, ...]
    kind: tuple[str, ...]
    of_kind: dict[str, UnitSet]
    walkers: tuple[tuple[tuple[str, UnitSet], ...], ...]
    """For each side the ground units of every class and nation: all that decides where they may go."""
    parts: tuple[tuple[tuple[str, int], ...], ...]
    """7.0  The divisions that each corps is made of."""
    nations: tuple[tuple[str, ...], ...]
    with_movement: UnitSet
    ground: UnitSet
    strikes: UnitSet
    airstrikes: UnitSet
    carrier_air: UnitSet
    bombardments: UnitSet
    carriers: UnitSet
    amphibious: UnitSet
    unused: UnitSet
    support: UnitSet
    combat_units: UnitSet
    """5.3.a, R15, R117  Ground units that are no support units."""
    headquarters: UnitSet
    airbases: UnitSet
    supply: UnitSet
    forts: UnitSet
    scouts: UnitSet
    """21.1, 21.2  Headquarters and airbases."""
    corps: UnitSet
    formed: UnitSet
    """6.3.1  Corps that are made by combining divisions."""
    components: UnitSet
    recruits: tuple[UnitSet, ...]
    """6.1  The counters by nation, type and range: those of a set are recruited alike."""
    late: UnitSet
    mech: UnitSet
    mountain: UnitSet
    marines: UnitSet
    airborne: UnitSet
    engineers: UnitSet
    flotillas: UnitSet
    special: UnitSet
    """20.0.ger  The Asienkorps."""
    national: UnitSet
    # Of the map (terrain.prepare).
    realm: dict[str, HexSet]
    """2.1.1  The hexes of every state."""
    enterable: dict[str, HexSet]
    friendly: tuple[HexSet, ...]
    cities: HexSet
    towns: HexSet
    ports: HexSet
    sea: HexSet
    land: HexSet
    coast: HexSet
    rough: HexSet
    desert: HexSet
    rail: HexSet
    linked: HexSet
    riverside: HexSet
    prizes: tuple[HexSet, ...]
    east_of_rokhlovo: HexSet
    west_edge: HexSet
    rail_links: Sides
    water: Sides
    line_walls: dict[tuple[str, bool], Sides]
    costs: dict[str, Costs]
    strides: dict[str, dict[Hex, HexSet]]
    """8.6  The neighbours of every hex that a class may step into, whatever it costs."""
    doors: dict[str, dict[Hex, HexSet]]
    """8.2, 8.8  The same, and beyond lakes for who may cross one by a whole move."""
    doors_back: dict[str, Sides]
    contact: dict[Hex, HexSet]
    from_east: dict[Hex, int]
    kept_within: dict[tuple[Hex, int], HexSet]
    kept_worth: dict[tuple[str, str, str], dict[Hex, tuple[int, int]]]
    lines: dict[str, tuple[setup.Line, ...]]

    def __init__(self, overrides: Path | None = None) -> None:
        super().__init__(Folder(HERE / "data", overrides))

    def load(self, folder: Folder) -> None:
        self.map = load_map(folder)
        self.charts = Charts(folder / "charts.toml")
        columns: dict[str, Callable[[Row, str], Any]] = {
            "type": _text,
            "size": _text,
            "class": _text,
            "attack": _number,
            "defence": _number,
            "movement": _number,
            "radius": _number,
            "capacity": _number,
            "range": _number,
            "back_radius": _number,
            "back_range": _number,
        }
        self.sheet = CounterSheet(folder / "counters.csv", self.sides, columns)
        self._counters()
        self._kinds()
        terrain.prepare(self)
        self._geometry()
        setup.prepare(self)

    def _counters(self) -> None:
        """What is printed on the counters."""
        found = self.sheet.columns
        self.type, self.attack, self.defence = found["type"], found["attack"], found["defence"]
        self.of_type = {name: self.sheet.such(self.type, name) for name in dict.fromkeys(self.type)}
        self.movement = tuple(self.charts.scale * m for m in found["movement"])
        self.with_movement = union(u for u, allowance in enumerate(self.movement) if allowance)
        self.radius, self.base_radius = found["radius"], found["back_radius"]
        self.capacity, self.range, self.back_range = found["capacity"], found["range"], found["back_range"]
        recipes = {(e.nation, e.corps): e.parts for e in self.charts.equivalents}
        self.parts = tuple(recipes.get(key, ()) for key in zip(self.sheet.nation, self.type, strict=True))
        self.nations = tuple(
            tuple(dict.fromkeys(n for n, s in zip(self.sheet.nation, self.sheet.side, strict=True) if s == side))
            for side in range(len(self.sides))
        )

    def _kinds(self) -> None:
        """The counters by what they are."""
        sheet, found = self.sheet, self.sheet.columns
        every = (1 << len(sheet)) - 1
        self.strikes = self._of(*STRIKES)
        self.airstrikes = self._of("airstrike", "carrier_airstrike")
        self.carrier_air, self.bombardments = self._of("carrier_airstrike"), self._of("bombardment")
        self.carriers, self.amphibious, self.unused = self._of("carrier"), self._of("amphibious"), self._of("chemical")
        self.ground = every & ~self.strikes & ~self._of(*NAVAL)
        self.support = self._of(*SUPPORT)
        self.combat_units = self.ground & ~self.support
        self.headquarters, self.airbases = self._of("headquarters"), self._of("airbase")
        self.supply, self.forts = self._of("supply"), self._of("fort")
        self.scouts = self.headquarters | self.airbases
        self.corps = sheet.such(found["size"], "XXX")
        self.formed = sum(1 << u for u, parts in enumerate(self.parts) if parts)
        national = sheet.of_nation["JP"] | sheet.of_nation["SU"]
        self.national = national
        kinds = {kind for parts in self.parts for kind, _ in parts}
        self.components = self._of(*kinds) & national
        alike: defaultdict[tuple[str, str, int], UnitSet] = defaultdict(int)
        for unit, sort in enumerate(zip(sheet.nation, self.type, self.range, strict=True)):
            alike[sort] |= 1 << unit
        self.recruits = tuple(alike.values())
        self.late = self._of("shock_army", "artillery_corps")
        self.mech = sheet.such(found["class"], "mech") & self.ground
        self.mountain, self.marines = self._of("mountain_division"), self._of("marine_brigade")
        self.airborne, self.engineers = self._of("airborne_brigade"), self._of("engineer_brigade")
        self.flotillas, self.special = self._of("flotilla"), self._of("special_division")
        self.kind = tuple(
            terrain.RIVER if self.flotillas >> u & 1 else terrain.MECH if self.mech >> u & 1 else terrain.NON
            for u in range(len(sheet))
        )
        self.of_kind = {name: sheet.such(self.kind, name) & self.ground for name in dict.fromkeys(self.kind)}
        self.walkers = tuple(
            tuple((kind, sheet.of_nation[n] & such) for n in nations for kind, such in self.of_kind.items())
            for nations in self.nations
        )

    def _of(self, *kinds: str) -> UnitSet:
        return self.sheet.such(self.type, *kinds)

    def _geometry(self) -> None:
        """What rules ask of neighbouring hexes."""
        grid, sheet = self.map.grid, self.map
        self.contact = {
            a: union(b for b in members(grid.around[a] & self.land) if not sheet.has_side("lake", a, b))
            for a in members(self.land)
        }
        self.from_east = {h: int(grid.name(h)[2:]) for h in members(grid.all)}
        self.kept_within = {}
        self.kept_worth = {}

    def next_to(self, hexes: HexSet) -> HexSet:
        """11.1  Land hexes next to some hexes, not over lakes."""
        found = 0
        for hex_ in members(hexes & self.land):
            found |= self.contact[hex_]
        return found

    def within(self, hex_: Hex, radius: int) -> HexSet:
        """Hexes within a radius of a hex."""
        key = hex_, radius
        if key not in self.kept_within:
            self.kept_within[key] = self.map.grid.within(1 << hex_, radius)
        return self.kept_within[key]

    def set_up(self, s: Position) -> None:
        setup.set_up(s)

    def watch(self, s: Position) -> None:
        information.announce(s)
        if s.agenda and not isinstance(s.agenda[-1], setup.Setup | setup.SetDown):
            victory.capture(s)

    def results_tables(self) -> Mapping[str, ResultsTable]:
        return {
            "combat": self.charts.combat,
            "air_attack": self.charts.air_attack,
            "air_attack_below": self.charts.air_below,
        }

    def sort_of(self, unit: int) -> str:
        return self.sheet.rows[unit].text("type")

    def chart_list(self) -> tuple[Chart, ...]:
        return chart_list(self)

    def score(self, s: Position, side: int | None) -> list[ScoreLine]:
        return list(victory.arithmetic(s))

    def goals(self, s: Position, side: int | None) -> tuple[Goal, ...]:
        return tuple(victory.goals(s))

    def about_hex(self, s: Position, hex_: Hex) -> tuple[Text, ...]:
        return tuple(about.of_hex(s, hex_))

    def about_unit(self, unit: int) -> tuple[Text, ...]:
        return tuple(about.of_unit(self, unit))

    def stack_loads(self, s: Position, side: int) -> tuple[StackLoad, ...]:
        return tuple(about.loads(s, side))

    def objective_list(self, s: Position, side: int | None) -> tuple[Objective, ...]:
        return victory.objectives(s)

    def aside(self, unit: int) -> str:
        return UNUSED if self.unused >> unit & 1 else REORG if self.formed >> unit & 1 else POOL

    def complete(self, s: Position, rest: UnitSet) -> None:
        beginnings.complete(s, rest)

    def begin_phase(self, s: Position, moment: Moment) -> None:
        beginnings.begin_phase(s, moment)

    def check(self, s: Position) -> None:
        sequence.check(s)

    # -- what a side may say at any time ------------------------------------------------------------------------------

    def coverable(self, s: Position, side: int) -> UnitSet:
        """3.0.1, 10.1.8, 10.1.9  In its own turn a side may put another unit on top of a stack; a fort stays there."""
        return information.coverable(s, side)

    def fixed(self, s: Position, side: int) -> HexSet:
        """10.1.9  A fort stays on top."""
        return s.hexes_of(side, self.forts)

    # -- information (21) -----------------------------------------------------------------------------------------

    def sees(self, s: Position, side: int | None, unit: int) -> bool:
        return information.sees(s, side, unit)

    def known(self, s: Position, side: int | None) -> UnitSet:
        return information.known(s, side)

    def prospects(self, s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
        return prospects.prospects(s, side, group, hex_)

    def markers(self, s: Position, side: int | None) -> dict[str, list[str]]:
        return information.markers(s, side)

    def phase(self, s: Position, key: str) -> str:
        """4.1.3-8, 4.2.3-8  Movement, air and combat come twice in a player turn."""
        return f"{key}_{s.round}" if s.round and key.endswith(TWICE) else key

    def summary(self, s: Position, side: int | None) -> Summary:
        return information.summary(s)

    def supply_lines(self, s: Position, side: int | None) -> tuple[SupplyLine, ...]:
        return lines.supply_lines(s, side)

    def zones(self, s: Position, side: int | None) -> Mapping[int, HexSet]:
        """11.0  Zones of control are announced, whoever exerts them."""
        return {who: s.zone(who) for who in range(len(self.sides))}

    def guess(
        self, s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random
    ) -> None:
        imagination.guess(s, seen, nameless, rng)
