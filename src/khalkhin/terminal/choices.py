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


def places(seen: View) -> dict[str, str]:
    """Where every counter is that a view names."""
    return {c["id"]: place for place, counters in seen["places"].items() for c in counters if "id" in c}


def in_short(voice: Voice, seen: View, width: int) -> Iterator[str]:
    """A line for each verb, cut to the width; bare verbs together."""
    for warning in seen["details"].get("warnings", ()):
        yield f"  ! {voice.text(warning)} [{warning['rule']}]"
    yield from _bought(voice, seen)
    yield from _so_far(voice, seen)
    for offer in offers_of(seen):
        if offer["kind"] == Kind.NOTHING.value:
            continue
        head = f"  {voice.typed(offer['verb']) + ' ':<8}"
        more = "  " + voice.say("cli.more", count=len(offer["nouns"]))
        yield head + _cut(_groups(voice, seen, offer), width - len(head) - len(more), more)
    bare = [o["verb"] for o in offers_of(seen) if o["kind"] == Kind.NOTHING.value]
    if bare:
        meant = [_with_meaning(voice, seen, verb) for verb in bare]
        if PASS in bare:
            order = f"{voice.typed(PASS)} {voice.say('cli.pass-all')}"
            meant.append(f"{order} ({voice.say('cli.passing')})")
        yield "  " + "  ".join(meant)
    standing = [o["verb"] for o in seen["standing"] if o["verb"] not in STANDING]
    if standing:
        told = "  ".join(_with_meaning(voice, seen, verb) for verb in standing)
        yield "  " + voice.say("cli.any-time", verbs=told)


def _with_meaning(voice: Voice, seen: View, verb: str) -> str:
    """A verb with what it means; where the question has words of its own for it, with those."""
    key, params = (seen["prompt"]["key"], seen["prompt"]["params"]) if seen["prompt"] else ("", {})
    meaning = voice.maybe(f"button.{key}.{verb}", voice.verb(verb), params)
    typed = voice.typed(verb)
    return typed if meaning.lower() == typed else f"{typed} ({meaning})"


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
        at, stacks = places(seen), dict[str, list[str]]()
        for unit in nouns:
            stacks.setdefault(at.get(unit, ""), []).append(unit)
        return [f"{voice.place(place)}: {_told(voice, seen, stacks[place])}" for place in sorted(stacks)]
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
    out: list[list[str]] = []
    for name in sorted(hexes):
        if out and name.isdigit() and int(name) == int(out[-1][-1]) + 1 and name[:2] == out[-1][-1][:2]:
            out[-1].append(name)
        else:
            out.append([name])
    return [f"{run[0]}-{run[-1]}" if len(run) > 2 else " ".join(run) for run in out]


def in_full(voice: Voice, seen: View, text: str = "") -> Iterator[str]:
    """Every choice, or those of a verb, with the points left where a move is in hand."""
    every = [*offers_of(seen), *seen["standing"]]
    verb = voice.vocabulary.verb(text) if text else None
    if text and verb not in [o["verb"] for o in every]:
        known = ", ".join(voice.typed(o["verb"]) for o in every) or "-"
        raise KhalkhinError("cli.no-such-choice", verb=text, known=known)
    for offer in every:
        if verb is None or offer["verb"] == verb:
            yield from _offer_in_full(voice, seen, offer)


def _offer_in_full(voice: Voice, seen: View, offer: Mapping[str, Any]) -> Iterator[str]:
    title = _with_meaning(voice, seen, offer["verb"])
    if offer["kind"] == Kind.NOTHING.value:
        yield title
        return
    yield f"{title}: {len(offer['nouns'])}"
    note = seen["details"].get("notes", {}).get(offer["verb"])
    left = {} if note else seen["details"].get("left", {})
    if offer["kind"] == Kind.HEX.value and left:
        yield "  " + "  ".join(f"{n} ({left[n]})" if n in left else str(n) for n in offer["nouns"])
        yield "  " + voice.say("cli.points-left")
        return
    for group in _groups(voice, seen, offer):
        yield f"  {group}"
    if note:
        yield f"  {voice.text(note)}"


def example(voice: Voice, seat: Seat, seen: View) -> str:
    """An order that may be typed now, worked out by trying; never past a decision that cannot be taken back."""
    said = _first(seen)
    if said is None:
        return ""
    text = _typed(voice, said, seen)
    if said.noun is None:
        return text
    twin = seat.rehearsal()
    twin.play(*said)
    if not twin.can_undo():
        return text
    after = twin.view()
    second = _first(after)
    kinds = voice.game.verbs
    if second is None or second.noun is None or kinds[second.verb] is kinds[said.verb]:
        return text
    return f"{text} {_typed(voice, second, after)}"


def _first(seen: View) -> Said | None:
    """A choice from the middle of the first offer that names something, else the first bare verb."""
    asked = offers_of(seen)
    for offer in asked:
        if offer["kind"] != Kind.NOTHING.value:
            return Said(offer["verb"], offer["nouns"][len(offer["nouns"]) // 2])
    return Said(asked[0]["verb"]) if asked else None


def _typed(voice: Voice, said: Said, seen: View) -> str:
    """A decision the short way: without its verb where that only says what kind of thing the noun is."""
    if said.noun is None:
        return voice.typed(said.verb)
    noun = voice.unit(said.noun) if said.noun in voice.game.sheet.index else str(said.noun)
    ways = [o["verb"] for o in offers_of(seen) if said.noun in o["nouns"]]
    short = ways == [said.verb] and said.verb == voice.game.verbs[said.verb].value
    return noun if short else voice.typed(said.verb, said.noun)
