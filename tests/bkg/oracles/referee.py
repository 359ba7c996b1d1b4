"""Plays a position step by step and holds everything the game offers and does against the oracles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from khalkhin.engine.agenda import Noun, Prompt
from khalkhin.engine.view import log_for, view
from khalkhin.games.bkg.position import Position
from tests.bkg.oracles import odds, reading, seeing, walking
from tests.bkg.oracles.agreement import Answer, Disagreement, agree, same_board
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.choices import Question, question
from tests.bkg.oracles.duty import Declared, bound, declared
from tests.bkg.oracles.effects import EFFECTS, resolved, used
from tests.bkg.oracles.ending import points
from tests.bkg.oracles.notes import noted, of_battle

SIDES = ("soviet", "japan")
Choice = tuple[str, Noun]
Policy = Callable[[random.Random, Position, Board, list[Choice]], Choice]


class Referee:
    """Compares; and counts what it has compared, so that a test can see that it was not idle."""

    def __init__(self, moves: float = 1.0, views: float = 0.0) -> None:
        self.tally: Counter[str] = Counter()
        self._moves = moves
        """Which part of the prompts to move is compared: there are so many of them."""
        self._views = views
        """At which part of the prompts the views of both sides are compared."""
        self._opened: Board | None = None
        """The board when the battle in progress was declared."""
        self._plan: Declared | None = None
        self._shown: set[str] = set()
        """Units that the battle in progress has brought to light."""

    # -- playing ----------------------------------------------------------------------------------------------------

    def play(self, s: Position, rng: random.Random, policy: Policy, most: int) -> None:
        """Up to so many decisions."""
        decisions = 0
        self._opened = self._plan = None
        self._shown = set()
        while s.agenda and s.result is None and decisions < most:
            before = Board(s.to_data())
            choice: Choice | None = None
            try:
                choice = self._step(s, before, rng, policy)
            except Disagreement as error:
                raise Disagreement(f"{before}\n{error}") from None
            decisions += choice is not None

    def _step(self, s: Position, before: Board, rng: random.Random, policy: Policy) -> Choice | None:
        """One step of the agenda; the decision, if somebody was asked."""
        top, asked = s.agenda[-1], prompt_of(s)
        checked = before.step["step"] not in ("Movement", "Moving") or rng.random() < self._moves
        if checked:
            self._offers(s, before, asked)
        if rng.random() < self._views:
            self._compare_views(s, before, asked, rng)
        choice: Choice | None = None
        s.log = []
        if asked is None:
            s.agenda = s.agenda[:-1]
            top.run(s)
        else:
            choice = policy(rng, s, before, [(o.verb, n) for o in asked.offers for n in o])
            s.agenda = s.agenda[:-1]
            top.take(s, asked.side, *choice)
        answer = None if choice is None else reading.written(s.game, *choice)
        after = Board(s.to_data())
        if checked:
            self._effect(s, before, answer, after)
        self._bring_to_light(before, answer)
        self._listen(s, before, after)
        return choice

    # -- offers -----------------------------------------------------------------------------------------------------

    def _offers(self, s: Position, board: Board, asked: Prompt | None) -> None:
        name = board.step["step"]
        found = question(board)
        if found is None:
            agree(f"{name} asks", asked is not None, False)
            return
        if asked is None:
            self.tally[f"{name} unasked"] += 1
            fine, game = not found.open, {}
        else:
            self.tally[name] += 1
            self.tally["prompts"] += 1
            game = reading.offers(s.game, asked)
            fine = game == found.offers and SIDES[asked.side] == found.side
        self.tally.update(noted(board, found))
        if not fine:
            raise Disagreement(_difference(game, found, asked is not None))
        if asked is not None:
            self._details(s, board, found.side)

    def _details(self, s: Position, board: Board, side: str) -> None:
        """What is shown beside a prompt: the points left, the odds as far as they may be known."""
        shown = s.agenda[-1].details(s, SIDES.index(side))
        if board.step["step"] == "Moving" and "left" in shown:
            ways = walking.next_points(board, walking.in_hand(board))
            agree("hexes with points left", set(shown["left"]), set(ways))
            for hex_, text in shown["left"].items():
                left = 2 * reading.number(text)
                agree(f"points left in {hex_}", left in {w.left for w in ways[hex_]} or left, True)
        elif "odds" in shown:
            self.tally["odds shown"] += 1
            self.tally["odds shown: perhaps encircled"] += "5.1.3" in shown["odds"]["unknown"]
            self._odds(board, shown["odds"], board.step["step"] == "DefenceSupport" or board.rules["open_strengths"])

    def _odds(self, board: Board, shown: dict[str, object], known: bool) -> None:
        plan = declared(board.step["plan"])
        shifts = odds.shifts(board, plan) if known else seeing.preview(board, plan)
        agree("shifts shown", reading.shifts(shown["shifts"]), shifts)
        agree("unknown", shown["unknown"], [] if known else seeing.unknown(board, plan))
        agree("column shown", shown["column"], odds.column(board, plan) if known else None)
        if plan.kind == "attack":
            ours, theirs = odds.totals(board, plan)
            agree("attack shown", reading.number(shown["attack"]), ours)
            defence = None if shown["defence"] is None else reading.number(shown["defence"])
            agree("defence shown", defence, theirs if known else None)

    # -- effects ----------------------------------------------------------------------------------------------------

    def _effect(self, s: Position, before: Board, answer: Answer, after: Board) -> None:
        name = before.step["step"]
        try:
            known = name in ("Resolve", "Bombardment")
            same_board(after, self._battle(s, before, after) if known else EFFECTS[name](before, answer, after))
            if name == "EndBattle":
                self._closed(after)
            elif name == "Scoring":
                self._score(s, before)
        except Disagreement as error:
            raise Disagreement(f"answer {answer}\n{error}") from None

    def _battle(self, s: Position, before: Board, after: Board) -> Board:
        """5.1, 6.2, 8.0  Totals, shifts, column, dice and cell, as the log tells them."""
        plan = self._plan = declared(before.step["plan"])
        told = {e.key: e.params for e in s.log or []}
        codes = odds.result(before, plan, s.dice.roll(s.rolled, 2))
        agree("result", told["log.result"]["codes"], " ".join(codes))
        agree("column", told["log.result"]["column"], odds.column(before, plan))
        if plan.kind == "attack":
            line = told["log.odds"]
            totals = odds.totals(before, plan)
            agree("totals", (reading.number(line["attack"]), reading.number(line["defence"])), totals)
            base = odds.base_column(before, *totals)
            agree("base", line["base"], odds.ratio(base))
            self.tally["beyond the table"] += before.rules["shift_first"] and not 0 <= base <= 11
        else:
            line = told["log.bombardment"]
            agree("value", line["value"], odds.bombardment_value(before, plan))
        agree("shifts", reading.shifts(line["shifts"]), odds.shifts(before, plan))
        self.tally.update(of_battle(before, plan, codes))
        return resolved(before, after, codes)

    def _closed(self, after: Board) -> None:
        """C7  The hex is attacked, units have fought and fired, duties that cannot be done any more are dropped."""
        plan, opened = self._plan, self._opened
        assert plan is not None
        assert opened is not None
        agree("attacked", after.attacked, opened.attacked | {plan.target})
        agree("used", used(after), used(opened) | plan.units | plan.guns | plan.support)
        agree("shown", after.shown, set())
        owing = (after.obliged - after.fought) & set(after.on_map(plan.side))
        agree("duty", owing, set(bound(after, plan.side)))

    def _score(self, s: Position, before: Board) -> None:
        soviet, japan = points(before)
        self.tally["games scored"] += 1
        assert s.result is not None
        agree("points", tuple(s.result.points), (soviet, japan))
        agree("winner", s.result.winner, None if soviet == japan else int(japan > soviet))

    # -- information ------------------------------------------------------------------------------------------------

    def _bring_to_light(self, before: Board, answer: Answer) -> None:
        """2.5  Who is shown by a declaration, by the defender's answer, and hidden again after the battle."""
        name = before.step["step"]
        if name == "EndBattle":
            self._shown = set()
        elif "plan" in before.step and (answer is None or answer[0] == "commit"):
            plan = declared(before.step["plan"])
            if name == "Declaring":
                self._opened = before
                self._shown = set(plan.units | plan.guns)
            else:
                self._shown |= {*plan.support, *before.at(plan.target)}

    def _compare_views(self, s: Position, board: Board, asked: Prompt | None, rng: random.Random) -> None:
        """What each side is told: no more than it may know, and the same whatever is hidden from it."""
        s.asked = (asked,) if asked is not None else ()
        for side, name in enumerate((*SIDES, "spectator")):
            viewer = side if name in SIDES else None
            seen = view(s, viewer)
            where = f"view of {name}"
            agree(where, seeing.told(seen), seeing.places(board, name, self._shown))
            agree(f"{where}: prompt", seen["prompt"] is not None, asked is not None and side == asked.side)
            agree(f"{where}: named though hidden", seeing.named(seen) - self._known(board, name), set())
            twin = restored(s, seeing.otherwise(board, name, self._shown, rng))
            other = prompt_of(twin)
            agree(f"{where}: asked whatever is hidden", other is not None, asked is not None)
            twin.asked = (other,) if other is not None and side == other.side else s.asked
            agree(f"{where}: what is hidden shows", differences(seen, view(twin, viewer)), [])
            self.tally["views"] += 1

    def _known(self, board: Board, name: str) -> set[str]:
        return {u for u in board.where if seeing.sees(board, name, u, self._shown)}

    def _listen(self, s: Position, before: Board, after: Board) -> None:
        """The log names nobody to those who may not know him; who dies or leaves is known to all."""
        for side, name in enumerate((*SIDES, "spectator")) if s.log else ():
            heard = log_for(s.log or [], side if name in SIDES else None)
            known = self._known(before, name) | self._known(after, name)
            agree(f"log of {name}", seeing.named(heard) - known, set())


def prompt_of(s: Position) -> Prompt | None:
    """What the step on top asks: never more than one side at once in this game."""
    asked = s.agenda[-1].ask(s)
    assert asked is None or isinstance(asked, Prompt)
    return asked


def restored(s: Position, data: dict[str, Any]) -> Position:
    """A position from plain data that has not asked anybody yet."""
    twin = s.game.restore({**data, "agenda": []}, s.dice)
    twin.agenda = tuple(s.game.codec.decode_object(None, step) for step in data["agenda"])
    return twin


def differences(a: dict[str, object], b: dict[str, object]) -> list[str]:
    """Where two views differ."""
    return [f"{key}: {a[key]} or {b[key]}" for key in a if a[key] != b[key]]


def _difference(game: dict[str, set[str]], oracle: Question, asked: bool) -> str:
    lines = [f"the game {'asks' if asked else 'does not ask'}; the oracle asks {oracle.side}"]
    for verb in sorted(set(game) | set(oracle.offers)):
        more, less = game.get(verb, set()), oracle.offers.get(verb, set())
        if more != less:
            lines.append(f"{verb}: only the game {sorted(more - less)}, only the oracle {sorted(less - more)}")
    return "\n".join(lines)
