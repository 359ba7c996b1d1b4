"""3.2, 3.3, 4.0, 25.1-25.2  The sequence of play: who is first, the phases in their order, the months and the end."""

from __future__ import annotations

import pytest

from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.games.pbn.sequence import Turn
from tests.pbn.positions import (
    air,
    asked,
    at,
    board,
    do,
    hexes,
    keys,
    marked,
    offered,
    place,
    position,
    refused,
    supply_at,
    the_game,
    told,
    unit,
    units,
)

rule = pytest.mark.rule
ON = ("auto", "done", "commit", "pass")
"""What ends a phase, or a part of it, without doing anything."""
FORCES = {"1008": "SU-24", "1108": "JP-64", "tamsag": "SU-36HQ", "hailar": "JP-23HQ"}


def go_on(match: Match) -> str:
    """Whoever is asked does as little as he can; the phase in which he is."""
    name = str(match.view(None)["phase"])
    for prompt in match.prompts():
        choices = [(offer.verb, noun) for offer in prompt.offers for noun in offer]
        verb, noun = min(choices, key=lambda choice: ON.index(choice[0]) if choice[0] in ON else len(ON))
        match.play(verb, match.game.write(verb, noun), side=match.game.sides[prompt.side])
    return name


def go_to(match: Match, phase: str) -> Match:
    while match.view(None)["phase"] != phase:
        go_on(match)
    return match


# -- who is first ----------------------------------------------------------------------------------------------------


@rule("pbn", "4.1.1")
@pytest.mark.parametrize(("points", "first"), [((3, 2), 0), ((2, 3), 1), ((0, 1), 1), ((12, 11), 0)])
def test_more_victory_points_make_the_first_player(points: tuple[int, int], first: int) -> None:
    match = board(FORCES, "initiative", points=points, levels=(0, 0))
    assert position(match).first == first
    assert position(match).rolled == 0
    assert told(match, "log.initiative")["side"] == match.game.sides[first]


