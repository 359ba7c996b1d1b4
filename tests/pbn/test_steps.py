"""Every question of the game once: who is asked, in which phase, what strangers see of it, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.position import PbnStep
from tests.pbn.fights import AROUND, TARGET, declared
from tests.pbn.outcomes import brings
from tests.pbn.positions import asked, at, board, do, hexes, the_game, unit, units, why

N, NE, SE, S, SW, NW = AROUND
SOVIET, JAPAN = 0, 1
FOES = {"0808": "SU-24", "2808": "JP-64"}
"""Two units far from each other."""


@dataclass(frozen=True)
class Scene:
    """A question, and what is true of it."""

    make: Callable[[], Match]
    side: int
    phase: str
    stranger: str = ""
    """The last step that those see who are not asked; the same step if it is empty."""
    no: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Decisions that it refuses: by which rule, in which words."""


def opening(*decisions: str) -> Match:
    return do(Match(the_game().start("campaign", {})), *decisions)


def picks(marker: str, **kinds: Any) -> Match:
    """One marker is in the pool of a side, and it picks one."""
    side = "japan" if marker.startswith("JP") else "soviet"
    placed = {"pool": marker, "hailar": ["JP-23HQ", "JP-64"], **FOES, "2808": "JP-71"}
    return board(placed, f"{side}_campaign", markers="removed", levels=(1, 1), **kinds)


def flies(soviet: Mapping[str, int], japan: Mapping[str, int], *dice: int) -> Match:
    boxes = {"soviet": {"reserve": sum(soviet.values())}, "japan": {"reserve": sum(japan.values())}}
    match = board(FOES, "air", air=boxes, dice=dice)
    for side, plan in (("soviet", soviet), ("japan", japan)):
        for verb, count in plan.items():
            match.play(verb, count, side=side)
        match.play("commit", side=side)
    return match


def comes(*decisions: str, **kinds: Any) -> Match:
    """The Soviets are reinforced in October, so that nothing comes by routine."""
    placed = {"turn_6": ["SU-7", "SU-57E"], **FOES}
    return do(board(placed, "soviet_reinforcement", month=6, options={"october": True}, **kinds), *decisions)


def supplies(placed: Mapping[str, Any], *decisions: str, **kinds: Any) -> Match:
    return do(board({**placed, "0404": "SU-24"}, "japan_logistics", **kinds), *decisions)


def strikes(*decisions: str, **kinds: Any) -> Match:
    placed = {"0808": "JP-64", "0810": "JP-71", "0404": "SU-24"}
    return do(board(placed, "soviet_strike", air={"soviet": {"strike": 4}}, **kinds), *decisions)


def guns(*decisions: str) -> Match:
    placed = {"0808": "SU-COG", "0811": "JP-64", "0911": "JP-71"}
    kinds: dict[str, Any] = {"activated": "SU-COG", "options": {"hq_artillery": True}}
    return do(board(placed, "soviet_strike", supply={"soviet": {"0808": 2}}, **kinds), *decisions)


def fights(*decisions: str, **kinds: Any) -> Match:
    """Two regiments about an enemy, and a third before another far away."""
    placed = {N: "SU-24", S: "SU-76", TARGET: "JP-64", "2808": "SU-149", "2807": "JP-71"}
    return do(board(placed, "soviet_combat", **kinds), *decisions)


EIGHT = ["JP-64", "JP-71", "JP-23R", "JP-7R"]
NOW, FIRST = "why.not-now", "engine.asked-first"

