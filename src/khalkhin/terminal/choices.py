"""What may be said now, in few lines or in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khalkhin.engine.agenda import Kind
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING
from khalkhin.engine.seat import Seat
from khalkhin.engine.typed_words import Said
from khalkhin.engine.view import View, offers_of
from khalkhin.terminal.quiet import PASS
from khalkhin.terminal.voice import Voice

FEW, MANY_HEXES = 6, 40
"""More things than the former are not listed twice; more hexes than the latter stand in runs, with the points left in
each hex of a run."""


def places(seen: View) -> dict[str, str]:
    """Where every counter is that a view names."""
    return {c["id"]: place for place, counters in seen["places"].items() for c in counters if "id" in c}


def in_short(voice: Voice, seen: View, width: int) -> Iterator[str]:
    """A line for each verb, cut to the width; bare verbs together."""
    for warning in seen["details"].get("warnings", ()):
        yield f"  ! {voice.text(warning)} [{warning['rule']}]"
    yield from _bought(voice, seen)
    yield from _so_far(voice, seen)
    told: list[Mapping[str, Any]] = []
    for offer in offers_of(seen):
        if offer["kind"] == Kind.NOTHING.value:
            continue
        head = f"  {voice.typed(offer['verb']) + ' ':<8}"
        like = next((one for one in told if _same(one, offer)), None)
        told.append(offer)
        if like is not None:
            yield head + _as_with(voice, like, offer)
            continue
        more = "  " + voice.say("cli.more", count=len(offer["nouns"]))
        yield head + _shortened(voice, seen, offer, width - len(head) - len(more), more)
    bare = [o["verb"] for o in offers_of(seen) if o["kind"] == Kind.NOTHING.value]
    if bare:
        meant = [_with_meaning(voice, seen, verb) for verb in bare]
        if PASS in bare:
            order = f"{voice.typed(PASS)} {voice.say('cli.pass-all')}"
            meant.append(f"{order} ({voice.say('cli.passing')})")
        yield "  " + "  ".join(meant)
    standing = [o["verb"] for o in seen["standing"] if o["verb"] not in STANDING]
    if standing:
        yield "  " + voice.say("cli.any-time", verbs="  ".join(_with_meaning(voice, seen, verb) for verb in standing))


def _with_meaning(voice: Voice, seen: View, verb: str) -> str:
    """A verb with what it means; where the question has words of its own for it, with those."""
    key, params = (seen["prompt"]["key"], seen["prompt"]["params"]) if seen["prompt"] else ("", {})
    meaning = voice.maybe(f"button.{key}.{verb}", voice.verb(verb), params)
    typed = voice.typed(verb)
    return typed if meaning.lower() == typed else f"{typed} ({meaning})"


def _shortened(voice: Voice, seen: View, offer: Mapping[str, Any], room: int, more: str) -> str:
    """An offer in one line. Where units of several places take too much, the largest groups are only counted: every
    place is named as long as that fits."""
    groups = _groups(voice, seen, offer)
    stacks = _stacks(seen, offer) if offer["kind"] == Kind.UNIT.value else {}
    if len(stacks) == len(groups) > 1:
        counted = [f"{voice.place(place)}: {voice.say('group.off-map', count=len(stacks[place]))}" for place in stacks]
        shorter = list(groups)
        for largest in sorted(range(len(groups)), key=lambda n: -len(groups[n])):
            if len(" · ".join(shorter)) <= room:
                return " · ".join(shorter) + ("" if shorter == groups else more)
            shorter[largest] = min(groups[largest], counted[largest], key=len)
    return _cut(groups, room, more)


def _stacks(seen: View, offer: Mapping[str, Any]) -> dict[str, list[str]]:
    """The units of an offer by their places."""
    at, stacks = places(seen), dict[str, list[str]]()
    for unit in offer["nouns"]:
        stacks.setdefault(at.get(unit, ""), []).append(unit)
    return {place: stacks[place] for place in sorted(stacks)}


def _cut(groups: Sequence[str], room: int, more: str) -> str:
    text = " · ".join(groups)
    if len(text) <= room:
        return text
    shown: list[str] = []
    for group in groups:
        if len(" · ".join([*shown, group])) > room:
            break
        shown.append(group)
    return " · ".join(shown) + more if shown else groups[0][:room].rsplit(" ", 1)[0] + more


def _groups(voice: Voice, seen: View, offer: Mapping[str, Any]) -> list[str]:
    """The nouns of an offer, put together as a person would: units by place, hexes and numbers by runs."""
    nouns = offer["nouns"]
    if offer["kind"] == Kind.UNIT.value:
        prices = seen["details"].get("recruit", {}).get("prices", {})
        if all(unit in prices for unit in nouns):
            return _priced(voice, nouns, prices)
        return [f"{voice.place(place)}: {_told(voice, seen, units)}" for place, units in _stacks(seen, offer).items()]
    if offer["kind"] == Kind.HEX.value:
        return [" ".join(_runs(nouns))]
    if offer["kind"] == Kind.NUMBER.value and len(nouns) > 1:
        return [f"{nouns[0]} … {nouns[-1]}"]
    return [" ".join(str(n) for n in nouns)]


def _told(voice: Voice, seen: View, units: Sequence[str]) -> str:
    """Units by name; supply units where it matters with the hexes to which they have a line."""
    served = seen["details"].get("supply", {})
    if not all(unit in served for unit in units):
        return voice.short_names(units)
    return ", ".join(f"{voice.unit(unit)} -> {' '.join(served[unit]['paths'])}" for unit in units)


def _priced(voice: Voice, units: Sequence[str], prices: Mapping[str, str]) -> list[str]:
    """What is for sale, by contingent and type: each unit with its price."""
    sheet, shelves = voice.game.sheet, dict[tuple[str, str], list[str]]()
    for unit in units:
        index = sheet.index[unit]
        shelves.setdefault((sheet.nation[index], sheet.columns["type"][index]), []).append(unit)
    nations = list(dict.fromkeys(nation for nation, _ in shelves))
    ordered = sorted(shelves.items(), key=lambda shelf: nations.index(shelf[0][0]))
    return [
        f"{voice.nation(nation)}, {voice.maybe(f'type.{kind}', kind).lower()}: "
        + " ".join(f"{voice.unit(unit)}={prices[unit]}" for unit in shelf)
        for (nation, kind), shelf in ordered
    ]


def _bought(voice: Voice, seen: View) -> Iterator[str]:
    """What was bought so far, and what is left."""
    recruit = seen["details"].get("recruit")
    if recruit and "bought" not in recruit:
        yield "  " + voice.say("cli.purse", points=recruit["points"])
    elif recruit and recruit["bought"]:
        told = {"units": voice.short_names(recruit["bought"]), "spent": recruit["spent"], "left": recruit["left"]}
        yield "  " + voice.say("cli.bought", **told)


def _so_far(voice: Voice, seen: View) -> Iterator[str]:
    """What has been put together of something larger, and what is still left over."""
    details = seen["details"]
    for battle in details.get("battles", ()):
        told = {"hexes": ", ".join(battle["targets"]), "units": voice.short_names(battle["units"])}
        yield "  " + voice.say("cli.battle", **told)
    left = details.get("uncovered", {})
    if left.get("units"):
        yield "  " + voice.say("cli.uncovered-units", units=voice.short_names(left["units"]))
    if left.get("hexes"):
        yield "  " + voice.say("cli.uncovered-hexes", hexes=", ".join(left["hexes"]))
    points = {voice.place(box): n for box, n in details.get("missions", {}).items() if n}
    points |= details.get("strikes", {})
    told = [f"{place} {n}" for place, n in points.items()] + details.get("works", [])
    if told:
        yield "  " + voice.say("cli.so-far", points=", ".join(told))
    if details.get("supplied"):
        yield "  " + voice.say("cli.supplied", hexes=" ".join(_runs(details["supplied"])))
    for hex_, strikes in details.get("flights", {}).items():
        yield "  " + voice.say("cli.flight", hex=hex_, units=voice.short_names(strikes))
    for noun in details.get("alternatives", {}):
        yield "  " + voice.alternative(seen, noun)


def _runs(hexes: Sequence[str]) -> list[str]:
    """Hexes with three or more consecutive numbers in a column as one: 0406-0409."""
    return [f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in _columns(hexes)]


def _columns(hexes: Sequence[str]) -> list[list[str]]:
    """Hexes by runs of consecutive numbers in a column."""
    out: list[list[str]] = []
    for name in sorted(hexes):
        if out and name.isdigit() and int(name) == int(out[-1][-1]) + 1 and name[:2] == out[-1][-1][:2]:
            out[-1].append(name)
        else:
            out.append([name])
    return out


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two offers are of the same things, and of more than are quickly read twice."""
    return len(one["nouns"]) > FEW and one["kind"] == other["kind"] and one["nouns"] == other["nouns"]


