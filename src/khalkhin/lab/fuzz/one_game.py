"""One random game under the eyes of the checks."""

from __future__ import annotations

import random
import shlex
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.engine import library
from khalkhin.engine.agenda import Kind, Noun, Prompt
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.record import decision_line
from khalkhin.engine.view import View, prompt_data
from khalkhin.lab.fuzz import checks

CLOSE_LOOKS = 1 / 60
"""How often a decision is looked at closely. With this, looking takes about as long as playing."""
SAVES = 1 / 2_000
"""How often the record of a running game is played again; that of every finished game is."""
TALK = 1 / 2_000
"""How often a side says something that stands beside the prompt: a draw, an acceptance, conceding."""
ASIDE = 1 / 100
"""How often it takes up a standing offer of the game's own, which ends nothing."""
SPARE = 1 / 5
"""How likely a side passes on a question whenever it comes: who spends everything at once never needs it later."""


@dataclass(frozen=True)
class FuzzRequest:
    """What is played; scenarios and options that are not named change from game to game."""

    game: str
    scenario: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    overrides: Path | None = None

    def command(self, seed: int) -> str:
        """The command line that plays a game of it again."""
        words = ["khalkhin", "fuzz", self.game, *filter(None, [self.scenario]), "--games", "1", "--seed", str(seed)]
        for name, value in self.options.items():
            words += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
        return shlex.join([*words, "--data-override", str(self.overrides)] if self.overrides else words)


@dataclass(frozen=True)
class Outcome:
    """How one game went."""

    seed: int
    decisions: int
    error: str = ""
    """Empty if all is well, else one line."""
    report: str = ""
    record: str = ""
    """Empty if the game broke before its first prompt."""
    command: str = ""
    """The command line that plays it again."""


def play_one(request: FuzzRequest, seed: int) -> Outcome:
    """A game from its seed. What breaks is caught, and told with the record that leads to it."""
    game = library.get(request.game, request.overrides)
    scenario, options = set_up(game, request, seed)
    request = replace(request, scenario=scenario, options=options)
    run: _Run | None = None
    try:
        run = _Run(request, seed)
        run.play()
    except Exception as error:
        return _failed(error, run, request, seed)
    return Outcome(seed, len(run.match.decisions))


def set_up(game: Game[Any], request: FuzzRequest, seed: int) -> tuple[str, dict[str, Any]]:
    """The scenario and the options of a game: those asked for; scenarios take turns, and options are drawn by lot."""
    playable = scenarios(game, request)
    scenario, lot = playable[seed % len(playable)], random.Random(f"fuzz set-up {seed}")
    drawn = {name: lot.choice(values) for name, values in game.scenarios[scenario].choices.items()}
    return scenario, {**drawn, **request.options}


def scenarios(game: Game[Any], request: FuzzRequest) -> list[str]:
    """The scenario that is asked for, else all in which the options that are asked for can be played."""
    if request.scenario not in (None, *game.scenarios):
        raise KhalkhinError("engine.unknown-scenario", scenario=request.scenario, known=", ".join(game.scenarios))
    asked = list(game.scenarios) if request.scenario is None else [request.scenario]
    playable = [name for name in asked if _allows(game, name, request.options)]
    if not playable:
        game.choose_options(asked[0], request.options)  # tells what is wrong with them
    return playable


def _allows(game: Game[Any], scenario: str, options: Mapping[str, Any]) -> bool:
    try:
        game.choose_options(scenario, options)
    except KhalkhinError:
        return False
    return True


def _failed(error: Exception, run: _Run | None, request: FuzzRequest, seed: int) -> Outcome:
    """One line on what broke, a report, the record up to there, and how to play it again."""
    line, command = f"{type(error).__name__}: {error}".splitlines()[0], request.command(seed)
    report = "".join(traceback.format_exception(error))
    if run is None:
        return Outcome(seed, 0, line, f"{report}\n{command}\n", command=command)
    if run.upcoming is not None:
        report += f"\nbefore or while deciding: {decision_line(run.game, run.upcoming)}\n"
    return Outcome(seed, len(run.match.decisions), line, f"{report}\n{command}\n", run.match.record(), command)


