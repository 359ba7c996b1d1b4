"""3.0.1, 4.0  The sequence of play: phases in their order, both player turns, the end of a turn; conceding."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import phase
from khalkhin.engine.words import Words
from khalkhin.games.sn.air import AirPhase, Begin
from khalkhin.games.sn.combat import CombatPhase
from khalkhin.games.sn.ground_attack import GroundAttack
from khalkhin.games.sn.information import PHASES
from khalkhin.games.sn.mobilization import Income, Receive
from khalkhin.games.sn.position import SIDES, SnStep
from khalkhin.games.sn.pursuit import Pursuit
from khalkhin.games.sn.sea import Sailing
from khalkhin.games.sn.sequence import EndOfRounds, Turn
from khalkhin.games.sn.setup import Setup
from khalkhin.games.sn.supply import Expend
from khalkhin.games.sn.victory import VictoryCheck
from tests.sn.positions import asked, board, do, keys, marked, offered, place, position, refused, unit, units, why

BUSY: dict[str, Any] = {
    "1423": ["JP-2IC", "JP-FORT-1"],
    "1424": ["SU-12IC", "SU-FORT-1"],
    "2010": ["JP-SUP-1", "JP-3IC"],
    "1038": ["SU-SUP-1", "SU-18IC"],
    "2131": "SU-26IC",
    "2721": "JP-4IC",
    "available": ["JP-AIR-11", "SU-AIR-1"],
}
"""Something to decide in every phase of both sides: neighbours behind forts, supply, airstrikes, and the disrupted."""
PLAYER_TURN = (
    ("ask.mobilize", "mobilization"),
    ("ask.reorganize", "reorganization"),
    ("ask.move", "move_1"),
    ("ask.launch", "air_1"),
    ("ask.expend-combat", "combat_1"),
    ("ask.declare", "combat_1"),
    ("ask.expend-move", "move_2"),
    ("ask.move", "move_2"),
    ("ask.expend-air", "air_2"),
    ("ask.launch", "air_2"),
    ("ask.expend-combat", "combat_2"),
    ("ask.declare", "combat_2"),
    ("ask.rally", "rally"),
    ("ask.attrition", "attrition"),
)


def busy(start: str = "japan_mobilize", **kinds: Any) -> Match:
    """A winter turn with the option of attrition."""
    settings = {"turn": 3, "options": {"attrition": True}, "disrupted": ["JP-3IC", "SU-18IC"], **kinds}
    return board(BUSY, start, **settings)


def idle(match: Match, prompts: int) -> list[tuple[int, str, str]]:
    """Who is asked what in which phase, if nobody does anything."""
    found = []
    for _ in range(prompts):
        prompt = asked(match)
        found.append((prompt.side, prompt.message.key, phase(match.state, None)))
        do(match, "commit" if prompt.message.key == "ask.declare" else "done")
    return found


@pytest.mark.rule("sn", "4.0")
@pytest.mark.rule("sn", "4.1")
@pytest.mark.rule("sn", "4.1.1")
@pytest.mark.rule("sn", "4.1.2")
@pytest.mark.rule("sn", "4.1.3")
@pytest.mark.rule("sn", "4.1.4")
@pytest.mark.rule("sn", "4.1.5")
@pytest.mark.rule("sn", "4.1.6")
@pytest.mark.rule("sn", "4.1.7")
@pytest.mark.rule("sn", "4.1.8")
@pytest.mark.rule("sn", "4.1.9")
@pytest.mark.rule("sn", "4.1.10")
def test_the_japanese_player_turn_has_ten_phases_in_order() -> None:
    wanted = [(1, key, f"phase.japan_{name}") for key, name in PLAYER_TURN]
    assert idle(busy(), len(PLAYER_TURN)) == wanted


@pytest.mark.rule("sn", "4.2")
@pytest.mark.rule("sn", "4.2.1")
@pytest.mark.rule("sn", "4.2.2")
@pytest.mark.rule("sn", "4.2.3")
@pytest.mark.rule("sn", "4.2.4")
@pytest.mark.rule("sn", "4.2.5")
@pytest.mark.rule("sn", "4.2.6")
@pytest.mark.rule("sn", "4.2.7")
@pytest.mark.rule("sn", "4.2.8")
@pytest.mark.rule("sn", "4.2.9")
@pytest.mark.rule("sn", "4.2.10")
def test_the_soviet_player_turn_has_the_same_phases() -> None:
    wanted = [(0, key, f"phase.soviet_{name}") for key, name in PLAYER_TURN]
    assert idle(busy("soviet_mobilize"), len(PLAYER_TURN)) == wanted


@pytest.mark.rule("sn", "4.1.3", "4.1.4", "4.1.5", "4.1.6", "4.1.7", "4.1.8")
def test_first_and_second_phases_have_names_of_their_own() -> None:
    match = busy()
    idle(match, len(PLAYER_TURN))
    words = Words("en", match.game)
    told = [(e.rule, words.say(e.key, e.params)) for e in match.log if e.key == "log.phase"]
    kinds = ("Movement", "Air", "Combat")
    wanted = [f"Japanese {nth} {kind} Phase." for nth in ("1st", "2nd") for kind in kinds]
    assert told[:6] == [(f"4.1.{n}", line) for n, line in enumerate(wanted, start=3)]
    assert told[6:] == []
    shown = busy().view(None)["summary"]["phases"]
    assert shown == [f"phase.japan_{name}" for name in PHASES]
    assert len({words.say(f"short.{key}") for key in shown}) == len(PHASES)


@pytest.mark.rule("sn", "4.0", "3.0", "4.3")
@pytest.mark.parametrize("side", SIDES)
def test_every_step_names_the_phase_it_belongs_to(side: int) -> None:
    """Whoever decides in it: the supply of interceptors is expended in the enemy's Air Phase."""
    steps: list[tuple[SnStep, str]] = [
        (Setup(side, ()), "setup"),
        (Income(side), "mobilization"),
        (Receive(side, unit("JP-AIR-1")), "mobilization"),
        (Sailing(side, units("JP-2IC")), "move"),
        (Expend(side, "move"), "move"),
        (AirPhase(side, 1), "air"),
        (Begin(side), "air"),
        (Expend(side, "air"), "air"),
        (Expend(1 - side, "air", guest=True), "air"),
        (GroundAttack(side), "air"),
        (CombatPhase(side, 2), "combat"),
        (Pursuit(side, 0), "combat"),
    ]
    name = ("soviet", "japan")[side]
    assert [step.phase for step, _ in steps] == [f"phase.{name}_{use}" for _, use in steps]
    assert VictoryCheck().phase == "phase.victory"


