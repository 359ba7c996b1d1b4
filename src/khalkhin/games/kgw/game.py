"""The game as the engine knows it: its data, its set-up and the doors to its chapters."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from khalkhin.board.data import Row
from khalkhin.board.hexset import Hex, HexSet, union
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
from khalkhin.games.kgw import (
    about,
    advance,
    air,
    air_combat,
    bases,
    beginnings,
    combat,
    counterattack,
    events,
    housekeeping,
    imagination,
    information,
    losses,
    movement,
    organization,
    prospects,
    recruit,
    retreat,
    sequence,
    setup,
    stacking,
    supply,
    terrain,
    victory,
)
from khalkhin.games.kgw.chart_list import chart_list
from khalkhin.games.kgw.charts import Alike, Charts, Equivalent
from khalkhin.games.kgw.position import DEAD, DISPLAY, HAND, JAPAN, OUT, REORG, SOVIET, WAITING, KgwStep, Position
from khalkhin.games.kgw.shape import SHAPE

HERE = Path(__file__).parent
AIR = ("air", "air_supply")


def _text(row: Row, name: str) -> str:
    return row.text(name)


def _number(row: Row, name: str) -> int:
    return row.integer(name) if row.text(name).isdecimal() else 0


def _halves(row: Row, name: str) -> int:
    """A price in half points; 0 where a counter is never bought."""
    return int(2 * Fraction(row.text(name))) if row.text(name) else 0


class KhalkinGolWar(OrderedStacks[Position]):
    """Khalkin-Gol War."""

    code = "kgw"
    sides = ("soviet", "japan")
    boxes = (OUT, DISPLAY, REORG, HAND, WAITING, DEAD)
    lost = (DEAD,)
    retreats = ("ask.retreat",)
    overlay_kinds = ("zones", "points", "supply")
    top_rule = "21.0"
    hides_nations = True  # 21.0
    turn_rule = "6.0"
    factors = ("combat", "movement")
    verbs: ClassVar[Mapping[str, Kind]] = {
        **STANDING,
        "unit": Kind.UNIT,
        "hex": Kind.HEX,
        "done": Kind.NOTHING,
        "commit": Kind.NOTHING,
        "auto": Kind.NOTHING,
        # recruiting and organisation (8, 9, 17, 18, 20)
        "recruit": Kind.UNIT,
        "depot": Kind.HEX,
        "flip": Kind.UNIT,
        "combine": Kind.UNIT,
        "breakdown": Kind.UNIT,
        "entrench": Kind.UNIT,
        "bridge": Kind.UNIT,
        "extend": Kind.UNIT,
        "country": Kind.WORD,
        # movement (10)
        "rail": Kind.HEX,
        "top": Kind.UNIT,
        # air (15)
        "superiority": Kind.HEX,
        "strike": Kind.HEX,
        "relocate": Kind.UNIT,
        "reuse": Kind.UNIT,
        "deliver": Kind.HEX,
        # combat (13, 14)
        "attack": Kind.HEX,
        "support": Kind.UNIT,
        "maximum": Kind.UNIT,
        "counterattack": Kind.HEX,
        "retreat": Kind.NOTHING,
        "withdraw": Kind.UNIT,
        # supply (16, 19.2)
        "supply": Kind.UNIT,
        "gekokujo": Kind.HEX,
        "as": Kind.WORD,
    }
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = steps_in(
        KgwStep,
        advance,
        air,
        air_combat,
        combat,
        counterattack,
        events,
        housekeeping,
        losses,
        movement,
        organization,
        recruit,
        retreat,
        sequence,
        setup,
        supply,
    )
    state = Position
    shape = SHAPE
    words = HERE / "words"

    charts: Charts
    type: tuple[str, ...]
    combat: tuple[int, ...]
    movement: tuple[int, ...]
    """10.1  Movement factors in half points; armoured trains have none (19.4)."""
    back_combat: tuple[int, ...]
    back_movement: tuple[int, ...]
    formation: tuple[str, ...]
    """24.5  The division whose number a counter carries."""
    cost: tuple[int, ...]
    """9.1  Prices in half points."""
    ground: UnitSet
    air: UnitSet
    """Air units that fly missions: Air Supply is none."""
    supply: UnitSet
    engineers: UnitSet
    artillery: UnitSet
    trains: UnitSet
    cavalry: UnitSet
    agents: UnitSet
    divisions: UnitSet
    stackable: UnitSet
    """11.1  Ground units that count for stacking; agents only once they are partisans."""
    equivalents: tuple[Equivalent | None, ...]
    mech: UnitSet
    shock: UnitSet
    bracketed: UnitSet
    """2.3.1  Units that only defend."""
    alike: tuple[Alike, ...]
    """17.1  What counters have to have in common to stand for each other."""
    zhukov: int
    uprising: tuple[int, ...]
    """24.6.2  The highest roll on which an agent raises partisans."""
    transport: int
    """The Air Supply counter."""
    marker: int
    """The Gekokujo marker."""
    # Of the map (terrain.prepare).
    country: dict[str, HexSet]
    disputed: HexSet
    lakes: HexSet
    towns: HexSet
    roads: HexSet
    rivers: HexSet
    railroad: HexSet
    line: tuple[Hex, ...]
    built: tuple[HexSet, ...]
    """24.7  The hexes of the unfinished line that are track after so many extensions."""
    north_of_herlen: HexSet
    objectives: HexSet
    aerodromes: HexSet
    lines: dict[str, tuple[setup.Line, ...]]
    """23.0  The set-up of every scenario."""
    kept_components: dict[tuple[int, bool], tuple[tuple[UnitSet, int], ...]]
    kept_costs: dict[tuple[str, bool, HexSet], Costs]
    movement_class: tuple[str, ...]
    kept_closed: dict[tuple[str, bool], HexSet]
    kept_standing: dict[tuple[bool, str, bool], HexSet]
    kept_sorts: dict[tuple[int, bool, int], tuple[tuple[HexSet, UnitSet], ...]]
    """Units that may be imagined in the same hexes."""
    kept_steps: dict[tuple[str, bool], dict[Hex, HexSet]]

    def __init__(self, overrides: Path | None = None) -> None:
        super().__init__(Folder(HERE / "data", overrides))

    def load(self, folder: Folder) -> None:
        self.map = load_map(folder)
        self.charts = Charts(folder / "charts.toml")
        columns: dict[str, Callable[[Row, str], Any]] = {
            "type": _text,
            "size": _text,
            "class": _text,
            "combat": _number,
            "movement": _number,
            "back_combat": _number,
            "back_movement": _number,
            "shock": _text,
            "bracket": _text,
            "cost": _halves,
            "formation": _text,
            "range": _text,
        }
        self.sheet = CounterSheet(folder / "counters.csv", self.sides, columns)
        self._counters()
        grid = self.map.grid
        self.objectives = union(grid.at(p["hex"]) for p in self.charts.places if p["objective"])
        self.aerodromes = union(grid.at(p["hex"]) for p in self.charts.places if p["aerodrome"])
        terrain.prepare(self)
        setup.prepare(self)

    def _counters(self) -> None:
        """What the rules ask of the counter sheet again and again."""
        sheet, found, scale = self.sheet, self.sheet.columns, self.charts.scale
        self.type, self.combat, self.back_combat = found["type"], found["combat"], found["back_combat"]
        self.movement = tuple(scale * m for m in found["movement"])
        self.back_movement = tuple(scale * m for m in found["back_movement"])
        self.cost = found["cost"]
        self.alike = tuple(map(Alike, self.type, self.combat, found["movement"]))
        self.formation = found["formation"]
        self.uprising = tuple(int(text.rpartition("-")[2] or 0) for text in found["range"])
        self.air = sheet.such(self.type, "air")
        self.marker = next(u for u, kind in enumerate(self.type) if kind == "gekokujo")
        self.transport = next(u for u, kind in enumerate(self.type) if kind == "air_supply")
        self.zhukov = next(u for u, kind in enumerate(self.type) if kind == "leader")
        every = (1 << len(sheet)) - 1
        self.ground = every & ~sheet.such(self.type, *AIR, "gekokujo")
        self.supply = sheet.such(self.type, "supply")
        self.engineers = sheet.such(self.type, "engineer", "mech_engineer")
        self.artillery = sheet.such(self.type, "artillery")
        self.trains = sheet.such(self.type, "armored_train")
        self.cavalry = sheet.such(self.type, "cavalry")
        self.agents = sheet.such(self.type, "agent")
        self.divisions = sheet.such(found["size"], "XX")
        self.mech = sheet.such(found["class"], "mech")
        self.shock = sheet.such(found["shock"], "+") & self.mech & ~self.artillery
        self.stackable = self.ground & ~sheet.such(self.type, *stacking.FREE)
        self.equivalents = tuple(self._equivalent(unit) for unit in range(len(sheet)))
        self.bracketed = sum(1 << u for u, text in enumerate(found["bracket"]) if text)
        self.kept_components = {}
        self.kept_sorts = {}

    def set_up(self, s: Position) -> None:
        setup.set_up(s)

    def watch(self, s: Position) -> None:
        """4.1, 15.3  What happens the moment it comes to be so, once play has begun: bases fall, the war is won."""
        if "watched" in s.notes or (s.agenda and isinstance(s.agenda[-1], setup.Setup | setup.SetDown)):
            return  # nobody has moved since, or units are still being set up
        for side in (SOVIET, JAPAN):
            bases.scatter(s, side, s.zone(1 - side))
        s.notes["watched"] = True
        if s.agenda:
            victory.sudden_death(s)

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
        return OUT

    def complete(self, s: Position, rest: UnitSet) -> None:
        beginnings.complete(s, rest)

    def begin_phase(self, s: Position, moment: Moment) -> None:
        beginnings.begin_phase(s, moment)

    def check(self, s: Position) -> None:
        sequence.check(s)

    def _equivalent(self, unit: int) -> Equivalent | None:
        """17.1  What a division is made of; None for counters that are none."""
        if not self.divisions >> unit & 1:
            return None
        side = self.sides[self.sheet.side[unit]]
        return next(e for e in self.charts.equivalents if e.side == side and e.division == self.alike[unit])

    def results_tables(self) -> Mapping[str, ResultsTable]:
        return {"combat": self.charts.combat, "air_combat": self.charts.air_combat}

    def sort_of(self, unit: int) -> str:
        return self.sheet.rows[unit].text("type")

    def figures(self, unit: int) -> str:
        """2.3.1  Combat and movement with the sign between them: a plus is the shock symbol; a bracketed combat factor
        stands in brackets; air units have none, armoured trains no movement factor (19.4)."""
        if not self.ground >> unit & 1:
            return ""
        combat = f"({self.combat[unit]})" if self.bracketed >> unit & 1 else str(self.combat[unit])
        if self.trains >> unit & 1:
            return combat
        sign = self.sheet.rows[unit].text("shock") or "-"
        return f"{combat}{sign}{self.movement[unit] // self.charts.scale}"

    def chart_list(self) -> tuple[Chart, ...]:
        return chart_list(self)

    # -- what a side may say at any time ------------------------------------------------------------------------------

    def coverable(self, s: Position, side: int) -> UnitSet:
        """21.0, Q-71  In its own Segment a side may put another unit on top of a stack."""
        return information.coverable(s, side)

    # -- information (21) -----------------------------------------------------------------------------------------

    def sees(self, s: Position, side: int | None, unit: int) -> bool:
        return information.sees(s, side, unit)

    def known(self, s: Position, side: int | None) -> UnitSet:
        return information.known(s, side)

    def seems(self, s: Position, side: int | None, unit: int) -> int:
        """Q-71  Which of a side's displays a counter lies in is its owner's business."""
        return self.box(DISPLAY)

    def prospects(self, s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
        return prospects.prospects(s, side, group, hex_)

    def markers(self, s: Position, side: int | None) -> dict[str, list[str]]:
        return information.markers(s)

    def summary(self, s: Position, side: int | None) -> Summary:
        return information.summary(s)

    def supply_lines(self, s: Position, side: int | None) -> tuple[SupplyLine, ...]:
        return supply.supply_lines(s, side)

    def zones(self, s: Position, side: int | None) -> Mapping[int, HexSet]:
        """12.1  Every ground unit has one, so everybody knows them."""
        return {who: s.zone(who) for who in range(len(self.sides))}

    def guess(
        self, s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random
    ) -> None:
        imagination.guess(s, seen, nameless, rng)
