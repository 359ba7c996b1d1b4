"""khalkhin replay: a record step by step, as sentences, with the board on request."""

from __future__ import annotations

import time
from bisect import bisect_right

from khalkhin.engine.errors import KhalkhinError, RecordError
from khalkhin.engine.match import Match
from khalkhin.engine.record import decision_line
from khalkhin.engine.seat import Seat
from khalkhin.terminal import board, panels
from khalkhin.terminal.mapview import RULER
from khalkhin.terminal.panels import result_line
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.source import Source
from khalkhin.terminal.voice import Voice


class Replay:
    """A finished or interrupted game, shown from one side's eyes or a spectator's."""

    def __init__(
        self,
        match: Match,
        side: str | None,
        paper: Paper,
        source: Source,
        language: str,
        stopped: RecordError | None = None,
    ) -> None:
        if side is not None:
            match.side_number(side)
        self.game = match.game
        self.decisions = match.decisions
        self._first = match.position(0)
        self.turns = {self._first.turn: 0} | {turn: after for after, turn, _ in match.turns()}
        self.side = side
        self.paper = paper
        self.source = source
        self.voice = Voice(match.game, language)
        self.stopped = stopped
        """Where a record of an older edition goes no further."""
        self.tall = False
        self._begin()

    def _begin(self) -> None:
        s = self._first
        self._match = Match(self.game.start(s.scenario, s.options, s.dice))
        self._told = 0

    @property
    def seat(self) -> Seat:
        return self._match.seat(self.side)

    @property
    def done(self) -> int:
        return len(self._match.decisions)

    # -- moving in time -----------------------------------------------------------------------------------------------

    def forward(self, upto: int, quietly: bool = False) -> None:
        """On to a number of decisions, telling what happens."""
        for decision in self.decisions[self.done : upto]:
            self._match.decide(decision)
            if not quietly:
                self.tell(decision_line(self.game, decision))

    def tell(self, said: str) -> None:
        """What the watcher may read of the latest decision; what it may not is only counted."""
        news, self._told = self.seat.news(self._told)
        mine = self.side is not None and said.startswith(f"{self.side} ")
        if mine:
            self.paper.write(f"{self.done:>5}  {said}", "rule")
        for line in panels.log_lines(self.voice, news):
            self.paper.write(f"       {line}")

    def back_to(self, upto: int) -> None:
        """Back to a number of decisions: the game is played again from the start."""
        self._begin()
        self.forward(upto, quietly=True)
        self._told = self.seat.news()[1]

    # -- the sitting --------------------------------------------------------------------------------------------------

    def run(self, first_turn: int | None = None, speed: int | None = None) -> int:
        """Show it: at a speed, or step by step at a terminal, or all at once."""
        if first_turn is not None:
            if first_turn not in self.turns:
                known = ", ".join(str(t) for t in self.turns)
                raise KhalkhinError("cli.replay.no-turn", turn=first_turn, known=known)
            self.back_to(self.turns[first_turn])
        self.paper.write(self.voice.headline(self.seat.view()), "prompt")
        if self.source.interactive and speed is None:
            self._step_by_step()
        else:
            self._run_through(speed)
        return 0

    def _run_through(self, speed: int | None) -> None:
        for number in range(self.done + 1, len(self.decisions) + 1):
            self.forward(number)
            if speed is not None:
                self.paper.flush()
                time.sleep(1 / speed)
        self._end()

    def _end(self) -> None:
        seen = self.seat.view()
        if seen["tracks"]["result"] is not None:
            self.paper.write(result_line(self.voice, seen), "prompt")
        if self.stopped is not None:
            self.paper.write(self.voice.error(self.stopped), "bad")
        else:
            self.paper.write(self.voice.say("cli.replay.end"))

    def _step_by_step(self) -> None:
        self.paper.write(self.voice.say("cli.replay.head", count=len(self.decisions)))
        while True:
            line = self.source.read(f"{self.done}/{len(self.decisions)}> ")
            if line is None or line.strip() == "quit":
                return
            try:
                self._obey(line.strip())
            except KhalkhinError as error:
                self.paper.write(self.voice.error(error), "bad")

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if not word or word.isdigit():
            self._on(int(word or 1))
        elif word == "turn":
            starts = sorted(self.turns.values())
            after = bisect_right(starts, self.done)
            self.forward(starts[after] if after < len(starts) else len(self.decisions))
        elif word == "back":
            if not self.done:
                raise KhalkhinError("cli.replay.start")
            self.back_to(self.done - 1)
        else:
            self._look(word, rest.strip())

    def _on(self, count: int) -> None:
        if self.done == len(self.decisions):
            self._end()
        self.forward(self.done + count)

    def _look(self, word: str, rest: str) -> None:
        seen = self.seat.view()
        if word == "map":
            for runs in board.Board.of(self.voice, self.seat, seen, self.tall).whole(self.paper.size()[0] - 2 * RULER):
                self.paper.runs(runs)
            self.paper.lines(board.key_lines(self.voice, seen))
        elif word == "zoom":
            self.tall = not self.tall
        elif word == "look" and rest in self.game.map.grid.names:
            self.paper.lines(panels.hex_lines(self.voice, self.seat, rest))
        elif word == "boxes":
            self.paper.lines(panels.box_lines(self.voice, seen))
        elif word == "score":
            self.paper.lines(panels.score_lines(self.voice, self.seat, seen))
        elif word == "log":
            self.paper.lines(panels.log_lines(self.voice, self.seat.news()[0][-20:]))
        else:
            raise KhalkhinError("cli.replay.unknown", text=f"{word} {rest}".strip())
