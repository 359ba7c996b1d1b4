"""Looking, asking, help: every command and every way to misuse it."""

from __future__ import annotations

import re

import pytest

import tests.tiny  # noqa: F401  (it registers itself)
from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.terminal.commands import COMMANDS
from tests.bkg.positions import board
from tests.terminal.desk import khalkhin, play, sit


def answer(line: str, *before: str) -> list[str]:
    return play("\n".join([*before, line]) + "\n").after(line)


def test_look_at_a_hex() -> None:
    assert answer("look 0613") == [
        "0613  Rough",
        "  On the Mongolian side of the border",
        "  Wide river towards 0512, 0513",
        "  Bridge towards 0513",
        "  149/1    I/149 Mot Rgt            Motorised infantry, 3-4-8",
        "  149/2    II/149 Mot Rgt           Motorised infantry, 3-4-8",
        "  149/3    III/149 Mot Rgt          Motorised infantry, 3-4-8",
        "  175A/1   1/175 Art Rgt            Artillery, 2-1-4, range 5",
        "  Stacking: 4 of 4 units",
    ]
    assert answer("look 1511") == [
        "1511  Nomonhan  Open, Road",
        (
            "  On the Mongolian side of the border · Victory points: 20 to whoever holds it"
            " · Objective, held by Japanese player"
        ),
        "  Border towards 1510, 1611, 1612",
        "  In Japanese hands",
        "  2 Japanese",
    ]
    assert answer("look 2701")[-1] == "  Nobody is here."


def test_a_new_game_begins_with_aim_and_advice_and_briefing_tells_the_rest() -> None:
    said = play("briefing\n", "--as", "japan", opening=False)
    hello, told = said.out.partition("> briefing")[0].splitlines(), said.after("briefing")
    assert {"Briefing: Japanese player", "Your aim", "Your first turn"} <= set(hello)
    assert "What you have" not in hello
    assert {"The situation", "Your aim", "What you have", "What is special here", "Your first turn"} <= set(told)
    advice = told.index("Your first turn")
    assert [line[:4] for line in told[advice + 1 : advice + 4]] == ["  1.", "  2.", "  3."]
    assert "points" in told[told.index("Your aim") + 1]


def test_who_watches_or_plays_both_sides_asks_for_the_briefing() -> None:
    said = play("briefing\n", opening=False)
    assert not any(line.startswith("Briefing:") for line in said.out.partition("> briefing")[0].splitlines())
    assert said.after("briefing")[0] == "Briefing: Soviet player"
    watched = play("briefing\n", "--as", "none", "--against", "random", opening=False)
    assert [line for line in watched.lines if line.startswith("Briefing:")] == [
        "Briefing: Soviet player",
        "Briefing: Japanese player",
    ]
    tiny = sit(Match(library.get("tiny").start()), "briefing\n")
    assert tiny.after("briefing")[0] == "There is no briefing before this scenario."


def test_look_at_units() -> None:
    assert answer("look 601/1 NKVD") == [
        "601/1    I/601 Rgt                Infantry, 2-3-5",
        "  Attack 2 · Defence 3 · Movement 5 · Belongs to 601 Rgt, 82 Div",
        "  In 0305.",
        "NKVD     NKVD Bn                  Infantry, 2-3-5",
        "  Attack 2 · Defence 3 · Movement 5",
        "  In the box: Reinforcements due.",
        "  Arrives in turn 23.",
    ]
    moved = answer("look 601/1", "601/1 0406", "done")
    assert moved[0].endswith("; Moved")
    assert moved[-1] == "  In 0406."
    hidden = answer("look 64/1")
    assert hidden[-1] == "  You do not see where it is."


def test_units_lists_the_own_stacks_only() -> None:
    lines = answer("units")
    assert "0613 (4 of 4 units)" in lines
    assert not any("Japanese" in line or "64/1" in line for line in lines)
    assert sum(line.startswith("  ") for line in lines) == 74


