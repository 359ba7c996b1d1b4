"""The one door out of the engine: what one side may see, as plain data, and positions imagined from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Noun, Offer, Prompt, Step, prompts_of, settle
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.dice import SECRET_BYTES, Dice
from khalkhin.engine.errors import Text
from khalkhin.engine.game import Game
from khalkhin.engine.state import Event, State
from khalkhin.engine.summary import Summary

View = dict[str, Any]
"""What one side may see, as plain data. Its keys:

- `game`, `scenario`, `options`, `data`: what is played, and the hash of its data.
- `side`: whose view it is, None for a spectator's.
- `phase`: the key of the phase.
- `tracks`: public values such as `turn`, `rolled` (how often dice have fallen) and `result`.
- `places`: the counters in each hex and box, `{"id": ..., "is": [status]}`, or only `{"nation": ...}` if the side may
  not know which counter it is.
- `markers`: markers on hexes.
- `agenda`: the steps to come, as far as the side may know them.
- `waiting`: the sides that are asked.
- `prompt`: what this side is asked, with all offers; None if it is not.

`view` adds `standing` (offers beside any prompt), `details` (a path, an attack, odds), `score` and `summary`; a `Match`
adds `dice` and `log`.
"""


def sight(s: State, side: int | None) -> View:
    """The part of a view that a side decides by, without what clients only show. Computer players read no more.

    Positions can be sampled from it as from a whole view.
    """
    game = s.game
    codec = game.codec
    agenda = _agenda(s, side)
    tracks = codec.shapes(type(s), s.FIELDS)
    return {
        "game": game.code,
        "scenario": s.scenario,
        "options": dict(s.options),
        "data": game.version,
        "side": None if side is None else game.sides[side],
        "phase": _phase(s, agenda),
        "tracks": {name: tracks[name].write(getattr(s, name)) for name in s.PUBLIC},
        "places": _places(s, side),
        "markers": game.markers(s, side),
        "agenda": [codec.encode_object(step) for step in agenda],
        "waiting": [game.sides[p.side] for p in s.asked],
        "prompt": next((prompt_data(s, p) for p in s.asked if p.side == side), None),
    }


def view(s: State, side: int | None) -> View:
    """Everything that one side (None: a spectator) may know of a position. `Match.view` adds log and dice."""
    game = s.game
    return {
        **sight(s, side),
        "standing": [] if side is None else offers_data(game, game.standing(s, side)),
        "details": _details(s, side),
        "score": [
            {"side": game.sides[x.side], "rule": x.rule, "key": x.key, "count": x.count, "points": x.points}
            for x in game.score(s, side)
        ],
        "summary": summary_data(game, game.summary(s, side)),
    }


def open_view(s: State) -> View:
    """A spectator's view in which every counter is named: for games that are over, which hide nothing any more."""
    return {**view(s, None), "places": _places(s, None, (1 << len(s.game.sheet)) - 1)}


def _details(s: State, side: int | None) -> dict[str, Any]:
    """What the step on top shows to a side; its warnings only to whom it asks."""
    if not s.agenda:
        return {}
    top, details = s.agenda[-1], s.agenda[-1].details(s, side)
    warnings = top.warnings(s, side) if side is not None and any(p.side == side for p in s.asked) else ()
    if not warnings:
        return details
    return {**details, "warnings": [{**_text(s.game, w.text), "rule": w.rule} for w in warnings]}


def phase(s: State, side: int | None) -> str:
    """The key of the phase, as one side (None: a spectator) sees it."""
    return _phase(s, _agenda(s, side))


def _agenda(s: State, side: int | None) -> list[Step[Any]]:
    return [seen for step in s.agenda if (seen := step.seen_by(s, side)) is not None]


def _phase(s: State, agenda: Sequence[Step[Any]]) -> str:
    key = next((step.phase for step in reversed(agenda) if step.phase), "")
    return s.game.phase(s, key) if key else ""


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
        "objectives": objectives(s, side),
        "supply": [
            {
                "hex": name(found.hex),
                "path": [name(h) for h in found.path],
                "block": None if found.block is None else name(found.block),
                "why": None if found.why is None else {**_text(game, found.why.text), "rule": found.why.rule},
            }
            for found in game.supply_lines(s, side)
        ],
    }


