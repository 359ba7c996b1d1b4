"""The chance of winning from a position, and how it is learned."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.players.random_player import RandomPlayer
from khalkhin.ai.win_chance import Features, WinChance, mixture
from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.state import Result, State
from khalkhin.engine.view import view
from khalkhin.games.bkg.position import Position
from tools import train_win_chance as learner

GAMES = ("bkg", "kgw", "pbn", "sn")


def begun(code: str, scenario: str | None = None) -> Match:
    """A game that is set up, at the first decision of its first turn."""
    match = Match(library.get(code).start(scenario, None, Dice.practice(1)))
    while match.state.asked[0].allows("auto", None):
        match.play("auto", side=match.game.sides[match.prompts()[0].side])
        if match.state.asked[0].allows("done", None) and model(code).setting_up(match.state):
            match.play("done", side=match.game.sides[match.prompts()[0].side])
    return match


@cache
def start(code: str) -> State:
    return begun(code).state


@cache
def model(code: str) -> WinChance[Any]:
    return learner.MODELS[code](library.get(code))


def chance(s: State, side: int) -> float:
    return advisor_of(s.game).win_chance(s, side)


def wander(match: Match, decisions: int) -> Iterator[State]:
    """The positions that a player without a plan comes to."""
    player = RandomPlayer(3)
    for _ in range(decisions):
        if match.over:
            return
        side = match.prompts()[0].side
        match.play(*player.decide(view(match.state, side)), side=match.game.sides[side])
        yield match.state


@pytest.mark.parametrize("code", GAMES)
def test_the_chances_of_the_sides_add_up_wherever_a_game_goes(code: str) -> None:
    seen = set()
    for s in wander(begun(code), 400):
        ours = chance(s, 0)
        assert 0 <= ours <= 1
        assert ours + chance(s, 1) == 1
        seen.add(round(ours, 3))
    assert len(seen) > 5


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize(("winner", "expected"), [(0, (1, 0)), (1, (0, 1)), (None, (0.5, 0.5))])
def test_the_end_of_a_game_is_known(code: str, winner: int | None, expected: tuple[float, float]) -> None:
    s = start(code).clone()
    s.result = Result(winner, "points", (10, 10))
    assert (chance(s, 0), chance(s, 1)) == expected


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("side", [0, 1])
def test_whoever_loses_a_unit_has_less_of_a_chance(code: str, side: int) -> None:
    s = start(code)
    game, before = s.game, chance(s, side)
    units = [u for h in members(s.held(side)) for u in members(s.at[h] & game.sheet.of_side[side])]
    lost = []
    for unit in units:
        after = s.clone()
        after.send(unit, game.lost[0])
        lost.append(before - chance(after, side))
    assert min(lost) > -1e-3
    assert sum(x > 0 for x in lost) > 0.7 * len(units)
    assert max(lost) < 0.25


@pytest.mark.parametrize("code", ["kgw", "pbn", "sn"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_unit_does_more_on_an_objective_than_beside_it(code: str, side: int) -> None:
    s = start(code)
    game = s.game
    taken = s.held(0) | s.held(1)
    worth = {x.hex: x.points for x in game.objective_list(s, side)}
    free = [h for h in worth if not game.map.grid.within(1 << h, 1) & taken and game.map.grid.around[h]]
    unit = next(u for h in members(s.held(side)) for u in members(s.at[h] & game.sheet.of_side[side]))
    gains = []
    for hex_ in free:
        there, beside = s.clone(), s.clone()
        there.put(unit, hex_)
        beside.put(unit, next(members(game.map.grid.around[hex_])))
        gains.append(chance(there, side) - chance(beside, side))
    assert gains
    assert max(gains) > 0


def test_an_objective_that_changes_hands_counts() -> None:
    s = start("bkg").clone()
    assert isinstance(s, Position)
    before = chance(s, 0)
    s.soviet_objectives |= s.game.objectives
    assert chance(s, 0) > before + 0.02


@pytest.mark.parametrize("code", ["kgw", "pbn", "sn"])
def test_half_an_army_on_the_map_is_no_lost_game(code: str) -> None:
    match = Match(library.get(code).start(None, None, Dice.practice(1)))
    at_first = chance(match.state, 0)
    assert 0.05 < at_first < 0.95
    match.play("auto")
    match.play("done")
    assert match.state.held(0) or match.state.held(1)
    assert chance(match.state, 0) == at_first


@pytest.mark.parametrize("code", GAMES)
def test_all_that_is_counted_is_good_to_have(code: str) -> None:
    mine = model(code)
    data = json.loads(mine.file.read_text())
    assert list(data["items"]) == list(mine.items)
    assert set(mine.priors) <= set(mine.items)
    printed = [name for name, one in start(code).game.scenarios.items() if not one.short]
    assert set(data["opening"]) == set(data["bias"]) == set(printed)
    assert all(weight >= 0 for weights in mine.coefficients.items for weight in weights)
    for name, belief in mine.priors.items():
        learned = mine.coefficients.items[mine.items.index(name)]
        assert all(a >= learner.FLOOR * b - 1e-3 for a, b in zip(learned, belief, strict=True))


@pytest.mark.parametrize("left", [0.0, 0.1, 0.2, 0.7, 1.0])
def test_weights_are_mixed(left: float) -> None:
    assert sum(mixture(left)) == pytest.approx(1)
    assert min(mixture(left)) >= 0


# -- learning ----------------------------------------------------------------------------------------------------------


class Made(WinChance[Any]):
    """Of no game: the first item decides, the second is the worse the more there is of it."""

    items = ("good", "bad")
    priors: ClassVar[Mapping[str, tuple[float, float, float]]] = {"good": (0.5, 0.5, 0.5)}

    def features(self, s: Any) -> Features:
        return Features(1.0, (0.0, 0.0))


def made(count: int) -> list[learner.Played]:
    """Games whose margin is twice the first item less the second, with some luck."""
    rng = np.random.default_rng(5)
    out = []
    for _ in range(count):
        good, bad = rng.normal(size=2) * 10
        margin = 2 * good - bad + rng.normal() * 3
        lines = tuple(learner.Line(n, 1 - n / 20, (good, bad)) for n in range(20))
        out.append(learner.Played("one", int(margin < 0), float(margin), False, lines))
    return out


def test_what_decides_is_learned_and_nothing_is_bad_to_have() -> None:
    data = learner.rows(made(200), ["one"])
    model = learner.Model(Made(Path("none"), 0.5), ["one"], data)
    learned = model.fit(data, 0.1)
    weights = model.coefficients(learned, data)
    assert weights.items[0] == pytest.approx((2, 2, 2), abs=0.2)
    assert max(weights.items[1]) == 0
    held_out = model.held_out(data, 0.1)
    assert learner.log_loss(data, held_out) < 0.4 < learner.log_loss(data, np.full(len(data.won), 0.5))
    assert learner.ranked(data, held_out) > 0.9


def test_the_learner_and_the_game_foretell_the_same(tmp_path: Path) -> None:
    s = start("kgw")
    twin = learner.MODELS["kgw"](s.game)
    played = learner.Played(s.scenario, 0, 3.0, False, (learner.Line(s.turn, *twin.features(s)),))
    scenarios = list(s.game.scenarios)
    data = learner.rows([played, played], scenarios)
    model = learner.Model(twin, scenarios, data)
    learned = model.fit(data, 1.0)
    twin.file = tmp_path / "win_chance.json"
    twin.file.write_text(learner.written(model, model.coefficients(learned, data), 2))
    assert twin(s, 0) == pytest.approx(model.chance(learned, data)[0], abs=1e-3)
    assert twin(s, 0) != chance(s, 0)


def test_records_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for n in range(learner.FOLDS):
        match = begun("bkg")
        for _ in wander(match, 5 + n):
            pass
        match.play("concede", side=match.game.sides[n % 2])
        (tmp_path / f"{n}.record.gz").write_bytes(gzip.compress(match.record().encode()))
    before = model("bkg").file.read_text()
    told = []
    for _ in range(2):
        learner.main(["bkg", "--records", str(tmp_path), "--check"])
        told.append(capsys.readouterr().out)
    assert told[0].startswith(f"{learner.FOLDS} games")
    assert told[0] == told[1]
    assert model("bkg").file.read_text() == before


def test_too_few_games_teach_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        learner.main(["sn", "--records", str(tmp_path)])
    assert "has 0 finished games of sn" in capsys.readouterr().err