@rule("pbn", "4.1.1")
@pytest.mark.parametrize(("die", "first"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_a_die_settles_a_tie(die: int, first: int) -> None:
    """T82"""
    match = board(FORCES, "initiative", points=(12, 12), dice=[die], levels=(0, 0), first_player="japan")
    assert position(match).first == first
    assert told(match, "log.initiative-die")["dice"] == str(die)


@rule("pbn", "25.2")
def test_the_soviets_are_first_in_may() -> None:
    match = board(FORCES, "initiative", month=1, points=(0, 4), levels=(0, 0), first_player="japan")
    assert (position(match).first, position(match).rolled) == (0, 0)


@rule("pbn", "SCM.5", "SCM.5.1")
@pytest.mark.parametrize("named", ["soviet", "japan"])
def test_maskirovka_names_the_first_player(named: str) -> None:
    match = board({**FORCES, "hand": "SU-CM-MASKIROVKA"}, "initiative", points=(0, 20), levels=(0, 0))
    assert (asked(match).side, asked(match).rule) == (0, "SCM.5.1")
    assert offered(match, "first") == {"soviet", "japan"}
    do(match, f"first {named}")
    assert match.game.sides[position(match).first] == named
    assert place(match, "SU-CM-MASKIROVKA") == "removed"


@rule("pbn", "SCM.5.1")
def test_maskirovka_may_be_kept() -> None:
    match = board({**FORCES, "hand": "SU-CM-MASKIROVKA"}, "initiative", points=(0, 20), levels=(0, 0))
    do(match, "pass")
    assert position(match).first == 1
    assert place(match, "SU-CM-MASKIROVKA") == "hand"


@rule("pbn", "SCM.5.1")
def test_being_asked_for_maskirovka_tells_nothing() -> None:
    """The Soviets are asked whenever they may hold it, for all that the enemy knows."""
    other = board({**FORCES, "hand": "SU-CM-RECON"}, "initiative", points=(0, 20), levels=(0, 0))
    assert offered(other, "first") == set()
    assert refused(other, "first soviet") == "SCM.5.1"
    assert refused(other, "play SU-CM-RECON") == "4.1.1"
    do(other, "pass")
    assert position(other).first == 1
    nothing = board(FORCES, "initiative", points=(0, 20), levels=(0, 0))
    assert position(nothing).first == 1, "no marker is held, as everybody sees"
    gone = board({"hand": "SU-CM-RECON", "removed": "SU-CM-MASKIROVKA"}, "initiative", points=(0, 20), levels=(0, 0))
    assert position(gone).first == 1, "it lies open among the markers out of play"


# -- phases ----------------------------------------------------------------------------------------------------------


def expected(first: str, second: str) -> list[str]:
    out = ["phase.air"]
    out += [f"phase.{side}_{name}" for name in ("reinforcement", "logistics") for side in (first, second)]
    for _ in range(2):
        out += [f"phase.{side}_{name}" for side in (first, second) for name in ("move", "strike", "combat")]
    return out


@rule("pbn", "4.1", "4.1.2", "4.1.7", "4.1.8", "4.1.9", "4.1.10", "4.1.11", "4.1.12", "4.1.13", "4.1.14", "4.1.15")
@rule("pbn", "4.1.3", "4.1.4", "4.1.16", "4.1.17")
@pytest.mark.parametrize("points", [(1, 0), (0, 1)])
def test_a_whole_turn(points: tuple[int, int]) -> None:
    """Markers, air, reinforcements and logistics, then two impulses of each side, the First Player always first."""
    supply = {"soviet": {"2108": 1}, "japan": {"1108": 1}}  # both can attack in every impulse, and nobody has to
    many = {side: {"reserve": 4} for side in ("soviet", "japan")}
    match = board(
        {"1008": "SU-24", "2008": "JP-64"},
        "initiative",
        points=points,
        levels=(0, 0),
        air=many,
        supply=supply,
        options={"hq_artillery": True},
    )
    first = "soviet" if points[0] else "japan"
    second = "japan" if points[0] else "soviet"
    seen: list[str] = []
    while position(match).turn == 3:
        seen.append(go_on(match))
    once = [name for n, name in enumerate(seen) if not n or seen[n - 1] != name]
    assert once == expected(first, second)
    assert keys(match).count("log.turn") == 1


@rule("pbn", "4.1.2", "4.1.9")
def test_the_first_player_completes_his_part_before_the_second() -> None:
    """Markers of the First Player first; all of his logistics before the other's."""
    match = board(FORCES, "initiative", points=(0, 1), levels=(1, 1), dice=[1, 1])
    picked = [event.params["side"] for event in match.log if event.key in ("log.marker", "log.marker-held")]
    assert picked == ["japan", "soviet"]
    match = board(FORCES, "japan_logistics", first_player="japan", suppressed=["SU-24", "JP-64"])
    assert not marked(match, "suppressed", "JP-64")
    assert marked(match, "suppressed", "SU-24"), "the Soviets come later"
    do(match, "done")
    assert not marked(match, "suppressed", "SU-24")


@rule("pbn", "4.1.18")
@pytest.mark.parametrize(
    ("phase", "early"),
    [
        ("soviet_reinforcement", "activate SU-36HQ"),
        ("soviet_logistics", "unit SU-24"),
        ("soviet_move", "strike 1108"),
        ("soviet_strike", "attack 1108"),
        ("soviet_combat", "strike 1108"),
    ],
)
def test_the_order_is_strict(phase: str, early: str) -> None:
    """Nobody does in a phase what belongs to another."""
    air_ = {"soviet": {"strike": 1}}
    match = board({**FORCES, "1208": "SU-11A"}, phase, air=air_, supply={"soviet": {"tamsag": 2}})
    assert refused(match, early)


@rule("pbn", "4.1.12", "4.1.13", "4.1.14", "4.1.15")
def test_impulses() -> None:
    """Anybody moves in an initial impulse; in a follow-on impulse only who is near an activated headquarters."""
    for side, mine in (("soviet", "SU-24"), ("japan", "JP-64")):
        apart = {"0805": "SU-24", "1808": "JP-64"}
        assert offered(board(apart, f"{side}_move"), "unit") == {mine}
        assert mine not in offered(board(apart, f"{side}_move", impulse=2), "unit")
        hq = {"soviet": {"0806": "SU-36HQ"}, "japan": {"1809": "JP-23HQ"}}[side]
        name = next(iter(hq.values()))
        match = board({**apart, **hq}, f"{side}_move", impulse=2, activated=[name])
        assert mine in offered(match, "unit")


# -- months ----------------------------------------------------------------------------------------------------------


@rule("pbn", "3.2", "3.3")
def test_the_first_turn_has_every_phase() -> None:
    """Set-up, then May: markers are picked, air allocated, and routine reinforcements come."""
    game = the_game()
    match = Match(game.start("campaign", dice=Dice.practice(5)))
    assert position(match).turn == 1
    go_to(match, "phase.soviet_reinforcement")
    assert keys(match).count("log.turn") == 1
    picks = [e.params["side"] for e in match.log if e.key in ("log.marker", "log.marker-held")]
    assert picks == ["soviet"] * 3 + ["japan"] * 3
    assert position(match).turn == 1
    assert len(offered(match, "base")) >= 3


@rule("pbn", "4.1.17", "25.1")
@pytest.mark.parametrize("october", [False, True])
def test_the_last_turn(october: bool) -> None:
    """September ends the game, or October if the players agreed on it."""
    options = {"october": october}
    for month in range(1, 7 if october else 6):
        match = board(FORCES, "advance", month=month, options=options, points=(1, 0), levels=(0, 0))
        last = month == (6 if october else 5)
        assert match.over == last
        assert position(match).turn == (month if last else month + 1)


@rule("pbn", "3.1.3")
def test_the_game_ends_by_concession() -> None:
    match = board(FORCES, "soviet_move")
    match.play("concede", side="japan")
    assert match.result() == {"winner": "soviet", "how": "concede", "points": []}


@rule("pbn", "3.1.3", "4.1.17")
def test_play_runs_to_the_last_turn() -> None:
    match = board({}, "soviet_move", month=5, first=[Turn(6)])
    assert match.over
    assert match.result() == {"winner": None, "how": "draw", "points": [0, 0]}


@rule("pbn", "4.1.3", "4.1.17", "16.32", "16.33")
def test_air_points_are_back_in_reserve_when_the_turn_ends() -> None:
    """Whether they have flown or not; damaged ones stay where they are."""
    boxes = {"reserve": 1, "recon": 2, "strike": 3, "support": 1, "damaged": 2}
    match = board(FORCES, "advance", air={"soviet": boxes}, points=(1, 0), levels=(0, 0))
    assert air(match, "soviet") == {"reserve": 7, "damaged": 2}


@rule("pbn", "16.32")
def test_they_are_back_before_the_markers_of_the_next_turn() -> None:
    """Bad weather in its Campaign Marker Phase damages an air point of the Reserve."""
    placed = {**FORCES, "pool": "SU-CM-WEATHER"}
    match = board(placed, "advance", markers="removed", air={"soviet": {"strike": 3}}, points=(1, 0), levels=(1, 0))
    assert told(match, "log.damaged") == {"side": "soviet", "count": 1, "box": "@box.reserve"}
    assert air(match, "soviet") == {"reserve": 2, "damaged": 1}


@rule("pbn", "4.1.3")
def test_mission_boxes_are_emptied_before_the_allocation() -> None:
    boxes = {"superiority": 1, "interdiction": 2, "recon": 1, "strike": 1}
    match = board(FORCES, "japan_campaign", air={"japan": boxes}, points=(1, 0), levels=(0, 0))
    assert match.view(None)["phase"] == "phase.air"
    assert air(match, "japan") == {"reserve": 5}


@rule("pbn", "4.1.17", "SCM.3")
def test_what_lasted_for_the_turn_is_over() -> None:
    match = board(
        {**FORCES, "effect": ["SU-CM-CRISIS", "SU-CM-ZHUKOV"], "hand": ["JP-CM-RECON", "JP-CM-STAFF"]},
        "advance",
        points=(1, 0),
        levels=(0, 0),
        short=1,
        kept="JP-23HQ",
        bought="JP-CM-STAFF",
    )
    s = position(match)
    assert (s.short, s.kept, s.bought) == (0, 0, 0)
    assert place(match, "SU-CM-CRISIS") == "removed"
    assert place(match, "SU-CM-ZHUKOV") == "effect", "for the rest of the game"
    assert (place(match, "JP-CM-STAFF"), place(match, "JP-CM-RECON")) == ("pool", "hand")


@rule("pbn", "4.1.7", "4.1.8")
def test_both_sides_are_reinforced() -> None:
    match = board(FORCES, "soviet_reinforcement")
    do(match, "auto")
    assert match.view(None)["phase"] == "phase.japan_reinforcement"
    do(match, "auto")
    assert (supply_at(match, "soviet", "tamsag"), supply_at(match, "japan", "hailar")) == (3, 3)


@rule("pbn", "4.1.19", "16.7")
def test_recon_is_flown_in_air_strike_phases_too() -> None:
    match = board({"1008": "SU-24", "1508": "JP-64"}, "japan_strike", air={"japan": {"recon": 1}})
    assert "1008" in offered(match, "recon")
    do(match, "recon 1008")
    assert air(match, "japan") == {"reserve": 1}


# -- what always holds -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fortified", (hexes("1010"), 0)),
        ("suppressed", units("SU-36HQ")),
        ("suppressed", units("JP-SUP-1")),
        ("activated", units("SU-24")),
        ("points", (0, -1)),
    ],
)
def test_a_position_that_cannot_be_is_found_out(field: str, value: object) -> None:
    s = position(board(FORCES, "soviet_move"))
    s.game.check(s)
    setattr(s, field, value)
    with pytest.raises(AssertionError):
        s.game.check(s)


def test_counters_that_cannot_be_where_they_are_are_found_out() -> None:
    """Both sides in a hex; a battalion of nobody; a unit among the markers held; a counter that is only change."""
    box = the_game().box
    wrong = {"JP-71": at("1008"), "JP-B1210-1": at("1812"), "SU-76": box("hand"), "SU-AIR-9": box("reserve")}
    for name, where in wrong.items():
        s = position(board(FORCES, "soviet_move"))
        s.put(unit(name), where)
        with pytest.raises(AssertionError):
            s.game.check(s)