def test_boxes_and_turn() -> None:
    lines = answer("boxes")
    assert lines[0] == "Reinforcements due, Soviet player  turn 21: 13/1, 13/2, 14/1, 14/2, 5A"
    assert "Reinforcements due, Japanese player  turn 24: 25/1, 25/2, 25/3, 3RT, 4RT" in lines
    turn = answer("turn")
    day = "Turn 1 of 12 (20 August) · Soviet movement phase · you: Soviet player · air S20 J10"
    assert turn[0] == f"Batalha de Khalkhin Gol · {day}"
    assert turn[1] == "To decide: Soviet player."
    assert turn[2].startswith("A turn is a day.")
    assert turn[2].endswith("[3.0]")
    assert turn[3:6] == ["Phases, * is now:", "* Soviet movement phase", "  Soviet combat phase"]
    assert turn[-1] == "Air points: Soviet player 20, Japanese player 10"


def test_the_turn_shows_a_phase_that_comes_once_and_a_side_without_units_is_told_so() -> None:
    said = khalkhin("play", "pbn", "--seed", "1", typed="turn\nunits\n")
    assert "* Soviet set-up" in said.after("turn")
    assert "  Soviet Logistics Phase" in said.after("turn")
    assert said.after("units") == ["You have no units on the map; boxes lists what is off it."]


def test_figures_are_explained() -> None:
    assert "on a unit are its attack-defence-movement; look UNIT" in "\n".join(answer("help"))


def test_score() -> None:
    lines = answer("score")
    assert lines[0] == "Soviet player: 25 points"
    assert "Japanese player: 20 + ? points" in lines
    assert "     ?  Intact Japanese units west or south of the border: ?  [10.2.2.c]" in lines


def test_log() -> None:
    assert answer("log 1") == ["Soviet movement phase. [3.0.a]"]
    assert answer("log")[-2:] == [
        "20 August 1939. Air points: Soviet 20, Japanese 10. [6.0.a]",
        "Soviet movement phase. [3.0.a]",
    ]
    assert answer("log x") == ['log takes a whole number from 1 on, not "x".']
    assert answer("log 0") == ['log takes a whole number from 1 on, not "0".']


def test_choices() -> None:
    lines = answer("choices")
    assert lines[0] == "unit (Choose a unit): 67"
    assert "  0305: 601/1 601/2 601/3 11T/1" in lines
    assert lines[-3:] == ["done (End movement)", "concede", "draw (Offer a draw)"]
    points = answer("choices hex", "601/1")
    assert "0403-0410 (2 3 4 4 3 2 1 0)" in points[1]
    assert points[-1] == "  (in brackets: movement points left there, hex by hex)"
    few = answer("choices hex", "601/1 0207")
    assert "0208 (0)" in few[1]
    assert few[-1] == "  (in brackets: movement points left there)"
    assert "hex (Choose a hex): 46" in answer("choices 601/1")
    assert "  0101-0107 (0 1 2 3 3 1 0)  0201-0208 " in "\n".join(answer("choices 601/1"))
    assert answer("choices 64/1") == ["3.0.a: I/64 Rgt is not yours."]
    assert answer("choices attack") == ['"attack" is not on offer; there are: unit, done, concede, draw.']


def test_why() -> None:
    assert answer("why done") == ["done: that is allowed now."]
    assert answer("why 601/1") == ["unit SU-601-1: that is allowed now."]
    assert answer("why 212")[0].startswith("unit SU-212: 4.0.l: ")
    assert answer("why 0613")[0].startswith("hex 0613: 4.0: ")
    assert answer("why hex 0813", "601/1")[0].startswith("hex 0813: 4.1.2.i: ")
    assert answer("why 601/1 0406") == ["unit SU-601-1, hex 0406: that is allowed now."]
    assert answer("why 601/1 0613")[0].startswith("unit SU-601-1, hex 0613: 4.1.1: ")
    assert answer("why 0613 0614")[0].startswith("hex 0613: 4.0: "), "nothing after what is refused is looked at"
    assert answer("why") == ["why needs something after it; help why tells what."]
    assert answer("why xyz")[0].startswith('"xyz" is neither')


