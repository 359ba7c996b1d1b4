"""10.1  Placement: what stands where when the game begins, and the Soviet reserve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import HexSet, members, union
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Unit
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.placing import Group, placing
from khalkhin.games.bkg.position import DUE, RESERVE, SOVIET, BkgStep, Position
from khalkhin.games.bkg.sequence import Turn

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


def prepare(game: Batalha) -> None:
    """Read the scenario: set-up, reserve, reinforcements with their turns and edges, objectives."""
    data = next(iter(game.scenarios.values())).data
    grid, index = game.map.grid, game.sheet.index
    game.first_turn, game.last_turn = data["turns"]["first"], data["turns"]["last"]
    game.placed = {index[c]: grid.at(row["hex"]) for row in data["setup"]["hexes"] for c in row["counters"]}
    reserve = data["reserve"]
    game.reserve = sum(1 << index[c] for c in reserve["counters"])
    game.reserve_hex = grid.at(reserve["hex"])
    game.reserve_ring = union(grid.at(h) for h in reserve["ring"])
    game.reserve_moves = reserve["moves_from"]
    game.arrival = {index[c]: row["turn"] for row in data["reinforcements"] for c in row["counters"]}
    game.arrival_rule = {index[c]: row["rule"] for row in data["reinforcements"] for c in row["counters"]}
    game.entry = tuple(_entry(game, data["entry"][side]["edges"]) for side in game.sides)
    game.objective_kind = {grid.at(row["hex"]): row["kind"] for row in data["objectives"]}
    game.objectives = union(game.objective_kind)
    game.soviet_at_start = union(grid.at(r["hex"]) for r in data["objectives"] if r["holder"] == "soviet")


def _entry(game: Batalha, edges: list[dict[str, str]]) -> HexSet:
    """4.2.1  The hexes by which a side's reinforcements may come in."""
    out = 0
    for row in edges:
        part = game.map.grid.edge[row["edge"]]
        for column, value in row.items():
            if column != "edge":
                part &= game.map.where(column, value)
        out |= part
    return out


def set_up(s: Position) -> None:
    """10.1.1, 10.1.2  Everything with one hex is set down; the Soviet player places the reserve."""
    game = s.game
    for unit, hex_ in game.placed.items():
        s.put(unit, hex_)
    for unit in game.arrival:
        s.put(unit, game.box(DUE))
    s.soviet_objectives = game.soviet_at_start
    s.turn = game.first_turn
    s.push(PlaceReserve(None), Turn(game.first_turn))


def room(s: Position) -> HexSet:
    """10.1.2.a  Where a reserve unit may be placed: 0421 up to the stacking limit, then the hexes round it."""
    game = s.game
    crowded = s.crowded(SOVIET, 1)
    if not crowded >> game.reserve_hex & 1:
        return 1 << game.reserve_hex
    return game.reserve_ring & ~crowded


@step
class PlaceReserve(BkgStep):
    """10.1.2.a  The Soviet player chooses which of the seven reserve units stand in 0421 and which beside it."""

    unit: Unit | None

    @property
    def phase(self) -> str:
        return "phase.setup_reserve"

    def ask(self, s: Position) -> Prompt:
        waiting = s.stack(s.game.box(RESERVE))
        if self.unit is not None:
            return prompt(SOVIET, "10.1.2.a", "ask.reserve-hex", hexes(room(s)), unit=self.unit)
        if waiting:
            offers, count = (units(waiting), bare("auto")), waiting.bit_count()
            return prompt(SOVIET, "10.1.2.a", "ask.reserve-unit", *offers, count=count)
        return prompt(SOVIET, "10.1.2.a", "ask.reserve-done", bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        waiting = s.stack(s.game.box(RESERVE))
        if verb == "hex" and isinstance(noun, int):
            return self._why_hex(s, noun)
        if verb == "unit" and isinstance(noun, int):
            if self.unit is not None:
                return no("10.1.2.a", "why.unit-in-hand", unit=self.unit)
            return None if waiting >> noun & 1 else no("10.1.2.a", "why.not-reserve", unit=noun)
        if verb in ("auto", "done"):
            if self.unit is not None:
                return no("10.1.2.a", "why.unit-in-hand", unit=self.unit)
            if verb == "done" and waiting:
                return no("10.1.2.a", "why.reserve-waiting", units=waiting)
            return None if verb == "done" or waiting else no("10.1.2.a", "why.reserve-placed")
        return no("3.0", "why.not-now")

    def _why_hex(self, s: Position, hex_: int) -> Reason | None:
        if self.unit is None:
            return no("10.1.2.a", "why.unit-first")
        if room(s) >> hex_ & 1:
            return None
        game = s.game
        if s.crowded(SOVIET, 1) >> hex_ & 1 and (game.reserve_ring | 1 << game.reserve_hex) >> hex_ & 1:
            return no("4.1.1", "why.stacking", hex=hex_)
        if game.reserve_ring >> hex_ & 1:
            return no("10.1.2.a", "why.reserve-first", hex=game.reserve_hex)
        return no("10.1.2.a", "why.reserve-area", hex=game.reserve_hex)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(PlaceReserve(noun))
        elif verb == "hex" and isinstance(noun, int) and self.unit is not None:
            s.put(self.unit, noun)
            s.tell("log.reserve", 1 << SOVIET, "10.1.2.a", unit=self.unit, hex=noun)
            s.push(PlaceReserve(None))
        elif verb == "auto":
            for unit in members(s.stack(s.game.box(RESERVE))):
                hex_ = next(members(room(s)))
                s.put(unit, hex_)
                s.tell("log.reserve", 1 << SOVIET, "10.1.2.a", unit=unit, hex=hex_)
            s.push(PlaceReserve(None))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != SOVIET:
            return {}
        waiting = tuple(members(s.stack(s.game.box(RESERVE))))
        return placing(s.game, [Group("10.1.2.a", waiting, s.game.reserve_ring | 1 << s.game.reserve_hex)])

    def seen_by(self, s: Position, side: int | None) -> PlaceReserve:
        return self if side == SOVIET else PlaceReserve(None)
