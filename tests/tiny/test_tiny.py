"""The tiny game has what it is there for, so that what is proven on it means something."""

from __future__ import annotations

import itertools
import random
import re
import tomllib

import pytest

from khalkhin.engine.errors import Illegal
from khalkhin.engine.words import COMMON
from tests.tiny.assault import Declare, contacts
from tests.tiny.game import HERE
from tests.tiny.plan import Fire, March, Plan
from tests.tiny.position import Position
from tests.tiny.positions import board, do, new, offered, place, planning, the_game, top
from tests.tiny.sequence import Organise


def test_plans_are_secret_and_simultaneous() -> None:
    match = new()
    assert match.view("red")["waiting"] == ["red", "blue"]
    do(match, "blue unit BL-PAT", "red unit RD-PAT", "red hex 0201", "blue hex 0403")
    assert match.view("red")["details"]["orders"] == [{"unit": "RD-PAT", "origin": "0101", "to": "0201"}]
    assert match.view("red")["agenda"][-1]["orders"][1] == []
    assert match.view(None)["agenda"][-1]["orders"] == [[], []]
    do(match, "red commit")
    assert match.view("blue")["waiting"] == ["blue"]
    assert match.view("blue")["agenda"][-1]["orders"][0] == []
    assert place(match, "RD-PAT") == "0101"
    do(match, "blue commit")
    assert place(match, "RD-PAT") == "0201"
    assert place(match, "BL-PAT") == "0403"
    told = [line["params"]["unit"] for line in match.view("blue")["log"] if line["key"] == "log.order"]
    assert told == ["@nation.RD", "BL-PAT"]


def test_fire_interrupts_a_march() -> None:
    match = planning({"0201": ["RD-PAT", "RD-COL"], "0402": ["BL-GUN"], "0504": ["BL-COL"]}, dice=(4,))
    do(match, "red unit RD-PAT", "red hex 0301", "red unit RD-COL", "red hex 0301", "red commit", "blue commit")
    assert isinstance(top(match), Fire)
    assert isinstance(match.state.agenda[-2], March)
    assert match.view("blue")["agenda"][-1]["order"] == {"unit": None, "origin": "0201", "to": "0301"}
    do(match, "blue unit BL-GUN")
    assert place(match, "RD-PAT") == "0201"
    assert [c["is"] for c in match.view("red")["places"]["0201"]] == [[], ["shaken"]]
    assert match.view("red")["places"]["0402"] == [{"id": "BL-GUN", "is": ["fired"]}]
    # The column comes as well, and the guns are spent; they are asked all the same, for who has guns is hidden.
    assert offered(match, "blue", "unit") == set()
    do(match, "blue pass")
    assert place(match, "RD-COL") == "0301"


def test_nobody_fires_in_dust() -> None:
    match = planning({"0201": ["RD-PAT"], "0402": ["BL-GUN"]}, weather="dust")
    do(match, "red unit RD-PAT", "red hex 0301", "red commit", "blue commit")
    assert place(match, "RD-PAT") == "0301"


def test_two_orders_into_one_hex_and_the_second_is_blocked() -> None:
    match = planning({"0201": ["RD-PAT"], "0401": ["BL-PAT"]}, weather="dust")
    do(match, "red unit RD-PAT", "red hex 0301", "blue unit BL-PAT", "blue hex 0301", "red commit", "blue commit")
    assert (place(match, "RD-PAT"), place(match, "BL-PAT")) == ("0301", "0401")
    assert "log.blocked" in [line["key"] for line in match.view("red")["log"]]


def test_a_flare_may_be_lit_at_any_time_and_shows_who_is_there() -> None:
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-COL", "BL-DUM-1"]})
    do(match, "red commit")
    assert match.view("red")["places"]["0502"] == [{"nation": "BL"}, {"nation": "BL"}]
    assert offered(match, "red", "flare") == {"0502"}
    do(match, "red flare 0502")
    assert [c["id"] for c in match.view("red")["places"]["0502"]] == ["BL-COL", "BL-DUM-1"]
    assert place(match, "RD-FLARE") == "spent"
    assert offered(match, "red", "flare") == set()
    with pytest.raises(Illegal) as refusal:
        do(match, "red flare 0502")
    assert (refusal.value.rule, refusal.value.reason.key) == ("9", "why.flare-lit")