SCENES = {
    # -- set-up, turns, markers --
    "Setup": Scene(
        opening, SOVIET, "soviet_setup",
        no={
            "hex 0808": ("3.1", "why.unit-first"), "unit SU-24": ("3.1", "why.placed"),
            "done": ("3.1", "why.setup-waiting"), "breakdown SU-24": ("9.43", "why.no-setup-breakdown"),
        },
    ),
    "SetDown": Scene(
        lambda: opening("unit MN-15M"), SOVIET, "soviet_setup", "Setup",
        no={"done": ("3.1.4", "why.placing"), "unit MN-17M": ("3.1.4", "why.placing")},
    ),
    "Initiative": Scene(
        lambda: board({"hand": "SU-CM-STAFF", **FOES}, "initiative"), SOVIET, "initiative",
        no={
            "first soviet": ("SCM.5.1", "why.not-held"), "done": ("4.1.1", FIRST), "unit SU-24": ("4.1.1", FIRST),
        },
    ),
    "Buy": Scene(
        lambda: board(
            {"pool": ["SU-CM-STAFF", "SU-CM-RECON"], **FOES}, "soviet_campaign", markers="removed", levels=(1, 0),
            points=(5, 0), options={"buy_markers": True},
        ),
        SOVIET, "soviet_campaign",
        no={
            "unit SU-24": ("27.1", FIRST), "auto": ("27.1", FIRST), "buy 2": ("27.2.2", "why.cannot-buy"),
            "buy 0": ("27.2", "why.cannot-buy"),
        },
    ),
    "Gekokujo": Scene(
        lambda: picks("JP-CM-GEKOKUJO", dice=[1]), JAPAN, "japan_campaign",
        no={
            "activate JP-64": ("JCM.6.1", "why.no-headquarters"), "unit JP-23HQ": ("JCM.6.1", FIRST),
            "pass": ("JCM.6.1", FIRST),
        },
    ),
    "LoseSupply": Scene(
        lambda: picks("SU-CM-WEATHER", supply={"japan": {"hailar": 1}}), JAPAN, "soviet_campaign",
        no={
            "unit JP-64": ("SCM.9.2", "why.no-supply-point"), "done": ("SCM.9.2", "why.lose-supply"),
            "base JP-SUP-1": ("SCM.9.2", "why.lose-supply"),
        },
    ),
    # -- air --
    "Superiority": Scene(
        lambda: flies({"superiority": 1, "strikes": 2}, {"superiority": 3}), JAPAN, "air",
        no={
            "split 3": ("16.52.2", "why.split"), "done": ("16.52.2", FIRST), "strike 0808": ("16.52.2", FIRST),
        },
    ),
    "Aside": Scene(
        lambda: do(flies({"reconnaissance": 1, "strikes": 2}, {"superiority": 3}, 6), "split 3"), JAPAN, "air",
        no={
            "mission interdiction": ("16.52.2", "why.no-mission"), "done": ("16.52.2", "why.pick-mission"),
            "recon 0808": ("16.52.2", "why.pick-mission"),
        },
    ),
    # -- reinforcements --
    "Arrivals": Scene(
        comes, SOVIET, "soviet_reinforcement",
        no={
            "commit": ("4.1.18", NOW), "unit SU-7": ("6.2", "why.arriving"), "hex 0808": ("6.2", "why.arriving"),
            "base SU-24": ("6.1", "why.here"), "done": ("6.2", "why.arrivals-waiting"),
            "hold SU-7": ("6.25", "why.last-turn"), "drop SU-7": ("26.10", "why.no-drops"),
            "play SU-CM-MASKIROVKA": ("5.3", "why.not-held"), "purchase SU-544": ("25.6.4", "why.optional-later"),
        },
    ),
    "Interdict": Scene(
        lambda: comes("field SU-7", "field SU-57E", "done", air={"japan": {"interdiction": 2}}),
        JAPAN, "soviet_reinforcement",
        no={
            "unit SU-24": ("16.63", "why.no-target"), "done": ("16.63", FIRST), "base SU-7": ("16.63", FIRST),
        },
    ),
    "LoseBattalion": Scene(
        lambda: comes("field SU-7", "base SU-57E", "done", air={"japan": {"interdiction": 6}}, dice=[6]),
        SOVIET, "soviet_reinforcement",
        no={
            "unit SU-24": ("16.64.2", "why.pick-battalion"), "done": ("16.64.2", "why.pick-battalion"),
            "breakdown SU-B3114-1": ("16.64.2", "why.pick-battalion"),
        },
    ),
    "Placement": Scene(
        lambda: comes("field SU-7", "field SU-57E", "done"), SOVIET, "soviet_reinforcement",
        no={
            "unit SU-24": ("6.1", "why.here"), "done": ("6.21", "why.unit-first"),
            "field SU-7": ("6.21", "why.unit-first"), "hex 0101": ("6.21", "why.unit-first"),
        },
    ),
    # -- logistics --
    "Logistics": Scene(
        lambda: supplies({"0808": "JP-64"}), JAPAN, "japan_logistics",
        no={
            "commit": ("4.1.18", NOW), "hex 0808": ("4.1.18", NOW), "activate JP-64": ("7.3", "why.no-headquarters"),
            "refit JP-64": ("7.5", "why.not-replaceable"), "repair 1": ("7.61", "why.base-supply"),
            "combine JP-64": ("9.41", "why.not-broken"), "fortify 0808": ("20.0.3", "why.no-supply-there"),
            "play JP-CM-STAFF": ("5.3", "why.not-held"), "conceal JP-64": ("34.0", "why.no-backs"),
        },
    ),
    "Source": Scene(
        lambda: supplies({"0808": "JP-23HQ"}, "activate JP-23HQ", supply={"japan": {"0808": 1, "0809": 1}}),
        JAPAN, "japan_logistics", "Logistics",
        no={
            "hex 0810": ("7.2", "why.no-supply-there"), "done": ("7.2", FIRST), "activate JP-23HQ": ("7.2", FIRST),
        },
    ),
    "Combine": Scene(
        lambda: supplies(
            {"0808": [f"JP-B1210-{n}" for n in (1, 2, 3)], "1010": [f"JP-B1210-{n}" for n in (4, 5, 6)],
             "broken": ["JP-4", "JP-29"]},
            "combine JP-4",
        ),
        JAPAN, "japan_logistics", "Logistics",
        no={
            "hex 0809": ("9.2", "why.no-parts"), "base_here": ("9.2", "why.no-parts"), "done": ("9.2", FIRST),
            "combine JP-29": ("9.2", FIRST),
        },
    ),
    "Staff": Scene(
        lambda: supplies({"hand": "JP-CM-STAFF", "0808": ["JP-23HQ", "JP-64"]}, "play JP-CM-STAFF"),
        JAPAN, "japan_logistics", "Logistics",
        no={
            "activate JP-64": ("JCM.9", "why.no-headquarters"), "done": ("JCM.9", FIRST),
            "unit JP-23HQ": ("JCM.9", FIRST),
        },
    ),
    "Refit": Scene(
        lambda: supplies(
            {"replaceable": ["JP-1-8BG", "JP-2-8BG", "JP-64"]}, "refit JP-1-8BG", supply={"japan": {"0808": 1}},
        ),
        JAPAN, "japan_logistics", "Logistics",
        no={
            "unit JP-64": ("7.5.2", "why.refit-size"), "unit JP-71": ("7.5", "why.not-replaceable"),
            "base_here": ("7.51", "why.base-supply"), "hex 0809": ("7.51", "why.no-supply-there"),
            "done": ("7.51", FIRST), "refit JP-2-8BG": ("7.51", FIRST),
        },
    ),
    "Fortify": Scene(
        lambda: supplies({"0808": ["JP-24E"], "0809": "JP-64"}, "fortify 0808", supply={"japan": {"0808": 1}}),
        JAPAN, "japan_logistics", "Logistics",
        no={
            "commit": ("20.0.3", "why.site-first"), "hex 0807": ("20.0.3", "why.no-site"), "done": ("20.0.3", FIRST),
            "fortify 0809": ("20.0.3", FIRST),
        },
    ),
    # -- movement --
    "Movement": Scene(
        lambda: board(FOES, "soviet_move"), SOVIET, "soviet_move",
        no={
            "commit": ("4.1.18", NOW), "hex 0809": ("11.2", "why.unit-first"), "activate SU-24": ("4.1.18", NOW),
            "drop SU-212": ("26.10", "why.no-drops"), "recon 2808": ("16.2", "why.no-recon"),
        },
    ),
    "Moving": Scene(
        lambda: do(board(FOES, "soviet_move"), "unit SU-24"), SOVIET, "soviet_move", "Movement",
        no={
            "done": ("11.2", "why.destination"), "recon 2808": ("11.2", "why.destination"),
            "unit SU-24": ("11.2", "why.in-hand"), "hex 0808": ("11.2", "why.already-there"),
            "hex 2808": ("11.5", "why.enemy"), "hex 2810": ("11.31", "why.way-costs"),
        },
    ),
    "Drop": Scene(
        lambda: do(board({"tamsag": "SU-212", **FOES}, "soviet_move", options={"airborne": True}), "drop SU-212"),
        SOVIET, "soviet_move", "Movement",
        no={
            "hex 2808": ("33.1", "why.enemy"), "done": ("33.1", FIRST), "unit SU-24": ("33.1", FIRST),
        },
    ),
    "Examine": Scene(
        lambda: do(board({"hand": "SU-CM-RECON", **FOES}, "soviet_move"), "play SU-CM-RECON"),
        SOVIET, "soviet_move", "Movement",
        no={
            "hex 2809": ("SCM.6.1", "why.no-enemy"), "pass": ("SCM.6.1", FIRST), "unit SU-24": ("SCM.6.1", FIRST),
        },
    ),
    # -- strikes --
    "StrikePhase": Scene(
        strikes, SOVIET, "soviet_strike",
        no={
            "commit": ("4.1.18", NOW), "hex 0808": ("4.1.18", NOW), "strike 0809": ("16.8", "why.no-enemy"),
            "recon 0808": ("16.2", "why.no-recon"), "artillery SU-36HQ": ("29.0", "why.no-artillery-option"),
        },
    ),
    "Load": Scene(
        lambda: strikes("strike 0808"), SOVIET, "soviet_strike", "StrikePhase",
        no={
            "points 4": ("26.7", "why.points"), "points 0": ("26.7", "why.points"),
            "strike 0810": ("26.7", "why.pick-points"), "done": ("26.7", "why.pick-points"),
        },
    ),
    "Gun": Scene(
        lambda: guns("artillery SU-COG"), SOVIET, "soviet_strike", "StrikePhase",
        no={
            "hex 0815": ("29.0.2", "why.out-of-range"), "hex 0810": ("29.0.2", "why.no-enemy"),
            "commit": ("29.0", FIRST), "strike 0811": ("29.0", FIRST),
        },
    ),
    "Bombardment": Scene(
        lambda: strikes("strike 0808", "points 2", "strike 0810", "points 2", "done"), SOVIET, "soviet_strike",
        no={
            "strike 0809": ("16.8", "why.not-placed"), "done": ("16.8", "why.bombing"),
            "hex 0808": ("16.8", "why.bombing"),
        },
    ),
    # -- combat --
    "Employ": Scene(
        lambda: board({N: ["SU-11A", "SU-7", "SU-8"], TARGET: "JP-64"}, "soviet_combat"),
        SOVIET, "soviet_combat", "Declare",
        no={
            "commit": ("12.5.3", "why.employing"), "unit JP-64": ("12.5.3", "why.employing"),
            "hex 0808": ("12.5.3", "why.employing"),
        },
    ),
    "Declare": Scene(
        fights, SOVIET, "soviet_combat",
        no={
            "done": ("4.1.18", NOW), "hex 0808": ("4.1.18", NOW), "unit SU-24": ("14.3.1", "why.target-first"),
            f"attack {N}": ("14.23", "why.nobody-beside"), f"attack {NE}": ("14.3.1", "why.no-enemy"),
            "also 2807": ("14.3.1", "why.target-first"),
        },
    ),
    "Battles": Scene(
        lambda: fights("auto", "commit"), SOVIET, "soviet_combat",
        no={
            "attack 0809": ("14.28", "why.not-declared"), "done": ("14.28", "why.pick-battle"),
            "hex 0808": ("14.28", "why.pick-battle"),
        },
    ),
    "ChooseTable": Scene(
        lambda: declared({N: "SU-24"}, "JP-64"), SOVIET, "soviet_combat",
        no={
            "support 1": ("31.0", "why.support-option"), "done": ("14.3.2", "why.pick-table"),
            "unit SU-24": ("14.3.2", "why.pick-table"),
        },
    ),
    "Answer": Scene(
        lambda: do(declared({N: "SU-24"}, "JP-64", also={"hand": "JP-CM-STAFF"}), "table raid"),
        JAPAN, "soviet_combat",
        no={
            "table raid": ("14.41", "why.not-held"), "play JP-CM-RECON": ("5.3", "why.not-held"),
            "done": ("14.41", "why.pass-only"), "unit JP-64": ("14.41", "why.pass-only"),
        },
    ),
    "EmployDefenders": Scene(
        lambda: do(declared({N: "SU-24"}, EIGHT), "table raid", "unit JP-64"), JAPAN, "soviet_combat",
        no={
            "unit SU-24": ("12.5.3", "why.employing"), "unit JP-64": ("12.5.3", "why.no-room"),
            "commit": ("12.5.3", "why.employing"), "hex 0808": ("12.5.3", "why.employing"),
        },
    ),
    "LoseOne": Scene(
        lambda: brings("AAT", {N: ["SU-24", "SU-36R"]}, "JP-64"), SOVIET, "soviet_combat",
        no={
            "unit SU-24": ("15.22", "why.lose-part"), "breakdown SU-36R": ("26.9", "why.no-breakdown"),
            "unit JP-64": ("15.11", "why.not-in-battle"), "done": ("15.22", "why.pick-loss"),
        },
    ),
    "LoseHalf": Scene(
        lambda: brings("AS", {N: ["SU-24", "SU-36R"]}, "JP-64"), SOVIET, "soviet_combat",
        no={
            "breakdown SU-36R": ("26.9", "why.no-breakdown"), "unit JP-64": ("15.11", "why.not-in-battle"),
            "done": ("15.23", "why.pick-loss"), "hex 0808": ("15.23", "why.pick-loss"),
        },
    ),
    "Retreat": Scene(
        lambda: brings("AM", {N: "SU-11A"}, "JP-64", fortified={"japan": TARGET}), JAPAN, "soviet_combat",
        no={
            "shorten JP-64": ("21.2", "why.stand"), "stand SU-11A": ("15.3", "why.not-retreating"),
            "commit": ("21.2", FIRST), "unit JP-64": ("21.2", FIRST),
        },
    ),
    "Going": Scene(
        lambda: brings("AM", {N: "SU-11A"}, ["JP-1-8BG", "JP-2-8BG"]), SOVIET, "soviet_combat",
        no={
            "unit SU-11A": ("15.3", "why.not-retreating"), "done": ("15.3", "why.retreat-first"),
            "hex 0809": ("15.3", "why.retreat-first"),
        },
    ),
    "Withdraw": Scene(
        lambda: brings("AM", {N: "SU-11A"}, "JP-64"), SOVIET, "soviet_combat",
        no={
            "done": ("15.33", "why.withdraw"), "unit JP-64": ("15.33", "why.withdraw"),
            f"hex {N}": ("15.33.2", "why.enemy"), "hex 0811": ("15.33.6", "why.retreat-distance"),
        },
    ),
    "LoseOnTheWay": Scene(
        lambda: do(brings("AM", {N: "SU-11A", S: "SU-6A"}, "JP-64"), f"hex {SW}"), JAPAN, "soviet_combat",
        no={
            "unit SU-11A": ("15.33.3", "why.pick-battalion"), "done": ("15.33.3", "why.pick-battalion"),
            "hex 0808": ("15.33.3", "why.pick-battalion"), "breakdown JP-B1110-1": ("15.33.3", "why.pick-battalion"),
        },
    ),
    "Pursuit": Scene(
        lambda: do(brings("AM", {N: "SU-11A"}, "JP-64"), f"hex {S}"), SOVIET, "soviet_combat",
        no={
            "unit JP-64": ("15.42", "why.not-in-battle"), "hex 0808": ("15.42", "why.unit-first"),
            "commit": ("15.42", "why.unit-first"),
        },
    ),
    "Pursue": Scene(
        lambda: do(brings("AM", {N: "SU-11A"}, "JP-64"), f"hex {S}", "unit SU-11A"), SOVIET, "soviet_combat", "Pursuit",
        no={
            "hex 0907": ("15.42", "why.not-attacked"), "done": ("15.42", "why.pursuing"),
            "unit SU-11A": ("15.42", "why.pursuing"),
        },
    ),
}  # fmt: skip
"""By the name of the step."""


