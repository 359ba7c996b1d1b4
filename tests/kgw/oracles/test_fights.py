"""Attacks, retreats, advances and air missions are exactly those that the oracles find, in random positions."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from khalkhin.engine.agenda import Prompt, decide
from khalkhin.games.kgw import retreat
from khalkhin.games.kgw.combat import Declare
from khalkhin.games.kgw.position import Position
from tests.comparing import TIMES, said
from tests.kgw.oracles import fighting
from tests.kgw.oracles.atlas import COUNTERS, around
from tests.kgw.oracles.fighting import Field
from tests.kgw.oracles.melee import melee
from tests.kgw.oracles.walking import enemy

POSITIONS, DECISIONS = 240, 60


class Referee:
    """Plays on from a position and compares every prompt of combat and air; counts what it has seen."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally
        self.attacked: set[str] = set()
        """13.1.f  Units attacked in this phase, by what was declared; told apart from the game's own hexes."""

    def play(self, s: Position) -> None:
        begun = (s.active, s.segment)
        for _ in range(DECISIONS):
            if not s.agenda or s.result is not None or (s.active, s.segment) != begun:
                return
            (prompt,) = s.asked
            step = type(s.agenda[-1]).__name__
            compare = getattr(self, "at_" + re.sub(r"(?<!^)(?=[A-Z])", "_", step).lower(), None)
            if compare is not None:
                self.tally[step] += 1
                field = Field(s.to_data())
                compare(field, said(s), field.step, s.game.sides[prompt.side])
            self.go_on(s, prompt)

    def go_on(self, s: Position, prompt: Prompt) -> None:
        choices = [(o.verb, n) for o in prompt.offers for n in o]
        useful = [c for c in choices if c[0] not in ("done", "relocate")]
        verbs = sorted({c[0] for c in (useful if useful and self.rng.random() < 0.9 else choices)})
        verb = self.rng.choice(verbs)
        noun = self.rng.choice([n for v, n in choices if v == verb])
        formed, step = dict(s.formed), s.agenda[-1]
        if verb == "commit" and isinstance(step, Declare):
            self.attacked |= named(s, s.units_at(1 - step.side, step.target))
        decide(s, prompt.side, verb, noun)
        self.follow(s, formed)

    def follow(self, s: Position, before: dict[int, int]) -> None:
        """17.3, Q-82  Who was attacked stays so in another shape."""
        after = dict(s.formed)
        for division, parts in before.items():
            if division not in after and named(s, 1 << division) & self.attacked:
                self.attacked |= named(s, parts)
        for division, parts in after.items():
            if division not in before and named(s, parts) & self.attacked:
                self.attacked |= named(s, 1 << division)

    # -- one comparison for each kind of step -----------------------------------------------------------------------

    def at_combat_phase(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        assert said.get("attack", set()) == fighting.targets(field, side, self.attacked)

    def at_declare(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        assert said.get("unit", set()) == fighting.attackers(field, side, step["target"], step["units"])

    def at_support(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        found = fighting.flyers(field, side, step["target"], step["air"]) if len(step["air"]) < 2 else set()
        assert said.get("support", set()) == found

    def at_counter_choice(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        goals, retreat = fighting.replies(field, side, step["target"])
        assert (said["counterattack"], "retreat" in said) == (goals, retreat)

    def at_take_losses(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        force = field.units(step["role"])
        spare = fighting.spare_supply(field, force)
        assert said["unit"] == force | spare
        assert said.get("breakdown", set()) == {u for u in force if COUNTERS[u].division}
        free = len(force) > step["count"] or said.get("breakdown") or said.get("support")
        assert free or (field.data["options"]["supply_losses"] and fighting.bystanders(field, force))
        self.tally["supply to spare"] += bool(spare)

    def at_retreat_all(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        going = set(step["going"])
        assert not any(fighting.stays(field, u, step["counter"]) for u in going)
        baggage = fighting.baggage(field, step) if step["units"] else set()
        who = going | baggage | set(step["units"])
        found = {u: fighting.ends(field, u, step["distance"], {*step["leaving"], u}) for u in who}
        able = {u for u in going if found[u]}
        if not step["units"]:
            assert said.get("unit", set()) == able
            assert "combine" in said or all(COUNTERS[u].division for u in going - able)
            self.tally["hopeless"] += able != going
            return
        self.tally["baggage"] += bool(baggage)
        common = set.intersection(*(found[u] for u in step["units"]))
        assert said["hex"] == common
        here = field.where[step["units"][0]]
        mates = {u for u in (able | baggage) - set(step["units"]) if field.where[u] == here and found[u] & common}
        assert said.get("unit", set()) == mates
        far = {fighting.distance(here, h) for h in common}
        self.tally["one hex more"] += step["distance"] + 1 in far
        self.tally["stopped early"] += min(far) < step["distance"]

    def at_advance(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        assert step["target"] not in field.held[enemy(side)]
        assert said.get("unit", set()) == fighting.advancers(field, side, step)

    def at_advance_on(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        kind = COUNTERS[step["unit"]]
        assert kind.type == "cavalry" or (kind.nation == "RA" and kind.mech and step["rule"] == "19.1.b")
        assert said["hex"] == fighting.second_hexes(field, step["unit"])

    def at_superiority(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        self.at_ground_attack(field, said, step, side)

    def at_ground_attack(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        assert said.get(step["kind"], set()) == fighting.bombable(field, side, step["kind"])
        assert said.get("relocate", set()) == fighting.movable(field, side)

    def at_mission(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        assert said.get("unit", set()) == fighting.flyers(field, side, step["target"], step["units"])

    def at_relocating(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        assert said["hex"] == fighting.bases(field, step["unit"])

    def at_bombed(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        found = fighting.suffering(field, side, step["target"], step["level"])
        assert {verb: said.get(verb, set()) for verb in found} == found

    def at_crowd(self, field: Field, said: dict[str, set[str]], step: Any, side: str) -> None:
        if step["unit"] is None:
            assert said["unit"] == fighting.surplus(field, side, step["hex"])
            return
        found = fighting.ends(field, step["unit"], 1, [step["unit"]])
        roomy = {h for h in found if not field.full(step["unit"], h)}
        assert said["hex"] == (roomy or found)


def named(s: Position, group: int) -> set[str]:
    return {name for name, unit in s.game.sheet.index.items() if group >> unit & 1}


@pytest.mark.parametrize("part", range(3))
def test_the_game_offers_what_the_oracles_find(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(POSITIONS * TIMES // 3):
        rng = random.Random(f"{part} {number}")
        Referee(rng, tally).play(melee(rng))
    for kind in ("CombatPhase", "Declare", "Support", "TakeLosses", "RetreatAll", "Advance", "Mission", "GroundAttack"):
        assert tally[kind] > 10, f"{kind} was hardly seen: {tally}"
    assert tally["supply to spare"]


def test_retreats_end_where_the_oracle_finds_by_walking() -> None:
    """14.1  Any unit, whether it fights or not, one to six hexes: more than prompts would bring."""
    tally: Counter[str] = Counter()
    for number in range(80 * TIMES):
        rng = random.Random(f"retreat {number}")
        s = melee(rng)
        field = Field(s.to_data())
        ground = [u for u in field.where if COUNTERS[u].ground and not field.static(u)]
        crowded = [u for u in ground if any(field.full(u, h) for h in around(field.where[u]))]
        for unit in [*crowded[:4], *rng.sample(ground, min(6, len(ground)))]:
            mates = field.held[COUNTERS[unit].side][field.where[unit]]
            length = 1 if unit in crowded else rng.choice((1, 1, 2, 2, 3, 4, 6))
            leaving = sum(1 << s.game.sheet.index[u] for u in mates)
            ends = retreat.ends(s, s.game.sheet.index[unit], length, leaving)
            found = {s.game.map.grid.name(h) for h in ends}
            assert found == fighting.ends(field, unit, length, mates), (unit, field.where[unit], length)
            here = field.where[unit]
            for path in ends.values():
                way = [here, *map(s.game.map.grid.name, path)]
                assert all(field.may_step(unit, a, b) for a, b in pairwise(way))
                assert not any(field.in_zone(COUNTERS[unit].side, h) for h in way[1:])
            far = {fighting.distance(here, h) for h in found}
            tally["lost"] += not found
            tally["one hex more"] += length + 1 in far
            tally["stopped early"] += bool(far) and min(far) < length
            tally["trains"] += COUNTERS[unit].type == "armored_train"
    assert min(tally[kind] for kind in ("lost", "one hex more", "stopped early", "trains")) > 2, tally