@pytest.mark.rule("sn", "4.0", "4.4")
def test_month_follows_month_and_each_player_turn_cites_its_rule() -> None:
    s = position(busy())
    s.log = []
    Turn(3).run(s)
    following, _, soviet, japanese = s.agenda[-4:]
    assert (s.turn, following) == (3, Turn(4))
    japanese.run(s)
    soviet.run(s)
    told = [(event.rule, event.params["side"]) for event in s.log if event.key == "log.player-turn"]
    assert told == [("4.1", "japan"), ("4.2", "soviet")]
    Turn(1).run(s)
    assert [event.rule for event in s.log if event.key == "log.turn"] == ["4.4", "4.0"], "none before the first"


@pytest.mark.rule("sn", "4.0")
@pytest.mark.rule("sn", "4.4")
def test_japan_then_the_soviets_then_the_next_month() -> None:
    match = busy(turn=1)
    sides: list[int] = []
    while position(match).turn == 1:
        side = asked(match).side
        if sides[-1:] != [side]:
            sides.append(side)
        do(match, "commit" if asked(match).message.key == "ask.declare" else "done")
    assert sides == [1, 0]
    assert (position(match).turn, asked(match).side, asked(match).message.key) == (2, 1, "ask.mobilize")
    assert [k for k in keys(match) if k in ("log.turn", "log.player-turn")] == [
        "log.player-turn",
        "log.turn",
        "log.player-turn",
    ]


@pytest.mark.rule("sn", "4.1.10")
@pytest.mark.rule("sn", "4.2.10")
@pytest.mark.parametrize(("turn", "attrition"), [(2, True), (3, False)])
def test_attrition_is_an_option_and_for_winter_only(turn: int, attrition: bool) -> None:
    match = busy("japan_rally", turn=turn, options={"attrition": attrition})
    do(match, "done")
    assert (asked(match).side, asked(match).message.key) == (0, "ask.mobilize")


@pytest.mark.rule("sn", "4.1.8")
@pytest.mark.rule("sn", "4.2.8")
@pytest.mark.parametrize(("side", "attacker"), [("japan", "JP-2IC"), ("soviet", "SU-12IC")])
def test_attacks_of_the_second_round_need_no_supply(side: str, attacker: str) -> None:
    match = board({"1423": "JP-2IC", "1424": "SU-12IC"}, f"{side}_combat", round=2, dice=[4])
    target = "1424" if side == "japan" else "1423"
    assert asked(match).message.key == "ask.declare"
    assert refused(match, "commit") != ""
    do(match, f"attack {target}", f"unit {attacker}", "commit")
    assert "log.result" in keys(match)


@pytest.mark.rule("sn", "4.1.6")
@pytest.mark.rule("sn", "4.2.6")
@pytest.mark.parametrize(
    ("side", "unit", "supply"), [("japan", "JP-3IC", "JP-SUP-1"), ("soviet", "SU-18IC", "SU-SUP-1")]
)
def test_the_second_movement_needs_expended_supply(side: str, unit: str, supply: str) -> None:
    still = do(busy(f"{side}_move", round=2, disrupted=()), "done")
    assert unit not in offered(still, "unit")
    moving = do(busy(f"{side}_move", round=2, disrupted=()), f"expend {supply}", "done")
    assert unit in offered(moving, "unit")
    assert place(moving, supply) == "pool"


