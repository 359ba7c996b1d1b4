"""The examples of a guide, played by the engine: where they lead, what is seen then, and their figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from khalkhin.engine.dice import Dice, FixedDice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.situation import build
from khalkhin.engine.view import answers
from khalkhin.engine.words import Words
from khalkhin.learn.conditions import chosen
from khalkhin.learn.guide.plan import Example, Plan, Value
from khalkhin.learn.lesson import Figure
from khalkhin.learn.scene import Scene

SEED = 1
"""Of throws that an example leaves open."""


@dataclass(frozen=True)
class Played:
    """An example that was played to its end."""

    example: Example
    start: Match
    """Before its decisions."""
    match: Match

    @property
    def scene(self) -> Scene:
        return Scene(self.match, self.example.side, self.start)

    def figure(self, figure: Figure) -> str:
        """A figure at the end of the example, or after some decisions on a copy."""
        if not figure.say:
            return self.scene.figure(figure.read)
        match = self.match.clone()
        for said in figure.say:
            _say(match, said)
        return Scene(match, self.example.side, self.match).figure(figure.read)

    def allows(self, said: str) -> bool:
        """Whether a decision could be taken at the end of the example."""
        try:
            _say(self.match.clone(), said)
        except KhalkhinError:
            return False
        return True

    def told(self, words: Words) -> list[str]:
        """What the log says of what was played."""
        before = len(self.start.view(self.example.side)["log"])
        return [words.text(entry) for entry in self.match.view(self.example.side)["log"][before:]]


def examples_of(plan: Plan) -> Examples:
    """The examples of a game's guide, played once for every language."""
    found: Examples = plan.game.companions.setdefault("guide examples", Examples(plan))
    return found


class Examples:
    """The examples of a guide; each is played when it is wanted first."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._played: dict[str, Played] = {}

    def __getitem__(self, name: str) -> Played:
        if name not in self._played:
            self._played[name] = self._play(self.plan.examples[name])
        return self._played[name]

    def figures(self) -> dict[str, str]:
        """Every figure of the guide by its name in the prose: `village`, `march.left`."""
        start = Match(self.plan.game.start(self.plan.scenario, {}, Dice.practice(0)))
        scene = Scene(start, self.plan.side, start)
        found = {name: _value(scene, value) for name, value in self.plan.values.items()}
        for name, example in self.plan.examples.items():
            found |= {f"{name}.{figure}": self[name].figure(one) for figure, one in example.figures.items()}
        return found

    def untrue(self) -> Iterator[str]:
        """What is not as the guide expects, a line each. All examples are played."""
        found, plan = self.figures(), self.plan
        expected = dict(plan.expect)
        for name, example in plan.examples.items():
            expected |= {f"{name}.{figure}": value for figure, value in example.expect.items()}
        for name, value in expected.items():
            if found[name] != value:
                yield f"{name} is {found[name]}, not {value}"
        for name, example in plan.examples.items():
            played = self[name]
            yield from (f"{name}: {said} is allowed" for said in example.refused if played.allows(said))

    def _play(self, example: Example) -> Played:
        match = self._begun(example)
        start = match.clone()
        if example.dice:
            match.state.dice = FixedDice.of(*example.dice, after=match.state.rolled, seed=SEED)
        for said in example.say:
            _say(match, said)
        return Played(example, start, match)

    def _begun(self, example: Example) -> Match:
        if example.after:
            return self[example.after].match.clone()
        game, dice = self.plan.game, Dice.practice(SEED)
        if example.situation is None:
            return Match(game.start(example.begins, {}, dice))
        return Match(build(game, example.situation, dice))


def _say(match: Match, said: str) -> None:
    """Take a decision for whoever is asked for it; if nobody is, it is refused with the reason."""
    for side in match.waiting():
        seen = match.view(side)
        found = chosen(said, seen)
        if found is not None and found in {(verb, None if noun is None else str(noun)) for verb, noun in answers(seen)}:
            match.play(*found, side)
            return
    verb, _, noun = said.partition(" ")
    match.play(verb, noun or None)


def _value(scene: Scene, value: Value) -> str:
    found = scene.figure(value.read)
    return found if value.of == 1 else _printed(Fraction(found) / value.of)


def _printed(value: Fraction) -> str:
    """A number as tables print it: 1½."""
    whole, rest = divmod(value, 1)
    if rest not in (0, Fraction(1, 2)):
        return str(value)
    return f"{whole or '' if rest else whole}{'½' if rest else ''}"
