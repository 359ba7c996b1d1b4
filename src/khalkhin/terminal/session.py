"""A sitting at a game: shows the side at the keyboard what it may see, reads lines, lets computer players answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from khalkhin.ai.budget import CORES, WAIT, Budget
from khalkhin.ai.players import Player
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.board.hexset import Hex
from khalkhin.engine.agenda import Kind
from khalkhin.engine.errors import KhalkhinError, Reason
from khalkhin.engine.files import save_text
from khalkhin.engine.game import STANDING
from khalkhin.engine.match import Match
from khalkhin.engine.seat import Seat
from khalkhin.engine.typed_line import CarriedOut, Interpretation, SeveralWays, TypedLine
from khalkhin.engine.view import View, offers_of
from khalkhin.learn.briefing import ADVICE
from khalkhin.learn.coach import Coach
from khalkhin.terminal import commands, panels, screen
from khalkhin.terminal.ending import EndingGuard
from khalkhin.terminal.panels import log_lines, result_line
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.quiet import PASS, Quiet, may_pass
from khalkhin.terminal.source import Source, complete_with, without_comment
from khalkhin.terminal.voice import Voice

PROMPT = "> "
RESCUE = "khalkhin-rescued.record"


class Quit(Exception):
    """Somebody leaves."""


class Session:
    """One sitting. `players` has a computer player for every side that no person plays."""

    def __init__(
        self,
        match: Match,
        players: Mapping[str, Player],
        paper: Paper,
        source: Source,
        language: str,
        overrides: Path | None = None,
        coach: bool = False,
    ) -> None:
        self.paper = paper
        self.source = source
        self.language = language
        self.overrides = overrides
        self.players = players
        self.tall = False
        self.coach: Coach | None = Coach(coach)
        # Not in a script or a pipe: nobody could answer, and typed input has to lead to the same game again.
        self.guard = EndingGuard(source.interactive)
        self.sit_down(match)

    def sit_down(self, match: Match) -> None:
        """Begin with a game as it stands: new, or loaded."""
        self.match = match
        self.voice = Voice(match.game, self.language)
        self.people = [s for s in match.game.sides if s not in self.players]
        self.side: str | None = self.people[0] if self.people else None
        self.focus: Hex | None = None
        self.saved_at = match.length
        self.orders: list[int] = []
        """For each order typed since, how many decisions it took: undo takes back an order."""
        self.ways: tuple[Interpretation, ...] = ()
        """What the last order can mean, while nobody has said which of it is meant."""
        self.news: list[dict[str, Any]] = []
        """Lines of the log that came since the last screen of the side at the keyboard."""
        self.quiet = Quiet()
        self._ahead: list[str] = []
        """Lines that were typed where only Enter was asked for: they are obeyed next."""
        self._bookmarks: dict[str | None, int] = {}
        self._turn_watched = self.seat.view()["tracks"]["turn"]
        self._phase = ""
        self._turns_shown: dict[str | None, int] = {}
        self.stale = True
        """Whether the screen has to be drawn again."""

    @property
    def seat(self) -> Seat:
        return self.match.seat(self.side)

    @property
    def unsaved(self) -> int:
        return abs(self.match.length - self.saved_at)

    # -- the sitting --------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until somebody leaves or there is nothing more to read; the exit status."""
        if self.source.interactive:
            complete_with(self.typeable)
        self.greet()
        try:
            while True:
                self.let_computers_play()
                self._pass_the_keyboard()
                if self._passes_quietly():
                    continue
                if self.stale:
                    self._show()
                line = self._ahead.pop(0) if self._ahead else self.source.read(PROMPT)
                if line is None:
                    self.leave()
                else:
                    self._obey(without_comment(line))
        except Quit:
            return 0
        except (KeyboardInterrupt, BrokenPipeError, KhalkhinError):
            raise
        except Exception:
            # A fault of the program: what was played so far must not go down with it.
            save_text(RESCUE, self.match.record(), overwrite=True)
            self.paper.write(self.voice.say("cli.rescued", file=RESCUE), "bad")
            raise

    def greet(self) -> None:
        self.paper.write(self.voice.say("game.title"), "prompt")
        scenario = self.seat.view()["scenario"]
        self.paper.write(self.voice.say(f"scenario.{scenario}.title"))
        self.paper.lines(self.voice.maybe(f"scenario.{scenario}.summary", "").splitlines())
        self.paper.lines(panels.rule_lines(self.voice, self.seat.view()))
        self._brief(scenario)
        if self.side is not None:
            self.paper.write(
                self.voice.say("cli.you-play" if len(self.people) == 1 else "cli.all-play", side=self.side)
            )
        self.paper.lines(self.voice.say("cli.hello" if self.people else "cli.hello-watch").splitlines())
        if self.coach and self.coach.on:
            self.paper.write(self.voice.say("cli.coach-on"))
        if self.source.interactive and self.people:
            self.pause("cli.begin")

    def _brief(self, scenario: str) -> None:
        """In a new game against the computer the aim and advice for the first turn; `briefing` tells the rest."""
        if len(self.people) == 1 and not self.match.length:
            told = list(panels.briefing_lines(self.voice, scenario, self.people[0], ("aim", *ADVICE)))
            self.paper.lines([*told, self.voice.say("cli.briefing-more")] if told else [])

    def read_through(self, lines: Sequence[str]) -> None:
        """Show what has happened, page by page at a terminal; what is typed between the pages is obeyed after them."""
        if not self.people:
            return  # a watcher was told line by line
        height = self.paper.size()[1] - 2
        folded = [part for line in lines for part in self.paper.wrapped(line)]
        while folded:
            page, folded = folded[:height], folded[height:]
            self.paper.lines(page)
            if self.source.interactive and not self._ahead:
                key = "cli.more-lines" if folded else "cli.go-on"
                self._ahead += [self._answered(key, count=len(folded))]
                self._ahead = [line for line in self._ahead if line.strip()]

    def _answered(self, key: str, **params: Any) -> str:
        answer = self.source.read(self.voice.say(key, **params) + " ")
        if answer is None:
            raise Quit
        return answer

    def pause(self, key: str, **params: Any) -> None:
        """Wait until somebody says that they have read this."""
        self._answered(key, **params)

    def let_computers_play(self) -> None:
        while True:
            side = next((s for s in self.match.waiting() if s in self.players), None)
            if not self.people and (side is None or self._stops_to_watch()):
                self.stale = True
                return
            if side is None:
                return
            seat, player = self.match.seat(side), self.players[side]
            seat.play(*player.decide(seat.whole_view(), Budget(patience=WAIT, cores=CORES)))
            if isinstance(player, FallbackPlayer) and player.trouble is not None:
                self.paper.write(self.voice.say("cli.failed", player=player.name, decided=player.decided), "bad")
            self.stale = True
            if not self.people:
                self._collect_news()
                self.paper.lines(log_lines(self.voice, self.news))

    def _stops_to_watch(self) -> bool:
        """A watcher at a terminal is asked at the end of every turn."""
        if not self.source.interactive:
            return False
        before, self._turn_watched = self._turn_watched, self.seat.view()["tracks"]["turn"]
        return bool(before != self._turn_watched)

    def _pass_the_keyboard(self) -> None:
        """Whoever is asked sits down; between two people the screen is cleared, for strengths are hidden."""
        waiting = self.match.waiting()
        if not self.people or self.side in waiting:
            return
        side = next((s for s in waiting if s in self.people), None)
        if side is None:
            return
        self.side, self.focus, self.stale = side, None, True
        self.orders, self.ways = [], ()
        self.paper.clear()
        if self.source.interactive:
            self.pause("cli.curtain", side=side)
            self.paper.clear()
        else:
            self.paper.write(self.voice.say("cli.at-the-keyboard", side=side))

    def _passes_quietly(self) -> bool:
        """Pass what is asked, if it is to be passed in this phase."""
        passes = self.side is not None and self.quiet.passes(self.seat.view())
        if passes:
            self.order(PASS)
        return passes

    # -- showing ------------------------------------------------------------------------------------------------------

    def _collect_news(self) -> None:
        """After an undo there are fewer lines than were told; then there is no news."""
        self.news, self._bookmarks[self.side] = self.seat.news(self._bookmarks.get(self.side, 0))

    def _show(self) -> None:
        seen = self.seat.view()
        self._collect_news()
        screen.show(self, seen)
        if seen["tracks"]["result"] is not None:
            self.paper.write(result_line(self.voice, seen), "prompt")
            self.paper.write(self.voice.say("cli.over"))
        self.stale = False

    def begins_turn(self, seen: View) -> bool:
        """Whether this is the first screen of a turn for the side at the keyboard."""
        before, turn = self._turns_shown.get(self.side), int(seen["tracks"]["turn"])
        self._turns_shown[self.side] = turn
        return before != turn

    def begins_phase(self, seen: View) -> bool:
        """Whether this is the first screen of a phase."""
        phase = f"{seen['tracks']['turn']} {seen['phase']}"
        new, self._phase = phase != self._phase, phase
        if new:
            self.focus = None
        return new

    # -- obeying ------------------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Carry out one line. What is refused is told; in a script it ends the sitting."""
        if not line:
            return
        try:
            self.do(line)
        except KhalkhinError as error:
            where = self.source.where()
            if where is not None:
                raise KhalkhinError("cli.script-refused", file=where[0], line=where[1], error=error) from None
            self.paper.write(self.voice.error(error), "bad")

    def do(self, line: str) -> None:
        """A command, or an order to the side's units."""
        word, _, rest = line.partition(" ")
        name = self.command(word)
        if name is not None:
            commands.COMMANDS[name](self, rest.strip())
        else:
            self.order(line)

    def command(self, word: str) -> str | None:
        """The command that a word names, in English or in the language of the reader."""
        name = self._aliases().get(word.lower(), word.lower())
        return name if name in commands.COMMANDS else None

    def order(self, text: str) -> None:
        """A line of decisions. What of it was not carried out is told at once; in a script it ends the sitting."""
        line = TypedLine(self._answer(text.strip()), self.voice.vocabulary)
        if self.side is None:
            raise KhalkhinError("cli.watching", text=" ".join(line.words))
        if self._asks_back(line):
            return
        line = self._silenced(line)
        try:
            done = self.carry_out(line, self.side)
        except SeveralWays as question:
            self.ways = question.ways
            ways = [f"{n} = {way}" for n, way in enumerate(self.ways, start=1)]
            raise KhalkhinError("cli.which-way", text=question.text, ways=ways) from None
        self.ways = ()
        self.orders.append(len(done.said))
        self.stale = True
        if done.note is not None:
            self._tell_rest(done.note)

    def _asks_back(self, line: TypedLine) -> bool:
        """Tell what would be lost by ending a phase, instead of ending it."""
        left = self.guard.objections(self.voice, self.seat, line.words)
        if left:
            self.paper.lines(left, "bad")
            self.paper.write(self.voice.say("cli.sure", order=line.words[0]))
        return bool(left)

    def _silenced(self, line: TypedLine) -> TypedLine:
        """Of `pass all` the `pass`; from then on such questions pass by themselves until the phase ends."""
        verbs = [self.voice.vocabulary.verb(line.words[0]), *line.words[1:]]
        seen = self.seat.view()
        if verbs != [PASS, self.voice.say("cli.pass-all")] or not may_pass(seen):
            return line
        self.quiet.start(seen)
        return TypedLine(PASS, self.voice.vocabulary)

    def carry_out(self, line: TypedLine, side: str) -> CarriedOut:
        """Take the decisions of a line."""
        done = line.carry_out(self.match, side)
        self.match = done.match
        return done

    def take_back(self, decisions: int) -> None:
        """Take back so many decisions of the side at the keyboard."""
        self.seat.undo(decisions)

    def looked(self, what: str) -> None:
        """Something was looked at: `unit SU-601-1`, `hex 0613`, `odds`."""

    def told(self) -> list[str]:
        """What is said under the question."""
        said = self.coach and self.coach.says(self.voice, self.seat.view())
        return [self.voice.say("cli.coach", text=said)] if said else []

    def _answer(self, text: str) -> str:
        """What is ordered by an answer to the question which of several ways was meant. As long as that is open, a verb
        that takes nothing, such as `done`, is no answer: it would end more than was meant."""
        if not self.ways:
            return text
        numbers = {str(n): way.text for n, way in enumerate(self.ways, start=1)}
        verb = self.voice.vocabulary.verb(text)
        if verb is not None and self.match.game.verbs[verb] is Kind.NOTHING and verb not in STANDING:
            raise KhalkhinError("cli.which-first", text=text, numbers=list(numbers))
        return numbers.get(text, text)

    def _tell_rest(self, note: Reason) -> None:
        if self.source.where() is not None:
            raise KhalkhinError(note.key, **note.params)
        self.paper.write(self.voice.reason(note), "bad")
        if self.source.interactive:
            self.pause("cli.go-on")

    def _aliases(self) -> dict[str, str]:
        return dict(pair.split("=", 1) for pair in self.voice.say("cli.aliases").split())

    def typeable(self) -> Iterator[str]:
        """Words that the tab key may complete."""
        yield from commands.COMMANDS
        yield from self._aliases()
        for offer in offers_of(self.seat.view()):
            yield self.voice.vocabulary.form(offer["verb"])
            for noun in offer["nouns"]:
                if noun in self.voice.game.sheet.index:
                    yield self.voice.unit(noun)
                elif noun is not None:
                    yield str(noun)

    # -- leaving ------------------------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Go, unless the person at the keyboard would rather stay than lose what is not saved."""
        if not (self.source.interactive and self.unsaved) or self._saves_or_gives_up():
            raise Quit

    def _saves_or_gives_up(self) -> bool:
        """Ask for a file name until the game is saved or given up; False if the game goes on."""
        while True:
            answer = self.source.read(self.voice.say("cli.save-first", count=self.unsaved) + " ")
            if answer is None or not answer.strip():
                return True
            if answer.strip() == self.voice.say("cli.back"):
                return False
            try:
                commands.save(self, answer.strip())
                return True
            except KhalkhinError as error:
                self.paper.write(self.voice.error(error), "bad")
