"""Sparring partners: they play whole games legally, do what their names say, and see no more than a view."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai import players
from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.ai.sampling import scene_of
from khalkhin.ai.sparring.facts import FAR, Facts
from khalkhin.ai.sparring.script import WAYS_OUT
from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.agenda import Noun
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import View, view
from khalkhin.games.bkg.position import JAPAN

ATTACKS = {"attack", "bombard", "strike"}
"""Verbs that declare an attack, in any game."""
SIDES = [(code, side) for code in ("bkg", "kgw", "pbn", "sn") for side in (0, 1)]
SEED = 1
TURNS = 2
"""Turns in which scripts are watched against somebody who does nothing."""


class Told:
    """A decision of a game that goes on: what was said, and of which prompt."""

    def __init__(self, seen: View, side: int, said: tuple[str, Noun], before: Any) -> None:
        self.seen, self.side, self.said, self.before = seen, side, said, before

    @property
    def is_attack(self) -> bool:
        return self.said[0] in ATTACKS

    @property
    def declined(self) -> bool:
        return self.said[0] in WAYS_OUT

    @property
    def might_decline(self) -> bool:
        return any(offer["verb"] in ("done", "pass", "commit") for offer in self.seen["prompt"]["offers"])


def played(code: str, scenario: str | None, names: Sequence[str], seed: int = SEED) -> Iterator[Told]:
    """A whole game, decision by decision; no player may need another's help."""
    match = Match(library.get(code).start(scenario, None, Dice.practice(seed)))
    sitting = [FallbackPlayer(name, seed + side) for side, name in enumerate(names)]
    while not match.over:
        side = match.prompts()[0].side
        seen = view(match.state, side)
        said = sitting[side].decide(json.loads(json.dumps(seen)))
        assert not sitting[side].faults
        yield Told(seen, side, said, match.state)
        match.play(*said, side=match.game.sides[side])


def against_idle(code: str, side: int, name: str) -> Iterator[Told]:
    """The first turns of a partner, decision by decision, against somebody who does nothing."""
    names = [name, "idle"] if side == 0 else ["idle", name]
    first = None
    for told in played(code, None, names):
        first = told.before.turn if first is None else first
        if told.before.turn >= first + TURNS:
            return
        if told.side == side:
            yield told


class March:
    """What a partner has done in a movement phase: what it looked at before, and the position after it."""

    def __init__(self, told: Told) -> None:
        self.start = self.after = told.before.clone()
        scene = scene_of(told.seen, SEED + told.side)
        self.facts: Facts[Any] = scene.advisor.facts(scene.positions(1)[0], told.side)
        """What the partner makes of its view."""

    @property
    def is_home(self) -> bool:
        """Whether those who could move were home before."""
        places = [self.start.where[unit] for unit in members(self.facts.movers)]
        return all(place < 0 or self.facts.home >> place & 1 for place in places)

    def gain(self, units: int, places: int) -> int:
        """How many hexes nearer to some places units have come; who comes onto the map comes from home."""
        return sum(self._gain(unit, self.facts.steps(unit, places)) for unit in members(units))

    def _gain(self, unit: int, far: Mapping[int, int]) -> int:
        was, now = self.start.where[unit], self.after.where[unit]
        if now < 0:
            return 0
        return min(far.get(hex_, FAR) for hex_ in ([was] if was >= 0 else members(self.facts.home))) - far.get(now, FAR)


def marches(code: str, side: int, name: str) -> list[March]:
    """The movement phases of a partner against somebody who does nothing."""
    out, phase = list[March](), None
    for told in against_idle(code, side, name):
        facts = advisor_of(told.before.game).facts(told.before, side)
        now = told.before.turn, told.seen["phase"]
        if facts.is_movement and now != phase:
            out.append(March(told))
        if facts.is_movement:
            out[-1].after = told.before.clone()
        phase = now
    return [march for march in out if march.facts.movers]


def test_there_are_partners_beside_the_levels() -> None:
    assert players.known() == [*players.names(), *players.partners()]
    assert not set(players.names()) & set(players.partners())


