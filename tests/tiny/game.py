"""The tiny game as the engine knows it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from khalkhin.board.data import Row, table
from khalkhin.board.hexset import HexSet, members, union
from khalkhin.board.mapsheet import load_map
from khalkhin.engine.agenda import Kind, Noun, Offer, Step, hexes, steps_in
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.engine.situation import Moment
from khalkhin.engine.summary import ScoreLine
from tests.tiny import assault, plan, sequence
from tests.tiny.plan import Fire, March, Order
from tests.tiny.position import BLUE, HAND, LOST, POOL, RED, RESERVE, SPENT, Position, TinyStep

HERE = Path(__file__).parent
KINDS = ("column", "detachment", "guns", "patrol", "dummy", "reserve", "flare")


def _kind(row: Row, name: str) -> str:
    return row.choice(name, KINDS)


def _strength(row: Row, name: str) -> int:
    return row.integer(name)


class Tiny(Game[Position]):
    code = "tiny"
    sides = ("red", "blue")
    boxes = (POOL, RESERVE, HAND, SPENT, LOST)
    lost = (LOST,)
    verbs: ClassVar[Mapping[str, Kind]] = {
        **STANDING,
        "unit": Kind.UNIT,
        "hex": Kind.HEX,
        "split": Kind.UNIT,
        "join": Kind.UNIT,
        "flare": Kind.HEX,
        "commit": Kind.NOTHING,
        "pass": Kind.NOTHING,
        "done": Kind.NOTHING,
    }
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = steps_in(TinyStep, assault, plan, sequence)
    state = Position
    words = HERE / "words"

    def __init__(self, overrides: Path | None = None) -> None:
        super().__init__(Folder(HERE / "data", overrides))

    def load(self, folder: Folder) -> None:
        self.map = load_map(folder)
        self.sheet = CounterSheet(folder / "counters.csv", self.sides, {"kind": _kind, "strength": _strength})
        kinds = self.sheet.columns["kind"]
        self.strength: tuple[int, ...] = self.sheet.columns["strength"]
        self.columns: UnitSet = self.sheet.such(kinds, "column")
        self.detachments: UnitSet = self.sheet.such(kinds, "detachment")
        self.guns: UnitSet = self.sheet.such(kinds, "guns")
        self.flares: UnitSet = self.sheet.such(kinds, "flare")
        self.land: HexSet = self.map.grid.all & ~self.map.terrain["water"]
        self.village = next(h for h, name in self.map.names.items() if name == "Village")
        self._charts(folder)
        self.entry: dict[str, tuple[HexSet, ...]] = {
            name: tuple(union(map(self.map.grid.at, scenario.data["entry"][side])) for side in self.sides)
            for name, scenario in self.scenarios.items()
        }

    def _charts(self, folder: Folder) -> None:
        charts = table(folder / "charts.toml")
        self.stacking = charts.integer("stacking")
        self.most_orders = charts.table("march").integer("orders")
        self.hits_on = charts.table("fire").integer("hits_on")
        self.shaken_loss = charts.table("fire").integer("shaken")
        battle, points = charts.table("battle"), charts.table("points")
        columns = battle.texts("columns")
        self.battle = ResultsTable.of("battle", columns, battle.table("rows"), battle.table("row_totals"))
        self.middle = columns.index(battle.choice("middle", columns))
        self.hill_shift, self.ditch_shift = battle.integer("hill"), battle.integer("ditch")
        self.village_points, self.lost_points = points.integer("village"), points.integer("lost")

    def set_up(self, s: Position) -> None:
        for side in self.sides:
            for place, ids in self.scenarios[s.scenario].data["setup"][side].items():
                for name in ids:
                    s.put(self.sheet.index[name], self.place_at(place))
        s.push(sequence.Turn(1))

    # -- information (10) ---------------------------------------------------------------------------------------------

    def sees(self, s: Position, side: int | None, unit: int) -> bool:
        if side == self.sheet.side[unit] or s.result is not None or s.options["open_strengths"]:
            return True
        place = s.where[unit]
        return bool(s.shown >> unit & 1) or (place < 0 and place != self.box(RESERVE))

    def guess(
        self, s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random
    ) -> None:
        named = {c["id"] for counters in seen["places"].values() for c in counters if "id" in c}
        for nation, places in nameless.items():
            unknown = [u for u in members(self.sheet.of_nation[nation]) if self.sheet.ids[u] not in named]
            rng.shuffle(unknown)
            for unit, place in zip(unknown, places, strict=True):
                s.put(unit, place)
        s.agenda = tuple(self._guess_orders(s, step) for step in s.agenda)

    def _guess_orders(self, s: Position, step: Step[Any]) -> Step[Any]:
        """Name somebody for orders whose counter the view does not name: any one of the hex, nobody twice."""
        if isinstance(step, March):
            return March(_named(s, step.orders, self._under_fire(s)))
        if isinstance(step, Fire):
            return replace(step, order=_named(s, (step.order,), 0)[0])
        return step

    def _under_fire(self, s: Position) -> UnitSet:
        """The counter that the order on top of the agenda is about: it has no other order."""
        top = s.agenda[-1]
        if not isinstance(top, Fire):
            return 0
        (order,) = _named(s, (top.order,), 0)
        return 0 if order.unit is None else 1 << order.unit

    def markers(self, s: Position, side: int | None) -> dict[str, list[str]]:
        holder = "nobody" if s.village is None else self.sides[s.village]
        return {self.place_name(self.village): [f"marker.village-{holder}"]}

    def score(self, s: Position, side: int | None) -> list[ScoreLine]:
        """8  The points, and beside them the strength on the map, which only its owner may know."""
        out = []
        for who in (RED, BLUE):
            village, lost = sequence.points(s, who)
            out.append(ScoreLine(who, "8", "score.village", int(s.village == who), village))
            out.append(ScoreLine(who, "8", "score.lost", lost // self.lost_points, lost))
            known = all(self.sees(s, side, u) for u in members(s.force(who)))
            total = sum(s.strength(u) for u in members(s.force(who))) if known else None
            out.append(ScoreLine(who, "10", "score.strength", total, 0 if known else None))
        return out

    def results_tables(self) -> Mapping[str, ResultsTable]:
        return {"battle": self.battle}

    def sort_of(self, unit: int) -> str:
        return self.sheet.rows[unit].text("kind")

    # -- the flare (9) ------------------------------------------------------------------------------------------------

    def standing(self, s: Position, side: int) -> tuple[Offer, ...]:
        common = super().standing(s, side)
        if s.result is not None or not s.box(HAND, side):
            return common
        return (*common, hexes(s.held(1 - side), "flare"))

    def why_standing(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "flare":
            return super().why_standing(s, side, verb, noun)
        if not s.box(HAND, side):
            return no("9", "why.flare-lit")
        return no("9", "why.no-enemy", hex=noun)

    def take_standing(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb != "flare" or not isinstance(noun, int):
            super().take_standing(s, side, verb, noun)
            return
        for unit in members(s.box(HAND, side)):
            s.put(unit, self.box(SPENT))
        s.seal()
        s.shown |= s.stack(noun)
        s.tell("log.flare", side=side, hex=noun, units=s.stack(noun))

    # -- positions apart from a whole game ----------------------------------------------------------------------------

    def aside(self, unit: int) -> str:
        return "hand" if self.flares >> unit & 1 else LOST

    def complete(self, s: Position, rest: UnitSet) -> None:
        """Nothing follows from where counters stand."""

    def begin_phase(self, s: Position, moment: Moment) -> None:
        steps = {"plan": plan.Plan(), "declare": assault.Declare(RED), "organise": sequence.Organise(RED)}
        later = list(steps.values())[list(steps).index(moment.phase) :]
        s.push(*later, sequence.Turn(s.turn + 1))

    # -- what always holds --------------------------------------------------------------------------------------------

    def check(self, s: Position) -> None:
        assert not s.held(RED) & s.held(BLUE), "enemies share a hex (3)"
        for place, stack in s.at.items():
            if place >= 0:
                assert stack.bit_count() <= self.stacking, f"too many in {self.place_name(place)} (3)"
                assert self.land >> place & 1, "somebody is in the water (3)"
                assert not stack & self.flares, "a flare is on the map (9)"
        for side in (RED, BLUE):
            force = s.force(side)
            assert not (force & self.columns and force & self.detachments), "a column is there twice (7)"
            assert s.box(HAND, side) | s.box(SPENT, side) == self.flares & self.sheet.of_side[side]
        assert sum(stack.bit_count() for stack in s.at.values()) == len(self.sheet), "a counter is missing"


def _named(s: Position, orders: tuple[Order, ...], used: UnitSet) -> tuple[Order, ...]:
    out = []
    for order in orders:
        used |= 0 if order.unit is None else 1 << order.unit
    for order in orders:
        if order.unit is None:
            unit = next(members(s.stack(order.origin) & ~used & ~s.shown))
            order = replace(order, unit=unit)
            used |= 1 << unit
        out.append(order)
    return tuple(out)
