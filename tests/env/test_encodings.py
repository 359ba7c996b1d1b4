"""Every decision has a number, every observation its place, and nothing hidden is in it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import khalkhin.env
from khalkhin.engine import library
from khalkhin.engine.agenda import decide
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING
from khalkhin.engine.state import State
from khalkhin.env.turns import look
from tests.conformance.games import CASES, Case
from tests.conformance.hidden import permuted

DECISIONS = 350

each_case = pytest.mark.parametrize("case", CASES, ids=str)


def started(case: Case, seed: int) -> State:
    s: State = library.get(case.game).start(case.scenario, case.options, Dice.practice(seed))
    s.log = None
    return s


def taken(s: State, rng: random.Random) -> None:
    """Some decision: rare verbs get their turn, and so do standing offers of the game's own."""
    side = s.asked[0].side
    own = [offer for offer in s.game.standing(s, side) if offer.verb not in STANDING and len(offer)]
    offers = own if own and rng.random() < 0.1 else s.asked[0].offers
    offer = rng.choice(offers)
    decide(s, side, offer.verb, rng.choice(list(offer)))


@each_case
def test_every_decision_on_offer_has_a_number(case: Case) -> None:
    actions, rng = khalkhin.env.actions(case.game), random.Random(5)
    s, seed = started(case, 0), 0
    for _ in range(DECISIONS):
        if s.result is not None:
            seed += 1
            s = started(case, seed)
        side = s.asked[0].side
        seen = look(s, side)
        offers = [*seen["prompt"]["offers"], *(o for o in seen["standing"] if o["verb"] not in STANDING)]
        wanted = [(offer["verb"], noun) for offer in offers for noun in offer["nouns"]]
        numbers = actions.offered(seen)
        assert [actions.decision(n) for n in numbers] == wanted
        assert sorted(set(numbers)) == np.flatnonzero(actions.mask(seen)).tolist()
        taken(s, rng)


@pytest.mark.parametrize("game", ["tiny", "bkg", "kgw", "pbn", "sn"])
def test_numbers_and_decisions_belong_together(game: str) -> None:
    for standing in (False, True):
        actions = khalkhin.env.actions(game, standing)
        said = list(actions)
        assert len(said) == len(set(said)) == len(actions)
        assert [actions.index(verb, noun) for verb, noun in said] == list(range(len(actions)))
        assert [actions.decision(n) for n in range(len(actions))] == said
        assert {verb for verb, _ in said} == set(library.get(game).verbs) - (set() if standing else set(STANDING))


def test_words_and_numbers_of_the_games() -> None:
    def nouns(game: str, verb: str) -> list[object]:
        return [noun for said, noun in khalkhin.env.actions(game) if said == verb]

    assert nouns("bkg", "edge") == ["N", "E", "S", "W"]
    assert nouns("bkg", "air") == list(range(1, 21))
    assert nouns("pbn", "first") == ["soviet", "japan"]
    assert nouns("sn", "target") == ["units", "airbase", "city"]
    assert nouns("kgw", "as") == ["mobile", "static"]


def test_a_decision_that_there_is_not() -> None:
    with pytest.raises(KhalkhinError, match='no action "hex 9999"'):
        khalkhin.env.actions("bkg").index("hex", "9999")
    with pytest.raises(KhalkhinError, match='no action "concede'):
        khalkhin.env.actions("bkg").index("concede")


@each_case
def test_observations_do_not_differ_where_only_hidden_things_do(case: Case) -> None:
    encoding, actions, rng = khalkhin.env.encoding(case.game), khalkhin.env.actions(case.game), random.Random(6)
    low, high = encoding.bounds()
    s, changed = started(case, 1), 0
    for n in range(DECISIONS):
        if s.result is not None:
            s = started(case, 2 + n)
        if n % 12 == 0:
            for side in range(2):
                twin = permuted(s, side, rng, case.secrets)
                changed += twin != s
                here, there = look(s, side), look(twin, side)
                seen = encoding.encode(here)
                assert np.array_equal(seen, encoding.encode(there))
                assert np.array_equal(actions.mask(here), actions.mask(there))
                assert (low <= seen).all()
                assert (seen <= high).all()
        taken(s, rng)
    assert changed or case.options.get("open_strengths"), "the hidden things were never changed"


def test_an_observation_says_where_counters_are() -> None:
    env = khalkhin.env.raw_env("bkg")
    env.reset(seed=1)
    game, encoding = env.game, env.encoding
    tables = encoding.split(env.observe("soviet")["observation"])
    column = {name: n for n, name in enumerate(encoding.counter_columns)}
    for unit, name in enumerate(game.sheet.ids):
        row = tables.counters[unit]
        if game.sees(env.position, 0, unit):
            assert row[column["seen"]] == 1
            assert encoding.place_names[int(row[column["place"]]) - 1] == game.place_name(env.position.where[unit])
        else:
            assert not row.any(), name
    hidden = [n for n, name in enumerate(encoding.place_columns) if name.startswith("nameless:")]
    unknown = sum(not game.sees(env.position, 0, unit) for unit in range(len(game.sheet)))
    assert tables.places[:, hidden].sum() == unknown > 0


def test_an_observation_says_who_sees_it_and_what_is_asked() -> None:
    env = khalkhin.env.raw_env("bkg", options={"open_strengths": True})
    env.reset(seed=1)
    column = {name: n for n, name in enumerate(env.encoding.global_columns)}
    mine, yours = (env.encoding.split(env.observe(side)["observation"]).globals for side in ("soviet", "japan"))
    said = {name for name, n in column.items() if mine[n]}
    assert {"side:soviet", "waiting:soviet", "scenario:august-1939", "option:open_strengths"} <= said
    assert {"phase.setup_reserve", "ask.reserve-unit"} <= said
    assert mine[column["track:turn"]] == 20
    assert yours[column["side:japan"]] == 1
    assert yours[column["ask.reserve-unit"]] == 0
    assert not env.observe("japan")["action_mask"].any()


def test_an_observation_says_what_is_in_hand() -> None:
    env = khalkhin.env.raw_env("bkg")
    env.reset(seed=1)
    unit = next(
        n for n in np.flatnonzero(env.observe("soviet")["action_mask"]) if env.actions.text(int(n))[:4] == "unit"
    )
    env.step(int(unit))
    hand = env.encoding.split(env.observe("soviet")["observation"]).counters[
        :, env.encoding.counter_columns.index("hand")
    ]
    assert [env.game.sheet.ids[n] for n in np.flatnonzero(hand)] == [env.actions.decision(int(unit))[1]]


def test_printed_things_are_beside_the_observation() -> None:
    encoding = khalkhin.env.encoding("bkg")
    printed, game = encoding.printed, encoding.game
    unit = game.sheet.index["SU-601-1"]
    assert printed["factors"][unit].tolist() == [game.sheet.columns[name][unit] for name in game.factors]
    assert printed["terrain"].sum(1).tolist() == [1] * len(encoding.hexes)
    for row, near in enumerate(printed["neighbours"]):
        for other in near[near >= 0]:
            assert row in printed["neighbours"][other]