@pytest.mark.parametrize(("code", "side"), [*SIDES, ("tiny", 0), ("tiny", 1)])
def test_idle_declines_whatever_it_may(code: str, side: int) -> None:
    names = ["random", "idle"] if side else ["idle", "random"]
    asked = 0
    for told in played(code, None, names):
        if told.side == side and told.might_decline:
            facts = advisor_of(told.before.game).facts(told.before, side)
            asked += facts.is_movement or facts.is_attack
            assert told.declined or not (facts.is_movement or told.is_attack)
    assert asked or code == "tiny"


@pytest.mark.parametrize(("code", "side"), SIDES)
def test_withdraw_goes_home_and_attacks_nobody(code: str, side: int) -> None:
    assert not any(one.is_attack and one.might_decline for one in against_idle(code, side, "withdraw"))
    early = [march for march in marches(code, side, "withdraw") if march.facts.moves_to_come]
    assert early
    gains = [march.gain(march.facts.movers & ~march.facts.obliged, march.facts.home) for march in early]
    assert min(gains) >= 0
    assert sum(gains) > 0 or all(march.is_home for march in early)


@pytest.mark.parametrize(("code", "side"), SIDES)
def test_rush_goes_for_the_most_valuable_place(code: str, side: int) -> None:
    found = marches(code, side, "rush")
    for march in found:
        facts = march.facts
        worths = facts.places_to_take
        assert [worths[hex_] for hex_ in members(facts.aim)] == [max(worths.values())]
        held = [march.start.where[unit] for unit in members(facts.guards)]
        assert all(march.after.at[hex_] & facts.game.sheet.of_side[side] for hex_ in held)
    assert sum(march.gain(march.facts.movers, march.facts.aim) for march in found) > 0


@pytest.mark.parametrize(("code", "side"), SIDES)
def test_turtle_sits_on_its_places_and_attacks_nobody(code: str, side: int) -> None:
    assert not any(one.is_attack and one.might_decline for one in against_idle(code, side, "turtle"))
    found = marches(code, side, "turtle")
    gains = [march.gain(march.facts.movers & ~march.facts.obliged, march.facts.places_to_hold) for march in found]
    assert min(gains) >= 0
    assert sum(gains) > 0


@pytest.mark.parametrize(("code", "side"), SIDES)
def test_raid_sends_the_fast_and_keeps_the_others_at_its_places(code: str, side: int) -> None:
    gains = 0
    for march in marches(code, side, "raid"):
        facts = march.facts
        slow = facts.movers & ~(facts.fast & ~facts.guards)
        others = members(facts.movers & ~facts.fast)
        assert min(map(facts.speed, members(facts.fast))) > max(map(facts.speed, others), default=0)
        assert march.gain(slow & ~facts.obliged, facts.places_to_hold) >= 0
        gains += march.gain(facts.fast & ~facts.guards & ~facts.obliged, facts.raid_targets)
    assert gains > 0


@pytest.mark.parametrize("code", ["bkg", "kgw", "pbn", "sn"])
@pytest.mark.parametrize("names", [("rush", "turtle"), ("raid", "rush")])
def test_partners_play_whole_games(code: str, names: Sequence[str]) -> None:
    """To the end, with nobody else's help (`played`)."""
    last = deque(played(code, None, names), maxlen=1)
    assert last[0].before.result is not None


def test_in_the_batalha_withdraw_is_home_until_the_last_move_brings_it_back_inside() -> None:
    """From the fifth day on no Japanese is inside the line when the Soviets move. Nobody shuts it: most end inside."""
    s, watched = None, 0
    for one in played("bkg", None, ["idle", "withdraw"]):
        s = one.before
        if one.side == JAPAN:
            assert not (one.is_attack and one.might_decline)
        elif 24 <= s.turn < s.game.last_turn:
            watched += 1
            assert not s.held(JAPAN) & s.game.inside
    assert watched
    assert s is not None
    assert s.result is not None
    assert s.result.winner == JAPAN
    inside, outside = (
        sum(s.at[hex_].bit_count() for hex_ in members(s.held(JAPAN) & area)) for area in (s.game.inside, s.game.beyond)
    )
    assert inside > 20 > outside
