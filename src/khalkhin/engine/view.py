"""The one door out of the engine: what one side may see, as plain data, and positions imagined from it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Offer, Prompt, Step, prompts_of, settle
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import Text
from khalkhin.engine.game import Game
from khalkhin.engine.state import Event, State
from khalkhin.engine.summary import Summary

View = dict[str, Any]


def view(s: State, side: int | None) -> View:
    """Everything that one side (None: a spectator) may know of a position."""
    game = s.game
    codec = game.codec
    agenda = _agenda(s, side)
    return {
        "game": game.code,
        "scenario": s.scenario,
        "options": dict(s.options),
        "data": game.version,
        "side": None if side is None else game.sides[side],
        "phase": _phase(agenda),
        "tracks": {name: codec.encode(s.FIELDS[name], getattr(s, name)) for name in s.PUBLIC},
        "places": _places(s, side),
        "markers": game.markers(s, side),
        "agenda": [codec.encode_object(step) for step in agenda],
        "waiting": [game.sides[p.side] for p in s.asked],
        "prompt": next((prompt_data(s, p) for p in s.asked if p.side == side), None),
        "standing": [] if side is None else offers_data(game, game.standing(s, side)),
        "details": s.agenda[-1].details(s, side) if s.agenda else {},
        "score": [
            {"side": game.sides[x.side], "rule": x.rule, "key": x.key, "count": x.count, "points": x.points}
            for x in game.score(s, side)
        ],
        "summary": summary_data(game, game.summary(s, side)),
    }


def phase(s: State, side: int | None) -> str:
    """The key of the phase, as one side (None: a spectator) sees it."""
    return _phase(_agenda(s, side))


def _agenda(s: State, side: int | None) -> list[Step[Any]]:
    return [seen for step in s.agenda if (seen := step.seen_by(s, side)) is not None]


def _phase(agenda: Sequence[Step[Any]]) -> str:
    return next((step.phase for step in reversed(agenda) if step.phase), "")


def summary_data(game: Game[Any], summary: Summary) -> dict[str, Any]:
    return {
        "turn": _text(game, summary.turn),
        "last": summary.last,
        "phases": list(summary.phases),
        "pools": [
            {"key": p.key, "icon": p.icon, "values": dict(zip(game.sides, p.values, strict=True))}
            for p in summary.pools
        ],
        "due": [
            {"turn": d.turn, "side": game.sides[d.side], "units": [game.sheet.ids[u] for u in members(d.units)]}
            for d in summary.due
        ],
        "track": [
            {"turn": b.turn, "key": b.key, "notes": [_text(game, note) for note in b.notes]} for b in summary.track
        ],
        "icon": summary.icon,
    }


def _text(game: Game[Any], text: Text) -> dict[str, Any]:
    return {"key": text.key, "params": game.codec.params(text.params)}


def overlays(s: State, side: int | None) -> dict[str, Any]:
    """What can be laid over the map for a side: zones of control, objectives, supply. Too much to be in every view."""
    game, name = s.game, s.game.map.grid.name
    return {
        "zones": {game.sides[who]: [name(h) for h in members(zone)] for who, zone in game.zones(s, side).items()},
        "objectives": [
            {
                "hex": name(o.hex),
                "points": o.points,
                "rule": o.rule,
                "holder": None if o.holder is None else game.sides[o.holder],
            }
            for o in game.objective_list(s, side)
        ],
        "supply": [
            {
                "hex": name(found.hex),
                "path": [name(h) for h in found.path],
                "block": None if found.block is None else name(found.block),
            }
            for found in game.supply_lines(s, side)
        ],
    }


def _places(s: State, side: int | None) -> dict[str, list[dict[str, Any]]]:
    game, sheet = s.game, s.game.sheet
    status = s.STATUS
    own = (*s.STATUS, *s.OWN_STATUS)
    sets = {name: getattr(s, name) for name in own}
    stacks: dict[int, list[dict[str, Any]]] = {}
    nameless: dict[int, list[str]] = {}
    for place in sorted(s.at):
        for unit in reversed(s.piles[place]) if place in s.piles else members(s.at[place]):
            if game.sees(s, side, unit):
                shown = own if sheet.side[unit] == side else status
                named = {"id": sheet.ids[unit], "is": [n for n in shown if sets[n] >> unit & 1]}
                stacks.setdefault(place, []).append(named)
            elif place in s.piles:
                stacks.setdefault(place, []).append({"nation": game.label(s, side, unit)})
            elif (where := game.seems(s, side, unit)) is not None:
                nameless.setdefault(where, []).append(game.label(s, side, unit))
    for place, labels in nameless.items():
        stacks.setdefault(place, []).extend({"nation": label} for label in sorted(labels))
    return {game.place_name(place): stacks[place] for place in sorted(stacks)}


def prompt_data(s: State, prompt: Prompt) -> dict[str, Any]:
    return {
        "side": s.game.sides[prompt.side],
        "rule": prompt.rule,
        "key": prompt.message.key,
        "params": s.game.codec.params(prompt.message.params),
        "offers": offers_data(s.game, prompt.offers),
    }


def offers_data(game: Game[Any], offers: Iterable[Offer]) -> list[dict[str, Any]]:
    return [_offer(game, offer) for offer in offers]


def _offer(game: Game[Any], offer: Offer) -> dict[str, Any]:
    data = {"verb": offer.verb, "kind": offer.kind.value, "nouns": [game.write(offer.verb, n) for n in offer]}
    return {**data, "gather": True} if offer.gather else data


def log_for(events: Iterable[Event], side: int | None) -> list[dict[str, Any]]:
    """The lines that one side may read."""
    return [_line(e) for e in events if hears(e, side)]


def _line(e: Event) -> dict[str, Any]:
    line = {"key": e.key, "params": dict(e.params), "rule": e.rule}
    return {**line, "loud": True} if e.loud else line


def hears(event: Event, side: int | None) -> bool:
    """Whether a side may read a line. A spectator reads what is for everybody, or for everybody but some side."""
    return event.audience < 0 if side is None else bool(event.audience >> side & 1)


def imagine(game: Game[Any], seen: View, rng: random.Random) -> State:
    """A whole position, agenda included, that agrees with a view and with nothing else. Its dice are other dice."""
    for _ in range(_TRIES):
        s = _guessed(game, seen, rng)
        prompts = prompts_of(s, s.agenda[-1]) if s.agenda and s.result is None else ()
        if [game.sides[p.side] for p in prompts] == seen["waiting"] and all(len(p) for p in prompts):
            s.asked = prompts
            return s
    # No guess leaves those to decide who are waited for: let the game run on until somebody is.
    settle(s)
    return s


_TRIES = 20
"""What is dealt at random may leave nothing to choose where the view shows that somebody chooses: then deal again."""


def _guessed(game: Game[Any], seen: View, rng: random.Random) -> State:
    codec, sheet = game.codec, game.sheet
    s: State = game.state(game, seen["scenario"], dict(seen["options"]), Dice.imagined(rng))
    for name, data in seen["tracks"].items():
        setattr(s, name, codec.decode(s.FIELDS[name], data))
    nameless: dict[str, list[int]] = {}
    for where, counters in seen["places"].items():
        place = game.place_at(where)
        for counter in reversed(counters) if s.ORDERED and place >= 0 else counters:
            if "id" in counter:
                unit = sheet.index[counter["id"]]
                s.put(unit, place)
                for name in counter["is"]:
                    setattr(s, name, getattr(s, name) | 1 << unit)
            else:
                nameless.setdefault(counter["nation"], []).append(place)
    s.agenda = tuple(codec.decode_object(None, step) for step in seen["agenda"])
    game.guess(s, seen, {label: tuple(places) for label, places in nameless.items()}, rng)
    if s.ORDERED:
        _pile_up(s, seen)
    return s


def _pile_up(s: State, seen: View) -> None:
    """Lay guessed counters where their stacks show nameless ones."""
    index = s.game.sheet.index
    for where, counters in seen["places"].items():
        place = s.game.place_at(where)
        if place >= 0 and len(counters) > 1:
            named = {index[c["id"]] for c in counters if "id" in c}
            rest = iter([u for u in s.piles[place] if u not in named])
            s.piles[place] = tuple(index[c["id"]] if "id" in c else next(rest) for c in reversed(counters))


def answers(seen: View) -> list[tuple[str, Noun]]:
    """Every answer that the prompt of a view allows, as (verb, noun) in the words of records."""
    prompt = seen["prompt"]
    return [] if prompt is None else [(o["verb"], noun) for o in prompt["offers"] for noun in o["nouns"]]