def objectives(s: State, side: int | None) -> list[dict[str, Any]]:
    """The hexes that count for victory, and who holds them."""
    game, name = s.game, s.game.map.grid.name
    return [
        {
            "hex": name(o.hex),
            "points": o.points,
            "rule": o.rule,
            "holder": None if o.holder is None else game.sides[o.holder],
            "each": None if o.each is None else dict(zip(game.sides, o.each, strict=True)),
        }
        for o in game.objective_list(s, side)
    ]


def goals(s: State, side: int | None) -> list[dict[str, Any]]:
    """How the game is won, and what each side lacks for it."""
    return [{**_text(s.game, goal.text), "rule": goal.rule, "near": goal.near} for goal in s.game.goals(s, side)]


def about_hex(s: State, hex_: Hex) -> list[dict[str, Any]]:
    """What is printed on a hex beside terrain and ways, and what it counts; of one out of play, only that it is."""
    if s.outside >> hex_ & 1:
        return [_text(s.game, Text("engine.out-of-play"))]
    return [_text(s.game, text) for text in s.game.about_hex(s, hex_)]


def stack_loads(s: State, side: int) -> list[dict[str, Any]]:
    """How full the stacks of a side are."""
    return [
        {"hex": s.game.map.grid.name(load.hex), **_text(s.game, load.text), "over": load.over}
        for load in s.game.stack_loads(s, side)
    ]


def _places(s: State, side: int | None, known: UnitSet | None = None) -> dict[str, list[dict[str, Any]]]:
    """The counters by place; `known`: those to be named, if not as the side knows them."""
    game = s.game
    known = game.known(s, side) if known is None else known
    named = _namer(s, side)
    stacks: dict[int, list[dict[str, Any]]] = {}
    nameless: dict[int, list[str]] = {}
    for place in sorted(s.at):
        pile, group = s.piles.get(place), s.at[place]
        units = members(group) if pile is None else reversed(pile)
        if not group & ~known:
            stacks[place] = [named(unit) for unit in units]
            continue
        for unit in units:
            if known >> unit & 1:
                stacks.setdefault(place, []).append(named(unit))
            elif pile is not None:
                stacks.setdefault(place, []).append({"nation": game.label(s, side, unit)})
            elif (where := game.seems(s, side, unit)) is not None:
                nameless.setdefault(where, []).append(game.label(s, side, unit))
    for place, labels in nameless.items():
        stacks.setdefault(place, []).extend({"nation": label} for label in sorted(labels))
    return {game.place_name(place): stacks[place] for place in sorted(stacks)}


def _namer(s: State, side: int | None) -> Callable[[int], dict[str, Any]]:
    """How a side reads a counter that it knows: its id, and in which sets of counters it is, as far as they show."""
    ids = s.game.sheet.ids
    mine = 0 if side is None else s.game.sheet.of_side[side]
    sets = [(name, getattr(s, name)) for name in s.STATUS]
    sets += [(name, getattr(s, name) & mine) for name in s.OWN_STATUS]
    marked = 0
    for _, group in sets:
        marked |= group

    def named(unit: int) -> dict[str, Any]:
        if marked >> unit & 1:
            return {"id": ids[unit], "is": [name for name, group in sets if group >> unit & 1]}
        return {"id": ids[unit], "is": []}

    return named


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
    flags = {name: True for name in ("gather", "spoken", "spends") if getattr(offer, name)}
    return {**data, **flags}


def log_for(events: Iterable[Event], side: int | None) -> list[dict[str, Any]]:
    """The lines that one side may read."""
    return [_line(e) for e in events if hears(e, side)]


def _line(e: Event) -> dict[str, Any]:
    line = {"key": e.key, "params": dict(e.params), "rule": e.rule}
    return {**line, "loud": True} if e.loud else line


def hears(event: Event, side: int | None) -> bool:
    """Whether a side may read a line. A spectator reads what is for everybody, or for everybody but some side."""
    return event.audience < 0 if side is None else bool(event.audience >> side & 1)


