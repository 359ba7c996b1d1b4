"""Nothing leaves the server for a seat that its side may not know: views, logs, numbers, reasons, refused orders."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.agenda import Kind
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.server.answers import overlays_data, prospects_data, view_message, vocabulary, why_data
from khalkhin.server.audience import History
from khalkhin.server.http import reason_data
from khalkhin.server.live import LiveTable
from khalkhin.server.saying import say_all, say_line
from khalkhin.server.store import SeatRow, StoredTable
from khalkhin.server.tables import row_of
from tests.conformance.driver import POLICIES, walk
from tests.conformance.games import CASES, Case
from tests.conformance.hidden import permuted
from tests.server.house import House, Sitter

# -- whole games through sockets ---------------------------------------------------------------------------------------


class Shadow:
    """The engine playing the same game beside the server, to tell what each audience may see."""

    def __init__(self, game: str, scenario: str, seed: int) -> None:
        self.start = game, scenario, seed
        self.match = khalkhin.new(game, scenario, seed=seed)
        self.said: list[tuple[str, int, list[tuple[str, Any]]]] = []
        self.seen = {side: self.look(side) for side in (*self.match.game.sides, None)}
        self.numbers = dict.fromkeys(self.seen, 1)

    def look(self, side: str | None) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        view = self.match.view(side)
        return view, view.pop("log")

    def follow(self, side: str, undo: int, say: list[tuple[str, Any]]) -> None:
        self.said.append((side, undo, say))
        for _ in range(undo):
            self.match.undo(side)
        for verb, noun in say:
            self.match.play(verb, noun, side)
        for who, (view, log) in self.seen.items():
            now, lines = self.seen[who] = self.look(who)
            if ({**view, "waiting": 0}, log) != ({**now, "waiting": 0}, lines):
                self.numbers[who] += 1

    def again(self) -> Match:
        """The same game from its first decision on."""
        game, scenario, seed = self.start
        match = khalkhin.new(game, scenario, seed=seed)
        for side, undo, say in self.said:
            for _ in range(undo):
                match.undo(side)
            for verb, noun in say:
                match.play(verb, noun, side)
        return match


def compare(sitter: Sitter, side: str | None, shadow: Shadow) -> None:
    """Everything a client was sent since the last time is what its side may see now."""
    sitter.heard.clear()
    sitter.ping()
    view, log = shadow.seen[side]
    for message in sitter.heard:
        if message["type"] == "view":
            assert message["view"] == view
    assert sitter.view == view
    assert [{key: value for key, value in line.items() if key != "at"} for line in sitter.log] == log
    assert sitter.number == shadow.numbers[side]
    assert sitter.undo == (side is not None and shadow.match.can_undo(side))


@pytest.mark.parametrize(
    ("game", "scenario", "seed", "decisions"),
    [*(("tiny", "raid", seed, 150) for seed in range(3)), ("tiny", "contact", 3, 150), ("bkg", "august-1939", 1, 150)],
)
def test_every_message_is_what_its_side_may_see(
    house: House, game: str, scenario: str, seed: int, decisions: int
) -> None:
    shadow, rng = Shadow(game, scenario, seed), random.Random(seed)
    key = house.table(game, scenario=scenario, seed=seed)
    sides = shadow.match.game.sides
    with house.sit(key, sides[0]) as one, house.sit(key, sides[1]) as two, house.sit(key) as watcher:
        sitters: dict[str | None, Sitter] = {sides[0]: one, sides[1]: two, None: watcher}
        for _ in range(decisions):
            if shadow.match.over:
                break
            for side, sitter in sitters.items():
                compare(sitter, side, shadow)
            side, undo, say = some_message(sitters, sides, rng)
            answer = sitters[side].decide(*say, undo=undo)
            assert answer["type"] == "done", answer
            assert "left" not in answer
            shadow.follow(side, undo, say)
            assert answer["number"] == shadow.numbers[side]
        for side, sitter in sitters.items():
            compare(sitter, side, shadow)
    again = shadow.again()
    for side, (view, log) in shadow.seen.items():
        assert again.view(side) == {**view, "log": log}


def some_message(
    sitters: dict[str | None, Sitter], sides: tuple[str, ...], rng: random.Random
) -> tuple[str, int, list[tuple[str, Any]]]:
    """Something that some side may say: an answer, an undo, or now and then a standing offer."""
    while True:
        side = rng.choice(sides)
        sitter = sitters[side]
        if sitter.undo and rng.random() < 0.2:
            return side, 1, []
        standing = [(o["verb"], noun) for o in sitter.view["standing"] for noun in o["nouns"]]
        quiet = [offer for offer in standing if offer[0] not in ("concede", "accept")]
        if quiet and rng.random() < 0.05:
            return side, 0, [rng.choice(quiet)]
        if sitter.choices():
            return side, 0, [rng.choice(sitter.choices())]


def test_secret_plans_change_no_number_but_the_own(house: House) -> None:
    key = house.table("tiny", scenario="raid")
    with house.sit(key, "red") as red, house.sit(key, "blue") as blue, house.sit(key) as watcher:
        for noun, to in (("RD-PAT", "0201"), ("RD-COL", "0202"), ("RD-GUN", "0203")):
            assert red.decide(("unit", noun))["type"] == "done"
            assert red.decide(("hex", to))["type"] == "done"
        assert red.decide(undo=2)["type"] == "done"
        for other in (blue, watcher):
            other.ping()
            assert other.number == 1
            assert sum(message["type"] == "view" for message in other.heard) == 1
        # A decision that was on its way all that time still answers the newest number.
        assert blue.decide(("unit", "BL-PAT"), number=1)["type"] == "done"


def test_half_a_move_changes_no_number_but_the_own(house: House) -> None:
    key = house.table("bkg", seed=5)
    with house.sit(key, "soviet") as soviet, house.sit(key, "japan") as japan, house.sit(key) as watcher:
        while soviet.view["phase"].startswith("phase.setup"):
            mover = soviet if soviet.choices() else japan
            auto = ("auto", None)
            assert mover.decide(auto if auto in mover.choices() else mover.choices()[0])["type"] == "done"
            for one in (soviet, japan, watcher):
                one.ping()
        numbers = japan.number, watcher.number
        assert soviet.view["phase"] == "phase.sov_move"
        (offer,) = [offer for offer in soviet.view["prompt"]["offers"] if offer["verb"] == "unit"]
        assert soviet.decide(("unit", offer["nouns"][0]))["type"] == "done"
        assert "move" in soviet.view["details"]
        (offer,) = [offer for offer in soviet.view["prompt"]["offers"] if offer["verb"] == "hex"]
        for other in (japan, watcher):
            other.ping()
        assert (japan.number, watcher.number) == numbers
        assert soviet.decide(("hex", offer["nouns"][0]))["type"] == "done"


# -- what is hidden, dealt anew ----------------------------------------------------------------------------------------


def live(state: State) -> LiveTable:
    """A table at which somebody sits down to just this position."""
    match = Match(state)
    match.log = state.log = []
    seats = {side: SeatRow("human") for side in match.game.sides}
    table = LiveTable(StoredTable(row_of(match, seats, 0.0)), None, lambda _: None)  # type: ignore[arg-type]
    table.match = match
    table.sights = History(match, 0.0).sights(match)
    return table


def questions(match: Match, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """A verb of every kind with some nouns, most of them refused."""
    game = match.game
    nouns: dict[Kind, list[Any]] = {
        Kind.NOTHING: [None],
        Kind.HEX: rng.sample(list(game.map.grid.names), 4),
        Kind.UNIT: rng.sample(list(game.sheet.ids), 4),
        Kind.NUMBER: [rng.randrange(5)],
        Kind.WORD: ["N"],
    }
    for verb, kind in game.verbs.items():
        yield from ((verb, noun) for noun in nouns[kind])


def told(table: LiveTable, side: str | None, rng: random.Random) -> list[Any]:
    """All that the server says to a seat, whatever it asks and whatever it tries in vain."""
    out: list[Any] = [view_message(table.sights[side], 0), overlays_data(table, side)]
    if side is None:
        return out
    game = table.game
    for verb, noun in questions(table.match, rng):
        if game.verbs[verb] is Kind.HEX:
            out.append(prospects_data(table, side, noun))
        out.append(answer(lambda v=verb, n=noun: why_data(table, side, v, n, "en")))
        if noun is not None:
            out.append(answer(lambda n=noun: why_data(table, side, None, str(n), "en")))
    prompt = table.sights[side].view["prompt"] or {"offers": []}
    offered = [(offer["verb"], noun) for offer in prompt["offers"] for noun in offer["nouns"]]
    for first in rng.sample(offered, min(4, len(offered))):
        for second in rng.sample(list(questions(table.match, rng)), 3):
            out.append(refusal(lambda a=first, b=second: say_all(table.match, side, 0, [a, b]), game))
            words = " ".join(str(word) for word in (*first, *second) if word is not None)
            out.append(refusal(lambda line=words: say_line(table.match, side, line, vocabulary(game, "en")), game))
    return out


def answer(ask: Any) -> Any:
    try:
        return ask()
    except KhalkhinError as error:
        return reason_data(error.reason, "en", error.game)


def refusal(attempt: Any, game: Any) -> Any:
    """How an attempt is refused. What one learns by something that is carried out is the rules' business."""
    try:
        attempt()
    except KhalkhinError as error:
        return reason_data(error.reason, "en", error.game or game)
    return "carried out"


SHARE = {"tiny": 0.25, "pbn": 0.04}
"""Of how many positions a game is looked at: of short games more."""


@pytest.mark.parametrize("case", [case for case in CASES if not case.light], ids=str)
def test_what_is_hidden_makes_no_difference(case: Case) -> None:
    """Positions that differ in nothing a side may know get byte by byte the same from the server."""
    rng = random.Random(str(case))
    compared = changed = 0
    for match, _ in walk(case, POLICIES[0], 5):
        if rng.random() > SHARE.get(case.game, 0.025):
            continue
        for side in (*match.game.sides, None):
            number = None if side is None else match.side_number(side)
            state = match.game.restore(match.state.to_data(), match.state.dice)
            twin = permuted(match.state, number, rng, case.secrets)
            if [p.side for p in twin.asked] != [p.side for p in state.asked]:
                continue
            seed = rng.random()
            assert told(live(twin), side, random.Random(seed)) == told(live(state), side, random.Random(seed))
            compared += 1
            changed += twin != state
    assert compared > 20
    assert changed > 10, "nothing was hidden, so nothing is proven"
