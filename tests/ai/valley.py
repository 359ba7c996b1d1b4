"""An advisor for the tiny game's valley, as plain as the shared classes allow: strength is all that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from khalkhin.ai import advisor, evaluation, goals, values
from khalkhin.ai.evaluation import EvaluationSettings, Key, Tools
from khalkhin.ai.goals import GoalSettings
from khalkhin.ai.ideas import Idea, assaults
from khalkhin.ai.ideas.assaults import AssaultSettings, Crew, MarchOrder
from khalkhin.ai.threats import Area
from khalkhin.ai.weights import STANDARD, Weights
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Costs
from khalkhin.engine.codec import UnitSet
from tests.tiny.assault import Declare
from tests.tiny.game import Tiny
from tests.tiny.position import Position


class Distances(values.Distances[str]):
    """Uphill a step costs two, everywhere else one; nobody swims."""

    FARTHEST = 50

    def __init__(self, game: Tiny) -> None:
        super().__init__()
        self.game = game

    def costs(self, kind: str) -> Costs:
        hills, land = self.game.map.terrain["hill"], self.game.land
        return Costs.build(self.game.map.grid, lambda a, b, d: 1 + (hills >> b & 1) if land >> b & 1 else None)


class Settings:
    """The numbers of the valley."""

    evaluation = EvaluationSettings(promised_share=1.0)
    goals = GoalSettings(
        wanted_ratio=2.0,
        wanted_margin=1.0,
        least_ratio=1.0,
        longest_march=4.0,
        guard_distance=2.0,
        defenders_share=1.0,
        neighbours_share=0.5,
        guarding_weight=1.0,
        taking_weight=2.0,
        unit_weight=0.0,
    )
    assaults = AssaultSettings(targets=3, quick_targets=4, most_units=4, patience=2, least_gain=0.0)


SETTINGS = Settings()


def tools(game: Tiny, weights: Weights = STANDARD) -> Tools:
    return Tools(None, Distances(game), values.Values(), SETTINGS, weights)


class Goals(goals.Campaign):
    s: Position
    game: Tiny
    worths: dict[Hex, float]

    def areas(self) -> Iterator[Area]:
        for hex_ in members(self.enemy_hexes):
            yield self.game.map.grid.within(1 << hex_, 2), self.enemy_strength(hex_)

    @cached_property
    def enemy_hexes(self) -> HexSet:
        return self.s.held(self.enemy)

    def enemy_strength(self, hex_: Hex) -> int:
        return sum(self.s.strength(u) for u in members(self.s.stack(hex_)) if self.game.sheet.side[u] == self.enemy)

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        return self.distances.to("", goal)[self.s.where[unit] if start is None else start] / 2

    @cached_property
    def fighters(self) -> list[int]:
        return [u for u in members(self.s.force(self.side)) if self.s.strength(u) > 1]

    @property
    def places_to_guard(self) -> list[Hex]:
        return [h for h in self.worths if self.s.held(self.side) >> h & 1]

    @property
    def places(self) -> Iterable[Hex]:
        return self.worths

    def worth(self, hex_: Hex) -> float:
        return self.worths[hex_]

    def attack_strength(self, unit: int) -> int:
        return self.s.strength(unit)

    guard_strength = attack_strength

    def guard_needed(self, hex_: Hex) -> float:
        return self.pressure(hex_) / 2

    def guard_reluctance(self, unit: int) -> float:
        return 0.1 * self.s.strength(unit)

    def reserve_places(self, unit: int, aims: list[Hex], taken: list[Hex]) -> Iterable[Hex]:
        return taken

    def reserve_distance(self, unit: int, hex_: Hex) -> float:
        return self.moves(unit, hex_)

    @property
    def followers(self) -> Iterable[int]:
        return (u for u in members(self.s.force(self.side)) if u not in self.destinations)

    def follower_kind(self, unit: int) -> str:
        return ""


class Assaults(assaults.Assaults[Position]):
    """Everybody moves two hexes, and an attack is worth what it is stronger by."""

    game: Tiny

    def kind(self, unit: int) -> tuple[int, ...]:
        return (self.s.where[unit],)

    def reach(self, unit: int) -> HexSet:
        return self.game.map.grid.within(1 << self.s.where[unit], 2) & self.game.land & ~self.enemy_hexes()

    def group_key(self, order: MarchOrder) -> tuple[int, ...]:
        return order[1], self.s.where[order[0]]

    def has_room(self, s: Position, hex_: Hex, units: UnitSet) -> bool:
        return not s.full() >> hex_ & 1

    def wanted_hexes(self) -> HexSet:
        return 1 << self.game.village & ~self.s.held(0) & ~self.s.held(1)

    def takers(self) -> Iterable[int]:
        return members(self.movers)

    def enemy_hexes(self) -> HexSet:
        return self.s.held(1 - self.side)

    def attackers(self) -> Iterable[int]:
        return members(self.movers)

    def rank(self, unit: int) -> tuple[float, ...]:
        return -self.s.strength(unit), unit

    def target_value(self, hex_: Hex, crew: Crew) -> tuple[float, ...]:
        return (len(crew),)

    def attack_value(self, s: Position, target: Hex) -> float:
        beside = self.game.map.grid.around[target] & s.held(self.side)
        force = sum(s.strength(u) for h in members(beside) for u in members(s.at[h]))
        return min(force, 6) - sum(s.strength(u) for u in members(s.at[target]))

    def attack_hex_value(self, s: Position, target: Hex) -> Callable[[Hex], float]:
        return lambda hex_: self.game.map.terrain["hill"] >> hex_ & 1


class Evaluation(evaluation.Evaluation[Position]):
    """Counts how often it is asked for a stack."""

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.asked = 0

    def score(self, s: Position) -> float:
        return 10.0 if s.village == self.side else 0.0

    def stacks(self, s: Position) -> Iterator[Key]:
        for hex_ in members(s.held(self.side)):
            yield hex_, s.at[hex_]

    def stack(self, s: Position, key: Key) -> float:
        self.asked += 1
        return sum(s.strength(u) for u in members(key[1]))

    def prospects(self, s: Position) -> float:
        return 100.0

    def posted(self, unit: int, place: int) -> float:
        self.asked += 1
        return float(place)


IDEA_SOURCES: advisor.IdeaSources[Evaluation, Position] = {
    Declare: lambda evaluation, s, step: [(("unit", evaluation.side),)]
}
QUICK_IDEA_SOURCES: advisor.IdeaSources[Evaluation, Position] = {
    Declare: lambda evaluation, s, step: [(("done", None),)]
}


class Advisor(advisor.Advisor[Position, Evaluation]):
    idea_sources, quick_idea_sources = IDEA_SOURCES, QUICK_IDEA_SOURCES
    combining_steps = (Declare,)

    def new_evaluation(self, s: Position, side: int) -> Evaluation:
        return Evaluation(tools(s.game), s, side, False)

    def forced_idea(self, s: Position, side: int) -> Idea | None:
        return (("flare", s.game.village),) if s.shaken else None
