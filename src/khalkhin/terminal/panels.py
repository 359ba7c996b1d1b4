"""What a side may see, as lines of text: stacks, boxes, the turn, points, odds and the log. All of it from its view."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from khalkhin.board.hexset import Hex
from khalkhin.engine.rulebook import rules_of
from khalkhin.engine.seat import Seat
from khalkhin.engine.view import View
from khalkhin.learn.briefing import ALL, briefings
from khalkhin.terminal.choices import places
from khalkhin.terminal.voice import Voice

COMBAT = "combat"
"""The table of a game that has only one for ground combat."""
NAMED = 20
"""So many objectives are told by their names, too; more are only numbers."""
BAR = 24
"""Signs of a bar that stands for certainty."""


# -- hexes and units ---------------------------------------------------------------------------------------------------


def hex_lines(voice: Voice, seat: Seat, name: str) -> Iterator[str]:
    """A hex: terrain, name, what else is printed, hexsides, markers, and the stack as far as the side sees it."""
    sheet, seen = voice.game.map, seat.view()
    hex_ = sheet.grid.at(name)
    terrain = sheet.terrain_at(hex_)
    ground = [voice.maybe(f"terrain.{terrain}", terrain), *_ways(voice, hex_)]
    title = [name, sheet.names.get(hex_, ""), ", ".join(ground)]
    yield "  ".join(t for t in title if t)
    yield from _about([voice.text(text) for text in seat.about_hex(name)] + _holder(voice, seat, name))
    for feature, hexes in _sides(voice, hex_).items():
        yield "  " + voice.say("cli.hexside", feature=voice.maybe(f"terrain.{feature}", feature), hexes=hexes)
    for key in seen["markers"].get(name, ()):
        yield "  " + voice.say(key)
    stack = seen["places"].get(name, [])
    yield from stack_lines(voice, stack)
    if not stack:
        yield "  " + voice.say("cli.nobody")
    for load in seat.stack_loads():
        if load["hex"] == name:
            yield "  " + voice.say("cli.load", load=voice.text(load))


def _holder(voice: Voice, seat: Seat, name: str) -> list[str]:
    """That a hex counts, and who holds it."""
    found = [one["holder"] for one in seat.objectives() if one["hex"] == name]
    return [voice.say("cli.held", side=side) if side else voice.say("cli.held-by-nobody") for side in found]


def load_lines(voice: Voice, seat: Seat, seen: View) -> Iterator[str]:
    """How full the stacks are that have moved, and those that are too large, the latter first."""
    fresh = {place for place, stack in seen["places"].items() for c in stack if "moved" in c.get("is", ())}
    loads = [load for load in seat.stack_loads() if load["over"] or load["hex"] in fresh]
    for over, group in groupby(sorted(loads, key=lambda load: not load["over"]), key=lambda load: load["over"]):
        told = [voice.say("cli.load-at", hex=load["hex"], load=voice.text(load)) for load in group]
        yield "  " + voice.say("cli.loads-over" if over else "cli.loads", loads=" · ".join(told))


def _ways(voice: Voice, hex_: Hex) -> list[str]:
    sheet = voice.game.map
    found = [f for f in sheet.sides if f in sheet.links and any(side >> hex_ & 1 for side in sheet.sides[f])]
    return [voice.maybe(f"terrain.{feature}", feature) for feature in found]


def _sides(voice: Voice, hex_: Hex) -> dict[str, list[str]]:
    """Features of the hexsides, with the neighbours beyond them."""
    sheet, grid = voice.game.map, voice.game.map.grid
    out: dict[str, list[str]] = {}
    for feature, sides in sheet.sides.items():
        beyond = [grid.step(hex_, d) for d in range(6) if sides[d] >> hex_ & 1]
        if feature not in sheet.links and beyond:
            out[feature] = sorted(grid.name(h) for h in beyond if h is not None)
    return out


def stack_lines(voice: Voice, stack: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for counter in stack:
        if "id" in counter:
            yield "  " + unit_line(voice, counter)
    nameless = [c["nation"] for c in stack if "id" not in c]
    for nation, group in groupby(nameless):
        yield "  " + voice.say("cli.nameless", count=len(list(group)), nation=voice.nation(nation))


def unit_line(voice: Voice, counter: Mapping[str, Any]) -> str:
    unit_id = counter["id"]
    name = voice.names[unit_id]
    status = ", ".join(voice.maybe(f"status.{s}", s) for s in counter["is"])
    line = f"{voice.unit(unit_id):<8} {name:<24} {voice.printed(unit_id)}"
    return f"{line}; {status}" if status else line


def unit_lines(voice: Voice, seen: View, unit_id: str) -> Iterator[str]:
    """A counter: what is printed on it, and where it is if the side may know."""
    about = voice.about_unit(unit_id)
    place = places(seen).get(unit_id)
    if place is None:
        yield unit_line(voice, {"id": unit_id, "is": []})
        yield from _about(about)
        yield "  " + voice.say("cli.not-seen")
        return
    yield unit_line(voice, next(c for c in seen["places"][place] if c.get("id") == unit_id))
    yield from _about(about)
    yield "  " + voice.say("cli.where-box" if place in voice.game.boxes else "cli.where", place=voice.place(place))
    if turn := arrivals(voice, seen).get(unit_id):
        yield "  " + voice.say("cli.arrives", turn=turn)


def _about(told: Sequence[str]) -> Iterator[str]:
    if told:
        yield "  " + " · ".join(told)


def own_units(voice: Voice, seat: Seat, seen: View) -> Iterator[str]:
    """All units of the side on the map, stack by stack, with how full each is."""
    loads = {load["hex"]: voice.text(load) for load in seat.stack_loads()}
    for place, stack in seen["places"].items():
        own = [c for c in stack if voice.side_of(c) == seen["side"]]
        if own and place not in voice.game.boxes:
            yield voice.say("cli.load-at", hex=place, load=f"({loads[place]})") if place in loads else place
            yield from stack_lines(voice, own)


# -- off the map, turn, points -----------------------------------------------------------------------------------------


def arrivals(voice: Voice, seen: View) -> dict[str, int]:
    """The printed turn of arrival of units that are still to come."""
    data = voice.game.scenarios[seen["scenario"]].data
    listed = data.get("reinforcements", ())
    return {c: row["turn"] for row in listed for c in row["counters"] if row["turn"] > seen["tracks"]["turn"]}


def box_lines(voice: Voice, seen: View) -> Iterator[str]:
    """What is off the map, box by box and side by side; units to come with their turn."""
    due = arrivals(voice, seen)
    for box in voice.game.boxes:
        stack = seen["places"].get(box, [])
        for side in voice.game.sides:
            mine = [c for c in stack if voice.side_of(c) == side]
            for turn, group in _by_turn(mine, due):
                when = "  " + voice.say("cli.turn", turn=turn) if turn else ""
                yield f"{voice.place(box)}, {voice.side(side)}{when}: {_in_a_row(voice, group)}"


def _by_turn(stack: Sequence[Mapping[str, Any]], due: Mapping[str, int]) -> list[tuple[int, list[Mapping[str, Any]]]]:
    turns: dict[int, list[Mapping[str, Any]]] = {}
    for counter in stack:
        turns.setdefault(due.get(counter.get("id", ""), 0), []).append(counter)
    return sorted(turns.items())


def _in_a_row(voice: Voice, stack: Sequence[Mapping[str, Any]]) -> str:
    named = [names] if (names := voice.listed(c["id"] for c in stack if "id" in c)) else []
    nameless = [c["nation"] for c in stack if "id" not in c]
    counts = [voice.say("cli.nameless", count=len(list(g)), nation=voice.nation(n)) for n, g in groupby(nameless)]
    return " ".join([*named, *counts])


def turn_lines(voice: Voice, seen: View) -> Iterator[str]:
    yield voice.status(seen)
    waiting = [voice.side(side) for side in seen["waiting"]]
    if waiting:
        yield voice.say("cli.waiting-for", sides=", ".join(waiting))
    yield from _sequence(voice, seen)
    for pool in seen["summary"]["pools"]:
        told = ["?" if pool["values"][side] is None else pool["values"][side] for side in voice.game.sides]
        named = [f"{voice.side(side)} {value}" for side, value in zip(voice.game.sides, told, strict=True)]
        yield f"{voice.say(pool['key'])}: {', '.join(named)}"
    if track := seen["summary"]["track"]:
        yield voice.say("cli.turns")
    for box in track:
        here = "*" if box["turn"] == seen["tracks"]["turn"] else " "
        yield f"{here} {voice.say(box['key'])}  {', '.join(voice.text(note) for note in box['notes'])}".rstrip()


def _sequence(voice: Voice, seen: View) -> Iterator[str]:
    """The order of a turn as its rule tells it, and the phases of whoever acts, with where the game is."""
    number = voice.game.turn_rule
    if number:
        yield f"{rules_of(voice.game, voice.language)[number].summary} [{number}]"
    phases = list(seen["summary"]["phases"])
    if seen["phase"] and seen["phase"] not in phases:
        phases.insert(0, seen["phase"])
    if phases:
        yield voice.say("cli.phases")
    for phase in phases:
        yield f"{'*' if phase == seen['phase'] else ' '} {voice.say(phase)}"


def score_lines(voice: Voice, seat: Seat, seen: View) -> Iterator[str]:
    """The victory arithmetic as it stands, who holds what, and how the game is won; what the side may not know is a
    question mark."""
    for side in voice.game.sides:
        lines = [x for x in seen["score"] if x["side"] == side]
        known = sum(x["points"] or 0 for x in lines)
        total = f"{known}" if all(x["points"] is not None for x in lines) else f"{known} + ?"
        yield voice.say("cli.points", side=side, total=total)
        for x in lines:
            count, points = ("?" if v is None else v for v in (x["count"], x["points"]))
            yield f"  {points:>4}  {voice.say(x['key'])}: {count}  [{x['rule']}]"
    yield from _objectives(voice, seat)
    if seen["tracks"]["result"] is not None:
        yield result_line(voice, seen)
        return
    for number, goal in enumerate(seat.goals()):
        if not number:
            yield voice.say("cli.how-won")
        yield f"  {voice.text(goal)} [{goal['rule']}]"


def _objectives(voice: Voice, seat: Seat) -> Iterator[str]:
    """How many objectives each side holds, and which."""
    held: dict[str | None, list[str]] = {side: [] for side in (*voice.game.sides, None)}
    for one in seat.objectives():
        held[one["holder"]].append(one["hex"])
    if any(held.values()):
        named = {side: voice.side(side) if side else voice.say("cli.nobody-holds") for side in held}
        counts = [voice.say("cli.objectives-of", side=named[side], count=len(held[side])) for side in held]
        yield voice.say("cli.objectives", told=", ".join(counts))
        tell = _with_names if sum(map(len, held.values())) <= NAMED else _numbers
        yield from (f"  {named[side]}: {tell(voice, sorted(hexes))}" for side, hexes in held.items() if hexes)


def _numbers(voice: Voice, hexes: Sequence[str]) -> str:
    return " ".join(hexes)


def _with_names(voice: Voice, hexes: Sequence[str]) -> str:
    """Hexes with the names that are printed in them."""
    sheet = voice.game.map
    return ", ".join(f"{name} {sheet.names.get(sheet.grid.at(name), '')}".rstrip() for name in hexes)


def near_ends(voice: Voice, seat: Seat) -> Iterator[str]:
    """Ways in which this turn can end the game."""
    for goal in seat.goals():
        if goal["near"]:
            yield f"! {voice.say('cli.near', told=voice.text(goal))} [{goal['rule']}]"


def rule_lines(voice: Voice, seen: View) -> Iterator[str]:
    """The optional rules that are not as usual in the scenario; nothing where all are."""
    usual = voice.game.scenarios[seen["scenario"]].options
    for name, value in seen["options"].items():
        if value != usual.get(name):
            chosen = voice.maybe(f"option.{name}.{value}", "")
            told = {"title": f"@option.{name}.title", "chosen": chosen, "help": f"@option.{name}.help"}
            yield voice.say("cli.rule-chosen" if chosen else "cli.rule", told)


def briefing_lines(voice: Voice, scenario: str, side: str, parts: Collection[str] = ALL) -> Iterator[str]:
    """What a side should know before a scenario, or some parts of it; nothing where there is no briefing."""
    found = briefings(voice.game, scenario).get(side)
    if found is None:
        return
    yield voice.say("cli.briefing", side=side)
    for name, text in found.told(voice).items():
        if name not in parts:
            continue
        head, _, number = name.partition(".")
        if number in ("", "1"):
            yield voice.say(f"briefing.{head}")
        yield f"  {number}. {text}" if number else f"  {text}"


# -- odds --------------------------------------------------------------------------------------------------------------


def odds_lines(voice: Voice, seen: View) -> Iterator[str]:
    """An attack in hand, worked out as far as the side may know; empty where there is none."""
    others = seen["details"].get("alternatives", {})
    for noun, odds in others.items():
        yield voice.alternative(seen, noun)
        yield from _worked_out(voice, odds)
    if not others and (odds := seen["details"].get("odds")) is not None:
        for one in (odds, *seen["details"].get("others", ())):
            yield from (*_table(voice, one), *_worked_out(voice, one))


def prospect_lines(voice: Voice, hex_: str, told: Mapping[str, Any]) -> Iterator[str]:
    """What units would attack from a hex: each attack worked out as far as the side may know, and whether they must."""
    if not told["attacks"]:
        yield voice.say("cli.ahead.none", hex=hex_)
    for attack in told["attacks"]:
        least, most = (_percent(chance) for chance in attack["win"])
        win = most if least == most else voice.say("cli.ahead.range", least=least, most=most)
        units = [voice.unit(unit) for unit in attack["units"]]
        yield voice.say("cli.ahead.attack", hex=attack["target"], units=units, win=win)
        for odds in (attack["odds"], *attack["others"]):
            yield from (f"  {line}" for line in (*_table(voice, odds), *_worked_out(voice, odds)))
    if told["rule"]:
        yield voice.say("cli.ahead.must", rule=told["rule"])


def _table(voice: Voice, odds: Mapping[str, Any]) -> Iterator[str]:
    """Which table it is, and what may come of it, where the game has several."""
    if odds["table"] != COMBAT:
        title = voice.say(f"table.{odds['table']}")
        told = voice.outcomes(odds)
        yield voice.say("cli.alternative", what=title, outcomes=told) if told else f"{title}:"


def _worked_out(voice: Voice, odds: Mapping[str, Any]) -> Iterator[str]:
    column = partial(voice.column, odds["table"])
    if odds["defence"] is not None:
        base = column(odds["base"])
        yield voice.say("cli.odds.both", attack=odds["attack"], defence=odds["defence"], base=base)
    else:
        # Where there is a base, nothing is counted against the attack: air units, guns.
        key = "cli.odds.attack" if odds["base"] is None else "cli.odds.alone"
        yield voice.say(key, attack=odds["attack"])
    for shift in odds["shifts"]:
        yield f"  {voice.value('shift', shift)}"
    if odds["rolled"] is not None:
        yield f"  {voice.value('shift', odds['rolled'])}"
        yield voice.say("cli.odds.columns", columns=[f"{column(c)} ({p})" for c, p in odds["column_chances"].items()])
    elif odds["column"] is not None:
        yield voice.say("cli.odds.column", column=column(odds["column"]))
    if odds["chances"]:
        yield from _bars(voice, odds["chances"], odds["table"])
    if odds["unknown"]:
        yield voice.say("cli.odds.unknown", rules=", ".join(odds["unknown"]))
    if odds["cases"]:
        yield voice.say("cli.odds.cases")
        for case in odds["cases"]:
            chances = ", ".join(f"{result} {_percent(chance)}" for result, chance in case["chances"].items())
            yield f"  {case['defence']:>9}  {column(case['column']):>6}  {chances}"


def _bars(voice: Voice, chances: Mapping[str, str], table: str) -> Iterator[str]:
    for result, chance in chances.items():
        bar = "#" * max(1, round(Fraction(chance) * BAR))
        codes = ", ".join(voice.maybe(f"result.{code}", code) for code in result.split())
        meaning = voice.maybe(f"{table}.{result}", codes)
        yield f"  {result:<8} {_percent(chance):>5}  {chance:>5}  {bar:<{BAR // 2}}  {meaning}"


def _percent(chance: str) -> str:
    return f"{round(100 * Fraction(chance))}%"


# -- log and result ----------------------------------------------------------------------------------------------------


def log_lines(voice: Voice, entries: Sequence[Mapping[str, Any]], rules: bool = False) -> Iterator[str]:
    """What happened; with `rules` also by which rule."""
    for entry in entries:
        yield f"{voice.text(entry)} [{entry['rule']}]" if rules and entry["rule"] else voice.text(entry)


def result_line(voice: Voice, seen: View) -> str:
    """How the game ended."""
    result = seen["tracks"]["result"]
    points = "-".join(str(p) for p in result["points"])
    key = f"cli.result.{result['how']}"
    if result["winner"] is None:
        return voice.say("cli.result.draw", points=points)
    return voice.say(key if key in voice else "cli.result.won", side=result["winner"], points=points)