QUESTIONS: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "Setup": ("25.4.1", "ask.setup", {"count": 2, "any": 1}, "unit MN-15M, unit MN-17M, auto"),
    "SetDown": ("25.4.1", "ask.place", {"units": units("MN-15M"), "who": "MN-15M"}, ""),
    "Initiative": ("SCM.5.1", "ask.maskirovka", {"count": 0}, "pass"),
    "Buy": ("27.1", "ask.buy-markers", {"count": 1}, "buy 1, done"),
    "Gekokujo": ("JCM.6.1", "ask.gekokujo", {}, "activate JP-23HQ, done"),
    "LoseSupply": ("SCM.9.2", "ask.lose-supply", {}, "unit JP-SUP-1"),
    "Superiority": ("16.52.2", "ask.split", {"count": 2}, "split 0, split 1, split 2"),
    "Aside": ("16.52.2", "ask.shoot-down", {"count": 1}, "mission strike, mission recon"),
    "Arrivals": (
        "6.2", "ask.arrivals", {"units": units("SU-7", "SU-57E")},
        "base SU-7, base SU-57E, field SU-7, field SU-57E, auto",
    ),
    "Interdict": ("16.63", "ask.interdict", {}, "unit SU-7, unit SU-57E, auto"),
    "LoseBattalion": ("16.64.2", "ask.lose-battalion", {}, "unit SU-B3114-1, unit SU-B3114-2, unit SU-B1214-1"),
    "Placement": ("6.21", "ask.place-arrivals", {"units": units("SU-7", "SU-57E")}, "unit SU-7, unit SU-57E"),
    "Logistics": ("7.1", "ask.logistics", {"left": 2, "active": 0}, "breakdown JP-64, done"),
    "Source": ("7.2", "ask.supply-from", {"unit": unit("JP-23HQ")}, "hex 0808, hex 0809"),
    "Combine": ("9.2", "ask.combine-where", {"unit": unit("JP-4")}, "hex 0808, hex 1010"),
    "Staff": ("JCM.9", "ask.staff", {}, "activate JP-23HQ"),
    "Refit": (
        "7.51", "ask.refit", {"units": units("JP-1-8BG"), "who": "JP-1-8BG", "more": 1}, "unit JP-2-8BG, hex 0808",
    ),
    "Fortify": ("20.0.3", "ask.fortify", {"hex": at("0808")}, "hex 0808, hex 0809"),
    "Movement": ("11.0", "ask.move", {"impulse": "@impulse.1", "any": 1}, "unit SU-24, done"),
    "Moving": ("11.2", "ask.moving", {"units": units("SU-24"), "who": "SU-24"}, ""),
    "Drop": ("33.1", "ask.drop", {"unit": unit("SU-212")}, ""),
    "Examine": ("SCM.6.1", "ask.examine", {}, "hex 2808, done"),
    "StrikePhase": ("16.8", "ask.strike", {"count": 4, "placed": 0}, "strike 0808, strike 0810, done"),
    "Load": ("26.7", "ask.points", {"hex": at("0808")}, "points 1, points 2, points 3"),
    "Gun": ("29.0", "ask.artillery", {"unit": unit("SU-COG"), "count": 3}, "hex 0811, hex 0911, done"),
    "Bombardment": ("16.8", "ask.bomb", {}, "strike 0808, strike 0810"),
    "Employ": ("12.5.3", "ask.employ", {"hexes": hexes(N)}, "unit SU-11A, unit SU-7, unit SU-8"),
    "Declare": (
        "14.2",
        "ask.declare",
        {
            "units": units("SU-24", "SU-76", "SU-149"), "hexes": hexes(TARGET, "2807"), "both": 1, "open": 1,
            "state": "@declare.open", "count": 0,
        },
        "attack 0808, attack 2807, auto",
    ),
    "Battles": ("14.28", "ask.next-battle", {}, "attack 0808, attack 2807"),
    "ChooseTable": ("14.41", "ask.table", {"hexes": hexes(TARGET)}, "table raid, table assault"),
    "Answer": ("14.41", "ask.recon", {"count": 0, "hexes": hexes(TARGET)}, "pass"),
    "EmployDefenders": (
        "12.5.3", "ask.defend", {"hex": at(TARGET), "picked": 1}, "unit JP-71, unit JP-23R, unit JP-7R, done",
    ),
    "LoseOne": ("15.22", "ask.lose-one", {"parts": 1}, "unit SU-36R, breakdown SU-24"),
    "LoseHalf": ("15.23", "ask.lose-half", {"count": 2}, "unit SU-24, breakdown SU-24"),
    "Retreat": ("21.2", "ask.stand", {"units": units("JP-64")}, "stand JP-64, auto, done"),
    "Going": ("15.33.1", "ask.retreat", {"units": units("JP-1-8BG", "JP-2-8BG")}, "unit JP-1-8BG, unit JP-2-8BG"),
    "Withdraw": (
        "15.33", "ask.withdraw", {"units": units("JP-64"), "who": "JP-64", "count": 1}, "hex 0709, hex 0809, hex 0909",
    ),
    "LoseOnTheWay": (
        "15.33.3", "ask.lose-battalions", {"count": 1}, "unit JP-B1110-1, unit JP-B1210-1, unit JP-B1210-2",
    ),
    "Pursuit": ("15.42", "ask.pursue", {"hexes": hexes(TARGET)}, "unit SU-11A, done"),
    "Pursue": ("15.42", "ask.pursue-where", {"unit": unit("SU-11A"), "may": 0}, "hex 0808"),
}  # fmt: skip
"""By the name of the step: the rule, the words and what they name, and the answers; none where they are many."""