def test_why_tells_every_way_it_can_be_meant() -> None:
    match = board({"0811": "SU-175A-1", "0813": "JP-64-1"}, "sov_combat")
    said = sit(match, "why 0813\nwhy 0101\n")
    assert said.after("why 0813") == ["bombard 0813: that is allowed now.", "strike 0813: that is allowed now."]
    assert [line.split(":")[0] for line in said.after("why 0101")] == ["bombard 0101", "strike 0101"]


def test_a_hint_can_be_typed_as_it_is_written() -> None:
    def match() -> Match:
        return board({"1411": ["SU-149-1", "SU-24-1"], "1511": "JP-64-1"}, "sov_combat", air=(0, 0))

    (told,) = sit(match(), "hint\n").after("hint")
    order, reason = told.split(": ", 1)
    assert order == "attack 1511, unit 24/1, unit 149/1, commit"
    assert reason.endswith(", and Nomonhan is worth 20 points.")
    assert [line.split()[1] for line in sit(match(), f"{order}\n").decisions[:4]] == [
        "attack",
        "unit",
        "unit",
        "commit",
    ]


def test_the_coach_says_each_line_once_until_he_is_silenced() -> None:
    reserve, moving = "Coach: This phase places your reserve", "Coach: Movement decides who will fight"
    said = play("127/1 1320\ndone\nundo\nundo\ncoach\ncoach\nmap 1319\n", "--coach", "--as", "soviet")
    assert said.out.count(reserve) == 1, "and nothing where there is nothing left to choose"
    assert any(line.startswith(moving) for line in said.after("done"))
    silent, speaks = said.out.split("> coach")[1:]
    assert "The coach is off" in silent
    assert moving not in silent
    assert "The coach tells you once" in speaks
    assert moving in speaks, "he begins anew"


def test_nobody_is_coached_who_did_not_ask_for_it() -> None:
    assert "Coach:" not in play("127/1 1320\n").out


def test_no_hint_when_all_is_over() -> None:
    assert answer("hint", "concede")[-1] == "There is nothing for you to decide now."


def test_odds_with_open_strengths() -> None:
    placed = {"0811": ["SU-149-1", "SU-149-2"], "0812": "JP-64-1"}
    match = board(placed, "sov_combat", options={"open_strengths": True})
    said = sit(match, "odds\nattack 0812 149/1 149/2\nodds\n")
    assert said.after("odds") == ["There are no odds to tell: no attack is being put together."]
    lines = said.lines[-said.lines[::-1].index("> odds") :]
    assert lines[0] == "Attack 6 against 4: 1-1."
    assert lines[1].startswith("  Rough -1")
    assert lines[2] == "Column 1-2:"
    assert sum(int(line.split("%")[0].split()[-1]) for line in lines[3:]) in range(98, 103)
    assert all("#" in line for line in lines[3:])


def test_odds_before_a_move() -> None:
    match = board({"0811": "SU-149-1", "0911": "SU-149-2", "0812": "JP-64-1"}, options={"open_strengths": True})
    # 149/2 stands beside the enemy already; 149/1 would join it.
    said = sit(match, "odds 149/1 0811\nodds 149/1 0912\n149/1\nodds 0912\nodds 2020\n")
    lines = said.after("odds 149/1 0912")
    assert lines[0].startswith("Attack 0812 with 149/1, 149/2: win ")
    assert lines[1] == "  Attack 6 against 4: 1-1."
    assert lines[-1] == "Whoever goes there must attack (4.1.2.g)."
    assert said.after("odds 0912") == lines
    assert said.after("odds 149/1 0811") == ["4.0: The units are in 0811 already."]
    assert said.after("odds 2020")[0].startswith("4.0.b: ")


def test_the_map_shows_what_is_in_hand_and_on_offer() -> None:
    whole = answer("map", "601/1")
    assert len(whole) == 46 + 2 + 2
    assert max(map(len, whole)) == 143
    part = answer("map 0305", "601/1")
    assert len(part) < len(whole)
    row = next(line for line in part if line.startswith(" 05") and "@S4" in line)
    assert row.index("@S4") == 4 + 2 * 5 + 1
    assert any("+  ." in line for line in part)
    assert answer("map auto", "601/1")[0] == part[0]
    assert answer("map 9999")[0].startswith('There is no hex "9999" on this map')


