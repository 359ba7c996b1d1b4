"""The format of a lesson: a TOML file of structure, and its sentences by key in the translation files beside it.

Beside those of its steps a lesson has `lesson.<name>.title`, `about` (what is learned, in a line) and `end`.

side = "soviet"

[terms]                         # at most three words of the game that are new here, by the step that has the pupil use
column = "ratio"                # them: lesson.<name>.term.column, and what it means: lesson.<name>.meaning.column

[position]                      # what the engine builds (engine/situation.py)
scenario = "august-1939"
turn = 20
phase = "move"                  # of the pupil's side, unless `of` names another; `part = 2` for the second one
options = { open_strengths = true }
fields = { air = [4, 0] }       # fields of the position as records write them

[position.counters]
1319 = ["JP-71-1"]

[rival]                         # the other side: for each question what it would answer, the first that is offered
"ask.retreat-hex" = ["hex 1318", "hex 1419"]

[figures.alone]                 # a figure that the engine works out on a copy, from where the step began; decisions are
say = ["done", "attack 1319", "unit SU-127-*"]    # written as in a model; `say = []`: as the step began
read = "win"

[[steps]]
id = "together"                 # its sentence: lesson.<name>.together
prompt = ["ask.move"]           # the step is skipped where the pupil is asked something else
needs = { at = "1321", units = ["SU-127-1"] }        # it is skipped, too, where this does not hold when it begins
until = { beside = "1319", units = ["SU-127-1"] }    # a condition (conditions.py), or `look` or `answer`
ways = ["unit", "hex 1320"]     # decisions that are on the way; another one is taken back
away = "elsewhere"              # what is said of every other one; without it a general sentence
tries = [{ on = "hex 1322", key = "too-far" }]       # what is said of one; `keep = true` lets it stand
guards = [{ on = "commit", unless = { figure = "win", least = 75 }, key = "weak" }]
dice = [[4, 5]]                 # the throws of this step
model = ["unit SU-127-1", "hex 1320"]                # what *Show me* plays, and the tests; `unit SU-127-*` is the first
                                # such decision that is offered, if one is
expect = { column = "2-1" }     # figures before the last decision of the model; if they change the build fails
lights = ["1319"]               # hexes that light up
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.game import Game
from khalkhin.engine.situation import Moment, Situation
from khalkhin.learn.conditions import Condition, faults


@dataclass(frozen=True)
class Remark:
    """What is said of a decision: one that leads away, or a good one that was not thought of."""

    on: str
    """The decisions that are meant (`conditions.matches`)."""
    key: str
    keep: bool = False
    """Whether the decision stands."""
    when: Condition = field(default_factory=dict)
    """What has to hold after the decision."""


@dataclass(frozen=True)
class Guard:
    """A decision that is stopped before it is taken, unless a condition holds."""

    on: str
    unless: Condition
    key: str


@dataclass(frozen=True)
class Answer:
    """A question to the pupil himself."""

    choices: tuple[str, ...]
    right: str


@dataclass(frozen=True)
class Figure:
    """A figure worked out on a copy of the game: decisions, and what is read off then (`Scene.figure`)."""

    say: tuple[str, ...] | None
    """Empty: as it stood when the step began. None: it is read off as it stands now, following what is said."""
    read: str


@dataclass(frozen=True)
class Step:
    """One step: its sentence, and what it waits for."""

    id: str
    look: tuple[str, ...] = ()
    answer: Answer | None = None
    until: Condition = field(default_factory=dict)
    needs: Condition = field(default_factory=dict)
    """What has to hold as the step begins, or it is left out: other dice than the lesson's may have it otherwise."""
    prompt: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    away: str = ""
    tries: tuple[Remark, ...] = ()
    guards: tuple[Guard, ...] = ()
    dice: tuple[tuple[int, ...], ...] = ()
    model: tuple[str, ...] = ()
    expect: Mapping[str, str] = field(default_factory=dict)
    lights: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game, as it is written."""

    game: Game[Any]
    number: int
    name: str
    side: str
    situation: Situation
    steps: tuple[Step, ...]
    rival: Mapping[str, tuple[str, ...]]
    figures: Mapping[str, Figure]
    terms: Mapping[str, str]
    """Words of the game that the lesson introduces, each with the step in which the pupil uses it."""

    def key(self, *parts: str) -> str:
        """The key of one of its sentences."""
        return ".".join(("lesson", self.name, *parts))


def read_lesson(game: Game[Any], path: Path) -> Lesson:
    """The lesson in a file named like `3-first-attack.toml`, or `DataError` with the place of the fault."""
    number, _, name = path.stem.partition("-")
    data = table(path)
    _only(data, "side", "terms", "position", "rival", "figures", "steps")
    side = data.choice("side", game.sides)
    steps = tuple(_step(one) for one in data["steps"])
    return Lesson(
        game=game,
        number=int(number),
        name=name,
        side=side,
        situation=read_situation(game, side, data.table("position")),
        steps=steps,
        rival={key: tuple(said) for key, said in data.get("rival", {}).items()},
        figures={name: read_figure(one) for name, one in data.get("figures", {}).items()},
        terms=_terms(data.table("terms"), steps) if "terms" in data else {},
    )


def _terms(data: TomlTable, steps: Sequence[Step]) -> Mapping[str, str]:
    """Each new word with a step of the lesson."""
    return {term: data.choice(term, [step.id for step in steps]) for term in data}


def read_situation(game: Game[Any], side: str, data: TomlTable) -> Situation:
    """The position that a table tells of, as a phase of `side` begins."""
    _only(data, "scenario", "turn", "phase", "of", "part", "options", "fields", "counters", "rest")
    scenario = data.choice("scenario", game.scenarios)
    counters = data.table("counters")
    for place, names in counters.items():
        if place not in game.boxes and place not in game.map.grid.names:
            counters.fail(place, f"{place!r} is neither a hex nor a box")
        for name in names:
            if name not in game.sheet.index:
                counters.fail(place, f"there is no counter {name!r}")
    kinds, fields = game.state.FIELDS, data.get("fields", {})
    for name in fields:
        if name not in kinds:
            fields.fail(name, "a position has no such field")
    return Situation(
        scenario=scenario,
        turn=data.integer("turn"),
        moment=Moment(data.text("phase"), game.sides.index(data.get("of", side)), data.get("part", 1)),
        counters=counters,
        options=data.get("options", {}),
        fields={name: game.codec.decode(kinds[name], value) for name, value in fields.items()},
        rest=data.get("rest", ""),
    )


def read_figure(data: TomlTable) -> Figure:
    """A figure that is worked out on a copy."""
    _only(data, "say", "read")
    return Figure(tuple(data["say"]) if "say" in data else None, data.text("read"))


def _step(data: TomlTable) -> Step:
    _only(data, *Step.__dataclass_fields__)
    kinds = [kind for kind in ("look", "answer", "until") if kind in data]
    if len(kinds) != 1:
        data.fail("id", f"a step has look, answer or until, not {' and '.join(kinds) or 'none of them'}")
    _check(data, "until")
    _check(data, "needs")
    guards, tries = data.get("guards", []), data.get("tries", [])
    for one in guards:
        _only(one, "on", "unless", "key")
        _check(one, "unless")
    for one in tries:
        _only(one, "on", "key", "keep", "when")
        _check(one, "when")
    return Step(
        id=data.text("id"),
        look=_texts(data.get("look", ())),
        answer=_answer(data.table("answer")) if "answer" in data else None,
        until=data.get("until", {}),
        needs=data.get("needs", {}),
        prompt=_texts(data.get("prompt", ())),
        ways=_texts(data.get("ways", ())),
        away=data.get("away", ""),
        tries=tuple(Remark(t.text("on"), t.text("key"), t.get("keep", False), t.get("when", {})) for t in tries),
        guards=tuple(Guard(one.text("on"), one["unless"], one.text("key")) for one in guards),
        dice=tuple(tuple(fall) for fall in data.get("dice", ())),
        model=_texts(data.get("model", ())),
        expect={name: str(value) for name, value in data.get("expect", {}).items()},
        lights=_texts(data.get("lights", ())),
    )


def _answer(data: TomlTable) -> Answer:
    _only(data, "choices", "right")
    choices = tuple(str(one) for one in data["choices"])
    return Answer(choices, data.choice("right", choices))


def _texts(found: str | Sequence[str]) -> tuple[str, ...]:
    return (found,) if isinstance(found, str) else tuple(found)


def _check(data: TomlTable, name: str) -> None:
    if name in data and (wrong := faults(data[name])):
        data.fail(name, wrong[0])


def _only(data: TomlTable, *known: str) -> None:
    for key in data:
        if key not in known:
            data.fail(key, "a lesson has no such entry")
