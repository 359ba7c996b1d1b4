"""Records: what a seat can take along, what everybody can when it is over, and what can be brought."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import khalkhin
from khalkhin.engine.record import HashChain, decision_line
from khalkhin.engine.words import plain
from khalkhin.server import records
from khalkhin.server.http import Problem
from tests.server.asker import Asker, Table, asking


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with asking(tmp_path_factory.mktemp("records")) as found:
        yield found


def _ended(asker: Asker, game: str = "tiny", decisions: int = 20) -> Table:
    table = asker.table(game, seed=None)
    table.play(decisions)
    table.decide(table.game.sides[0], ("concede", None))
    return table


# -- taking along ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tiny", "bkg"])
def test_of_a_running_game_a_seat_takes_along_what_it_sees(asker: Asker, game: str) -> None:
    table = asker.table(game, seed=None)
    table.play(25)
    for side in (*table.game.sides, None):
        answer = asker.get(f"{table.at}/record", table.token(side))
        name = f"khalkhin-{game}-{table.id}-{side or 'spectators'}.json"
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        seen, taken = table.view(side), answer.json()
        assert taken["view"] == seen["view"]
        assert taken["log"] == seen["log"]["lines"]
        assert taken["number"] == seen["number"]
        assert taken["table"]["you"] == side
        secret = table.match.state.dice.secret.hex()
        assert secret not in answer.text


def test_of_a_game_that_is_over_everybody_gets_the_whole_record(asker: Asker) -> None:
    table = _ended(asker)
    for side in (*table.game.sides, None):
        answer = asker.get(f"{table.at}/record", table.token(side))
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.headers["content-disposition"] == f'attachment; filename="khalkhin-tiny-{table.id}.txt"'
        assert answer.text == table.match.record()
    replayed = khalkhin.load(answer.text)
    assert replayed.state == table.match.state


# -- bringing ----------------------------------------------------------------------------------------------------------


def test_a_record_that_is_brought_becomes_a_table_to_watch(asker: Asker) -> None:
    table = _ended(asker)
    answer = asker.bring(table.match.record())
    assert answer.status_code == 201
    at = f"/api/tables/{answer.json()['id']}"
    info = asker.data(at)
    assert {seat["kind"] for seat in info["seats"].values()} == {"record"}
    assert info["over"]
    assert asker.get(f"{at}/record").text == table.match.record()
    assert asker.data(f"{at}/view")["view"] == table.view(None)["view"]
    assert len(asker.data(f"{at}/frames?eyes=red")["frames"]) == table.match.length + 1
    assert asker.data(f"{at}/ending")["dice"]["checked"]


def test_a_record_of_a_running_game_lies_open_too_but_nobody_can_play_on(asker: Asker) -> None:
    match = khalkhin.new("tiny", seed=3)
    match.decide(next(match.choices()))
    at = f"/api/tables/{asker.bring(match.record()).json()['id']}"
    assert not asker.data(at)["over"]
    for eyes in ("red", "blue", "spectators"):
        assert len(asker.data(f"{at}/frames?eyes={eyes}")["frames"]) == 2
    assert asker.refusal(f"{at}/ending") == (409, "server.not-over")
    body = {"number": 1, "say": [{"verb": "concede"}]}
    assert asker.ask("POST", f"{at}/decisions", json=body).status_code == 403


def _refused(asker: Asker, record: str | bytes, kind: str = "text/plain") -> tuple[int, str, int | None]:
    answer = asker.bring(record, kind)
    error = answer.json()["error"]
    assert str(error["params"].get("line", "")) in error["text"]
    return answer.status_code, error["key"], error["params"].get("line")


def test_the_first_line_that_is_wrong_is_named(asker: Asker) -> None:
    match = khalkhin.new("tiny", seed=3)
    for _ in range(6):
        match.decide(next(match.choices()))
    good = match.record()
    lines = good.splitlines()
    first = lines.index("--") + 2
    assert _refused(asker, "") == (400, "record.magic", 1)
    assert _refused(asker, good.replace("game tiny", "game chess")) == (400, "record.start", 2)
    assert _refused(asker, good.replace("scenario contact", "scenario other")) == (400, "record.start", 4)
    changed = [*lines[: first - 1], lines[first - 1] + "x", *lines[first:]]
    assert _refused(asker, "\n".join(changed)) == (400, "record.changed", first)
    assert _refused(asker, "\n".join(lines[:-1])) == (400, "record.truncated", len(lines))
    assert _refused(asker, good.encode() + b"\xff") == (400, "record.not-text", len(lines) + 1)
    assert _refused(asker, good, "application/json")[:2] == (415, "server.not-text-type")
    assert _refused(asker, "x" * (records.LARGEST + 1))[:2] == (413, "server.too-large")


@pytest.mark.parametrize(("language", "sentence"), [("en", 'Line 40: "{}" is refused.'), ("pt", 'Linha 40: "{}" é')])
def test_a_line_that_a_rule_forbids_is_shown_with_the_rule_and_the_reason(
    asker: Asker, language: str, sentence: str
) -> None:
    match = khalkhin.new("bkg", seed=7)
    lines = match.record().splitlines()[:-1]
    head = len(lines)
    while head + match.length < 39:
        match.decide(next(match.choices()))
        lines.append(decision_line(match.game, match.latest))
    unit, why = next((unit, why) for unit in match.game.sheet.ids if (why := match.why("unit", unit)) and why.rule)
    lines.append(f"soviet unit {unit}")
    chain = HashChain(lines[:head])
    forged = "\n".join(lines[:head] + [chain.add(line) for line in lines[head:]])
    answer = asker.ask("POST", f"/api/records?lang={language}", content=forged, headers={"Content-Type": "text/plain"})
    error = answer.json()["error"]
    assert (answer.status_code, error["key"], error["params"]["line"]) == (400, "record.refused", 40)
    assert {**error["params"]["error"], "unit": unit} == {"rule": why.rule, "key": why.key, "unit": unit}
    assert error["text"].startswith(sentence.format(lines[39]))
    assert error["text"].endswith(f". {plain(why, match.game, language)}")
    assert f" {why.rule}: " in error["text"]
    with pytest.raises(khalkhin.KhalkhinError) as refused:
        khalkhin.load(forged)
    assert plain(refused.value.reason, None, language) == error["text"]


def test_after_a_seed_that_no_database_holds_records_are_stored_as_before(asker: Asker) -> None:
    good = khalkhin.new("tiny", seed=3).record()
    lines = good.splitlines()
    at = lines.index("dice seed 3")
    lines[at] = f"dice seed {2**63}"
    answer = asker.bring("\n".join(lines))
    error = answer.json()["error"]
    assert (answer.status_code, error["key"], error["params"]["line"]) == (400, "record.start", at + 1)
    assert f"{2**63} cannot be a seed" in error["text"]
    assert str(2**53 - 1) in error["text"]
    assert asker.bring(good).status_code == 201


def test_a_record_that_takes_too_long_is_given_up() -> None:
    match = khalkhin.new("tiny", seed=3)
    for _ in range(3):
        match.decide(next(match.choices()))
    with pytest.raises(Problem) as caught:
        records.prove(match.record(), seconds=-1.0)
    assert (caught.value.status, caught.value.reason.key) == (413, "server.record-slow")
    assert records.prove(match.record()).match.state == match.state
