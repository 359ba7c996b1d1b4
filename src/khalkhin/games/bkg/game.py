"""The game as the engine knows it: its data, its set-up and the doors to its chapters."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from khalkhin.board.data import Row
from khalkhin.board.hexset import Hex, HexSet
from khalkhin.board.mapsheet import load_map
from khalkhin.board.reach import Costs
from khalkhin.engine.agenda import Kind, Step, steps_in
from khalkhin.engine.charts import Chart
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.errors import Text
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.goals import Goal
from khalkhin.engine.prospects import Prospects
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.engine.situation import Moment
from khalkhin.engine.summary import Objective, ScoreLine, StackLoad, Summary
from khalkhin.games.bkg import (
    about,
    advance,
    battle,
    beginnings,
    chart_list,
    declaration,
    exchange,
    imagination,
    information,
    losses,
    movement,
    prospects,
    retreat,
    sequence,
    setup,
    support,
    terrain,
    victory,
)
from khalkhin.games.bkg.charts import Charts
from khalkhin.games.bkg.position import DESTROYED, DUE, EAST, GONE, NORTH, RESERVE, BkgStep, Position
from khalkhin.games.bkg.shape import ARTILLERY, SHAPE, TYPES

HERE = Path(__file__).parent


def _kind(row: Row, name: str) -> str:
    return row.choice(name, TYPES)


def _power(row: Row, name: str) -> int:
    return row.integer(name)


def _range(row: Row, name: str) -> int:
    return row.integer(name) if row.text(name) else 0


def _text(row: Row, name: str) -> str:
    return row.text(name)


class Batalha(Game[Position]):
    """Batalha de Khalkhin Gol."""

    code = "bkg"
    sides = ("soviet", "japan")
    boxes = (RESERVE, DUE, NORTH, EAST, GONE, DESTROYED)
    lost = (DESTROYED,)
    retreats = ("ask.retreat-unit", "ask.retreat-hex", "ask.break-out", "ask.chain-unit", "ask.chain-hex")
    turn_rule = "3.0"
    factors = ("attack", "defence", "movement")
    verbs: ClassVar[Mapping[str, Kind]] = {
        **STANDING,
        "unit": Kind.UNIT,
        "hex": Kind.HEX,
        "edge": Kind.WORD,
        "attack": Kind.HEX,
        "bombard": Kind.HEX,
        "strike": Kind.HEX,
        "air": Kind.NUMBER,
        "commit": Kind.NOTHING,
        "auto": Kind.NOTHING,
        "done": Kind.NOTHING,
    }
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = steps_in(
        BkgStep,
        advance,
        battle,
        declaration,
        exchange,
        losses,
        movement,
        retreat,
        sequence,
        setup,
        support,
        victory,
    )
    state = Position
    shape = SHAPE
    words = HERE / "words"

    charts: Charts
    type: tuple[str, ...]
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    range: tuple[int, ...]
    allowance: tuple[int, ...]
    """4.0.b, 7.0.c  Movement power in half points, flipped or not."""
    artillery: UnitSet
    armour: UnitSet
    river_shy: UnitSet
    """5.3.2  Units that take a loss retreating over a wide river."""
    # Of the map (terrain.prepare).
    inside: HexSet
    """4.0.g  The Soviet side of the border line."""
    beyond: HexSet
    roads: HexSet
    mountains: HexSet
    open_ground: HexSet
    columns: dict[int, int]
    passable: dict[str, HexSet]
    costs: dict[str, Costs]
    hex_costs: dict[str, dict[int, int]]
    payable: dict[str, dict[int, HexSet]]
    easy_steps: tuple[HexSet, ...]
    home_distance: dict[int, int]
    in_range: dict[int, dict[int, HexSet]]
    # Of the scenario (setup.prepare).
    first_turn: int
    last_turn: int
    placed: dict[int, int]
    reserve: UnitSet
    reserve_hex: int
    reserve_ring: HexSet
    reserve_moves: int
    arrival: dict[int, int]
    arrival_rule: dict[int, str]
    entry: tuple[HexSet, ...]
    objective_kind: dict[int, str]
    objectives: HexSet
    soviet_at_start: HexSet
    kept_able: dict[int, UnitSet]
    """Who may be imagined in a place."""

    def __init__(self, overrides: Path | None = None) -> None:
        super().__init__(Folder(HERE / "data", overrides))

    def load(self, folder: Folder) -> None:
        self.map = load_map(folder)
        self.sheet = CounterSheet(
            folder / "counters.csv",
            self.sides,
            {
                "type": _kind,
                "attack": _power,
                "defence": _power,
                "movement": _power,
                "range": _range,
                "regiment": _text,
            },
        )
        self.charts = Charts(folder / "charts.toml", self.sheet)
        self.formations = tuple(formation.name for formation in self.charts.formations)
        columns = self.sheet.columns
        self.type, self.attack, self.defence = columns["type"], columns["attack"], columns["defence"]
        self.range = columns["range"]
        self.allowance = tuple(self.charts.scale * m for m in columns["movement"])
        self.artillery = self.sheet.such(self.type, *ARTILLERY)
        self.armour = self.sheet.such(self.type, "ARM")
        self.river_shy = self.sheet.such(self.type, *self.charts.river_retreat)
        terrain.prepare(self)
        setup.prepare(self)
        self.kept_able = {}

    def set_up(self, s: Position) -> None:
        setup.set_up(s)

    def sees(self, s: Position, side: int | None, unit: int) -> bool:
        return information.sees(s, side, unit)

    def known(self, s: Position, side: int | None) -> UnitSet:
        return information.known(s, side)

    def guess(
        self, s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random
    ) -> None:
        imagination.guess(s, seen, nameless, rng)

    def prospects(self, s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
        return prospects.prospects(s, side, group, hex_)

    def markers(self, s: Position, side: int | None) -> dict[str, list[str]]:
        return information.markers(s)

    def results_tables(self) -> Mapping[str, ResultsTable]:
        return {"combat": self.charts.combat, "bombardment": self.charts.bombardment}

    def sort_of(self, unit: int) -> str:
        return self.sheet.rows[unit].text("type")

    def chart_list(self) -> tuple[Chart, ...]:
        return chart_list.chart_list(self)

    def score(self, s: Position, side: int | None) -> list[ScoreLine]:
        return victory.score(s, side)

    def summary(self, s: Position, side: int | None) -> Summary:
        return information.summary(s, side)

    def zones(self, s: Position, side: int | None) -> Mapping[int, HexSet]:
        """4.1.2  Every counter has one, so everybody knows them."""
        return {who: s.zone(who) for who in range(len(self.sides))}

    def goals(self, s: Position, side: int | None) -> tuple[Goal, ...]:
        return tuple(victory.goals(s, side))

    def about_hex(self, s: Position, hex_: Hex) -> tuple[Text, ...]:
        return tuple(about.of_hex(s, hex_))

    def about_unit(self, unit: int) -> tuple[Text, ...]:
        return tuple(about.of_unit(self, unit))

    def stack_loads(self, s: Position, side: int) -> tuple[StackLoad, ...]:
        return tuple(about.loads(s, side))

    def objective_list(self, s: Position, side: int | None) -> tuple[Objective, ...]:
        return victory.objectives(s)

    def aside(self, unit: int) -> str:
        return GONE

    def complete(self, s: Position, rest: UnitSet) -> None:
        beginnings.complete(s, rest)

    def begin_phase(self, s: Position, moment: Moment) -> None:
        beginnings.begin_phase(s, moment)

    def check(self, s: Position) -> None:
        sequence.check(s)