@pytest.mark.parametrize("name", SCENES)
def test_what_is_asked_and_which_answers_there_are(name: str) -> None:
    match = SCENES[name].make()
    rule, key, params, answers = QUESTIONS[name]
    question = asked(match)
    assert (question.rule, question.message.key, question.message.params) == (rule, key, params)
    found = {
        offer.verb if noun is None else f"{offer.verb} {match.game.write(offer.verb, noun)}"
        for offer in question.offers
        for noun in offer
    }
    if answers:
        assert found == set(answers.split(", "))
    else:
        assert len(found) > 200


def last(match: Match, side: str | None) -> str:
    return str(match.view(side)["agenda"][-1]["step"])


@pytest.mark.parametrize("name", SCENES)
def test_who_is_asked_and_who_sees_it(name: str) -> None:
    scene = SCENES[name]
    match = scene.make()
    owner, other = (the_game().sides[side] for side in (scene.side, 1 - scene.side))
    assert (asked(match).side, last(match, owner)) == (scene.side, name)
    for stranger in (other, None):
        assert last(match, stranger) == (scene.stranger or name)
    for viewer in (owner, other, None):
        assert match.view(viewer)["phase"] == f"phase.{scene.phase}"


@pytest.mark.parametrize("name", SCENES)
def test_what_is_refused_and_why(name: str) -> None:
    match = SCENES[name].make()
    before = match.state.key()
    found = {decision: (why(match, decision).rule, why(match, decision).key) for decision in SCENES[name].no}
    assert found == SCENES[name].no
    assert match.state.key() == before


def test_no_question_is_left_out() -> None:
    """Both sides are asked for their allocation of air points together; some steps never ask."""
    asks = {kind.__name__ for kind in the_game().steps.values() if kind.ask is not PbnStep.ask}
    assert asks - set(SCENES) == {"AirAllocation"}
