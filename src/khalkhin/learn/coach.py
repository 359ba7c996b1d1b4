"""The coach of a first game: what a question is for, what a sensible player does, what can go wrong. A line once each.

A topic gathers the questions that are about the same. `lessons/coach.toml` of a game names what belongs to each:
prompts, and phases for all questions in them that have no topic of their own. The line of a topic is `coach.<topic>` in
the words of the game, or one for each side, `coach.<topic>.<side>`, or `coach.<topic>.free` where nothing is a must.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.board.data import table
from khalkhin.engine.game import Game
from khalkhin.engine.view import View
from khalkhin.engine.words import Words


def topics(game: Game[Any]) -> Mapping[str, str]:
    """The topic of each prompt and phase that has one, by its key."""
    found: Mapping[str, str] | None = game.companions.get("coach")
    if found is None:
        data = table(game.lessons / "coach.toml") if (game.lessons / "coach.toml").is_file() else {"topics": {}}
        found = {key: topic for topic, keys in data["topics"].items() for key in keys}
        game.companions["coach"] = found
    return found


def topic(game: Game[Any], prompt: str, phase: str) -> str | None:
    """What a question is about: the topic of its prompt, else of its phase."""
    known = topics(game)
    return known.get(prompt, known.get(phase))


def line(words: Words, about: str, side: str, free: bool = False) -> str:
    """The key of the line that is said to a side of a topic; `free`: nothing is a must."""
    own = [*([f"coach.{about}.free"] if free else []), f"coach.{about}.{side}"]
    return next((key for key in own if key in words), f"coach.{about}")


def chooses(prompt: Mapping[str, Any]) -> bool:
    """Whether there is anything to choose: not where one can only go on. To pass may hide that there is not."""
    offers = prompt["offers"]
    return len(offers) > 1 or any(offer["kind"] != "nothing" or offer["verb"] == "pass" for offer in offers)


def is_free(prompt: Mapping[str, Any]) -> bool:
    """Whether one may end it without having done anything: a declaration by declaring none."""
    verbs = {offer["verb"] for offer in prompt["offers"]}
    return "done" in verbs or ("commit" in verbs and prompt["params"].get("count") == 0)


class Coach:
    """Speaks to who sits at one game. A line is said once, and again only as long as the phase lasts."""

    def __init__(self, on: bool) -> None:
        self.on = on
        self._said: dict[tuple[str, str], tuple[int, str]] = {}
        """In which turn and phase each side was told a line."""

    def says(self, words: Words, seen: View) -> str | None:
        """The line for what a view asks, if there is any left to be said."""
        prompt, game = seen["prompt"], words.game
        if not self.on or prompt is None or game is None or not chooses(prompt):
            return None
        about = topic(game, prompt["key"], seen["phase"])
        now = seen["tracks"]["turn"], seen["phase"]
        key = about and line(words, about, seen["side"], is_free(prompt))
        if key is None or self._said.setdefault((seen["side"], key), now) != now:
            return None
        return words.say(key)