class Imagination:
    """Samples whole positions that agree with a view (*determinizations*).

    What the view shows is read once; what it hides is drawn anew for every position, as the game's `guess` has it. The
    dice of a sampled position are other dice than those of the game.
    """

    def __init__(self, game: Game[Any], seen: View) -> None:
        self._game, self._seen = game, seen
        self._shown: State = game.state(game, seen["scenario"], dict(seen["options"]), _NO_DICE)
        self._nameless: dict[str, tuple[int, ...]] = {}
        """The places of the nameless counters of each label."""
        self._piles: dict[int, list[int | None]] = {}
        """The piles that have nameless counters, from the bottom up."""
        self._read()

    def _read(self) -> None:
        """Lay out what the view names; note what it does not."""
        s, seen, codec = self._shown, self._seen, self._game.codec
        tracks = codec.shapes(type(s), s.FIELDS)
        for name, data in seen["tracks"].items():
            setattr(s, name, tracks[name].read(data))
        stacks: dict[int, list[int]] = {}
        nameless: dict[str, list[int]] = {}
        for where, counters in seen["places"].items():
            place = self._game.place_at(where)
            ordered = s.ORDERED and place >= 0
            pile = counters[::-1] if ordered else counters
            stacks[place] = self._named(pile)
            if len(stacks[place]) < len(pile):
                for label in [c["nation"] for c in pile if "id" not in c]:
                    nameless.setdefault(label, []).append(place)
                if ordered:
                    index = self._game.sheet.index
                    self._piles[place] = [index[c["id"]] if "id" in c else None for c in pile]
        s.set_out(stacks)
        s.agenda = tuple(codec.decode_object(None, step) for step in seen["agenda"])
        self._nameless = {label: tuple(places) for label, places in nameless.items()}

    def _named(self, counters: Sequence[Mapping[str, Any]]) -> list[int]:
        """The counters of a stack that have names, each with its status."""
        s, index, found = self._shown, self._game.sheet.index, []
        for counter in counters:
            if "id" in counter:
                unit = index[counter["id"]]
                found.append(unit)
                for name in counter["is"]:
                    setattr(s, name, getattr(s, name) | 1 << unit)
        return found

    def position(self, rng: random.Random) -> State:
        """One more sampled position, at the prompt that the view shows."""
        game, waiting = self._game, self._seen["waiting"]
        for _ in range(_TRIES):
            s = self._guessed(rng)
            prompts = prompts_of(s, s.agenda[-1]) if s.agenda and s.result is None else ()
            if [game.sides[p.side] for p in prompts] == waiting and all(len(p) for p in prompts):
                s.asked = prompts
                return s
        # No guess leaves those to decide who are waited for: let the game run on until somebody is.
        settle(s)
        return s

    def _guessed(self, rng: random.Random) -> State:
        s = self._shown.clone()
        s.dice, s.notes = Dice.imagined(rng), {}
        self._game.guess(s, self._seen, self._nameless, rng)
        for place, pile in self._piles.items():
            _pile_up(s, place, pile)
        return s


def imagine(game: Game[Any], seen: View, rng: random.Random) -> State:
    """One sampled position of a view. For several make an `Imagination`, which reads the view only once."""
    return Imagination(game, seen).position(rng)


_TRIES = 20
"""What is dealt at random may leave nothing to choose where the view shows that somebody chooses: then deal again."""


_NO_DICE = Dice(bytes(SECRET_BYTES), "imagined")


def _pile_up(s: State, place: int, pile: Sequence[int | None]) -> None:
    """Lay guessed counters where a pile, from the bottom up, has nameless ones."""
    rest = iter([u for u in s.piles[place] if u not in pile])
    s.piles[place] = tuple([next(rest) if u is None else u for u in pile])


def offers_of(seen: View) -> list[dict[str, Any]]:
    """What a view's side may answer to its prompt; what may be said at any time is not among it."""
    return [] if seen["prompt"] is None else list(seen["prompt"]["offers"])


def answers(seen: View) -> list[tuple[str, Noun]]:
    """Every answer that the prompt of a view allows, as (verb, noun) in the words of records."""
    return [(offer["verb"], noun) for offer in offers_of(seen) for noun in offer["nouns"]]