def test_zoom_writes_numbers_and_names() -> None:
    lines = answer("map 0813", "zoom")
    assert any("0813" in line for line in lines)
    assert any("149/1+" in line for line in lines)
    assert not any("149/1+" in line for line in answer("map 0813", "zoom", "zoom"))


def test_rules_and_charts_at_the_table() -> None:
    assert any("4.1.1" in line for line in answer("rule 4.1.1"))
    assert not any(".py" in line for line in answer("rule 4.1.1")), "who plays does not ask where the code is"
    titles = answer("charts")
    assert "  Terrain effects on movement and combat" in titles
    assert len(titles) < 20
    assert answer("charts terrain")[0] == "Terrain effects on movement and combat"
    assert len(answer("charts terrain")) < 25 < len(answer("charts all"))
    assert answer("charts weather") == ['No chart has "weather" in its title; charts lists them.']


def test_rule_leads_to_chapters_and_to_words() -> None:
    chapters = answer("rule")
    assert chapters[3].split() == ["4.0", "Movement"]
    assert chapters[-1].startswith("rule 4.0 or rule 4 shows a chapter")
    assert answer("rule 4")[0] == answer("rule 4.0")[0] == "4.0  Movement (enforced)"
    found = answer("rule movement")
    assert found[0].split() == ["4.0", "Movement"], "chapters come first"
    assert all("movement" in line.lower() for line in found)
    assert answer("rule mountain troops")[0].startswith("9.0  Mountain troops"), "a word of one rule shows it"
    assert len(answer("rule all")) > 250
    assert answer("rule DRI AVB")[0] == "DRI AVB  Defender retreats intact, Attacker wins with losses"
    assert any(line.startswith("DRB AVI  ") for line in answer("rule AVI"))
    assert answer("rule enemy zone")[0].startswith("zone of engagement: The six hexes"), "a term with its meaning"
    assert answer("rule 44")[0].startswith("There is no rule 44 in bkg; near it: ")
    assert answer("help movement")[0].endswith("rule movement looks it up in the rules.")


def test_what_is_numbered_under_letters_is_one_line_of_the_contents() -> None:
    said = khalkhin("rules", "pbn")
    assert any(re.match(r"JCM\.1…JCM\.10  Kwantung Army Orders Offensive, Sixth Army", line) for line in said.lines)
    assert len(said.lines) < 60
    assert len(khalkhin("rules", "pbn", "all").lines) > 500
    assert khalkhin("rules", "pbn", "BB").lines[0].split() == ["BB", "Bloodbath:", "both", "lose", "half"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    assert command in " ".join(answer(f"help {command}"))


def test_help() -> None:
    everything = " ".join(answer("help"))
    assert all(command in everything for command in COMMANDS)
    assert answer("?") == answer("help")
    assert answer("help attack") == ["attack HEX: Attack a hex."]
    orders = answer("help orders")[1:]
    assert [line.split()[0] for line in orders] == list(library.get("bkg").verbs)
    assert "  bombard HEX  Bombard a hex" in orders
    assert answer("help xyz")[0].startswith('There is no help on "xyz": it is neither a command nor an order')


@pytest.mark.parametrize("command", ["zoom", "units", "boxes", "turn", "score", "hint", "quit"])
def test_commands_that_stand_alone(command: str) -> None:
    assert answer(f"{command} now") == [f'{command} stands alone; "now" is too much.']


@pytest.mark.parametrize("line", ["look", "look 9999", "look 0613 xyz", "look 5"])
def test_look_at_nothing(line: str) -> None:
    assert "is neither" in answer(line)[0] or answer(line) == ["look needs something after it; help look tells what."]


def test_look_at_a_number_on_offer_is_refused() -> None:
    match = board({"0812": "SU-80-1", "0813": "JP-64-1"}, "sov_combat")
    assert sit(match, "attack 0813 80/1\nlook 5\n").after("look 5")[0].startswith('"5" is neither')


def test_quit_leaves_the_rest_unread() -> None:
    said = play("quit\nscore\n")
    assert said.status == 0
    assert said.lines[-1] == "> quit"
