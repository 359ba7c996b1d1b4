"""What a player reads, in the words of both languages: markers, impulses, arrivals, odds, questions."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from tests.pbn.fights import AROUND, TARGET, battle, declared
from tests.pbn.positions import asked, board, do, offered, the_game

N = AROUND[0]
LANGUAGES = ("en", "pt")
rule = pytest.mark.rule


def lines(match: Match, side: str | None, *keys: str, language: str = "en") -> list[str]:
    """Lines of the log as a side reads them."""
    words = Words(language, match.game)
    return [words.say(e["key"], e["params"]) for e in match.view(side)["log"] if e["key"] in keys]


def question(match: Match, side: str, language: str = "en", *, part: str = "") -> str:
    """What a side is asked; or its caption, or the tip for it."""
    prompt = match.view(side)["prompt"]
    return Words(language, match.game).say(part + prompt["key"], prompt["params"])


# -- markers -----------------------------------------------------------------------------------------------------------


@rule("pbn", "5.1", "5.3")
@pytest.mark.parametrize("marker", sorted(the_game().charts.markers))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_marker_that_is_drawn_says_what_it_does(marker: str, language: str) -> None:
    """To everybody if it acts at once; to its owner alone if he holds it."""
    side = the_game().sides[the_game().sheet.side[the_game().sheet.index[marker]]]
    enemy = "japan" if side == "soviet" else "soviet"
    match = board({"pool": marker}, f"{side}_campaign", markers="removed", levels=(1, 1), first_player=side, dice=[6])
    effect = Words(language, match.game).say(f"effect.{marker}")
    own = lines(match, side, "log.marker", "log.marker-held", language=language)
    assert len(own) == 1
    assert own[0].endswith(effect)
    held = the_game().charts.markers[marker].held
    for other in (enemy, None):
        read = lines(match, other, "log.marker", "log.marker-held", "log.marker-hidden", language=language)
        assert len(read) == 1
        assert read[0].endswith(effect) != held


@rule("pbn", "35.1")
def test_a_marker_of_its_month_is_due_and_not_drawn() -> None:
    match = board({}, "soviet_campaign", month=2, options={"historical": True}, levels=(0, 0))
    assert lines(match, "japan", "log.marker", "log.marker-due")[0] == (
        "Soviet player: STAVKA Orders Offensive is due this month. 57 Corps arrives."
    )


# -- questions to everybody, so that nobody learns who holds what ------------------------------------------------------


def answering(held: str, kind: str) -> Match:
    """The Soviets attack, and the Japanese hold a marker."""
    match = do(declared({N: "SU-24"}, "JP-64", also={"hand": held}), "table raid")
    while asked(match).message.key != f"ask.{kind}":
        do(match, "pass")
    return match


@rule("pbn", "14.41", "15.5", "18.0")
@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [("recon", "JP-CM-RECON", "JP-CM-BANZAI"), ("spirit", "JP-CM-BANZAI", "JP-CM-RECON")],
)
def test_who_does_not_hold_the_marker_reads_why_he_is_asked(kind: str, right: str, wrong: str) -> None:
    holder, other = answering(right, kind), answering(wrong, kind)
    assert "keep" in question(holder, "japan")
    assert question(other, "japan").startswith("Nothing to decide: you ")
    for language, told in (("en", "so that nobody learns who does"), ("pt", "para que ninguém saiba")):
        assert told in Words(language, other.game).say(f"coach.{kind}")
    assert offered(other, "pass") == {None}
    for stranger in ("soviet", None):
        assert holder.view(stranger) == other.view(stranger), "the enemy sees no difference"


@rule("pbn", "SCM.5.1")
def test_who_does_not_hold_maskirovka_reads_why_he_is_asked() -> None:
    holder, other = (board({"hand": m}, "initiative") for m in ("SU-CM-MASKIROVKA", "SU-CM-STAFF"))
    assert question(holder, "soviet") == "Choose who goes first, or keep Maskirovka."
    assert question(other, "soviet") == "Nothing to decide: you do not hold Maskirovka."
    assert holder.view("japan") == other.view("japan")


# -- arrivals ----------------------------------------------------------------------------------------------------------


@rule("pbn", "6.2", "6.21")
def test_nobody_else_arrives_only_when_nobody_is_to_be_placed() -> None:
    match = board({"turn_6": ["SU-24", "SU-76"]}, "soviet_reinforcement", month=6, options={"october": True})
    do(match, "field SU-24", "field SU-76")
    assert question(match, "soviet") == "2 units come onto the map next."
    base = board({"turn_6": "SU-24"}, "soviet_reinforcement", month=6, options={"october": True})
    do(base, "base SU-24")
    assert question(base, "soviet") == "Nobody else arrives."


# -- impulses ----------------------------------------------------------------------------------------------------------


@rule("pbn", "4.1.12", "4.1.14")
@pytest.mark.parametrize(
    ("impulse", "language", "name"),
    [
        (1, "en", "Initial Impulse"),
        (2, "en", "Follow-On Impulse"),
        (1, "pt", "Impulso Inicial"),
        (2, "pt", "Impulso Subsequente"),
    ],
)
def test_impulses_have_their_names(impulse: int, language: str, name: str) -> None:
    match = board({"0808": ["SU-24", "SU-36HQ"]}, impulse=impulse, activated="SU-36HQ")
    words, seen = Words(language, match.game), match.view("soviet")
    assert name in lines(match, "japan", "log.impulse", language=language)[0]
    assert question(match, "soviet", language, part="caption.") == name
    assert words.say(seen["summary"]["turn"]["key"], seen["summary"]["turn"]["params"]).endswith(name)


# -- odds --------------------------------------------------------------------------------------------------------------


@rule("pbn", "14.3.3")
def test_odds_are_percentages() -> None:
    match = battle({N: "SU-11A"}, "JP-64", 6)
    (told,) = lines(match, "japan", "log.odds")
    assert told.startswith(f"{TARGET}: 12 against 4 is 300%;")
    (result,) = lines(match, "japan", "log.result")
    assert result.startswith("Column 300%, die 6:")
    heads = [chart.columns for chart in match.game.chart_list() if chart.name in ("raid", "assault")]
    assert len(heads) == 2
    assert all(label.endswith("%") for head in heads for label in head[1:])
