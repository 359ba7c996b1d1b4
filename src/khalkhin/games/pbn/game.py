"""The game as the engine knows it: its data, its set-up and the doors to its chapters."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from khalkhin.board.data import Row
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.mapsheet import load_map
from khalkhin.board.reach import Costs
from khalkhin.engine.agenda import Kind, Noun, Offer, Step, steps_in
from khalkhin.engine.charts import Chart
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.errors import Reason, Text
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.goals import Goal
from khalkhin.engine.prospects import Prospects
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.engine.situation import Moment
from khalkhin.engine.summary import Objective, ScoreLine, StackLoad, Summary
from khalkhin.games.pbn import (
    about,
    air,
    airborne,
    battle,
    beginnings,
    campaign,
    deception,
    declaration,
    fortification,
    imagination,
    information,
    logistics,
    losses,
    movement,
    prospects,
    pursuit,
    recon,
    refit,
    reinforcement,
    retreat,
    sequence,
    setup,
    standing,
    strike,
    terrain,
    victory,
)
from khalkhin.games.pbn.chart_list import chart_list
from khalkhin.games.pbn.charts import Charts, Recipe
from khalkhin.games.pbn.position import (
    BASES,
    BROKEN,
    DAMAGED,
    DRAWN,
    EFFECT,
    HAND,
    JAPAN,
    MISSIONS,
    OUT,
    PERMANENT,
    POOL,
    REMOVED,
    REPLACEABLE,
    RESERVE,
    SHOT_DOWN,
    SOVIET,
    TRACK,
    PbnStep,
    Position,
)
from khalkhin.games.pbn.shape import SHAPE

HERE = Path(__file__).parent
OPTIONAL = "optional"


def _text(row: Row, name: str) -> str:
    return row.text(name)


def _number(row: Row, name: str) -> int:
    return row.integer(name) if row.text(name).isdecimal() else 0


class Nomonhan(Game[Position]):
    """Pacific Battles: Nomonhan 1939."""

    code = "pbn"
    sides = ("soviet", "japan")
    boxes = (
        OUT,
        *BASES,
        *TRACK,
        BROKEN,
        REPLACEABLE,
        PERMANENT,
        REMOVED,
        RESERVE,
        *MISSIONS,
        DAMAGED,
        SHOT_DOWN,
        POOL,
        HAND,
        DRAWN,
        EFFECT,
    )
    lost = (REPLACEABLE, PERMANENT, REMOVED, SHOT_DOWN)
    retreats = ("ask.retreat", "ask.withdraw")
    hides_nations = True  # 34.0
    turn_rule = "4.1"
    factors = ("attack", "defence", "movement")
    verbs: ClassVar[Mapping[str, Kind]] = {
        **STANDING,
        "unit": Kind.UNIT,
        "hex": Kind.HEX,
        "done": Kind.NOTHING,
        "commit": Kind.NOTHING,
        "auto": Kind.NOTHING,
        "pass": Kind.NOTHING,
        # campaign markers (5)
        "play": Kind.UNIT,
        "buy": Kind.NUMBER,
        "first": Kind.WORD,
        "espionage": Kind.NOTHING,
        # air (16)
        "superiority": Kind.NUMBER,
        "interdiction": Kind.NUMBER,
        "reconnaissance": Kind.NUMBER,
        "strikes": Kind.NUMBER,
        "close_support": Kind.NUMBER,
        "split": Kind.NUMBER,
        "mission": Kind.WORD,
        "recon": Kind.HEX,
        "strike": Kind.HEX,
        "points": Kind.NUMBER,
        "artillery": Kind.UNIT,
        # reinforcements (6)
        "base": Kind.UNIT,
        "field": Kind.UNIT,
        "hold": Kind.UNIT,
        "purchase": Kind.UNIT,
        "drop": Kind.UNIT,
        # logistics (7, 9, 20, 34)
        "activate": Kind.UNIT,
        "base_here": Kind.NOTHING,
        "refit": Kind.UNIT,
        "repair": Kind.NUMBER,
        "fortify": Kind.HEX,
        "breakdown": Kind.UNIT,
        "combine": Kind.UNIT,
        "conceal": Kind.UNIT,
        "reveal": Kind.UNIT,
        # combat (14, 15)
        "attack": Kind.HEX,
        "also": Kind.HEX,
        "table": Kind.WORD,
        "support": Kind.NUMBER,
        "stand": Kind.UNIT,
        "shorten": Kind.UNIT,
        # the way of a move (11.2)
        "via": Kind.HEX,
    }
    steps: ClassVar[Mapping[str, type[Step[Any]]]] = steps_in(
        PbnStep,
        air,
        airborne,
        battle,
        campaign,
        losses,
        declaration,
        logistics,
        movement,
        pursuit,
        recon,
        refit,
        reinforcement,
        retreat,
        sequence,
        setup,
        strike,
        victory,
        fortification,
    )
    state = Position
    shape = SHAPE
    words = HERE / "words"

    charts: Charts
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    movement: tuple[int, ...]
    """11.1  Movement factors in twelfths of a point."""
    support: tuple[int, ...]
    radius: tuple[int, ...]
    equivalents: tuple[int, ...]
    """R24  Battalion equivalents."""
    stacking: tuple[int, ...]
    """12.1, 12.2  Battalion equivalents for stacking: none for supply."""
    value: tuple[int, ...]
    """24.4  Victory points for the enemy when a counter is eliminated."""
    kind: tuple[str, ...]
    """2.32  Movement class."""
    of_kind: dict[str, UnitSet]
    rank: tuple[tuple[int, int], ...]
    """R94  Who lies on top of others of his sort."""
    recipe: tuple[Recipe | None, ...]
    breakable: UnitSet
    battalion: UnitSet
    battalions: dict[tuple[int, tuple[int, int, int]], UnitSet]
    land: UnitSet
    fighting: UnitSet
    """2.36.5  Combat units."""
    headquarters: UnitSet
    supply: UnitSet
    air: UnitSet
    deception: UnitSet
    campaign: UnitSet
    in_play: UnitSet
    """R104  All but the counters that are only change."""
    engineers: UnitSet
    anti_aircraft: UnitSet
    mech: UnitSet
    infiltrators: UnitSet
    withdrawn: UnitSet
    group: dict[str, UnitSet]
    optional: UnitSet
    airborne: int
    # Campaign markers by what they do.
    stavka: int
    army_group: int
    crisis: int
    spy: int
    maskirovka: int
    experience: int
    zhukov: int
    reserves: int
    withdrawal: int
    banzai: int
    gekokujo: int
    desertion: int
    recon: tuple[int, int]
    staff: tuple[int, int]
    weather: tuple[int, int]
    # Of the map (terrain.prepare).
    west: HexSet
    east: HexSet
    edges: dict[int, HexSet]
    roads_off: HexSet
    objectives: HexSet
    nomonhan: Hex
    high: HexSet
    open: HexSet
    villages: HexSet
    waterside: HexSet
    barriers: tuple[str, ...]
    ways: tuple[str, ...]
    closed: dict[str, HexSet]
    kept_costs: dict[tuple[str, HexSet], Costs]
    within: dict[tuple[Hex, int], HexSet]

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
            "support": _number,
            "radius": _number,
            "equivalents": _number,
            "breakdown": _text,
            "breaks_into": _text,
            "points": _number,
            "value": _number,
            "arrives": _text,
            "stock": _text,
        }
        self.sheet = CounterSheet(folder / "counters.csv", self.sides, columns)
        self._counters()
        self._kinds()
        self._markers()
        terrain.prepare(self)

    def _counters(self) -> None:
        """What is printed on the counters."""
        found, charts = self.sheet.columns, self.charts
        self.attack, self.defence, self.support = found["attack"], found["defence"], found["support"]
        self.movement = tuple(charts.scale * m for m in found["movement"])
        self.radius, self.value = found["radius"], found["value"]
        supply = tuple(kind == "supply" for kind in found["type"])
        self.equivalents = tuple(1 if point else n for n, point in zip(found["equivalents"], supply, strict=True))
        self.stacking = tuple(0 if point else n for n, point in zip(found["equivalents"], supply, strict=True))
        self.rank = tuple((-a - d, u) for u, (a, d) in enumerate(zip(self.attack, self.defence, strict=True)))
        lines = list(zip(self.attack, self.defence, found["movement"], strict=True))
        by_rule = {recipe.rule: recipe for recipe in charts.recipes}
        self.recipe = tuple(by_rule[rule] if rule else None for rule in found["breaks_into"])
        self.battalion = self.sheet.such(found["breakdown"], "yes")
        self.battalions = {
            (side, line): self.sheet.of_side[side] & self.battalion & self.sheet.such(lines, line)
            for side in (SOVIET, JAPAN)
            for line in set(lines)
        }
        self.breakable = sum(1 << u for u, recipe in enumerate(self.recipe) if recipe is not None)

    def _kinds(self) -> None:
        """The counters by what they are."""
        sheet, found = self.sheet, self.sheet.columns
        kind = found["type"]
        self.kind = tuple("mech" if name == "mech" else "non" for name in found["class"])
        self.of_kind = {name: sheet.such(self.kind, name) for name in ("mech", "non")}
        self.headquarters = sheet.such(kind, "headquarters")
        self.supply = sheet.such(kind, "supply")
        self.air = sheet.such(kind, "air")
        self.deception = sheet.such(kind, "deception")
        self.campaign = sheet.such(kind, "campaign")
        every = (1 << len(sheet)) - 1
        self.land = every & ~self.air & ~self.deception & ~self.campaign
        self.fighting = self.land & ~self.headquarters & ~self.supply
        self.in_play = every & ~sheet.such(found["stock"], "change")
        self.engineers = sheet.such(kind, "engineer")
        self.anti_aircraft = sheet.such(kind, "antiaircraft")
        self.mech = self.of_kind["mech"]
        self.infiltrators = sheet.such(kind, "infantry", "motorized") & sheet.of_nation["JP"]
        self.withdrawn = sheet.such(kind, "armor") & sheet.of_side[JAPAN]
        self.group = {name: sheet.such(found["arrives"], name) for name in {*found["arrives"], *self.charts.groups}}
        self.optional = self.group[OPTIONAL]
        self.airborne = next(members(sheet.such(kind, "airborne")))

    def _markers(self) -> None:
        """The campaign markers that rules ask for by name."""
        at = self.sheet.index
        self.stavka, self.army_group, self.crisis = at["SU-CM-STAVKA"], at["SU-CM-1AG"], at["SU-CM-CRISIS"]
        self.spy, self.maskirovka = at["SU-CM-ESPIONAGE"], at["SU-CM-MASKIROVKA"]
        self.experience, self.zhukov = at["SU-CM-EXPERIENCE"], at["SU-CM-ZHUKOV"]
        self.reserves, self.withdrawal, self.banzai = at["JP-CM-KAR"], at["JP-CM-ARMOR"], at["JP-CM-BANZAI"]
        self.gekokujo, self.desertion = at["JP-CM-GEKOKUJO"], at["JP-CM-DESERT"]
        self.recon = at["SU-CM-RECON"], at["JP-CM-RECON"]
        self.staff = at["SU-CM-STAFF"], at["JP-CM-STAFF"]
        self.weather = at["SU-CM-WEATHER"], at["JP-CM-WEATHER"]

    def last_turn(self, s: Position) -> int:
        """25.1, R68  September, or October if the players agreed on it before play."""
        turns = self.scenarios[s.scenario].data["turns"]
        return int(turns["october" if s.options["october"] else "last"])

    def set_up(self, s: Position) -> None:
        setup.set_up(s)

    def watch(self, s: Position) -> None:
        deception.watch(s)

    def score(self, s: Position, side: int | None) -> list[ScoreLine]:
        return list(victory.arithmetic(s, side))

    def goals(self, s: Position, side: int | None) -> tuple[Goal, ...]:
        return tuple(victory.goals(s, side))

    def about_hex(self, s: Position, hex_: Hex) -> tuple[Text, ...]:
        return tuple(about.of_hex(s, hex_))

    def about_unit(self, unit: int) -> tuple[Text, ...]:
        return tuple(about.of_unit(self, unit))

    def stack_loads(self, s: Position, side: int) -> tuple[StackLoad, ...]:
        return tuple(about.loads(s, side))

    def objective_list(self, s: Position, side: int | None) -> tuple[Objective, ...]:
        return victory.objectives(s, side)

    def aside(self, unit: int) -> str:
        return POOL if self.campaign >> unit & 1 else OUT

    def complete(self, s: Position, rest: UnitSet) -> None:
        beginnings.complete(s, rest)

    def begin_phase(self, s: Position, moment: Moment) -> None:
        beginnings.begin_phase(s, moment)

    def check(self, s: Position) -> None:
        sequence.check(s)

    def results_tables(self) -> Mapping[str, ResultsTable]:
        return {
            **self.charts.combat,
            "bombardment": self.charts.bombardment,
            "superiority": self.charts.superiority,
        }

    def sort_of(self, unit: int) -> str:
        """By type; campaign markers, of which there is one each, by their ids."""
        return self.sheet.ids[unit] if self.campaign >> unit & 1 else self.sheet.rows[unit].text("type")

    def chart_list(self) -> tuple[Chart, ...]:
        return chart_list(self)

    # -- what a side may say at any time ------------------------------------------------------------------------------

    def standing(self, s: Position, side: int) -> tuple[Offer, ...]:
        return (*super().standing(s, side), *standing.offers(s, side))

    def why_standing(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        return standing.why(s, side, verb, noun) or super().why_standing(s, side, verb, noun)

    def take_standing(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not standing.take(s, side, verb, noun):
            super().take_standing(s, side, verb, noun)

    # -- information (18) -----------------------------------------------------------------------------------------

    def sees(self, s: Position, side: int | None, unit: int) -> bool:
        return information.sees(s, side, unit)

    def known(self, s: Position, side: int | None) -> UnitSet:
        return information.known(s, side)

    def seems(self, s: Position, side: int | None, unit: int) -> int | None:
        return information.seems(s, side, unit)

    def prospects(self, s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
        return prospects.prospects(s, side, group, hex_)

    def markers(self, s: Position, side: int | None) -> dict[str, list[str]]:
        return information.markers(s, side)

    def summary(self, s: Position, side: int | None) -> Summary:
        return information.summary(s, side)

    def zones(self, s: Position, side: int | None) -> Mapping[int, HexSet]:
        return information.zones(s, side)

    def guess(
        self, s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random
    ) -> None:
        imagination.guess(s, seen, nameless, rng)