@pytest.mark.rule("sn", "4.1.3")
@pytest.mark.rule("sn", "4.2.3")
@pytest.mark.parametrize(
    ("side", "unit", "supply"), [("japan", "JP-3IC", "JP-SUP-1"), ("soviet", "SU-18IC", "SU-SUP-1")]
)
def test_the_railroad_runs_in_the_first_movement_only(side: str, unit: str, supply: str) -> None:
    """A second supply unit stays with the unit: it is in both kinds of supply, and only the phase keeps it from
    riding."""
    more = {"2010": ["JP-SUP-1", "JP-SUP-2", "JP-3IC"], "1038": ["SU-SUP-1", "SU-SUP-2", "SU-18IC"]}
    first = do(board({**BUSY, **more}, f"{side}_move", turn=3), f"unit {unit}")
    assert offered(first, "rail")
    second = board({**BUSY, **more}, f"{side}_move", round=2, turn=3)
    do(second, f"expend {supply}", "done", f"unit {unit}")
    assert marked(second, "general", unit)
    assert not offered(second, "rail")
    ride = next(iter(offered(first, "rail")))
    assert why(second, f"rail {ride}").key == "why.rail-first-phase"


def test_what_belongs_to_a_player_turn_ends_with_it() -> None:
    """Automatic supply of landings, what has moved or provided supply, strikes that have flown."""
    marks = dict.fromkeys(("landed", "moved", "locked", "served"), "JP-3IC")
    match = busy("japan_rally", flown="JP-AIR-11", options={}, **marks)
    assert marked(match, "landed", "JP-3IC")
    do(match, "done")
    s = position(match)
    assert (s.active, s.landed, s.moved, s.locked, s.served, s.flown) == (0, 0, 0, 0, 0, 0)


@pytest.mark.rule("sn", "R87")
def test_the_supply_of_the_rounds_ends_with_them() -> None:
    s = position(busy("japan_combat", general="SU-5MC", offensive="SU-5MC", led="SU-5MC", late="SU-5MC"))
    assert s.late == 0, "who retreated in an earlier Combat Phase is like everybody else"
    s.general = s.offensive = s.led = units("SU-5MC", "JP-2IC")
    EndOfRounds().run(s)
    assert (s.round, s.general, s.offensive, s.led) == (0, 0, 0, 0)


@pytest.mark.rule("sn", "3.0.1")
@pytest.mark.parametrize("side", ["soviet", "japan"])
@pytest.mark.parametrize("start", ["japan_mobilize", "japan_combat", "soviet_air"])
def test_a_player_may_concede_at_any_time(side: str, start: str) -> None:
    """Also when the other one is asked; no level is worked out."""
    match = busy(start)
    match.play("concede", None, side)
    result = position(match).result
    assert result is not None
    assert (result.winner, result.how, result.points) == (1 - match.game.sides.index(side), "concede", ())


def test_what_always_holds_is_checked_after_every_decision() -> None:
    s = position(busy("japan_air"))
    s.game.check(s)
    for n in range(1, 6):
        s.put(s.game.sheet.index[f"JP-AIR-{n}"], s.game.map.grid.at("1424"))
    with pytest.raises(AssertionError, match="a full sky"):
        s.game.check(s)
    s.round = 0
    with pytest.raises(AssertionError, match="between the phases"):
        s.game.check(s)
    astray = position(board({"1028": ["MC-1IC"], "0733": "SU-12IC"}, "japan_reorganize"))
    with pytest.raises(AssertionError, match="where it may not be"):
        astray.game.check(astray)
    mixed = position(board({"1028": ["JP-2IC", "SU-12IC"]}, "japan_reorganize"))
    with pytest.raises(AssertionError, match="both sides in one hex"):
        mixed.game.check(mixed)


def test_a_fort_lies_on_top_of_its_stack_but_below_airstrikes() -> None:
    s = position(board({"1424": ["SU-12IC", "SU-FORT-1"], "2010": "JP-2IC"}, "japan_air"))
    s.game.check(s)
    hex_, corps, fort, strike = s.game.map.grid.at("1424"), unit("SU-12IC"), unit("SU-FORT-1"), unit("JP-AIR-1")
    s.round = 1
    s.put(strike, hex_)
    assert s.piles[hex_] in ((corps, strike, fort), (corps, fort, strike))
    s.piles[hex_] = corps, fort, strike
    s.game.check(s)
    s.send(strike, "pool")
    s.piles[hex_] = fort, corps
    with pytest.raises(AssertionError):
        s.game.check(s)


@pytest.mark.rule("sn", "4.2.3", "4.2.4", "4.2.5", "4.2.6", "4.2.7", "4.2.8")
def test_phases_of_the_soviets_cite_their_own_rules() -> None:
    match = busy("soviet_mobilize")
    idle(match, len(PLAYER_TURN))
    assert [e.rule for e in match.log if e.key == "log.phase"][:6] == [f"4.2.{n}" for n in range(3, 9)]