def test_strengths_are_hidden_unless_the_option_opens_them() -> None:
    hidden, opened = new(), new(open_strengths=True)
    assert hidden.view("red")["places"]["0502"] == [{"nation": "BL"}, {"nation": "BL"}]
    assert hidden.view("red")["places"]["reserve"][-1] == {"nation": "BL"}
    assert [c["id"] for c in opened.view("red")["places"]["0502"]] == ["BL-COL", "BL-DUM-1"]
    strength = {line["side"]: line["count"] for line in hidden.view("red")["score"] if line["key"] == "score.strength"}
    assert strength == {"red": 6, "blue": None}


def test_a_column_is_exchanged_for_two_detachments_and_back() -> None:
    start = {"0201": ["RD-COL"], "0502": ["BL-COL"], "pool": ["RD-DET-1", "RD-DET-2"]}
    match = board(start, Organise(0), Organise(1), Organise(0))
    do(match, "red split RD-COL")
    assert [place(match, u) for u in ("RD-COL", "RD-DET-1", "RD-DET-2")] == ["pool", "0201", "0201"]
    assert offered(match, "red", "join") == set(), "nobody is exchanged twice in a turn"
    apart = board({"0201": ["RD-DET-1", "RD-DET-2"], "0502": ["BL-COL"], "pool": ["RD-COL"]}, Organise(0))
    assert offered(apart, "red", "join") == {"RD-DET-1", "RD-DET-2"}
    do(apart, "red join RD-DET-2")
    assert [place(apart, u) for u in ("RD-COL", "RD-DET-1", "RD-DET-2")] == ["0201", "pool", "pool"]


def test_a_column_that_is_lost_leaves_a_detachment() -> None:
    start = {"0301": ["RD-COL"], "0401": ["BL-COL"], "pool": ["RD-DET-1", "RD-DET-2", "BL-DET-1"]}
    match = board(start, Declare(0), Organise(0), dice=(1,))
    do(match, "red unit RD-COL", "red hex 0401", "red commit")
    assert [place(match, u) for u in ("RD-COL", "RD-DET-1", "RD-DET-2")] == ["pool", "0301", "pool"]
    assert place(match, "BL-COL") == "0401"


def test_the_loser_picks_and_the_strength_on_the_map_is_known_to_who_lost() -> None:
    start = {"0301": ["RD-COL", "RD-RES"], "0401": ["BL-PAT", "BL-DUM-1"], "0504": ["BL-GUN"]}
    match = board(start, Declare(0), Organise(0), dice=(4,))
    do(match, "red unit RD-COL", "red hex 0401", "red unit RD-RES", "red hex 0401", "red commit")
    assert offered(match, "blue", "unit") == {"BL-PAT", "BL-DUM-1"}
    do(match, "blue unit BL-DUM-1")
    assert place(match, "BL-DUM-1") == "lost"


def test_reserves_come_in_on_their_edge() -> None:
    match = board({"0301": ["RD-COL"], "0101": ["BL-PAT"], "reserve": ["RD-RES", "RD-DUM-2"]}, Organise(0))
    do(match, "red unit RD-RES")
    assert offered(match, "red", "hex") == {"0102", "0103", "0104"}
    do(match, "red hex 0103", "red done")
    assert place(match, "RD-RES") == "0103"


def _best(ways: dict[int, list[int]]) -> int:
    """5  By trying everything: as many hexes as can be attacked at once."""
    return max(len(set(targets)) for targets in itertools.product(*ways.values())) if ways else 0


