"""Refusals and complaints: a rule's number, a key for the words and the parameters, never a bare string."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from khalkhin.engine.game import Game
    from khalkhin.engine.match import Match


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence to be: a key of the translation files and what goes into its gaps."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused, or what is warned of: the number of the rule, a key of the words files, parameters.

    The rule is empty where it is none of the game's.
    """

    rule: str
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> Text:
        return Text(self.key, self.params)


def no(rule: str, key: str, **params: Any) -> Reason:
    """A refusal, short enough to stand at the end of an `if`."""
    return Reason(rule, key, params)


class KhalkhinError(Exception):
    """The base of all errors that a user can cause: an unknown game, a bad seed, a decision that is not legal."""

    game: Game[Any] | None = None

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.reason = Reason("", key, params)

    def __str__(self) -> str:
        from khalkhin.engine.words import plain

        return plain(self.reason, self.game)


class Illegal(KhalkhinError):
    """A decision that the rules, or the moment, do not allow."""

    def __init__(self, reason: Reason, game: Game[Any] | None = None) -> None:
        super().__init__(reason.key, **reason.params)
        self.reason = reason
        self.game = game

    @property
    def rule(self) -> str:
        """The number of the rule in the rulebook; empty where it is none of the game's."""
        return self.reason.rule


class RecordError(KhalkhinError):
    """A record that cannot be read or does not replay; `line` is the number of the first bad line."""

    match: Match | None = None
    """The game up to that line, where a record of an older edition stops at it."""

    def __init__(self, line: int, key: str, **params: Any) -> None:
        super().__init__(key, line=line, **params)
        self.line = line
