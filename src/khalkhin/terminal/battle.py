"""A first battle at the keyboard: a game with the coach on, at which somebody looks back after a few turns."""

from __future__ import annotations

import secrets

from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.engine.match import Match
from khalkhin.learn.battle import LEVEL, FirstBattle, changes, points
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import Session
from khalkhin.terminal.source import Source

BATTLE = "battle"
"""What a first battle is called where a lesson has a number."""


class BattleSession(Session):
    """One sitting at a first battle. After its end the game goes on, if somebody likes."""

    def __init__(self, battle: FirstBattle, paper: Paper, source: Source, language: str) -> None:
        self.battle = battle
        start = battle.begin()
        self.before = start.view(battle.side)["score"]
        self.last = battle.last_turn(start)
        self.ended = False
        """Whether it was looked back."""
        player = FallbackPlayer(LEVEL, secrets.randbits(32))
        super().__init__(start, {battle.rival: player}, paper, source, language, coach=True)

    def sit_down(self, match: Match) -> None:
        super().sit_down(match)
        self.side = self.battle.side

    def greet(self) -> None:
        self.paper.write(self.voice.say("battle.title"), "prompt")
        self.paper.write(self.voice.say("battle.about"))
        super().greet()

    def told(self) -> list[str]:
        """What the coach says; once, when the battle is over, what was gained and what to try next."""
        if self.ended or self.seat.view()["tracks"]["turn"] <= self.last:
            return super().told()
        self.ended = True
        return self._looking_back()

    def _looking_back(self) -> list[str]:
        side, rival, voice = self.battle.side, self.battle.rival, self.voice
        after = self.seat.view()["score"]
        lines = [voice.say("learn.battle.over", mine=points(after, side), theirs=points(after, rival))]
        lines += [
            voice.say("learn.battle.change", side=whose, name=voice.say(key), change=change)
            for whose, key, change in changes(self.before, after)
        ]
        return [*lines, voice.say("battle.next"), voice.say("learn.battle.ways")]
