"""What a game has to say for itself so that one engine can play it."""

from __future__ import annotations

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from khalkhin.board.grid import UnknownHex
from khalkhin.board.hexset import Hex, HexSet, union
from khalkhin.board.mapsheet import MapSheet
from khalkhin.engine.agenda import Kind, Noun, Offer, Step, bare
from khalkhin.engine.charts import Chart
from khalkhin.engine.codec import Codec, UnitSet
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.dice import Dice
from khalkhin.engine.editions import read_editions
from khalkhin.engine.errors import KhalkhinError, Reason, Text, no
from khalkhin.engine.folder import Folder, Scenario, read_scenario
from khalkhin.engine.goals import Goal
from khalkhin.engine.prospects import Prospects
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.engine.schema import Shape
from khalkhin.engine.situation import Moment
from khalkhin.engine.state import Result, State
from khalkhin.engine.summary import Objective, ScoreLine, StackLoad, Summary, SupplyLine
from khalkhin.engine.words import languages, unit_names

S = TypeVar("S", bound=State)


class Game(ABC, Generic[S]):
    """One game: its rules and its data. Loaded once; all positions of the game share it and never change it.

    A game derives a class from this one, says here what the engine cannot know (how to set up, who sees what, what
    counts for victory), and lists its verbs and steps. The rules themselves are in the steps.
    """

    code: ClassVar[str]
    """The short name of the game, such as `bkg`."""
    sides: ClassVar[tuple[str, ...]]
    """The names of the sides, the first one first. Elsewhere a side is its index in this list."""
    boxes: ClassVar[tuple[str, ...]]
    """Places off the map. Counters are in the first one before anything is set up."""
    lost: ClassVar[tuple[str, ...]] = ()
    """Those of the boxes where counters lie that were destroyed."""
    hides_nations: ClassVar[bool] = False
    """Whether of a counter that a side may not know only its side shows, and not its nation."""
    retreats: ClassVar[tuple[str, ...]] = ()
    """Prompts of a retreat: who goes, and where to. Anybody may leave them to the planner, against people too."""
    turn_rule: ClassVar[str] = ""
    """The rule with the order of the phases of a turn."""
    overlay_kinds: ClassVar[tuple[str, ...]] = ("zones", "points")
    """What can be laid over the map: zones of control, hexes that count for victory, lines of supply."""
    verbs: ClassVar[Mapping[str, Kind]]
    """Every verb that can be said in the game, with the kind of its noun. Records carry these names."""
    steps: ClassVar[Mapping[str, type[Step[Any]]]]
    """Every step of the game, by the name of its class. Records carry these names, too."""
    state: type[S]
    """The class of the game's positions."""
    factors: ClassVar[tuple[str, ...]] = ()
    """Columns of the counter sheet that stand on a counter as its factors, in their printed order."""
    words: Path
    """The folder of the game's translation files."""
    map: MapSheet
    """The map: its grid, terrain and names."""
    sheet: CounterSheet
    """The counters: a counter is its index in this sheet."""
    formations: tuple[str, ...] = ()
    """The printed names of formations that sentences and charts name."""
    shape: ClassVar[Shape | None] = None
    """What its data files may say; without it they are only checked as far as they are read."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.companions: dict[str, Any] = {}
        """What other layers keep for as long as the game lives, by the name of the layer: `ai` its advisor."""
        self.version = folder.version()
        self.editions = read_editions(folder.base)
        names = sorted(p.name for p in (folder.base / "scenarios").glob("*.toml"))
        if self.shape is not None:
            self.shape.check(folder)
        found = [read_scenario(folder.table(f"scenarios/{name}")) for name in names]
        shipped = Folder(folder.base) if folder.overrides is not None else folder
        known = {one.name: one.absent for one in (read_scenario(shipped.table(f"scenarios/{n}")) for n in names)}
        self._absent = {one.name: {**one.absent, **known[one.name]} for one in found}
        """What records mean by not naming an option: of options that shipped the same whatever corrections say."""
        # In the order of the rulebook, short battles after it: the first one is played where none is named.
        order = sorted(found, key=lambda one: (one.short, str(one.data.get("rule", ""))))
        self.scenarios = {one.name: one for one in order}
        self.load(folder)
        self.outside = {name: self._out_of_play(one) for name, one in self.scenarios.items()}
        """For each scenario the hexes that are out of play: all beyond the sector of a short battle."""
        self.codec = Codec(self)
        self.brief = Codec(self, brief=True)

    def _out_of_play(self, scenario: Scenario) -> HexSet:
        grid = self.map.grid
        return grid.all & ~union(grid.at(name) for name in scenario.sector(grid.names))

    @abstractmethod
    def load(self, folder: Folder) -> None:
        """Read map, counters and charts."""

    @abstractmethod
    def set_up(self, s: S) -> None:
        """Begin a game: place what the scenario places, and put the first steps on the agenda."""

    @abstractmethod
    def sees(self, s: S, side: int | None, unit: int) -> bool:
        """Whether a side (None: a spectator) may know which counter this is."""

    def known(self, s: S, side: int | None) -> UnitSet:
        """All counters that a side may know. It must agree with `sees`; a game may have a faster way."""
        return union(unit for unit in range(len(self.sheet)) if self.sees(s, side, unit))

    def unnamed(self, s: S, seen: Mapping[str, Any]) -> UnitSet:
        """For sampling: the counters that a view does not name, in a position where only named ones are placed."""
        first = seen["places"].get(self.boxes[0], ())
        return s.stack(self.limbo) & ~union(self.sheet.index[c["id"]] for c in first if "id" in c)

    @abstractmethod
    def guess(self, s: S, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
        """Sample what a view hides: put counters that it does not name where it shows nameless ones.

        The position has everything that the view names. `nameless` maps a label, such as a nation, to the places of
        its nameless counters. What is drawn must follow from the view and `rng` alone.
        """

    def score(self, s: S, side: int | None) -> list[ScoreLine]:
        """The victory arithmetic as it stands, line by line, as far as a side may know it."""
        return []

    def goals(self, s: S, side: int | None) -> tuple[Goal, ...]:
        """How the game is won, and what each side lacks for it, as far as a side may know it."""
        return ()

    def phase(self, s: S, key: str) -> str:
        """The key of the phase to show where steps name `key`: which one, if it comes several times in a turn."""
        return key

    def summary(self, s: S, side: int | None) -> Summary:
        """Turn, phases, pools and reinforcements due, as far as a side may know them."""
        return Summary(Text("summary.turn", {"turn": s.turn}))

    def zones(self, s: S, side: int | None) -> Mapping[int, HexSet]:
        """The zones of control of each side, as far as the asking side may know them."""
        return {}

    def objective_list(self, s: S, side: int | None) -> tuple[Objective, ...]:
        """The hexes that count for victory."""
        return ()

    def about_hex(self, s: S, hex_: Hex) -> tuple[Text, ...]:
        """What is printed on a hex beside terrain, ways and name, and what it counts: for all to know."""
        return ()

    def about_unit(self, unit: int) -> tuple[Text, ...]:
        """What is printed on a counter beside its type, factors and range."""
        return ()

    def stack_loads(self, s: S, side: int) -> tuple[StackLoad, ...]:
        """How full the hexes are in which a side has units that count for stacking."""
        return ()

    def supply_lines(self, s: S, side: int | None) -> tuple[SupplyLine, ...]:
        """The lines of supply to the hexes where a side has units; a spectator is shown none."""
        return ()

    def prospects(self, s: S, side: int, group: UnitSet, hex_: Hex) -> Prospects:
        """The attacks that counters of a side would join if they stood in a hex, as far as the side may know, with the
        friends that stand beside the enemy already; and whether they would have to attack. The odds are those that the
        combat phase would show, for the position as it stands, which is not changed."""
        return Prospects()

    def markers(self, s: S, side: int | None) -> dict[str, list[str]]:
        """Markers to show on hexes: hex number -> keys."""
        return {}

    def chart_list(self) -> tuple[Chart, ...]:
        """The charts of the game, from the data its rules use, for whoever wants to read them."""
        return ()

    def results_tables(self) -> Mapping[str, ResultsTable]:
        """The tables that dice are thrown on, for whoever compares what was thrown with what was to be expected."""
        return {}

    def sort_of(self, unit: int) -> str:
        """The class of a counter in statistics, such as its nation: counters that are alike share it."""
        return self.sheet.nation[unit]

    def figures(self, unit: int) -> str:
        """The factors of a counter as they stand on it; "" where it has none, as strikes and ships have."""
        found = [str(self.sheet.columns[name][unit]) for name in self.factors]
        return "-".join(found) if {*found} != {"0"} else ""

    def watch(self, s: S) -> None:
        """Called between any two steps, for what takes effect at once: an instant victory, a lost base."""

    def label(self, s: S, side: int | None, unit: int) -> str:
        """What a side sees of a counter whose identity is hidden from it: its nation, or only its side."""
        return self.sides[self.sheet.side[unit]] if self.hides_nations else self.sheet.nation[unit]

    @property
    def labels(self) -> Mapping[str, str]:
        """Everything that `label` can say, with the side whose counters it is said of."""
        if self.hides_nations:
            return {side: side for side in self.sides}
        return {nation: self.sides[side] for nation, side in zip(self.sheet.nation, self.sheet.side, strict=True)}

    def seems(self, s: S, side: int | None, unit: int) -> int | None:
        """The place at which a side sees a counter whose identity is hidden from it; None if it does not see it at all.

        Some games hide in which of its owner's boxes a counter lies.
        """
        return s.where[unit]

    def check(self, s: S) -> None:
        """Raise AssertionError if a position breaks what always holds. Random play calls it after every decision."""

    # -- positions apart from a whole game --------------------------------------------------------------------------

    @abstractmethod
    def aside(self, unit: int) -> str:
        """The box where a counter is that takes no part."""

    @abstractmethod
    def complete(self, s: S, rest: UnitSet) -> None:
        """Give the fields of a position their usual values in its turn, now that the counters stand in their places;
        `rest` are those that take no part."""

    @abstractmethod
    def begin_phase(self, s: S, moment: Moment) -> None:
        """Begin a phase, with all that follows it in its turn and later on the agenda."""

    # -- starting ---------------------------------------------------------------------------------------------------

    def start(
        self, scenario: str | None = None, options: Mapping[str, Any] | None = None, dice: Dice | None = None
    ) -> S:
        """A new position at its first prompt. `khalkhin.new` makes a `Match` of it."""
        from khalkhin.engine.agenda import settle
        from khalkhin.engine.placing import place_everybody

        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise KhalkhinError("engine.unknown-scenario", scenario=name, known=", ".join(self.scenarios))
        s = self.state(self, name, self.choose_options(name, options or {}), dice or Dice.fresh())
        s.log = []
        self.set_up(s)
        settle(s)
        if self.scenarios[name].short:
            place_everybody(s)
            s.log.clear()
        return s

    def choose_options(self, scenario: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Every option of a scenario, as wanted or by its default."""
        there = self.scenarios[scenario]
        return {**there.options, **{name: there.option(name, value) for name, value in wanted.items()}}

    @property
    def known_data(self) -> Mapping[str, int]:
        """The editions of all data that shipped, by their hash; data that somebody changed know only themselves."""
        known = self.editions.known
        return known if self.version in known else {self.version: self.editions.now}

    def options_to_name(self, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options that a record has to name: those that are not at their default."""
        absent = self._absent[scenario]
        return {name: value for name, value in options.items() if name not in absent or value != absent[name]}

    def options_named(self, scenario: str, named: Mapping[str, Any]) -> dict[str, Any]:
        """What a record that names these options was played with, as far as it is not the default."""
        there = self.scenarios[scenario].options if scenario in self.scenarios else {}
        meant = {n: v for n, v in self._absent.get(scenario, {}).items() if n in there and v != there[n]}
        return {**meant, **named}

    def restore(self, data: Mapping[str, Any], dice: Dice) -> S:
        """The position that `State.to_data` wrote. It keeps no log."""
        if data.get("game") != self.code:
            raise KhalkhinError("engine.other-game", game=self.code, found=str(data.get("game")))
        try:
            return self.state.from_data(self, data, dice)
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise KhalkhinError("engine.bad-position", error=f"{type(error).__name__} {error}") from error

    # -- places -----------------------------------------------------------------------------------------------------

    @property
    def limbo(self) -> int:
        return -1

    @cached_property
    def _boxes(self) -> Mapping[str, int]:
        return {name: -1 - n for n, name in enumerate(self.boxes)}

    def box(self, name: str) -> int:
        return self._boxes[name]

    def place_name(self, place: int) -> str:
        return self.map.grid.name(place) if place >= 0 else self.boxes[-1 - place]

    def place_at(self, text: str) -> int:
        box = self._boxes.get(text)
        return self.map.grid.at(text) if box is None else box

    @property
    def lessons(self) -> Path:
        """The folder of the game's lessons, with their sentences in `words`."""
        return self.words.parent / "lessons"

    @property
    def briefings(self) -> Path:
        """The folder of the briefings before the game's scenarios, with their sentences in `words`."""
        return self.words.parent / "briefings"

    @property
    def guide(self) -> Path:
        """The folder of the game's guide: its structure, and its prose by language."""
        return self.words.parent / "guide"

    # -- what a side may say at any time ----------------------------------------------------------------------------

    def standing(self, s: S, side: int) -> tuple[Offer, ...]:
        """Offers that stand beside any prompt: conceding, a draw. Games add their own."""
        if s.result is not None:
            return ()
        if s.draw_offer is None:
            return bare("concede"), bare("draw")
        return (bare("concede"),) if s.draw_offer == side else (bare("concede"), bare("accept"))

    def why_standing(self, s: S, side: int, verb: str, noun: Noun) -> Reason | None:
        """The reason against taking up a standing offer; None for verbs that are not a matter of standing offers."""
        if verb == "draw":
            return no("", "engine.draw-offered")
        return no("", "engine.no-draw-offered") if verb == "accept" else None

    def take_standing(self, s: S, side: int, verb: str, noun: Noun) -> None:
        if verb == "concede":
            s.result = Result(1 - side, "concede")
            s.tell("log.concede", side=side)
        elif verb == "draw":
            s.draw_offer = side
            s.tell("log.draw", side=side)
        elif verb == "accept":
            s.result = Result(None, "agreed")
            s.tell("log.accept", side=side)

    # -- reading decisions ------------------------------------------------------------------------------------------

    def parse(self, verb: str, text: str | int | None) -> Noun:
        """Read a noun as a person or a record writes it: `parse("hex", "1319")` is the number of that hex."""
        if verb not in self.verbs:
            raise KhalkhinError("engine.no-such-verb", verb=verb)
        kind = self.verbs[verb]
        if kind is Kind.NOTHING:
            if text not in (None, ""):
                raise KhalkhinError("engine.no-noun", verb=verb, text=str(text))
            return None
        if text is None or text == "":
            raise KhalkhinError("engine.noun-missing", verb=verb)
        if kind is Kind.HEX:
            return self.map_hex(str(text))
        if kind is Kind.UNIT:
            return self.find_unit(str(text))
        if kind is Kind.NUMBER:
            return _whole(verb, text)
        return str(text)

    def find_unit(self, text: str, among: UnitSet = 0) -> int:
        """A counter by what it is called: by the print, or by any language."""
        return self.sheet.find(text, among, self._called)

    @cached_property
    def _called(self) -> tuple[tuple[str, ...], ...]:
        """The names of all counters in each language, in the order of the sheet."""
        return tuple(tuple(unit_names(self, language).values()) for language in languages())

    def can_be_said(self, verb: str, noun: Noun) -> bool:
        """Whether a noun is of the kind that a verb takes, and there is such a thing: what steps may be asked about."""
        kind = self.verbs.get(verb)
        if kind is Kind.NOTHING or kind is None:
            return noun is None and kind is not None
        if kind is Kind.WORD:
            return isinstance(noun, str)
        if type(noun) is not int:
            return False
        if kind is Kind.HEX:
            return noun >= 0 and bool(self.map.grid.all >> noun & 1)
        return kind is Kind.NUMBER or 0 <= noun < len(self.sheet)

    def map_hex(self, text: str) -> Hex:
        """The hex of a printed number, or a refusal that says which numbers there are."""
        try:
            return self.map.grid.at(text)
        except UnknownHex:
            names = self.map.grid.names
            raise KhalkhinError("engine.unknown-hex", text=text, first=names[0], last=names[-1]) from None

    def write(self, verb: str, noun: Noun) -> str | int | None:
        """Write a noun as records and clients do; the opposite of `parse`."""
        kind = self.verbs[verb]
        if isinstance(noun, int) and kind is Kind.HEX:
            return self.map.grid.name(noun)
        if isinstance(noun, int) and kind is Kind.UNIT:
            return self.sheet.ids[noun]
        return noun


STANDING: Mapping[str, Kind] = {"concede": Kind.NOTHING, "draw": Kind.NOTHING, "accept": Kind.NOTHING}
"""Verbs of every game."""


def _whole(verb: str, text: str | int) -> int:
    # Written plainly: int() would also read 1_0, " 1" and the digits of other scripts.
    if type(text) is int or (isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,9}", text)):
        return int(text)
    raise KhalkhinError("engine.not-a-number", verb=verb, text=str(text))