def _nearly(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether another offer has nearly all the hexes of one, and no others, and they are many."""
    first, second = {*one["nouns"]}, {*other["nouns"]}
    hexes = one["kind"] == other["kind"] == Kind.HEX.value
    return hexes and second <= first and MANY_HEXES < len(first) < 1.25 * len(second)


def _as_with(voice: Voice, one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """An offer told by one before it, with what it lacks."""
    missing = _runs([noun for noun in one["nouns"] if noun not in {*other["nouns"]}])
    return voice.say("cli.as-with", verb=voice.typed(one["verb"]), missing=missing, count=len(missing))


def _with_left(noun: Any, left: Mapping[str, Any]) -> str:
    return f"{noun} ({left[noun]})" if noun in left else str(noun)


def _left_by_runs(hexes: Sequence[str], left: Mapping[str, Any]) -> Iterator[str]:
    """Hexes by runs, the points left in each of them after them: 0406-0409 (3 4 4 2)."""
    for run in _columns(hexes):
        if len(run) > 2 and all(name in left for name in run):
            yield f"{run[0]}-{run[-1]} ({' '.join(str(left[name]) for name in run)})"
        else:
            yield from (_with_left(name, left) for name in run)


def in_full(voice: Voice, seen: View, text: str = "") -> Iterator[str]:
    """Every choice, or those of a verb, with the points left where a move is in hand."""
    every = [*offers_of(seen), *seen["standing"]]
    verb = voice.vocabulary.verb(text) if text else None
    if text and verb not in [o["verb"] for o in every]:
        known = ", ".join(voice.typed(o["verb"]) for o in every) or "-"
        raise KhalkhinError("cli.no-such-choice", verb=text, known=known)
    if not text:
        yield from _areas(voice, seen)
    told: list[Mapping[str, Any]] = []
    for offer in every:
        if verb is None or offer["verb"] == verb:
            yield from _offer_in_full(voice, seen, offer, told)
            told.append(offer)


def _areas(voice: Voice, seen: View) -> Iterator[str]:
    """Where units still to be placed may stand, group by group."""
    for group in (one for one in seen["details"].get("placing", ()) if one["hexes"]):
        told = {"units": voice.short_names(group["units"]), "hexes": " ".join(_runs(group["hexes"]))}
        yield f"{voice.say('cli.placing', **told)} [{group['rule']}]"


def _offer_in_full(
    voice: Voice, seen: View, offer: Mapping[str, Any], before: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    """All nouns of an offer; of one that has nearly the same hexes as one before it, what is different."""
    title = _with_meaning(voice, seen, offer["verb"])
    if offer["kind"] == Kind.NOTHING.value:
        yield title
        return
    yield f"{title}: {len(offer['nouns'])}"
    note = seen["details"].get("notes", {}).get(offer["verb"])
    left = {} if note else seen["details"].get("left", {})
    like = next((one for one in before if _same(one, offer) or _nearly(one, offer)), None)
    if like is not None:
        yield f"  {_as_with(voice, like, offer)}"
        return
    if offer["kind"] == Kind.HEX.value and left:
        many = len(offer["nouns"]) > MANY_HEXES
        told = _left_by_runs(offer["nouns"], left) if many else (_with_left(noun, left) for noun in offer["nouns"])
        yield "  " + "  ".join(told)
        yield "  " + voice.say("cli.points-left-runs" if many else "cli.points-left")
        return
    for group in _groups(voice, seen, offer):
        yield f"  {group}"
    if note:
        yield f"  {voice.text(note)}"


def form(voice: Voice, seat: Seat, seen: View) -> str:
    """How an answer of more than one word is typed, such as UNIT HEX, worked out by trying; empty where one is enough.
    It names kinds of things and no unit or hex: whoever follows an example should not be led astray by it."""
    first = _first(seen)
    if first is None:
        return ""
    twin = seat.rehearsal()
    twin.play(*first)
    after = twin.view()
    second = _first(after) if twin.can_undo() else None
    kinds = voice.game.verbs
    if second is None or kinds[second.verb] is kinds[first.verb]:
        return ""
    return f"{_kind(voice, first, seen)} {_kind(voice, second, after)}"


def _first(seen: View) -> Said | None:
    """A choice of the first offer that names something."""
    found = (offer for offer in offers_of(seen) if offer["kind"] != Kind.NOTHING.value)
    return next((Said(offer["verb"], offer["nouns"][0]) for offer in found), None)


def _kind(voice: Voice, said: Said, seen: View) -> str:
    """What is typed for a decision of this kind, the short way: without its verb where that only says what it names."""
    kind = voice.game.verbs[said.verb].value
    noun = voice.say(f"cli.noun.{kind}")
    ways = [offer["verb"] for offer in offers_of(seen) if said.noun in offer["nouns"]]
    return noun.strip() if ways == [said.verb] and said.verb == kind else voice.typed(said.verb) + noun