def _scattered(rng: random.Random) -> dict[str, list[str]]:
    """Counters of both sides strewn over the middle of the map."""
    red = ["RD-COL", "RD-GUN", "RD-PAT", "RD-RES", "RD-DUM-1"]
    blue = ["BL-COL", "BL-GUN", "BL-PAT", "BL-RES", "BL-DUM-1"]
    hexes = rng.sample(["0201", "0202", "0203", "0301", "0302", "0303", "0402", "0403"], 8)
    out: dict[str, list[str]] = {}
    for names, places in ((red, hexes[:4]), (blue, hexes[4:])):
        for name in names:
            out.setdefault(rng.choice(places), []).append(name)
    return {place: names[:3] for place, names in out.items()}


def test_a_declaration_offers_exactly_what_can_be_completed() -> None:
    """Against an oracle that tries every way to go on."""
    rng, narrowed = random.Random(2), 0
    for _ in range(150):
        match = board(_scattered(rng), Declare(0), Organise(0))
        while isinstance(step := top(match), Declare):
            s = match.state
            assert isinstance(s, Position)
            name, grid = the_game().sheet.ids.__getitem__, the_game().map.grid
            ways = {u: [h for h in range(grid.bits) if hexes >> h & 1] for u, hexes in contacts(s, 0).items()}
            given = {attack.unit: [attack.target] for attack in step.attacks}
            waiting = {name(u) for u in ways if u not in given}
            assert offered(match, "red", "unit") == (waiting if step.hand is None else set())
            if step.hand is None and len(given) == len(ways):
                assert _best(given) == _best(ways)
                break
            if step.hand is not None:
                tries = {h: _best({**ways, **given, step.hand: [h]}) for h in ways[step.hand]}
                best = {grid.name(h) for h, count in tries.items() if count == _best(ways)}
                narrowed += len(best) < len(tries)
                assert offered(match, "red", "hex") == best
            match.decide(rng.choice(list(match.choices())))
    assert narrowed > 10, "the positions never made the solver forbid anything"


def test_a_side_with_nobody_on_the_map_is_routed() -> None:
    match = board({"0301": ["RD-COL"], "0401": ["BL-DUM-1"]}, Declare(0), dice=(6,))
    do(match, "red unit RD-COL", "red hex 0401", "red commit")
    assert match.result() == {"winner": "red", "how": "rout", "points": []}


@pytest.mark.parametrize(("order", "winner"), [("red unit RD-COL", "red"), ("blue unit BL-COL", "blue"), ("", None)])
def test_points_decide_at_the_end(order: str, winner: str | None) -> None:
    first, other = ("0203", "0504") if winner == "red" else ("0102", "0403")
    match = planning({first: ["RD-COL"], other: ["BL-COL"], "reserve": list(the_game().sheet.ids)}, turns=1)
    if order:
        do(match, order, f"{winner} hex 0302")
    do(match, "red commit", "blue commit", "red done", "blue done")
    result = match.result()
    assert result is not None
    assert (result["winner"], result["how"], max(result["points"])) == (winner, "points", 3 if winner else 0)


def test_both_languages_have_the_same_words_and_the_code_uses_no_others() -> None:
    books = [tomllib.loads((HERE / "words" / f"{language}.toml").read_text()) for language in ("en", "pt")]
    gaps = [{key: set(re.findall(r"{(\w+)", text)) for key, text in book.items()} for book in books]
    assert gaps[0] == gaps[1]
    common = tomllib.loads((COMMON / "en.toml").read_text())
    code = "".join(path.read_text() for path in HERE.glob("*.py") if not path.name.startswith("test_"))
    used = set(re.findall(r'"((?:ask|why|log|phase|shift|score|end)\.[\w-]+)"', code))
    assert used <= {*books[0], *common}


def test_nothing_half_planned_is_lost_by_a_flare() -> None:
    match = new()
    do(match, "red unit RD-PAT", "blue flare 0102", "red hex 0201")
    step = top(match)
    assert isinstance(step, Plan)
    assert len(step.orders[0]) == 1
