"""What the table tells beside the position: rules in the log, the head of the screen, overlays, what a move shows."""

from __future__ import annotations

import pytest

import khalkhin
from khalkhin.ai.players import make
from khalkhin.board.hexset import members
from khalkhin.engine.library import get
from khalkhin.engine.match import Match
from tests.bkg.battles import ending_in
from tests.bkg.positions import hexes, the_game
from tests.refusals import rules_of


def _played(decisions: int, seed: int = 3) -> Match:
    match = khalkhin.new("bkg", seed=seed)
    player = make("random", seed)
    while match.length < decisions and not match.over:
        side = match.game.sides[match.prompts()[0].side]
        match.play(*player.decide(match.view(side)), side=side)
    return match


def test_every_line_of_the_log_cites_a_rule_that_there_is() -> None:
    log = _played(1500).log
    assert {event.rule for event in log} <= rules_of("bkg")
    assert len({event.rule for event in log}) > 12


def test_the_head_of_the_screen() -> None:
    match = khalkhin.new("bkg", seed=3)
    match.play("auto")
    match.play("done")
    summary = match.view("soviet")["summary"]
    assert summary["turn"] == {"key": "summary.day", "params": {"turn": 1, "last": 12, "day": 20}}
    assert summary["phases"] == ["phase.sov_move", "phase.sov_combat", "phase.jap_move", "phase.jap_combat"]
    assert summary["pools"] == [{"key": "pool.air", "icon": "air", "values": {"soviet": 20, "japan": 10}}]


def test_reinforcements_due_are_announced_to_both_until_their_day() -> None:
    match = khalkhin.new("bkg", seed=3)
    game = match.game
    due = {unit: turn for unit, turn in game.arrival.items() if turn > 20}  # type: ignore[attr-defined]
    for side in (*game.sides, None):
        told = {u: d["turn"] for d in match.view(side)["summary"]["due"] for u in d["units"] if d["turn"] > 20}
        assert told == {game.sheet.ids[u]: turn for u, turn in due.items()}


def test_overlays_show_zones_and_objectives() -> None:
    match = khalkhin.new("bkg", seed=3)
    seen = match.overlays("japan")
    grid = match.game.map.grid
    assert {grid.name(h) for h in members(grid.around[grid.at("0402")])} <= set(seen["zones"]["japan"])
    held = {o["hex"]: (o["points"], o["holder"]) for o in seen["objectives"]}
    assert sum(points for points, _ in held.values()) == 20 + 5 * (len(held) - 1)
    assert {holder for _, holder in held.values()} == {"soviet", "japan"}


def test_a_move_in_hand_shows_the_way_to_every_hex_and_where_it_ends() -> None:
    match = _played(200)
    while match.view("soviet")["details"].get("left") is None or not match.view("soviet")["details"]["stops"]:
        side = match.game.sides[match.prompts()[0].side]
        match.play(*make("random", match.length).decide(match.view(side)), side=side)
    seen = match.view("soviet")
    shown, (offer,) = seen["details"], [o for o in seen["prompt"]["offers"] if o["verb"] == "hex"]
    start = (shown["move"]["path"] or [shown["move"]["origin"]])[-1]
    for hex_ in offer["nouns"]:
        twin = match.clone()
        twin.play("hex", hex_, side="soviet")
        way = [hex_]
        while shown["from"][way[-1]] != start:
            way.append(shown["from"][way[-1]])
        after = twin.view("soviet")["details"]
        assert after["move"]["path"] == [*shown["move"]["path"], *reversed(way)]
        assert (hex_ in shown["stops"]) == ("left" not in after)


def test_what_a_result_means_to_the_attacker() -> None:
    kinds = get("bkg").charts.combat.kinds  # type: ignore[attr-defined]
    wanted = {"DE AVB": "win", "DRI AVI": "win", "EMP": "exchange", "IMP": "stalemate", "DVB ARI": "loss"}
    assert wanted.items() <= kinds.items()
    assert get("bkg").charts.bombardment.kinds == {"DB": "win", "DI": "stalemate"}  # type: ignore[attr-defined]


@pytest.mark.rule("bkg", "5.1.5")
def test_statistics_learn_which_hex_the_dice_were_thrown_at() -> None:
    match = ending_in("DRI AVI", {"0320": ["SU-6T-1"], "0321": ["MC-SEK-1"]}, "0321", "SU-6T-1")
    throw = next(event.throw for event in match.log if event.key == "log.result")
    assert throw is not None
    assert throw.hexes == hexes("0321")
    assert throw.table in match.game.results_tables().values()


@pytest.mark.rule("bkg", "8.0.b")
def test_only_guns_have_a_range() -> None:
    game = the_game()
    assert {game.sheet.ids[u] for u, far in enumerate(game.range) if far} == {
        game.sheet.ids[u] for u in members(game.artillery)
    }