class _Run:
    def __init__(self, request: FuzzRequest, seed: int) -> None:
        self.game = library.get(request.game, request.overrides)
        self.match = Match(self.game.start(request.scenario, request.options, Dice.practice(seed)))
        self.rng = random.Random(f"fuzz {seed}")
        self.players = [RandomPlayer(self.rng.getrandbits(32), self._habits()) for _ in self.game.sides]
        self.bold = [self.rng.random() < 0.5 for _ in self.game.sides]
        """Who likes hexes next to the enemy: players who wander at random seldom meet."""
        self.spared: dict[tuple[int, str], bool] = {}
        """Questions that a side passes on, by the rule they are asked under."""
        self.talkative = self.rng.random() < 0.1
        self.upcoming: Decision | None = None
        """What was about to be decided when something broke."""

    def _habits(self) -> Habits:
        """Steady, hasty, thorough, or with a liking for some verbs."""
        lean = {verb: self.rng.choice((0.1, 0.3, 1, 3, 10)) for verb in self.game.verbs}
        return self.rng.choice((Habits(), Habits(0.5, False), Habits(0.02, False), Habits(0.15, False, lean)))

    def play(self) -> None:
        match, in_turn, turn = self.match, 0, self.match.state.turn
        checks.always(match)
        while match.state.result is None:
            self.upcoming = self._next()
            if self.rng.random() < CLOSE_LOOKS:
                checks.closely(match, self.upcoming, self.rng)
            if self.rng.random() < SAVES:
                checks.record_replays(match)
            match.decide(self.upcoming)
            self.upcoming = None
            checks.always(match)
            in_turn = in_turn + 1 if match.state.turn == turn else 0
            turn = match.state.turn
            checks.must(in_turn <= checks.MOST_DECISIONS, "a turn goes round in circles")
        checks.record_replays(match)
        checks.log_can_be_told(match)

    def _next(self) -> Decision:
        prompt = self.rng.choice(self.match.prompts())
        said = self._aside()
        if said is not None:
            return said
        if self._spares(prompt):
            return Decision(prompt.side, self.rng.choice([o.verb for o in prompt.offers if o.kind is Kind.NOTHING]))
        verb, word = self.players[prompt.side].decide(_glance(self.match, prompt))
        noun = _read(self.game, verb, word)
        if self.bold[prompt.side] and self.game.verbs[verb] is Kind.HEX:
            noun = self._nearer(prompt, verb, noun)
        return Decision(prompt.side, verb, noun)

    def _spares(self, prompt: Prompt) -> bool:
        """Whether the side that is asked passes on this question, as it always does."""
        if not any(offer.kind is Kind.NOTHING for offer in prompt.offers):
            return False
        return self.spared.setdefault((prompt.side, prompt.rule), self.rng.random() < SPARE)

    def _aside(self) -> Decision | None:
        """Something that stands beside the prompt, whoever is asked."""
        talks = self.talkative and self.rng.random() < TALK
        if not talks and self.rng.random() > ASIDE:
            return None
        side = self.rng.randrange(len(self.game.sides))
        offers = [o for o in self.game.standing(self.match.state, side) if len(o) and (talks or o.verb not in STANDING)]
        if not offers:
            return None
        offer = self.rng.choice(offers)
        return Decision(side, offer.verb, self.rng.choice(list(offer)))

    def _nearer(self, prompt: Prompt, verb: str, noun: Noun) -> Noun:
        """Instead of some hex another one next to the enemy, if there is any on offer."""
        s = self.match.state
        near = s.game.map.grid.spread(s.held(1 - prompt.side))
        found = [x for o in prompt.offers if o.verb == verb for x in o if isinstance(x, int) and near >> x & 1]
        return self.rng.choice(found) if found else noun


def _glance(match: Match, prompt: Prompt) -> View:
    """The part of a side's view that a random player looks at; the whole would take longer than the decision."""
    s = match.state
    phase = next((step.phase for step in reversed(s.agenda) if step.phase), "")
    return {"tracks": {"turn": s.turn}, "phase": phase, "prompt": prompt_data(s, prompt)}


def _read(game: Game[Any], verb: str, noun: Noun) -> Noun:
    """A noun of a view as the engine counts it: exact ids and numbers, so nothing has to be searched."""
    if game.verbs[verb] is Kind.UNIT:
        return game.sheet.index[str(noun)]
    return game.map.grid.at(str(noun)) if game.verbs[verb] is Kind.HEX else noun
